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
}

/** No observations. */
export function emptyCounts(): ObservationCounts {
  return { pages: 0, references: 0, imageCaptures: 0, truncatedPages: 0, rejected: {} };
}

/** Counts observations. */
export function countObservations(observations: readonly Observation[]): ObservationCounts {
  const counts = { pages: 0, references: 0, imageCaptures: 0, truncatedPages: 0 };
  const rejected: Record<string, number> = {};
  for (const observation of observations) {
    if (observation.kind === 'reference') counts.references++;
    else if (observation.kind === 'page') {
      counts.pages++;
      if ((observation.truncated ?? []).length > 0) counts.truncatedPages++;
    } else {
      counts.imageCaptures++;
      const reason = observation.rejected;
      if (reason !== undefined) rejected[reason] = (rejected[reason] ?? 0) + 1;
    }
  }
  return { ...counts, rejected };
}

/** The sum of two counts. */
export function addCounts(a: ObservationCounts, b: ObservationCounts): ObservationCounts {
  const rejected: Record<string, number> = { ...a.rejected };
  for (const [reason, count] of Object.entries(b.rejected)) {
    rejected[reason] = (rejected[reason] ?? 0) + count;
  }
  return {
    pages: a.pages + b.pages,
    references: a.references + b.references,
    imageCaptures: a.imageCaptures + b.imageCaptures,
    truncatedPages: a.truncatedPages + b.truncatedPages,
    rejected,
  };
}
