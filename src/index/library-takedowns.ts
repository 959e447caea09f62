// The list of what was taken down, and must not come back.
import type { Timestamp } from '../model/capture.ts';
import type { Database } from '../sqlite/sqlite.ts';
import { writeTakedownFile } from './takedown-file.ts';

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
  readonly #folder: string;
  #isChanged = false;

  constructor(database: Database, folder: string) {
    this.#database = database;
    this.#folder = folder;
  }

  /** Called after a transaction: the plain file follows. */
  committed(): void {
    if (this.#isChanged) this.keepFile();
    this.#isChanged = false;
  }

  /** Forgets what a transaction that failed has changed. */
  discard(): void {
    this.#isChanged = false;
  }

  /** Makes the plain file say the same; a writer that was killed may have left an older one. */
  keepFile(): void {
    writeTakedownFile(this.#folder, this.list());
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
    this.#isChanged = true;
  }

  remove({ kind, value }: Pick<TakedownEntry, 'kind' | 'value'>): void {
    this.#database.prepare('DELETE FROM takedown WHERE kind = ? AND value = ?').run(kind, value);
    this.#isChanged = true;
  }
}
