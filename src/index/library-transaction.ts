// The transactions of a library: the only place that begins and ends them.
import type { Database } from '../sqlite/sqlite.ts';
import { toLibraryError, whileUsing } from './library-errors.ts';

/** A table that keeps something in memory during a transaction. */
export interface TransactionMember {
  /** Stores what waits, before the end of a transaction. */
  flush?(): void;
  /** Told that a transaction was kept. */
  committed?(): void;
  /** Forgets what waits and what is remembered, after a transaction was taken back. */
  discard?(): void;
}

/** Changes of a library: all of a transaction is kept, or nothing. */
export class LibraryTransactions {
  readonly #folder: string;
  readonly #database: Database;
  readonly #members: readonly TransactionMember[];

  constructor(folder: string, database: Database, members: readonly TransactionMember[]) {
    this.#folder = folder;
    this.#database = database;
    this.#members = members;
  }

  /** Does work in one transaction. */
  run<T>(work: () => T): T {
    this.begin();
    try {
      const result = work();
      this.commit();
      return result;
    } catch (error) {
      this.rollback();
      throw toLibraryError(this.#folder, error);
    }
  }

  /** The same for work that waits for something in between, while nobody else changes the library. */
  async runAsync<T>(work: () => Promise<T>): Promise<T> {
    this.begin();
    try {
      const result = await work();
      this.commit();
      return result;
    } catch (error) {
      this.rollback();
      throw toLibraryError(this.#folder, error);
    }
  }

  /** Reads one moment of the library, whatever others write meanwhile; nothing may be changed in it. */
  async readAsync<T>(work: () => Promise<T>): Promise<T> {
    whileUsing(this.#folder, () => this.#database.exec('BEGIN'));
    try {
      return await work();
    } finally {
      if (this.#database.inTransaction) this.#database.exec('ROLLBACK');
    }
  }

  /** Starts a transaction that lasts over several calls. */
  begin(): void {
    whileUsing(this.#folder, () => this.#database.exec('BEGIN IMMEDIATE'));
  }

  /** Keeps what was done since `begin`. */
  commit(): void {
    whileUsing(this.#folder, () => {
      for (const member of this.#members) member.flush?.();
      this.#database.exec("UPDATE meta SET value = value + 1 WHERE name = 'generation'; COMMIT");
      for (const member of this.#members) member.committed?.();
    });
  }

  /** Takes back what was done since `begin`; does nothing outside a transaction. */
  rollback(): void {
    if (this.#database.inTransaction) this.#database.exec('ROLLBACK');
    for (const member of this.#members) member.discard?.();
  }
}
