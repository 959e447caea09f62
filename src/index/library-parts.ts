// Which keys the parts of each file have: finds the rows of a file with a third of the space that an index of the rows would take.
import type { Database, Statement } from '../sqlite/sqlite.ts';
import { ByteReader, ByteWriter } from './bytes.ts';

/** Parts of rows that settling writes begin here, beyond those that reading a file can need. */
export const FIRST_SETTLED_PART = 1_000_000;

/** A part of a file with its keys, in order. */
export interface PartKeys {
  readonly part: number;
  readonly keys: readonly number[];
}

interface WaitingPart {
  readonly file: number;
  readonly part: number;
  readonly added: number[];
  /** Keys whose rows may have gone. */
  readonly thinned: Set<number>;
}

/** Keys that wait in memory to be stored. */
const MAX_WAITING = 200_000;
const KEYS_AT_ONCE = 1000;

const writer = new ByteWriter();
const NO_TEXT = Buffer.alloc(0);

/** The table of parts. Writers work inside a transaction of the caller. */
export class PartTable {
  readonly #select: Statement<[number, number], unknown>;
  readonly #selectBetween: Statement<
    [number, number, number],
    { readonly part: number; readonly data: unknown }
  >;
  readonly #selectLeft: Statement<[string, number, number], number>;
  readonly #replace: Statement;
  readonly #delete: Statement;
  readonly #waiting = new Map<string, WaitingPart>();
  #waitingKeys = 0;

  constructor(database: Database) {
    this.#select = database
      .prepare<[number, number], unknown>('SELECT data FROM part WHERE file = ? AND part = ?')
      .pluck();
    this.#selectBetween = database.prepare(
      'SELECT part, data FROM part WHERE file = ? AND part BETWEEN ? AND ? ORDER BY part LIMIT 1',
    );
    this.#selectLeft = database
      .prepare<[string, number, number], number>(
        `SELECT value FROM json_each(?) WHERE EXISTS (
           SELECT 1 FROM observation WHERE key = json_each.value AND file = ? AND part = ?)`,
      )
      .pluck();
    this.#replace = database.prepare('INSERT OR REPLACE INTO part VALUES(?, ?, ?)');
    this.#delete = database.prepare('DELETE FROM part WHERE file = ? AND part = ?');
  }

  /** Notes that a part has rows at some keys; `flush` stores it. */
  add(file: number, part: number, keys: readonly number[]): void {
    const { added } = this.#waitingAt(file, part);
    for (const key of keys) added.push(key);
    this.#waitingKeys += keys.length;
    if (this.#waitingKeys >= MAX_WAITING) this.flush();
  }

  /** Notes that the row of a part at a key has gone, or was replaced. */
  thin(file: number, part: number, key: number): void {
    this.#waitingAt(file, part).thinned.add(key);
    this.#waitingKeys++;
    if (this.#waitingKeys >= MAX_WAITING) this.flush();
  }

  /** The parts of a file, from one to another. */
  *of(file: number, first = 0, last = Number.MAX_SAFE_INTEGER): Generator<PartKeys> {
    this.flush();
    for (let next = first; ; ) {
      const row = this.#selectBetween.get(file, next, last);
      if (row === undefined) return;
      yield { part: row.part, keys: decodeKeys(row.data) };
      next = row.part + 1;
    }
  }

  /** Stores what waits; to be called at the end of each transaction. */
  flush(): void {
    const waiting = [...this.#waiting.values()];
    this.discard();
    for (const { file, part, added, thinned } of waiting) {
      const data = this.#select.get(file, part);
      const known = data === undefined ? [] : decodeKeys(data);
      const all = [...new Set([...known, ...added])].sort((a, b) => a - b);
      const keys = thinned.size === 0 ? all : this.#left({ file, part, thinned }, all);
      if (keys.length === 0) this.#delete.run(file, part);
      else this.#replace.run(file, part, encodeKeys(keys));
    }
  }

  /** Forgets what waits for a transaction that failed. */
  discard(): void {
    this.#waiting.clear();
    this.#waitingKeys = 0;
  }

  #waitingAt(file: number, part: number): WaitingPart {
    const name = `${file} ${part}`;
    const known = this.#waiting.get(name);
    if (known !== undefined) return known;
    const waiting = { file, part, added: [], thinned: new Set<number>() };
    this.#waiting.set(name, waiting);
    return waiting;
  }

  /** Those of some keys at which the part still has a row: only those that were told are looked for. */
  #left(
    { file, part, thinned }: Pick<WaitingPart, 'file' | 'part' | 'thinned'>,
    keys: readonly number[],
  ): number[] {
    const gone = new Set(thinned);
    const told = [...thinned];
    for (let start = 0; start < told.length; start += KEYS_AT_ONCE) {
      const some = JSON.stringify(told.slice(start, start + KEYS_AT_ONCE));
      for (const key of this.#selectLeft.all(some, file, part)) gone.delete(key);
    }
    return gone.size === 0 ? [...keys] : keys.filter((key) => !gone.has(key));
  }
}

/** Each key as the difference to the one before. */
function encodeKeys(keys: readonly number[]): Buffer {
  writer.start();
  let before = 0;
  for (const key of keys) {
    writer.number(key - before);
    before = key;
  }
  return Buffer.from(writer.finish().head);
}

/** Throws a `RangeError` when the list is damaged. */
function decodeKeys(data: unknown): number[] {
  // A damaged database gives other things than the bytes that were stored.
  if (!Buffer.isBuffer(data)) throw new RangeError('a part of a file has no bytes');
  const reader = new ByteReader({ head: data, text: NO_TEXT });
  const keys: number[] = [];
  let key = 0;
  while (!reader.isAtEnd) {
    key += reader.number();
    keys.push(key);
  }
  return keys;
}
