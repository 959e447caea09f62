// Which content of a changing image a page showed: the one captured nearest in time.
import type { Timestamp } from '../model/capture.ts';
import { nearestIndex } from '../model/nearest.ts';
import { toMillis } from '../model/timestamp.ts';
import { compareText } from './orders.ts';

/** Time and content of a capture. */
export interface TimedDigest {
  readonly time: Timestamp;
  readonly digest: string;
}

/** The contents that one SURT held over time. */
export interface Split {
  /** All of them, sorted. */
  readonly digests: readonly string[];
  /** What a page of that time showed; `undefined` when there is no capture. */
  digestFor(time: Timestamp): string | undefined;
}

/**
 * Splits time between the captures of one SURT, given in any order: a moment belongs to the nearest
 * capture, at equal distance to the earlier one, and of two contents captured in the same second to
 * the smaller digest. Distances are real time, not differences of calendar fields.
 */
export function createSplit(captures: readonly TimedDigest[]): Split {
  const only = captures[0]?.digest;
  if (captures.every(({ digest }) => digest === only)) {
    return { digests: only === undefined ? [] : [only], digestFor: () => only };
  }
  const { times, digests } = toTurns(captures);
  return {
    digests: [...new Set(captures.map(({ digest }) => digest))].sort(compareText),
    digestFor: (time) => digests[nearestIndex(times, toMillis(time))],
  };
}

/** The moments of captures in ascending order with the content of each. */
function toTurns(captures: readonly TimedDigest[]): { times: number[]; digests: string[] } {
  const sorted = [...captures].sort(
    (a, b) => compareText(a.time, b.time) || compareText(a.digest, b.digest),
  );
  const times: number[] = [];
  const digests: string[] = [];
  let previous: Timestamp | undefined;
  for (const { time, digest } of sorted) {
    if (time === previous) continue;
    previous = time;
    times.push(toMillis(time));
    digests.push(digest);
  }
  return { times, digests };
}
