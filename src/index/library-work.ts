// What is left to do in a library: addresses and contents whose documents must be derived again, and facts that documents must show.
import type { Database, Statement } from '../sqlite/sqlite.ts';

/** A content of several keys that waits; `key` is the smallest of them. */
export interface WaitingImage {
  readonly key: number;
  readonly hash: number;
}

/**
 * The lists of keys and contents that wait to be derived. The tables of rows add keys in the transaction that changes
 * them. Writers work inside a transaction of the caller.
 */
export class WorkList {
  readonly #database: Database;
  readonly #insertImage: Statement;

  constructor(database: Database) {
    this.#database = database;
    this.#insertImage = database.prepare('INSERT OR IGNORE INTO dirty_image VALUES(?, ?)');
  }

  /** How many contents wait whose facts have changed. */
  countFacts(): number {
    return this.#count('dirty_fact');
  }

  /** Takes the first hashes of contents whose facts have changed off the list. */
  takeFacts(limit: number): number[] {
    const hashes = this.#database
      .prepare<[number], number>('SELECT hash FROM dirty_fact ORDER BY hash LIMIT ?')
      .pluck()
      .all(limit);
    const last = hashes.at(-1);
    if (last !== undefined) {
      this.#database.prepare('DELETE FROM dirty_fact WHERE hash <= ?').run(last);
    }
    return hashes;
  }

  /** Notes all contents as ones whose facts have changed. */
  addAllFacts(): void {
    this.#database.exec('INSERT OR IGNORE INTO dirty_fact SELECT DISTINCT hash FROM document');
  }

  /** How many keys wait. */
  countKeys(): number {
    return this.#count('dirty_key');
  }

  /** How many contents wait. */
  countImages(): number {
    return this.#count('dirty_image');
  }

  /** How many revisits wait to be settled. */
  countRevisits(): number {
    return this.#count('dirty_revisit');
  }

  /** The first keys that wait, in order. */
  keys(limit: number): number[] {
    return this.#database
      .prepare<[number], number>('SELECT key FROM dirty_key ORDER BY key LIMIT ?')
      .pluck()
      .all(limit);
  }

  /** Takes the keys up to this one for done. */
  finishKeys(last: number): void {
    this.#database.prepare('DELETE FROM dirty_key WHERE key <= ?').run(last);
  }

  /** Notes that a content must be derived from all its keys. */
  addImage({ key, hash }: WaitingImage): void {
    this.#insertImage.run(key, hash);
  }

  /** Takes the first contents off the list, those that share keys one after another. */
  takeImages(limit: number): WaitingImage[] {
    const images = this.#database
      .prepare<[number], WaitingImage>(
        'SELECT key, hash FROM dirty_image ORDER BY key, hash LIMIT ?',
      )
      .all(limit);
    const last = images.at(-1);
    if (last !== undefined) {
      this.#database
        .prepare('DELETE FROM dirty_image WHERE (key, hash) <= (?, ?)')
        .run(last.key, last.hash);
    }
    return images;
  }

  #count(table: 'dirty_key' | 'dirty_image' | 'dirty_fact' | 'dirty_revisit'): number {
    return Number(this.#database.prepare(`SELECT count(*) FROM ${table}`).pluck().get());
  }
}
