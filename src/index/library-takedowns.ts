// The list of what was taken down, and must not come back.
import type { Timestamp } from '../model/capture.ts';
import type { Database } from '../sqlite/sqlite.ts';

/** What can be taken down: an image by its digest, all below a URL, or a file by its fingerprint. */
export type TakedownKind = 'image' | 'url-prefix' | 'file';

/** Something that was taken down. */
export interface TakedownEntry {
  readonly kind: TakedownKind;
  /** The digest of an image, the SURT key that addresses start with, or the fingerprint of a file. */
  readonly value: string;
  /** Since when. */
  readonly time: Timestamp;
}

/** The table of takedowns. Writers work inside a transaction of the caller. */
export class TakedownTable {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** All entries, in the order in which they came. */
  list(): TakedownEntry[] {
    return this.#database
      .prepare<[], TakedownEntry>('SELECT kind, value, time FROM takedown ORDER BY id')
      .all();
  }

  /** Adds an entry, unless it is on the list already. */
  add({ kind, value, time }: TakedownEntry): void {
    this.#database
      .prepare('INSERT OR IGNORE INTO takedown(kind, value, time) VALUES(?, ?, ?)')
      .run(kind, value, time);
  }

  remove({ kind, value }: Pick<TakedownEntry, 'kind' | 'value'>): void {
    this.#database.prepare('DELETE FROM takedown WHERE kind = ? AND value = ?').run(kind, value);
  }
}
