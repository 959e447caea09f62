// The tables of the capture index.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { Capture, Timestamp } from '../model/capture.ts';
import { PinakesError } from '../support/errors.ts';
import type { CaptureRow } from './captures-codec.ts';
import { migrateFirst } from './captures-migration.ts';
import { CAPTURE_TABLES, FILE_TABLE } from './captures-schema.ts';

/** Name of the database in the folder of a library. */
export const CAPTURES_FILE = 'captures.sqlite';

/** Says in the file itself what it is: "PINC". */
const APPLICATION_ID = 0x50494e43;
/** The present format of the tables. */
export const FORMAT = 2;

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

/**
 * Opens the database of a library; a writer makes it, or brings it to the present format. `undefined` when there is
 * none, or it is being made.
 */
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
    if (isWriter && formatOf(database) < FORMAT) bringUpToDate(database);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** The format of the tables. */
export function formatOf(database: Database.Database): number {
  return Number(database.pragma('user_version', { simple: true }));
}

function isEmpty(database: Database.Database): boolean {
  return database.prepare('SELECT count(*) FROM sqlite_master').pluck().get() === 0;
}

function makeTables(database: Database.Database): void {
  database.transaction(() => {
    database.exec(FILE_TABLE + CAPTURE_TABLES);
    database.pragma(`application_id = ${APPLICATION_ID}`);
    database.pragma(`user_version = ${FORMAT}`);
  })();
}

/** One transaction: whatever ends it early leaves the tables of one format or the other. */
function bringUpToDate(database: Database.Database): void {
  database
    .transaction(() => {
      migrateFirst(database);
      database.pragma(`user_version = ${FORMAT}`);
    })
    .immediate();
  // Gives back the room of the old tables.
  database.exec('VACUUM; PRAGMA wal_checkpoint(TRUNCATE)');
}

/** Throws `LIBRARY_DAMAGED` or `LIBRARY_TOO_NEW` where the database is not ours. */
function checkTables(database: Database.Database, folder: string): void {
  if (database.pragma('application_id', { simple: true }) !== APPLICATION_ID) {
    const detail = `${CAPTURES_FILE} was not made by Pinakes`;
    throw new PinakesError('LIBRARY_DAMAGED', { folder, detail });
  }
  const found = formatOf(database);
  if (found > FORMAT) {
    throw new PinakesError('LIBRARY_TOO_NEW', { folder, found: `${found}`, known: `${FORMAT}` });
  }
}

/** A row as a capture; `file` is the name of its archive. */
export function toCapture(row: CaptureRow, file: string): Capture {
  const { surt, offset, url, mime, status, digest, length } = row;
  return { surt, time: toTime(row.time), url, mime, status, digest, file, offset, length };
}

/** A row as the place of an original; `file` is the name of its archive. */
export function toOriginalPlace(
  row: Omit<CaptureRow, 'surt' | 'url' | 'digest'>,
  file: string,
): OriginalPlace {
  const { offset, length, mime, status } = row;
  return { time: toTime(row.time), file, offset, length, mime, status };
}

/** The 14 digits of a number. */
export function toTime(time: number): Timestamp {
  // In two halves, since small integers become text sooner than a large number does.
  const date = Math.floor(time / 1e6);
  const clock = String(1e6 + (time - date * 1e6)).slice(1);
  return (String(date).padStart(8, '0') + clock) as Timestamp; // written from one
}
