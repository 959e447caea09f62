// Which content of a changing image a page showed: the one captured nearest in time.
import type { Timestamp } from '../model/capture.ts';
import { nearestIndex } from '../model/nearest.ts';
import { toMillis } from '../model/timestamp.ts';
import type { OtherAnswer } from './observations.ts';
import { compareText } from './orders.ts';

/** Time and content of a capture. */
export interface TimedDigest {
  readonly time: Timestamp;
  readonly digest: string;
}

/** When an address gave something else than an image of the library. */
export type TimedOther = Pick<OtherAnswer, 'time' | 'target'>;

/** What one SURT held over time. */
export interface Split {
  /** All contents, sorted. */
  readonly digests: readonly string[];
  /** What a page of that time showed; `undefined` when the nearest capture is of no image, or there is none. */
  digestFor(time: Timestamp): string | undefined;
  /** Whole days between a moment and the nearest capture of an image. */
  daysTo(time: Timestamp): number;
  /** The SURT that the address redirected to at that time; `undefined` when it did not. */
  targetFor(time: Timestamp): string | undefined;
}

/**
 * Splits time between the captures of one SURT, given in any order: a moment belongs to the nearest
 * capture, at equal distance to the earlier one, and of two contents captured in the same second to
 * the smaller digest. Captures that are no images take part: what a page says of an address that gave an error at the
 * time is about none of its images. In the same second an image comes before a redirect, and that before anything
 * else. Distances are real time, not differences of calendar fields.
 */
export function createSplit(
  captures: readonly TimedDigest[],
  others: readonly TimedOther[] = [],
): Split {
  const only = captures[0]?.digest;
  if (others.length === 0 && captures.every(({ digest }) => digest === only)) {
    return {
      digests: only === undefined ? [] : [only],
      digestFor: () => only,
      targetFor: () => undefined,
      daysTo: daysTo(captures),
    };
  }
  const { times, turns } = toTurns(captures, others);
  const turnAt = (time: Timestamp) => turns[nearestIndex(times, toMillis(time))];
  return {
    digests: [...new Set(captures.map(({ digest }) => digest))].sort(compareText),
    digestFor: (time) => turnAt(time)?.digest || undefined,
    targetFor: (time) => turnAt(time)?.target || undefined,
    daysTo: daysTo(captures),
  };
}

const DAY_MS = 86_400_000;

/** Captures are put in order when the first page asks: most have one. */
function daysTo(captures: readonly TimedDigest[]): Split['daysTo'] {
  let sorted: number[] | undefined;
  return (time) => {
    sorted ??= captures.map((capture) => toMillis(capture.time)).sort((a, b) => a - b);
    const at = toMillis(time);
    const nearest = sorted[nearestIndex(sorted, at)] ?? at;
    return Math.floor(Math.abs(nearest - at) / DAY_MS);
  };
}

/** What an address gave at a moment: a content, a target, or neither. */
interface Turn {
  readonly time: Timestamp;
  readonly digest: string;
  readonly target: string;
}

/** The moments of captures in ascending order with what was given at each. */
function toTurns(
  captures: readonly TimedDigest[],
  others: readonly TimedOther[],
): { times: number[]; turns: Turn[] } {
  const sorted: Turn[] = [
    ...captures.map(({ time, digest }) => ({ time, digest, target: '' })),
    ...others.map(({ time, target }) => ({ time, digest: '', target })),
  ].sort((a, b) => compareText(a.time, b.time) || compareTurns(a, b));
  const times: number[] = [];
  const turns: Turn[] = [];
  let previous: Timestamp | undefined;
  for (const turn of sorted) {
    if (turn.time === previous) continue;
    previous = turn.time;
    times.push(toMillis(turn.time));
    turns.push(turn);
  }
  return { times, turns };
}

/** Images before redirects before anything else; then by text. */
function compareTurns(a: Turn, b: Turn): number {
  return (
    rankOf(a) - rankOf(b) || compareText(a.digest, b.digest) || compareText(a.target, b.target)
  );
}

function rankOf({ digest, target }: Turn): number {
  if (digest !== '') return 0;
  return target === '' ? 2 : 1;
}
