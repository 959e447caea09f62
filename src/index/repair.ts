// A library made anew from what one of its databases still tells: the truth is copied, the rest derived again.
import { existsSync, linkSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Database, openDatabase } from '../sqlite/sqlite.ts';
import { PinakesError } from '../support/errors.ts';
import { checkFormat, createDatabase, DATABASE_FILE, Library } from './library.ts';
import { toLibraryError } from './library-errors.ts';
import { takeWriterLock } from './library-lock.ts';
import { readTakedownFile, TAKEDOWN_FILE } from './takedown-file.ts';

/** Tables that cannot be derived, with the columns that order their rows. */
const TRUTH = {
  collection: 'id',
  file: 'id',
  file_collection: 'file, collection',
  takedown: 'id',
  producer: 'id',
  fact: 'digest, producer',
  page: 'id',
  observation: 'key, file, part',
  sheet: 'key, time, file, offset',
  sheet_content: 'id',
  sheet_image: 'key, content',
  sheet_import: 'key, content',
  sheet_link: 'key, file, part',
  hidden_capture: 'key, time, file, offset',
  hidden_mention: 'file, key, digest',
  address: 'id',
  capture: 'id',
} as const;

/** Comes after what is told by the rows of these: then nothing of it is noted to be settled anew. */
const LATER_TRUTH = { revisit: 'id', dirty_revisit: 'id' } as const;

/** Of what these have lost an archive tells nothing: `pinakes enrich` finds it out anew. */
export const FACT_TABLES: readonly string[] = ['producer', 'fact'];

/** What could be copied. */
export interface CopiedTable {
  readonly table: string;
  readonly rows: number;
  /** Why not all rows could be read; absent when all could. */
  readonly problem?: string;
}

/** A library that is being made anew. */
export interface Rebuild {
  /** The new library, with everything to be derived. */
  readonly library: Library;
  readonly tables: readonly CopiedTable[];
  /** Puts the new database in the place of the old one, which stays beside it under another name. */
  finish(): string;
  /** Drops the new database; the old one stays as it is. */
  abandon(): void;
}

/** Starts to make a library anew. The old database is only read. Throws when it tells nothing at all. */
export function startRebuild(folder: string): Rebuild {
  const path = join(folder, DATABASE_FILE);
  if (!existsSync(path)) throw new PinakesError('LIBRARY_NOT_FOUND', { folder });
  const lock = takeWriterLock(folder);
  const made = join(folder, `${DATABASE_FILE}.repair`);
  removeDatabase(made);
  try {
    const { database, tables } = copyTruth(folder, path, made);
    const library = new Library(folder, database, undefined);
    library.transaction(() => library.rows.markAll());
    const close = (): void => {
      database.pragma('wal_checkpoint(TRUNCATE)');
      database.close();
    };
    return {
      library,
      tables,
      finish() {
        close();
        const kept = freeName(path);
        // The old name is never free: killed here, the folder holds the old database or the new one. The old
        // log goes first, since it must not be read with the new database.
        writeBackLog(path);
        linkSync(path, kept);
        for (const suffix of ['-wal', '-shm']) moveIfThere(`${path}${suffix}`, `${kept}${suffix}`);
        renameSync(made, path);
        removeDatabase(made);
        lock.release();
        return kept;
      },
      abandon() {
        close();
        removeDatabase(made);
        lock.release();
      },
    };
  } catch (thrown) {
    lock.release();
    removeDatabase(made);
    const error = toLibraryError(folder, thrown);
    // The advice for a damaged library is a repair, which is what failed.
    const isLost = error instanceof PinakesError && error.code === 'LIBRARY_DAMAGED';
    throw isLost ? new PinakesError('LIBRARY_LOST', { folder }, { cause: error }) : error;
  }
}

/** A new database with all that cannot be derived, as far as it can be read. */
function copyTruth(
  folder: string,
  path: string,
  made: string,
): { readonly database: Database; readonly tables: readonly CopiedTable[] } {
  const old = openDatabase(path, { isReadOnly: true });
  try {
    checkFormat(old, folder);
    const database = createDatabase(folder, made, notesOf(old));
    const copy = (truth: Readonly<Record<string, string>>) =>
      Object.entries(truth).map(([table, order]) => copyTable(old, database, table, order));
    const tables = copy(TRUTH);
    if (tables.some(({ table, problem }) => table === 'takedown' && problem !== undefined)) {
      restoreTakedowns(folder, database);
    }
    const dropped = restoreLists(new Library(folder, database, undefined));
    const whole = tables.map((table) => withDropped(table, dropped.get(table.table) ?? 0));
    return { database, tables: [...whole, ...copy(LATER_TRUTH)] };
  } finally {
    old.close();
  }
}

/** What the database has lost of them the plain file tells. */
function restoreTakedowns(folder: string, database: Database): void {
  const insert = database.prepare(
    'INSERT OR IGNORE INTO takedown(kind, value, time) VALUES(?, ?, ?)',
  );
  for (const { kind, value, time } of readTakedownFile(join(folder, TAKEDOWN_FILE)))
    insert.run(kind, value, time);
}

/** Makes the lists anew that are told by rows; gives how many rows of a table cannot be read, and were dropped. */
function restoreLists(library: Library): Map<string, number> {
  return library.transaction(() => {
    const dropped = new Map([
      ['page', library.pages.restore()],
      ['observation', library.rows.restore()],
      ['fact', library.facts.restore()],
    ]);
    library.sheets.restore();
    library.hidden.restore();
    return dropped;
  });
}

function withDropped(table: CopiedTable, dropped: number): CopiedTable {
  if (dropped === 0) return table;
  const problem = `${dropped} rows cannot be read`;
  return { ...table, rows: table.rows - dropped, problem: table.problem ?? problem };
}

/** The settings of the old library, as far as they can be read. */
function notesOf(old: Database): Readonly<Record<string, unknown>> {
  const rows = old.prepare('SELECT name, value FROM meta').all() as {
    readonly name: string;
    readonly value: unknown;
  }[]; // the two columns of `meta`
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
}

function copyTable(old: Database, made: Database, table: string, order: string): CopiedTable {
  let rows = 0;
  try {
    if (!hasTable(old, table)) return { table, rows };
    const columns = (old.pragma(`table_info(${table})`) as { readonly name: string }[])
      .map(({ name }) => name)
      .join(', ');
    const select = old.prepare(`SELECT ${columns} FROM ${table} ORDER BY ${order}`).raw();
    const places = select.columns().map(() => '?');
    const insert = made.prepare(
      `INSERT OR IGNORE INTO ${table}(${columns}) VALUES(${places.join(', ')})`,
    );
    made.exec('BEGIN');
    for (const row of select.iterate()) {
      insert.run(...(row as unknown[]));
      rows++;
    }
    made.exec('COMMIT');
    return { table, rows };
  } catch (thrown) {
    // What was read before the damaged place is worth keeping.
    if (made.inTransaction) made.exec('COMMIT');
    return { table, rows, problem: thrown instanceof Error ? thrown.message : String(thrown) };
  }
}

/** A library of before has no such table; one whose list of tables cannot be read throws. */
function hasTable(database: Database, table: string): boolean {
  const found = database.prepare("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?");
  return found.get(table) !== undefined;
}

/** Brings what the log holds into the database, as far as its damage allows. */
function writeBackLog(path: string): void {
  try {
    const database = openDatabase(path);
    database.pragma('wal_checkpoint(TRUNCATE)');
    database.close();
  } catch {
    // A damaged database keeps its log: both are kept under the other name.
  }
}

function freeName(path: string): string {
  for (let number = 1; ; number++) {
    const name = `${path}.before-repair-${number}`;
    if (!existsSync(name)) return name;
  }
}

function moveIfThere(from: string, to: string): void {
  if (existsSync(from)) renameSync(from, to);
}

function removeDatabase(path: string): void {
  for (const suffix of ['', '-wal', '-shm', '-journal'])
    rmSync(`${path}${suffix}`, { force: true });
}
