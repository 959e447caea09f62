// How many addresses, contents and mentions each collection has: kept as they change, so that nobody has to count a library.
import type { Database, Statement } from '../sqlite/sqlite.ts';
import { ByteReader, ByteWriter } from './bytes.ts';

/** What the captures of one content at one address add to the numbers of a collection. */
export interface MatchShare {
  /** Row of the collection, or `WHOLE_LIBRARY`. */
  readonly collection: number;
  /** SURTs at which files of the collection captured it: 1, or more where SURTs share a key; 0 if none did. */
  readonly addresses: number;
  /** Mentions of it by pages of the collection. */
  readonly pairs: number;
}

/** Numbers of a collection. */
export interface MatchTotal {
  readonly pairs: number;
  readonly addresses: number;
  readonly contents: number;
}

/** Stands for all collections, and for files of none. */
export const WHOLE_LIBRARY = 0;

const writer = new ByteWriter();
const NO_TEXT = Buffer.alloc(0);

/** Shares as they are stored with a place of a content; equal shares in the same order give equal bytes. */
export function encodeShares(shares: readonly MatchShare[]): Buffer {
  writer.start();
  for (const { collection, addresses, pairs } of shares) {
    writer.number(collection);
    writer.number(addresses);
    writer.number(pairs);
  }
  return Buffer.from(writer.finish().head);
}

/** Throws a `RangeError` when the bytes are damaged. */
export function decodeShares(data: unknown): MatchShare[] {
  if (!Buffer.isBuffer(data)) throw new RangeError('a place of an image has no counts');
  const reader = new ByteReader({ head: data, text: NO_TEXT });
  const shares: MatchShare[] = [];
  while (!reader.isAtEnd) {
    const collection = reader.number();
    shares.push({ collection, addresses: reader.number(), pairs: reader.number() });
  }
  return shares;
}

/** The table of totals. Changes wait in memory for the end of the transaction. */
export class MatchTotals {
  readonly #select: Statement<[number], MatchTotal>;
  readonly #add: Statement;
  readonly #removeEmpty: Statement;
  readonly #waiting = new Map<number, { -readonly [K in keyof MatchTotal]: number }>();

  constructor(database: Database) {
    this.#select = database.prepare(
      'SELECT pairs, addresses, contents FROM match_total WHERE collection = ?',
    );
    this.#add = database.prepare(
      `INSERT INTO match_total(collection, pairs, addresses, contents)
       VALUES(@collection, @pairs, @addresses, @contents)
       ON CONFLICT DO UPDATE SET pairs = pairs + @pairs, addresses = addresses + @addresses,
       contents = contents + @contents`,
    );
    this.#removeEmpty = database.prepare(
      'DELETE FROM match_total WHERE pairs = 0 AND addresses = 0 AND contents = 0',
    );
  }

  /** Numbers of a collection, or of the whole library. */
  read(collection: number): MatchTotal {
    return this.#select.get(collection) ?? { pairs: 0, addresses: 0, contents: 0 };
  }

  /**
   * Notes that a content has other shares at an address. `isElsewhere` tells whether it has a place in a collection at
   * another address; it is only asked where that matters.
   */
  change(
    before: readonly MatchShare[],
    after: readonly MatchShare[],
    isElsewhere: (collection: number) => boolean,
  ): void {
    const old = new Map(before.map((share) => [share.collection, share]));
    const present = new Map(after.map((share) => [share.collection, share]));
    for (const collection of new Set([...old.keys(), ...present.keys()])) {
      const was = old.get(collection) ?? NOTHING;
      const is = present.get(collection) ?? NOTHING;
      const total = this.#waitingFor(collection);
      total.pairs += is.pairs - was.pairs;
      total.addresses += is.addresses - was.addresses;
      const step = Number(is.addresses > 0) - Number(was.addresses > 0);
      if (step !== 0 && !isElsewhere(collection)) total.contents += step;
    }
  }

  /** Stores what waits. */
  flush(): void {
    if (this.#waiting.size === 0) return;
    for (const [collection, change] of this.#waiting) this.#add.run({ collection, ...change });
    this.#removeEmpty.run();
    this.discard();
  }

  /** Forgets what waits for a transaction that failed. */
  discard(): void {
    this.#waiting.clear();
  }

  #waitingFor(collection: number): { pairs: number; addresses: number; contents: number } {
    const known = this.#waiting.get(collection);
    if (known !== undefined) return known;
    const made = { pairs: 0, addresses: 0, contents: 0 };
    this.#waiting.set(collection, made);
    return made;
  }
}

const NOTHING = { addresses: 0, pairs: 0 };
