// The captures of a library by address and time: every response, resource and revisit of its archives.
import type { MatchType } from '../archive/archive.ts';
import type { Capture, Timestamp } from '../model/capture.ts';
import { toMillis } from '../model/timestamp.ts';
import { type CaptureKey, toKeyRange } from './captures-range.ts';
import {
  type CaptureTable,
  type OriginalPlace,
  type RevisitSeen,
  toTime,
} from './library-captures.ts';
import { whileUsing } from './library-errors.ts';

export type { CaptureKey } from './captures-range.ts';
export { type OriginalPlace, REVISIT_MIME } from './library-captures.ts';

/** A question to the index. */
export interface CaptureSelection {
  /** The key to look for. */
  readonly surt: string;
  /** How much of the key must be the same; default `exact`. */
  readonly matchType?: MatchType;
  /** Earliest and latest time, inclusive; default any. */
  readonly from?: Timestamp;
  readonly to?: Timestamp;
  /** From the last to the first; default false. */
  readonly isReverse?: boolean;
  /** Go on behind this place of the order (before it, if reverse). */
  readonly after?: CaptureKey;
  /** Most captures to read, of any time; default all. */
  readonly maxRows?: number;
}

/** The captures around a moment. Absent where there are none. */
export interface Neighbours {
  readonly first: Capture | undefined;
  readonly previous: Capture | undefined;
  readonly next: Capture | undefined;
  readonly last: Capture | undefined;
}

/** Captures handed out at a time. */
const BATCH_ROWS = 500;

/** Answers questions about the captures of a library; `Library.captures` is one. */
export class Captures {
  readonly #folder: string;
  readonly #table: () => CaptureTable;
  readonly #fileId: (name: string) => number;

  /** `table` and `fileId` are asked anew for each piece of an answer: the library may be opened again meanwhile. */
  constructor(folder: string, table: () => CaptureTable, fileId: (name: string) => number) {
    this.#folder = folder;
    this.#table = table;
    this.#fileId = fileId;
  }

  /** Number of captures. */
  count(): number {
    return this.#use((table) => table.count());
  }

  /**
   * The captures that answer a question, in the order of key and time. They come in batches, some of
   * them empty, so that a caller can let others work in between; no transaction is open then.
   */
  *find(selection: CaptureSelection): Generator<readonly Capture[]> {
    const { isReverse = false, from = '', to = '99999999999999' } = selection;
    const isWanted = ({ time }: Capture): boolean => time >= from && time <= to;
    let after = selection.after ?? this.#startOf(selection);
    let left = selection.maxRows ?? Number.POSITIVE_INFINITY;
    const range = toKeyRange(selection.surt, selection.matchType);
    for (;;) {
      const limit = Math.min(BATCH_ROWS, left);
      const rows = this.#use((table) => table.read(range, { after, isReverse, limit }));
      const last = rows.at(-1);
      if (last === undefined) return;
      yield rows.filter(isWanted);
      const isPast = range.start === range.end && (isReverse ? last.time < from : last.time > to);
      left -= rows.length;
      if (rows.length < BATCH_ROWS || left <= 0 || isPast) return;
      after = this.keyOf(last);
    }
  }

  /** The captures of a key, the nearest in time first; of two at the same distance the earlier one. */
  *closest(surt: string, time: Timestamp): Generator<Capture> {
    const wanted = toMillis(time);
    const before = flatten(this.find({ surt, isReverse: true, to: time }));
    const after = flatten(this.find({ surt, from: toTime(Number(time) + 1) }));
    let earlier = before.next().value;
    let later = after.next().value;
    while (earlier !== undefined || later !== undefined) {
      const isEarlier =
        later === undefined ||
        (earlier !== undefined && wanted - toMillis(earlier.time) <= toMillis(later.time) - wanted);
      if (isEarlier) {
        if (earlier !== undefined) yield earlier;
        earlier = before.next().value;
      } else {
        if (later !== undefined) yield later;
        later = after.next().value;
      }
    }
  }

  /** The captures around a moment: none of them has that time. */
  neighbours(surt: string, time: Timestamp): Neighbours {
    const one = (selection: Omit<CaptureSelection, 'surt'>): Capture | undefined => {
      for (const [capture] of this.find({ surt, ...selection })) return capture;
      return undefined;
    };
    return {
      first: one({}),
      previous: one({ to: toTime(Math.max(0, Number(time) - 1)), isReverse: true }),
      next: one({ from: toTime(Number(time) + 1) }),
      last: one({ isReverse: true }),
    };
  }

  /**
   * Where the bytes of a revisit are: the record it names, if that has the digest; else one of the
   * same address and digest; else any with the digest, the latest that is not later.
   */
  findOriginal(target: RevisitSeen): OriginalPlace | undefined {
    return this.#use((table) => table.original(target));
  }

  /** The last key of every `rows` keys that a question meets, whatever their time; `undefined` in between after a longer search. */
  *blockEnds(
    selection: Pick<CaptureSelection, 'surt' | 'matchType'>,
    rows: number,
  ): Generator<CaptureKey | undefined> {
    const range = toKeyRange(selection.surt, selection.matchType);
    let after: CaptureKey = { surt: range.start, time: -1, file: -1, offset: -1 };
    for (;;) {
      const from = after;
      const end = this.#use((table) => table.keyAfter(range, from, rows));
      if (end === undefined) return;
      yield end;
      after = end;
    }
  }

  /** The place of a capture in the order of the index. */
  keyOf({ surt, time, file, offset }: Capture): CaptureKey {
    return { surt, time: Number(time), file: this.#fileId(file), offset };
  }

  /** Where a walk through a range begins. Of one key the time is known too. */
  #startOf({ surt, matchType, isReverse = false, from, to }: CaptureSelection): CaptureKey {
    const range = toKeyRange(surt, matchType);
    const isOne = range.start === range.end;
    if (!isReverse) {
      const time = isOne && from !== undefined ? Number(from) : 0;
      return { surt: range.start, time, file: -1, offset: -1 };
    }
    const time = isOne ? Number(to ?? '99999999999999') : -1;
    return { surt: range.end, time, file: Number.MAX_SAFE_INTEGER, offset: 0 };
  }

  #use<T>(work: (table: CaptureTable) => T): T {
    return whileUsing(this.#folder, () => work(this.#table()));
  }
}

function* flatten(batches: Iterable<readonly Capture[]>): Generator<Capture, undefined> {
  for (const batch of batches) yield* batch;
  return undefined;
}
