// How many observations of each kind there are.
import type { Observation } from '../model/observation.ts';

/** Counts of observations. */
export interface ObservationCounts {
  readonly pages: number;
  readonly references: number;
  readonly imageCaptures: number;
  /** Pages of which something was cut. */
  readonly truncatedPages: number;
  /** Image captures that are not kept, by reason. */
  readonly rejected: Readonly<Record<string, number>>;
  /** Captures whose file has coordinates that cannot be right, by reason. */
  readonly placesRejected: Readonly<Record<string, number>>;
}

/** No observations. */
export function emptyCounts(): ObservationCounts {
  return {
    pages: 0,
    references: 0,
    imageCaptures: 0,
    truncatedPages: 0,
    rejected: {},
    placesRejected: {},
  };
}

/** Counts observations. */
export function countObservations(observations: readonly Observation[]): ObservationCounts {
  const counts = { pages: 0, references: 0, imageCaptures: 0, truncatedPages: 0 };
  const rejected: Record<string, number> = {};
  const placesRejected: Record<string, number> = {};
  for (const observation of observations) {
    if (observation.kind === 'reference') counts.references++;
    else if (observation.kind === 'page') {
      counts.pages++;
      if ((observation.truncated ?? []).length > 0) counts.truncatedPages++;
    } else {
      counts.imageCaptures++;
      const reason = observation.rejected;
      if (reason !== undefined) rejected[reason] = (rejected[reason] ?? 0) + 1;
      const place = observation.metadata?.placeRejected;
      if (place !== undefined) placesRejected[place] = (placesRejected[place] ?? 0) + 1;
    }
  }
  return { ...counts, rejected, placesRejected };
}

/** The sum of two counts. */
export function addCounts(a: ObservationCounts, b: ObservationCounts): ObservationCounts {
  return {
    pages: a.pages + b.pages,
    references: a.references + b.references,
    imageCaptures: a.imageCaptures + b.imageCaptures,
    truncatedPages: a.truncatedPages + b.truncatedPages,
    rejected: addReasons(a.rejected, b.rejected),
    placesRejected: addReasons(a.placesRejected, b.placesRejected),
  };
}

type Reasons = Readonly<Record<string, number>>;

/** The sum of two counts by reason; absent ones are none. */
export function addReasons(a: Reasons = {}, b: Reasons = {}): Record<string, number> {
  const sum: Record<string, number> = { ...a };
  for (const [reason, count] of Object.entries(b)) sum[reason] = (sum[reason] ?? 0) + count;
  return sum;
}

/** What was added to counts by reason. */
export function addedReasons(now: Reasons = {}, before: Reasons = {}): Record<string, number> {
  const added: Record<string, number> = {};
  for (const [reason, count] of Object.entries(now)) {
    const more = count - (before[reason] ?? 0);
    if (more > 0) added[reason] = more;
  }
  return added;
}
