// Which addresses redirected to which, by their keys: finds the references that an image gets through redirects.
import type { Database, Statement } from '../sqlite/sqlite.ts';
import { hashKey } from '../support/hash-key.ts';
import type { RowContent } from './row-codec.ts';

/** Redirects that are followed one after another. */
export const MAX_HOPS = 5;

/** Addresses that lead to one image: the first by their keys. More are a placeholder for all that a host has deleted. */
const MAX_SOURCES = 2000;

/** Where a row is kept. */
interface RowPlace {
  readonly key: number;
  readonly file: number;
  readonly part: number;
}

/** The table of redirects. Writers work inside a transaction of the caller. */
export class RedirectTable {
  readonly #insert: Statement;
  readonly #delete: Statement;
  readonly #insertDirty: Statement;
  readonly #spread: Statement;
  readonly #selectAny: Statement<[], number>;
  readonly #selectSources: Statement<[number], number>;

  constructor(database: Database) {
    this.#insert = database.prepare('INSERT OR IGNORE INTO redirect VALUES(?, ?, ?, ?)');
    this.#delete = database.prepare(
      'DELETE FROM redirect WHERE target = ? AND key = ? AND file = ? AND part = ?',
    );
    this.#insertDirty = database.prepare('INSERT OR IGNORE INTO dirty_key VALUES(?)');
    // In this order the cost follows what waits, not all redirects of the library.
    this.#spread = database.prepare(
      `INSERT OR IGNORE INTO dirty_key
       SELECT redirect.target FROM dirty_key CROSS JOIN redirect ON redirect.key = dirty_key.key`,
    );
    this.#selectAny = database.prepare<[], number>('SELECT 1 FROM redirect LIMIT 1').pluck();
    this.#selectSources = database
      .prepare<[number], number>(
        `SELECT DISTINCT key FROM redirect WHERE target = ? ORDER BY key LIMIT ${MAX_SOURCES}`,
      )
      .pluck();
  }

  /** Notes where a row redirects to, and that these addresses must be looked at. */
  add(place: RowPlace, row: RowContent): void {
    for (const target of targetsOf(row)) {
      this.#insert.run(target, place.key, place.file, place.part);
      this.#insertDirty.run(target);
    }
  }

  /** Forgets a row. */
  remove(place: RowPlace, row: RowContent): void {
    for (const target of targetsOf(row)) {
      this.#delete.run(target, place.key, place.file, place.part);
      this.#insertDirty.run(target);
    }
  }

  /** Notes that what waiting addresses lead to must be looked at as well. */
  spread(): void {
    if (this.#selectAny.get() === undefined) return;
    for (let hop = 0; hop < MAX_HOPS && this.#spread.run().changes > 0; hop++);
  }

  /** The keys from which redirects lead to one, in at most `MAX_HOPS` steps; itself is none of them. */
  sourcesOf(key: number): readonly number[] {
    const found = new Set<number>();
    let level = [key];
    for (let hop = 0; hop < MAX_HOPS && level.length > 0; hop++) {
      const next: number[] = [];
      for (const target of level) {
        for (const source of this.#selectSources.all(target)) {
          if (source === key || found.has(source) || found.size >= MAX_SOURCES) continue;
          found.add(source);
          next.push(source);
        }
      }
      level = next.sort((a, b) => a - b);
    }
    return [...found];
  }
}

/** Keys of the addresses that a row redirects to, each once. */
function targetsOf({ others = [] }: RowContent): Set<number> {
  const targets = new Set<number>();
  for (const { target } of others) if (target !== '') targets.add(hashKey(target));
  return targets;
}
