// When images were captured that were taken down: so that nothing that pages of that time say about them is kept.
import type { Database, Statement } from 'better-sqlite3';
import type { Timestamp } from '../model/capture.ts';
import { hashKey } from './hash-key.ts';

/** A capture of an image that was taken down. */
export interface HiddenCapture {
  readonly time: Timestamp;
  /** SHA-256 in hexadecimal, as the list of what was taken down has it. */
  readonly digest: string;
}

/** The table of hidden captures. It has no addresses, only their keys. Writers work inside a transaction of the caller. */
export class HiddenTable {
  readonly #database: Database;
  readonly #insert: Statement;
  readonly #insertDirty: Statement;
  readonly #select: Statement<[number], { time: number; digest: string }>;

  constructor(database: Database) {
    this.#database = database;
    this.#insert = database.prepare('INSERT OR REPLACE INTO hidden_capture VALUES(?, ?, ?, ?, ?)');
    this.#insertDirty = database.prepare('INSERT OR IGNORE INTO dirty_key VALUES(?)');
    this.#select = database.prepare('SELECT time, digest FROM hidden_capture WHERE key = ?');
  }

  /** Notes a hidden capture, and that its address must be looked at. */
  add(
    file: number,
    { surt, time, offset, digest }: HiddenCapture & { surt: string; offset: number },
  ): void {
    const key = hashKey(surt);
    this.#insert.run(key, Number(time), file, offset, digest);
    this.#insertDirty.run(key);
  }

  /** Hidden captures at a key. */
  at(key: number): HiddenCapture[] {
    return this.#select.all(key).map(({ time, digest }) => {
      return { time: String(time) as Timestamp, digest }; // stored from 14 digits
    });
  }

  /** Keys with hidden captures that wait to be derived. */
  waitingKeys(): number[] {
    return this.#database
      .prepare<[], number>(
        'SELECT DISTINCT key FROM hidden_capture WHERE key IN (SELECT key FROM dirty_key) ORDER BY key',
      )
      .pluck()
      .all();
  }

  /** Forgets those of a file, or of one of its records. */
  removeFile(file: number, offset?: number): void {
    this.#database
      .prepare(
        `INSERT OR IGNORE INTO dirty_key SELECT key FROM hidden_capture
         WHERE file = @file AND (@offset IS NULL OR offset = @offset)`,
      )
      .run({ file, offset: offset ?? null });
    this.#database
      .prepare(
        'DELETE FROM hidden_capture WHERE file = @file AND (@offset IS NULL OR offset = @offset)',
      )
      .run({ file, offset: offset ?? null });
  }

  /** Forgets those of an image, and gives the files that they were in. */
  removeImage(digest: string): number[] {
    const removed = this.#database
      .prepare<[string], { key: number; file: number }>(
        'DELETE FROM hidden_capture WHERE digest = ? RETURNING key, file',
      )
      .all(digest);
    for (const { key } of removed) this.#insertDirty.run(key);
    return [...new Set(removed.map(({ file }) => file))];
  }
}
