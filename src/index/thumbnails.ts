// Thumbnails of a library, by the digest of the image: a database beside that of the library, which can be made again.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { PinakesError } from '../support/errors.ts';
import { whileUsing } from './library-errors.ts';

/** A thumbnail as it is kept. */
export interface StoredThumbnail {
  /** The picture as WebP. */
  readonly bytes: Uint8Array;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  readonly thumbhash: Uint8Array;
}

/** An image of which no thumbnail can be made, kept so that it is not tried again. */
export interface StoredProblem {
  /** Why, in a word. */
  readonly problem: string;
}

/** What is known of an image. */
export type ThumbnailEntry = StoredThumbnail | StoredProblem;

/** How thumbnails are opened. */
export interface ThumbnailOptions {
  /** `write` makes the database when there is none; default `read`. */
  readonly access?: 'read' | 'write';
}

/** Name of the database in the folder of a library. */
export const THUMBNAILS_FILE = 'thumbnails.sqlite';

/** Says in the file itself what it is: "PINT". */
const APPLICATION_ID = 0x50494e54;
const FORMAT_VERSION = 1;
/** Holds most thumbnails with their row. */
const PAGE_BYTES = 8192;
const BUSY_MS = 10_000;

/** The picture stands last: what comes before it is read without it. */
const SCHEMA = `
CREATE TABLE thumbnail(
  digest BLOB PRIMARY KEY NOT NULL,  -- SHA-256 of the image
  width INTEGER NOT NULL,            -- 0 when there is a problem
  height INTEGER NOT NULL,
  thumbhash BLOB NOT NULL,
  problem TEXT NOT NULL,             -- '' when there is a thumbnail
  picture BLOB NOT NULL              -- WebP
);
`;

/**
 * Opens the thumbnails of the library in a folder. Read-only, a database that is not there reads as empty, and is
 * seen as soon as somebody makes it. Throws `LIBRARY_DAMAGED`, `LIBRARY_TOO_NEW` or `LIBRARY_UNREADABLE`.
 *
 * @example
 * const thumbnails = openThumbnails('my-library');
 * const found = thumbnails.get(image.digest);
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

  /** What is known of an image; `undefined` when it was not tried yet. */
  get(digest: string): ThumbnailEntry | undefined {
    return this.#use(({ select }) => {
      const row = select.get(toBytes(digest));
      if (row === undefined || row.problem !== '') return row && { problem: row.problem };
      const { picture, width, height, thumbhash } = row;
      return { bytes: picture, width, height, thumbhash };
    }, undefined);
  }

  /** Whether there is a thumbnail, or a problem, of this image. */
  has(digest: string): boolean {
    return this.#use(({ find }) => find.get(toBytes(digest)) !== undefined, false);
  }

  /** Those that were not tried yet, in the order given. */
  missing(digests: readonly string[]): string[] {
    return this.#use(
      ({ find, database }) =>
        // One transaction: otherwise each look-up would lock and unlock the file.
        database.transaction(() =>
          digests.filter((digest) => find.get(toBytes(digest)) === undefined),
        )(),
      [...digests],
    );
  }

  /** The hashes of those that have a thumbnail. */
  thumbhashes(digests: readonly string[]): Map<string, Uint8Array> {
    return this.#use(({ find, database }) => {
      const found = database.transaction(() =>
        digests.flatMap((digest) => {
          const row = find.get(toBytes(digest));
          return row === undefined || row.problem !== '' ? [] : [[digest, row.thumbhash] as const];
        }),
      )();
      return new Map(found);
    }, new Map());
  }

  /** Digests after one, in order; `''` starts. Images with problems are among them. */
  digestsAfter(digest: string, limit: number): string[] {
    return this.#use(
      ({ page }) => page.all(toBytes(digest), limit).map((row) => row.digest.toString('hex')),
      [],
    );
  }

  /** Images that were tried. */
  get count(): number {
    return this.#use(({ database }) => {
      const count = database.prepare<[], number>('SELECT count(*) FROM thumbnail').pluck();
      return Number(count.get());
    }, 0);
  }

  /** Keeps a thumbnail or a problem in place of what was known. */
  put(digest: string, entry: ThumbnailEntry): void {
    this.putAll([[digest, entry]]);
  }

  /** Keeps many in one transaction. */
  putAll(entries: Iterable<readonly [digest: string, entry: ThumbnailEntry]>): void {
    this.#change(({ database, insert }) => {
      database.transaction(() => {
        for (const [digest, entry] of entries) {
          const { width, height, thumbhash, problem, bytes } = { ...NOTHING, ...entry };
          insert.run(toBytes(digest), width, height, thumbhash, problem, bytes);
        }
      })();
    });
  }

  /**
   * Removes what is known of images so that no trace of it stays in the files. Gives the number of those that
   * were known.
   */
  remove(digests: Iterable<string>): number {
    return this.#change(({ database }) => {
      const remove = database.prepare('DELETE FROM thumbnail WHERE digest = ?');
      const removed = database.transaction(() => {
        let count = 0;
        for (const digest of digests) count += remove.run(toBytes(digest)).changes;
        return count;
      })();
      if (removed > 0) {
        // Deleted bytes were overwritten (secure_delete); this gives back the room, and empties the log.
        database.exec('VACUUM');
        database.pragma('wal_checkpoint(TRUNCATE)');
      }
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
      this.#open ??= openDatabase(this.#folder, this.#access);
      return this.#open === undefined ? absent : work(this.#open);
    });
  }

  #change<T>(work: (open: Open) => T): T {
    if (this.#access === 'read') throw new Error('pinakes: the thumbnails are open for reading');
    return this.#use<T | undefined>(work, undefined) as T; // a writer always has a database
  }
}

interface Row {
  readonly width: number;
  readonly height: number;
  readonly thumbhash: Buffer;
  readonly problem: string;
  readonly picture: Buffer;
}

type Open = ReturnType<typeof prepare>;

const EMPTY = new Uint8Array(0);
const NOTHING = { width: 0, height: 0, thumbhash: EMPTY, problem: '', bytes: EMPTY };

function prepare(database: Database.Database) {
  return {
    database,
    select: database.prepare<[Buffer], Row>('SELECT * FROM thumbnail WHERE digest = ?'),
    find: database.prepare<[Buffer], Pick<Row, 'thumbhash' | 'problem'>>(
      'SELECT thumbhash, problem FROM thumbnail WHERE digest = ?',
    ),
    page: database.prepare<[Buffer, number], { readonly digest: Buffer }>(
      'SELECT digest FROM thumbnail WHERE digest > ? ORDER BY digest LIMIT ?',
    ),
    insert: database.prepare('INSERT OR REPLACE INTO thumbnail VALUES(?, ?, ?, ?, ?, ?)'),
  };
}

/** `undefined` when a reader finds nothing, or a database that is being made. */
function openDatabase(folder: string, access: 'read' | 'write'): Open | undefined {
  const path = join(folder, THUMBNAILS_FILE);
  const isReader = access === 'read';
  if (isReader && !existsSync(path)) return undefined;
  const database = new Database(path, { readonly: isReader, timeout: BUSY_MS });
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
    }
    return prepare(database);
  } catch (error) {
    database.close();
    throw error;
  }
}

function isEmpty(database: Database.Database): boolean {
  return database.prepare('SELECT count(*) FROM sqlite_master').pluck().get() === 0;
}

/** Whoever comes second finds the table made. */
function initialise(database: Database.Database): void {
  database
    .transaction(() => {
      if (!isEmpty(database)) return;
      database.exec(SCHEMA);
      database.pragma(`application_id = ${APPLICATION_ID}`);
      database.pragma(`user_version = ${FORMAT_VERSION}`);
    })
    .immediate();
}

function checkFormat(database: Database.Database, folder: string): void {
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
