// Documents in the order of their oldest capture, as many as are asked for.
import type { Columns } from './columns.ts';
import type { Candidate } from './search-order.ts';
import { placesOfSmallest } from './search-top.ts';

/** The first `count` documents in order of time, with all that equal the last of them; equals are in the order of rows. */
export function firstByTime(
  ids: Uint32Array,
  columns: Columns,
  { count, isNewestFirst }: { readonly count: number; readonly isNewestFirst: boolean },
): Candidate[] {
  const times = columns.values('time');
  const sign = isNewestFirst ? -1 : 1;
  const keys = new Float64Array(ids.length);
  for (let at = 0; at < ids.length; at++) keys[at] = sign * (times[ids[at] ?? 0] ?? 0);
  const candidates = Array.from(placesOfSmallest(keys, count), (place) => {
    const row = ids[place] ?? 0;
    return { row, score: 0, time: times[row] ?? 0 };
  });
  return candidates.sort((a, b) => sign * (a.time - b.time) || a.row - b.row);
}
