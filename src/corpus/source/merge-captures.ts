// Captures of several sorted indexes in one order, in memory that depends on the number of indexes alone.
import type { CdxEntry } from '../../archive/archive.ts';
import { compareBytewise } from '../where/key-ranges.ts';
import type { CaptureBatch } from './capture-source.ts';

/** Captures of a merged batch, and bytes looked at after which one is given out though it may be empty. */
const BATCH_CAPTURES = 1000;
const BATCH_BYTES = 4 << 20;
/** Places remembered at one key and time; an index that has more of them may repeat some. */
const MAX_PLACES = 10_000;

/** The order of captures: key, then time, bytewise. */
export function compareCaptures(
  a: Pick<CdxEntry, 'surt' | 'time'>,
  b: Pick<CdxEntry, 'surt' | 'time'>,
): number {
  if (a.surt !== b.surt) return compareBytewise(a.surt, b.surt);
  return a.time === b.time ? 0 : a.time < b.time ? -1 : 1;
}

/**
 * Merges streams of captures. Of two at the same key and time that of the earlier stream comes first; a record that
 * several streams name is there once.
 */
export async function* mergeCaptures(
  streams: readonly AsyncIterable<CaptureBatch>[],
): AsyncGenerator<CaptureBatch> {
  const merger = new Merger(streams);
  try {
    yield* merger.batches();
  } finally {
    await merger.close();
  }
}

interface Head {
  /** Number of the stream. */
  readonly rank: number;
  readonly stream: AsyncIterator<CaptureBatch>;
  captures: readonly CdxEntry[];
  next: number;
  /** The capture at the front. */
  front: CdxEntry;
}

class Merger {
  readonly #streams: readonly AsyncIterator<CaptureBatch>[];
  /** In the order of their fronts. */
  readonly #heads: Head[] = [];
  #lines = 0;
  #bytes = 0;

  constructor(streams: readonly AsyncIterable<CaptureBatch>[]) {
    this.#streams = streams.map((stream) => stream[Symbol.asyncIterator]());
  }

  async *batches(): AsyncGenerator<CaptureBatch> {
    for (const [rank, stream] of this.#streams.entries()) {
      const head = await this.#pull(rank, stream);
      if (head !== undefined) this.#insert(head);
    }
    let found: CdxEntry[] = [];
    const places = new PlacesSeen();
    for (let head = this.#heads.shift(); head !== undefined; head = this.#heads.shift()) {
      if (places.isNew(head.front)) found.push(head.front);
      const isFull = found.length >= BATCH_CAPTURES || this.#bytes >= BATCH_BYTES;
      const next = advance(head) ?? (await this.#pull(head.rank, head.stream));
      if (next !== undefined) this.#insert(next);
      if (!isFull) continue;
      yield this.#take(found);
      found = [];
    }
    if (found.length > 0 || this.#lines > 0 || this.#bytes > 0) yield this.#take(found);
  }

  async close(): Promise<void> {
    for (const stream of this.#streams) await stream.return?.();
  }

  #take(captures: readonly CdxEntry[]): CaptureBatch {
    const batch = { captures, lines: this.#lines, bytes: this.#bytes };
    this.#lines = 0;
    this.#bytes = 0;
    return batch;
  }

  /** The next batch of a stream that is not empty. */
  async #pull(rank: number, stream: AsyncIterator<CaptureBatch>): Promise<Head | undefined> {
    for (;;) {
      const result = await stream.next();
      if (result.done === true) return undefined;
      const { captures, lines, bytes } = result.value;
      this.#lines += lines;
      this.#bytes += bytes;
      const [front] = captures;
      if (front !== undefined) return { rank, stream, captures, next: 1, front };
    }
  }

  #insert(head: Head): void {
    let low = 0;
    let high = this.#heads.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const other = this.#heads[middle];
      if (other !== undefined && isBefore(other, head)) low = middle + 1;
      else high = middle;
    }
    this.#heads.splice(low, 0, head);
  }
}

function isBefore(a: Head, b: Head): boolean {
  const order = compareCaptures(a.front, b.front);
  return order < 0 || (order === 0 && a.rank < b.rank);
}

function advance(head: Head): Head | undefined {
  const front = head.captures[head.next];
  if (front === undefined) return undefined;
  head.front = front;
  head.next++;
  return head;
}

/** The records named at one key and time. */
class PlacesSeen {
  #surt = '';
  #time = '';
  readonly #places = new Set<string>();

  isNew({ surt, time, file, offset, extra }: CdxEntry): boolean {
    if (surt !== this.#surt || time !== this.#time) {
      this.#surt = surt;
      this.#time = time;
      this.#places.clear();
    }
    if (file === '') return true; // no record is named
    const place = `${offset} ${extra?.['inner'] ?? ''} ${file}`;
    if (this.#places.has(place)) return false;
    if (this.#places.size < MAX_PLACES) this.#places.add(place);
    return true;
  }
}
