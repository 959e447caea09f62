// The list of what was taken down, and must not come back.
import type { Database } from '../sqlite/sqlite.ts';
import { printDetails, type TakedownEntry, toDetails } from './takedown-entry.ts';
import { writeTakedownFile } from './takedown-file.ts';

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
      .prepare<[], Omit<TakedownEntry, 'details'> & { readonly details: string }>(
        'SELECT kind, value, time, details FROM takedown ORDER BY id',
      )
      .all()
      .map(({ details, ...entry }) => ({ ...entry, ...toDetails(details) }));
  }

  /** Adds an entry. One that is on the list already keeps its time, and gets the details of the new one where it has any. */
  add({ kind, value, time, details = {} }: TakedownEntry): void {
    const told = printDetails(details);
    this.#database
      .prepare('INSERT OR IGNORE INTO takedown(kind, value, time, details) VALUES(?, ?, ?, ?)')
      .run(kind, value, time, told);
    if (told !== '') {
      this.#database
        .prepare('UPDATE takedown SET details = ? WHERE kind = ? AND value = ?')
        .run(told, kind, value);
    }
    this.#isChanged = true;
  }

  remove({ kind, value }: Pick<TakedownEntry, 'kind' | 'value'>): void {
    this.#database.prepare('DELETE FROM takedown WHERE kind = ? AND value = ?').run(kind, value);
    this.#isChanged = true;
  }
}
