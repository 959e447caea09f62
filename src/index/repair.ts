// A library made anew from what one of its databases still tells: the truth is copied, the rest derived again.
import { existsSync, linkSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Database, openDatabase } from '../sqlite/sqlite.ts';
import { PinakesError } from '../support/errors.ts';
import { freeName, moveIfThere } from './kept-name.ts';
import { checkFormat, createDatabase, DATABASE_FILE, Library, settingsBeside } from './library.ts';
import { toLibraryError } from './library-errors.ts';
import type { FileReport } from './library-files.ts';
import { takeWriterLock } from './library-lock.ts';
import { TakedownTable } from './library-takedowns.ts';
import { summedColumns, sumOf, wrongRows } from './row-sum.ts';
import { salvageRows } from './salvage.ts';
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

/** Tables whose lost rows are looked for on all pages of the database: what no archive tells, and which archives there are. */
const RESCUED: readonly string[] = [
  'collection',
  'file',
  'file_collection',
  'takedown',
  ...FACT_TABLES,
];

/** Of these it is known how many rows each file had. */
const COUNTED: readonly string[] = ['page', 'observation', 'capture', 'address'];

/** What could be copied. */
export interface CopiedTable {
  readonly table: string;
  readonly rows: number;
  /** Why not all rows could be read; absent when all could. */
  readonly problem?: string;
  /** Files that rows with wrong sums are of; absent where that is not known. */
  readonly files?: readonly number[];
}

interface Copy {
  readonly database: Database;
  readonly tables: readonly CopiedTable[];
  readonly incomplete: Rebuild['incomplete'];
}

/** A library that is being made anew. */
export interface Rebuild {
  /** The new library, with everything to be derived. */
  readonly library: Library;
  readonly tables: readonly CopiedTable[];
  /** Rows of the files that have lost some. */
  readonly incomplete: ReadonlySet<number> | 'all';
  /** Puts the new database in the place of the old one, which stays beside it under another name. */
  finish(): string;
  /** Drops the new database; the old one stays as it is. */
  abandon(): void;
}

/** Starts to make a library anew. The old database is only read. Throws `LIBRARY_LOST` when not even its files are known. */
export function startRebuild(folder: string): Rebuild {
  const path = join(folder, DATABASE_FILE);
  if (!existsSync(path)) throw new PinakesError('LIBRARY_NOT_FOUND', { folder });
  const lock = takeWriterLock(folder);
  const made = join(folder, `${DATABASE_FILE}.repair`);
  removeDatabase(made);
  try {
    const { database, tables, incomplete } = copyTruth(folder, path, made);
    const library = new Library(folder, database, undefined);
    library.transaction(() => library.rows.markAll());
    const close = (): void => {
      database.pragma('wal_checkpoint(TRUNCATE)');
      database.close();
    };
    return {
      library,
      tables,
      incomplete,
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
function copyTruth(folder: string, path: string, made: string): Copy {
  const old = openOld(folder, path);
  if (old === undefined) return salvageTruth(folder, path, made);
  try {
    const database = createDatabase(folder, made, { ...settingsBeside(folder), ...notesOf(old) });
    const copy = (truth: Readonly<Record<string, string>>) =>
      Object.entries(truth).map(([table, order]) => copyTable(old, database, table, order));
    const tables = copy(TRUTH);
    rescueRows(folder, path, database, tables);
    const dropped = restoreLists(new Library(folder, database, undefined));
    const whole = tables.map((table) => withDropped(table, dropped.get(table.table) ?? 0));
    const all = [...whole, ...copy(LATER_TRUTH)];
    return { database, tables: all, incomplete: filesThatLost(old, database, all) };
  } finally {
    old.close();
  }
}

/** The old database; `undefined` for one that SQLite does not open any more. */
function openOld(folder: string, path: string): Database | undefined {
  let old: Database | undefined;
  try {
    old = openDatabase(path, { isReadOnly: true, isUnsafe: true });
    // Lets a file that was cut off be read as far as it goes.
    old.pragma('writable_schema = ON');
    checkFormat(old, folder);
    hasTable(old, 'file');
    return old;
  } catch (thrown) {
    old?.close();
    const error = toLibraryError(folder, thrown);
    if (error instanceof PinakesError && error.code === 'LIBRARY_DAMAGED') return undefined;
    throw error;
  }
}

/**
 * The files, collections, takedowns and facts of a database that cannot be opened, as far as its pages have them. All
 * else comes with the files being read again.
 */
function salvageTruth(folder: string, path: string, made: string): Copy {
  const notes = Object.fromEntries(
    [...salvageRows(path, { meta: ['name', 'value', 'sum'] })].map(({ values }) => [
      String(values[0]),
      values[1],
    ]),
  );
  const database = createDatabase(folder, made, { ...settingsBeside(folder), ...notes });
  const problem = 'the database cannot be opened';
  const tables = Object.keys(TRUTH).map((table) => ({ table, rows: 0, problem }));
  const found = rescueRows(folder, path, database, tables);
  if ((found.get('file') ?? 0) === 0) {
    database.close();
    throw new PinakesError('LIBRARY_LOST', { folder });
  }
  const told = tables.map((table) => ({ ...table, rows: found.get(table.table) ?? 0 }));
  return { database, tables: told, incomplete: 'all' };
}

/**
 * Of the tables that matter most, and have lost rows: looks for these on all pages of the old database, and reads the plain list of
 * takedowns. Gives how many rows were found.
 */
function rescueRows(
  folder: string,
  path: string,
  made: Database,
  tables: readonly CopiedTable[],
): Map<string, number> {
  const lost = tables.filter(({ problem }) => problem !== undefined).map(({ table }) => table);
  const wanted: Record<string, readonly string[]> = {};
  for (const table of lost.filter((each) => RESCUED.includes(each))) {
    wanted[table] = columnsOf(made, table);
  }
  const found = new Map<string, number>();
  if (Object.keys(wanted).length > 0) {
    made.exec('BEGIN');
    for (const { table, values } of salvageRows(path, wanted)) {
      const places = values.map(() => '?').join(', ');
      const { changes } = made
        .prepare(`INSERT OR IGNORE INTO ${table} VALUES(${places})`)
        .run(...values);
      found.set(table, (found.get(table) ?? 0) + changes);
    }
    made.exec('COMMIT');
  }
  if (lost.includes('takedown')) restoreTakedowns(folder, made);
  return found;
}

/** What the database has lost of them the plain file tells. */
function restoreTakedowns(folder: string, database: Database): void {
  const takedowns = new TakedownTable(database, folder);
  for (const entry of readTakedownFile(join(folder, TAKEDOWN_FILE))) takedowns.add(entry);
}

/** Makes the lists anew that are told by rows; gives how many rows of a table cannot be read, and were dropped. */
function restoreLists(library: Library): Map<string, number> {
  return library.transaction(() => {
    const dropped = new Map([
      ['page', library.pages.restore()],
      ['observation', library.rows.restore()],
      ['fact', library.facts.restore()],
      ['capture', library.captureTable.restore()],
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

/** Files that have not all their rows any more: told by damaged rows, and by how many there were. */
function filesThatLost(
  old: Database,
  made: Database,
  tables: readonly CopiedTable[],
): Rebuild['incomplete'] {
  const isLost = ({ table, problem }: CopiedTable) =>
    problem !== undefined && ![...FACT_TABLES, 'takedown'].includes(table);
  const lost = tables.filter(isLost);
  if (lost.length === 0) return new Set();
  // Of these nothing tells how many rows a file had.
  const isCounted = ({ table, files }: CopiedTable) =>
    COUNTED.includes(table) || files !== undefined;
  if (!lost.every(isCounted)) return 'all';
  const incomplete = new Set(lost.flatMap(({ files = [] }) => files));
  try {
    if (!hasTable(old, 'file_count')) return 'all';
    for (const _ of wrongRows(old, 'file_count')) return 'all';
    const columns = 'file, captures, refs, pages, listed';
    const select = `SELECT ${columns} FROM file_count ORDER BY file`;
    const now = new Map(
      made
        .prepare<[], CountRow>(select)
        .all()
        .map((row) => [row.file, row]),
    );
    for (const before of old.prepare<[], CountRow>(select).iterate()) {
      if (JSON.stringify(before) !== JSON.stringify(now.get(before.file))) {
        incomplete.add(before.file);
      }
    }
    return incomplete;
  } catch {
    return 'all'; // the counts are damaged as well
  }
}

interface CountRow {
  readonly file: number;
}

/** The settings of the old library, as far as they can be read. */
function notesOf(old: Database): Readonly<Record<string, unknown>> {
  try {
    return readNotes(old);
  } catch {
    return {}; // damaged: the file beside it tells the settings
  }
}

function readNotes(old: Database): Readonly<Record<string, unknown>> {
  const columns = columnsOf(old, 'meta');
  const rows = old.prepare(`SELECT ${columns.join(', ')} FROM meta`).all() as {
    readonly name: string;
    readonly value: unknown;
    readonly sum?: number;
  }[]; // the columns of `meta`; those of before have no sum
  return Object.fromEntries(
    rows
      .filter(({ name, value, sum }) => sum === undefined || sum === sumOf('meta', [name, value]))
      .map(({ name, value }) => [name, value]),
  );
}

function copyTable(old: Database, made: Database, table: string, order: string): CopiedTable {
  let rows = 0;
  const files = new Set<number>();
  let wrong = 0;
  try {
    if (!hasTable(old, table)) return { table, rows };
    const known = columnsOf(old, table);
    const columns = columnsOf(made, table).filter((name) => name !== 'sum' && known.includes(name));
    const isSummed = known.includes('sum');
    const asked = [...columns, ...(isSummed ? ['sum'] : [])].join(', ');
    const select = old.prepare(`SELECT ${asked} FROM ${table} ORDER BY ${order}`).raw();
    const summed = summedColumns(old, table).map((name) => columns.indexOf(name));
    const insert = openInsert(made, table, columns);
    const file = columns.indexOf('file');
    made.exec('BEGIN');
    for (const row of select.iterate() as Iterable<unknown[]>) {
      const sum = isSummed ? row.pop() : undefined;
      if (
        isSummed &&
        sum !==
          sumOf(
            table,
            summed.map((at) => row[at]),
          )
      ) {
        wrong++;
        if (file >= 0) files.add(Number(row[file]));
        continue;
      }
      insert(row);
      rows++;
    }
    made.exec('COMMIT');
    if (wrong === 0) return { table, rows };
    const mended = mendNamed(old, made, table);
    if (mended === wrong) return { table, rows: rows + mended };
    const problem = `${wrong - mended} rows have changed on disk`;
    return { table, rows: rows + mended, problem, ...(file >= 0 && { files: [...files] }) };
  } catch (thrown) {
    // What was read before the damaged place is worth keeping.
    if (made.inTransaction) made.exec('COMMIT');
    return { table, rows, problem: thrown instanceof Error ? thrown.message : String(thrown) };
  }
}

/** Stores rows of a table with their sums. */
function openInsert(
  made: Database,
  table: string,
  columns: readonly string[],
): (row: readonly unknown[]) => void {
  const summed = summedColumns(made, table);
  const hasSum = columnsOf(made, table).includes('sum');
  const isWhole = summed.every((name) => columns.includes(name));
  // A column that the old table did not have gets its default: a trigger sums the row.
  const names = hasSum && isWhole ? [...columns, 'sum'] : columns;
  const places = names.map(() => '?').join(', ');
  const insert = made.prepare(
    `INSERT OR IGNORE INTO ${table}(${names.join(', ')}) VALUES(${places})`,
  );
  const order = summed.map((name) => columns.indexOf(name));
  return (row) => {
    if (names.length === columns.length) insert.run(...row);
    else
      insert.run(
        ...row,
        sumOf(
          table,
          order.map((at) => row[at]),
        ),
      );
  };
}

/**
 * Damaged rows of tables whose names stand in an index, too: the row comes back where the name from there gives its sum. A file
 * of which something else is damaged is kept to be read again.
 */
function mendNamed(old: Database, made: Database, table: string): number {
  if (table === 'file_collection') {
    made.exec('BEGIN');
    const pairs = old.prepare(
      'SELECT file, collection FROM file_collection INDEXED BY collection_file ORDER BY collection, file',
    );
    const insert = openInsert(made, table, ['file', 'collection']);
    for (const pair of pairs.raw().iterate()) insert(pair as unknown[]);
    made.exec('COMMIT');
    return 0;
  }
  if (table !== 'file' && table !== 'collection') return 0;
  const columns = columnsOf(made, table).filter((name) => name !== 'sum');
  const names = new Map(
    old
      .prepare<[], { id: number; name: string }>(
        `SELECT id, name FROM ${table} INDEXED BY sqlite_autoindex_${table}_1 ORDER BY name`,
      )
      .all()
      .map(({ id, name }) => [id, name]),
  );
  const insert = openInsert(made, table, columns);
  const rows = old.prepare(`SELECT ${columns.join(', ')}, sum FROM ${table} ORDER BY id`).raw();
  let mended = 0;
  for (const [id, ...row] of rows.all() as [number, ...unknown[]][]) {
    const sum = row.pop();
    if (sum === sumOf(table, row)) continue;
    const [, ...others] = row;
    const better = [names.get(id), ...others];
    if (sum === sumOf(table, better)) {
      insert([id, ...better]);
      mended++;
    } else if (table === 'file') {
      const isReport = columns.indexOf('report');
      insert([id, ...row].map((value, at) => (at === isReport ? UNREAD_REPORT : value)));
    }
  }
  return mended;
}

/** Of a file whose entry was damaged. */
const UNREAD_REPORT = JSON.stringify({
  records: 0,
  bytes: 0,
  pages: 0,
  imageCaptures: 0,
  references: 0,
  losses: 0,
  skippedBytes: 0,
  rejected: {},
  failure: 'its entry was damaged',
} satisfies FileReport);

function columnsOf(database: Database, table: string): string[] {
  const columns = database.pragma(`table_info(${table})`) as readonly { readonly name: string }[];
  return columns.map(({ name }) => name);
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

function removeDatabase(path: string): void {
  for (const suffix of ['', '-wal', '-shm', '-journal'])
    rmSync(`${path}${suffix}`, { force: true });
}
