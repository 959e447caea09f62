// The tables of the capture index and what one row of them says.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { Capture, Timestamp } from '../model/capture.ts';
import { PinakesError } from '../support/errors.ts';

/** Name of the database in the folder of a library. */
export const CAPTURES_FILE = 'captures.sqlite';

/** Says in the file itself what it is: "PINC". */
const APPLICATION_ID = 0x50494e43;
const FORMAT = 1;

// The key is the order of index lines, so that every question is one range. `original` finds what a
// revisit repeats by its digest alone; it repeats a few columns so that the URL need not be in it.
const SCHEMA = `
CREATE TABLE file(id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL UNIQUE);
CREATE TABLE capture(
  surt TEXT NOT NULL, time INTEGER NOT NULL, file INTEGER NOT NULL, offset INTEGER NOT NULL,
  url TEXT NOT NULL, mime TEXT NOT NULL, status INTEGER NOT NULL, digest TEXT NOT NULL,
  length INTEGER NOT NULL, PRIMARY KEY(surt, time, file, offset)) WITHOUT ROWID;
CREATE TABLE original(
  digest INTEGER NOT NULL, time INTEGER NOT NULL, file INTEGER NOT NULL, offset INTEGER NOT NULL,
  length INTEGER NOT NULL, mime TEXT NOT NULL, status INTEGER NOT NULL,
  PRIMARY KEY(digest, time, file, offset)) WITHOUT ROWID;
`;

/** How index lines write the type of a revisit. */
export const REVISIT_MIME = 'warc/revisit';

/** A row of `capture`. */
export interface CaptureRow {
  readonly surt: string;
  readonly time: number;
  readonly file: number;
  readonly offset: number;
  readonly url: string;
  readonly mime: string;
  readonly status: number;
  readonly digest: string;
  readonly length: number;
}

/** Where the bytes of a revisit are, and what they are. */
export type OriginalPlace = Pick<
  Capture,
  'file' | 'offset' | 'length' | 'mime' | 'status' | 'time'
>;

/** What a revisit says of the record it repeats: a `RevisitTarget` of the archive stage. */
export interface RevisitSeen {
  readonly surt: string;
  /** Time of the original, `''` when it is not told. */
  readonly time: Timestamp | '';
  /** Payload digest, `''` when it is not told. */
  readonly digest: string;
  readonly revisitTime: Timestamp | '';
}

/** Opens the database of a library; a writer makes it. `undefined` when there is none, or it is being made. */
export function openTables(folder: string, isWriter: boolean): Database.Database | undefined {
  const path = join(folder, CAPTURES_FILE);
  if (!isWriter && !existsSync(path)) return undefined;
  const database = new Database(path, { readonly: !isWriter, timeout: 10_000 });
  try {
    database.pragma('mmap_size = 1073741824');
    if (isWriter) {
      database.pragma('journal_mode = WAL');
      database.pragma('synchronous = NORMAL');
      database.pragma('cache_size = -32768');
      // What was taken down must not stay in free pages.
      database.pragma('secure_delete = ON');
      if (isEmpty(database)) makeTables(database);
    } else if (isEmpty(database)) {
      database.close();
      return undefined;
    }
    checkTables(database, folder);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

function isEmpty(database: Database.Database): boolean {
  return database.prepare('SELECT count(*) FROM sqlite_master').pluck().get() === 0;
}

function makeTables(database: Database.Database): void {
  database.transaction(() => {
    database.exec(SCHEMA);
    database.pragma(`application_id = ${APPLICATION_ID}`);
    database.pragma(`user_version = ${FORMAT}`);
  })();
}

/** Throws `LIBRARY_DAMAGED` or `LIBRARY_TOO_NEW` where the database is not ours. */
function checkTables(database: Database.Database, folder: string): void {
  if (database.pragma('application_id', { simple: true }) !== APPLICATION_ID) {
    const detail = `${CAPTURES_FILE} was not made by Pinakes`;
    throw new PinakesError('LIBRARY_DAMAGED', { folder, detail });
  }
  const found = Number(database.pragma('user_version', { simple: true }));
  if (found > FORMAT) {
    throw new PinakesError('LIBRARY_TOO_NEW', { folder, found: `${found}`, known: `${FORMAT}` });
  }
}

/** A row as a capture; `file` is the name of its archive. */
export function toCapture(row: CaptureRow, file: string): Capture {
  const { surt, offset, url, mime, status, digest, length } = row;
  return { surt, time: toTime(row.time), url, mime, status, digest, file, offset, length };
}

/** The 14 digits of a number. */
export function toTime(time: number): Timestamp {
  return String(time).padStart(14, '0') as Timestamp; // written from one
}
