// Thumbnails of a library, by the digest of the image: a database beside that of the library, which can be made again.
import { existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Producer, producerKey } from '../model/producer.ts';
import { type Database, isSqliteError, openDatabase } from '../sqlite/sqlite.ts';
import { PinakesError } from '../support/errors.ts';
import { hashKey } from '../support/hash-key.ts';
import { freeName, moveIfThere } from './kept-name.ts';
import { eraseRemoved } from './library-erase.ts';
import { whileUsing } from './library-errors.ts';
import { sumOf } from './row-sum.ts';

/** A thumbnail as it is kept. */
export interface StoredPicture {
  /** Pixels of the longer side. */
  readonly side: number;
  /** WebP. */
  readonly bytes: Uint8Array;
}

/** The thumbnails of one image. */
export interface PictureEntry {
  /** SHA-256 of the image in hexadecimal. */
  readonly digest: string;
  /** Who made them, see `pictureMark`. */
  readonly mark: number;
  readonly pictures: readonly StoredPicture[];
}

/**
 * A number that stands for who made thumbnails. It is stored with them, so that they can be told from those that a fact
 * of the library is about.
 */
export function pictureMark(producer: Producer): number {
  return hashKey(producerKey(producer));
}

/** How thumbnails are opened. */
export interface ThumbnailOptions {
  /** `write` makes the database when there is none; default `read`. */
  readonly access?: 'read' | 'write';
}

/** Name of the database in the folder of a library. */
export const THUMBNAILS_FILE = 'thumbnails.sqlite';

/** Says in the file itself what it is: "PINP". */
const APPLICATION_ID = 0x50494e50;
const FORMAT_VERSION = 1;
const PAGE_BYTES = 8192;
const BUSY_MS = 10_000;

const SCHEMA = `
CREATE TABLE picture(
  digest BLOB NOT NULL,              -- SHA-256 of the image
  side INTEGER NOT NULL,             -- pixels of the longer side
  mark INTEGER NOT NULL,             -- who made it
  bytes BLOB NOT NULL,               -- WebP
  sum INTEGER                        -- of the others (row-sum.ts); NULL in those of before
);
CREATE UNIQUE INDEX picture_digest ON picture(digest, side, mark);
`;

/**
 * Opens the thumbnails of the library in a folder. Read-only, a database that is not there reads as empty, and is
 * seen as soon as somebody makes it. Throws `LIBRARY_DAMAGED`, `LIBRARY_TOO_NEW` or `LIBRARY_UNREADABLE`.
 *
 * @example
 * const thumbnails = openThumbnails('my-library');
 * const found = thumbnails.get(image.digest, 240);
 */
export function openThumbnails(folder: string, options: ThumbnailOptions = {}): ThumbnailStore {
  return new ThumbnailStore(folder, options.access ?? 'read');
}

/** The thumbnails of a library. Made by `openThumbnails`. Digests are in hexadecimal. */
export class ThumbnailStore {
  readonly #folder: string;
  readonly #access: 'read' | 'write';
  #open: Open | undefined;
  #isClosed = false;

  /** @internal use `openThumbnails` */
  constructor(folder: string, access: 'read' | 'write') {
    this.#folder = folder;
    this.#access = access;
    this.#use(() => {}, undefined);
  }

  /** The smallest thumbnail of an image with a side of so many pixels, else the largest; `undefined` when there is none. */
  get(digest: string, side: number): StoredPicture | undefined {
    return this.#use(({ select, selectLast }) => {
      const key = toBytes(digest);
      return select.get(key, side) ?? selectLast.get(key);
    }, undefined);
  }

  /** All thumbnails of an image, the smallest first. */
  all(digest: string): StoredPicture[] {
    return this.#use(({ selectAll }) => selectAll.all(toBytes(digest)), []);
  }

  /** Who made the thumbnails of an image, see `pictureMark`; `undefined` when there are none. */
  markOf(digest: string): number | undefined {
    return this.#use(({ selectMark }) => selectMark.get(toBytes(digest))?.mark, undefined);
  }

  /** Images after one, in order of digests, with the marks of their thumbnails; `''` starts. */
  listAfter(digest: string, limit: number): { readonly digest: string; readonly mark: number }[] {
    return this.#use(
      ({ page }) =>
        page
          .all(toBytes(digest), limit)
          .map((row) => ({ ...row, digest: row.digest.toString('hex') })),
      [],
    );
  }

  /** Images that have thumbnails. */
  get count(): number {
    return this.#use(({ database }) => {
      const count = database.prepare('SELECT count(DISTINCT digest) FROM picture').pluck();
      return Number(count.get());
    }, 0);
  }

  /** Bytes of the database. */
  get bytes(): number {
    return this.#use(({ database }) => {
      const size = database
        .prepare('SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()')
        .pluck();
      return Number(size.get());
    }, 0);
  }

  /** What is wrong with the database: what SQLite finds, and thumbnails that have changed on disk. */
  problems(limit: number): string[] {
    return this.#use(({ database }) => {
      const lines = database.pragma(`integrity_check(${limit})`) as {
        readonly integrity_check: string;
      }[]; // the one column of this pragma
      const problems = lines.map((line) => line.integrity_check).filter((line) => line !== 'ok');
      let wrong = 0;
      for (const row of readPictures(database, 'ASC')) if (!isWhole(row)) wrong++;
      return wrong === 0 ? problems : [...problems, `${wrong} thumbnails have changed on disk`];
    }, []);
  }

  /** Keeps thumbnails of images in place of those they had, all in one transaction. */
  putAll(entries: Iterable<PictureEntry>): void {
    this.#change(({ database, insert, drop }) => {
      database.transaction(() => {
        for (const { digest, mark, pictures } of entries) {
          const key = toBytes(digest);
          drop.run(key);
          for (const { side, bytes } of pictures) {
            insert.run(key, side, mark, bytes, sumOf('picture', [key, side, mark, bytes]));
          }
        }
      })();
    });
  }

  /**
   * Removes the thumbnails of images so that no trace of them stays in the files. Gives the number of images that
   * had some.
   */
  remove(digests: Iterable<string>): number {
    return this.#change(({ database, drop }) => {
      const removed = database.transaction(() => {
        let count = 0;
        for (const digest of digests) if (drop.run(toBytes(digest)).changes > 0) count++;
        return count;
      })();
      if (removed > 0) eraseRemoved(database, join(this.#folder, THUMBNAILS_FILE));
      return removed;
    });
  }

  /** Writes a whole copy to a file; nothing when there are no thumbnails. */
  copyTo(path: string): void {
    this.#use(({ database }) => void database.prepare('VACUUM INTO ?').run(path), undefined);
  }

  close(): void {
    this.#isClosed = true;
    const open = this.#open;
    this.#open = undefined;
    try {
      if (this.#access === 'write') open?.database.pragma('wal_checkpoint(TRUNCATE)');
    } catch {
      // A full disk or a damaged file: the log stays, and the next writer writes it back.
    } finally {
      open?.database.close();
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.close();
  }

  /** Works on the database; gives `absent` while there is none. */
  #use<T>(work: (open: Open) => T, absent: T): T {
    if (this.#isClosed) throw new Error('pinakes: the thumbnails are closed');
    return whileUsing(this.#folder, () => {
      this.#open ??= openStore(this.#folder, this.#access);
      return this.#open === undefined ? absent : work(this.#open);
    });
  }

  #change<T>(work: (open: Open) => T): T {
    if (this.#access === 'read') throw new Error('pinakes: the thumbnails are open for reading');
    return this.#use<T | undefined>(work, undefined) as T; // a writer always has a database
  }
}

type Open = ReturnType<typeof prepare>;

function prepare(database: Database) {
  const columns = 'SELECT side, bytes FROM picture WHERE digest = ?';
  return {
    database,
    select: database.prepare<[Buffer, number], StoredPicture>(
      `${columns} AND side >= ? ORDER BY side LIMIT 1`,
    ),
    selectLast: database.prepare<[Buffer], StoredPicture>(`${columns} ORDER BY side DESC LIMIT 1`),
    selectAll: database.prepare<[Buffer], StoredPicture>(`${columns} ORDER BY side`),
    selectMark: database.prepare<[Buffer], { readonly mark: number }>(
      'SELECT mark FROM picture WHERE digest = ? LIMIT 1',
    ),
    page: database.prepare<[Buffer, number], { readonly digest: Buffer; readonly mark: number }>(
      'SELECT digest, min(mark) AS mark FROM picture WHERE digest > ? GROUP BY digest ORDER BY digest LIMIT ?',
    ),
    insert: database.prepare('INSERT INTO picture VALUES(?, ?, ?, ?, ?)'),
    drop: database.prepare('DELETE FROM picture WHERE digest = ?'),
  };
}

/**
 * Makes a damaged database of thumbnails anew from those that can be read; the others can be made again. Gives the name under which
 * the old one is kept; `undefined` where nothing was wrong.
 */
export function repairThumbnails(folder: string): string | undefined {
  const path = join(folder, THUMBNAILS_FILE);
  if (!existsSync(path) || isSound(folder)) return undefined;
  const made = `${path}.repair`;
  rmSync(made, { force: true });
  const database = openDatabase(made);
  database.pragma(`page_size = ${PAGE_BYTES}`);
  initialise(database);
  copyPictures(path, database);
  database.close();
  const kept = freeName(path);
  for (const suffix of ['-wal', '-shm']) moveIfThere(`${path}${suffix}`, `${kept}${suffix}`);
  renameSync(path, kept);
  renameSync(made, path);
  return kept;
}

function isSound(folder: string): boolean {
  try {
    const thumbnails = openThumbnails(folder);
    try {
      return thumbnails.problems(1).length === 0;
    } finally {
      thumbnails.close();
    }
  } catch {
    return false;
  }
}

/** Copies what can be read, from both ends: a damaged page ends the reading. */
function copyPictures(path: string, made: Database): void {
  const insert = made.prepare('INSERT OR IGNORE INTO picture VALUES(?, ?, ?, ?, ?)');
  for (const order of ['ASC', 'DESC'] as const) {
    let old: Database | undefined;
    made.exec('BEGIN');
    try {
      old = openDatabase(path, { isReadOnly: true });
      for (const row of readPictures(old, order)) if (isWhole(row)) insert.run(...row);
    } catch (thrown) {
      if (!isSqliteError(thrown)) throw thrown;
      // Damaged from here on.
    } finally {
      made.exec('COMMIT');
      old?.close();
    }
  }
}

/** Rows with their sums, NULL where none was kept. */
function* readPictures(database: Database, order: 'ASC' | 'DESC'): Generator<unknown[]> {
  const sum = hasSums(database) ? 'sum' : 'NULL';
  const sql = `SELECT digest, side, mark, bytes, ${sum} FROM picture NOT INDEXED ORDER BY rowid ${order}`;
  yield* database.prepare(sql).raw().iterate() as Iterable<unknown[]>;
}

function isWhole(row: readonly unknown[]): boolean {
  const sum = row.at(-1);
  return sum === null || sum === sumOf('picture', row.slice(0, -1));
}

function hasSums(database: Database): boolean {
  const columns = database.pragma('table_info(picture)') as readonly { readonly name: string }[];
  return columns.some(({ name }) => name === 'sum');
}

/** `undefined` when a reader finds nothing, or a database that is being made. */
function openStore(folder: string, access: 'read' | 'write'): Open | undefined {
  const path = join(folder, THUMBNAILS_FILE);
  const isReader = access === 'read';
  if (isReader && !existsSync(path)) return undefined;
  const database = openDatabase(path, { isReadOnly: isReader, timeoutMs: BUSY_MS });
  try {
    if (isEmpty(database)) {
      if (isReader) {
        database.close();
        return undefined;
      }
      database.pragma(`page_size = ${PAGE_BYTES}`);
      database.pragma('journal_mode = WAL');
      initialise(database);
    }
    checkFormat(database, folder);
    if (!isReader) {
      database.pragma('journal_mode = WAL');
      database.pragma('synchronous = NORMAL');
      database.pragma('secure_delete = ON');
      if (!hasSums(database)) database.exec('ALTER TABLE picture ADD COLUMN sum INTEGER');
    }
    return prepare(database);
  } catch (error) {
    database.close();
    throw error;
  }
}

function isEmpty(database: Database): boolean {
  return database.prepare('SELECT count(*) FROM sqlite_master').pluck().get() === 0;
}

/** Whoever comes second finds the table made. */
function initialise(database: Database): void {
  database
    .transaction(() => {
      if (!isEmpty(database)) return;
      database.exec(SCHEMA);
      database.pragma(`application_id = ${APPLICATION_ID}`);
      database.pragma(`user_version = ${FORMAT_VERSION}`);
    })
    .immediate();
}

function checkFormat(database: Database, folder: string): void {
  if (database.pragma('application_id', { simple: true }) !== APPLICATION_ID) {
    const detail = `${THUMBNAILS_FILE} was not made by Pinakes`;
    throw new PinakesError('LIBRARY_DAMAGED', { folder, detail });
  }
  const found = Number(database.pragma('user_version', { simple: true }));
  if (found <= FORMAT_VERSION) return;
  const known = `${FORMAT_VERSION}`;
  throw new PinakesError('LIBRARY_TOO_NEW', { folder, found: `${found}`, known });
}

function toBytes(digest: string): Buffer {
  return Buffer.from(digest, 'hex');
}
