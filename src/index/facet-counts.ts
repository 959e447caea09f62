// Counts documents by their attributes: facets, and stretches of time.
import { MEDIUM_AREA, SMALL_AREA } from '../model/image.ts';
import type { FacetCount, TimeBucket } from '../model/index-query.ts';
import type { Columns, ColumnValues } from './columns.ts';
import { toArea } from './filter-predicate.ts';

/** How many of the documents have each value of a column, by value. */
export function countValues(ids: Uint32Array, values: ColumnValues): Uint32Array {
  let largest = 0;
  for (let at = 0; at < ids.length; at++) {
    const value = values[ids[at] ?? 0] ?? 0;
    if (value > largest) largest = value;
  }
  const counts = new Uint32Array(largest + 1);
  for (let at = 0; at < ids.length; at++) {
    const value = values[ids[at] ?? 0] ?? 0;
    counts[value] = (counts[value] ?? 0) + 1;
  }
  return counts;
}

/**
 * The most frequent values with their names, then by name. Value 0 stands for none. Only values that
 * can be among the first are named.
 */
export function topCounts(
  counts: Uint32Array,
  limit: number,
  nameOf: (value: number) => string | undefined,
): FacetCount[] {
  const least = leastCount(counts, limit);
  const found: FacetCount[] = [];
  for (let value = 1; value < counts.length; value++) {
    const count = counts[value] ?? 0;
    if (count < least) continue;
    const name = nameOf(value);
    if (name !== undefined) found.push({ value: name, count });
  }
  return sortCounts(found).slice(0, Math.max(0, limit));
}

/** Most frequent first, then by value. */
export function sortCounts(counts: FacetCount[]): FacetCount[] {
  return counts.sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));
}

/** The smallest count that can be among the first; at least 1. */
function leastCount(counts: Uint32Array, limit: number): number {
  const sorted = counts.slice(1).sort();
  return Math.max(1, sorted[sorted.length - Math.max(1, Math.floor(limit))] ?? 1);
}

const FIRST_YEAR = 1970;
/** The last year whose times fit a column. */
const LAST_YEAR = 2106;
const YEAR_STARTS = Float64Array.from({ length: LAST_YEAR - FIRST_YEAR + 1 }, (_, years) => {
  return Date.UTC(FIRST_YEAR + years, 0) / 1000;
});

/** Documents by year (UTC) of their oldest capture. */
export function countYears(ids: Uint32Array, columns: Columns): FacetCount[] {
  const buckets = countBuckets(ids, columns.values('time'), YEAR_STARTS);
  const years: FacetCount[] = [];
  for (const [index, count] of buckets.entries()) {
    if (count > 0) years.push({ value: String(FIRST_YEAR + index), count });
  }
  return years;
}

/** Documents by stretch of time; those before the first start are not counted. */
export function countTimes(
  ids: Uint32Array,
  columns: Columns,
  starts: readonly number[],
): TimeBucket[] {
  const counts = countBuckets(ids, columns.values('time'), Float64Array.from(starts));
  return starts.map((start, index) => ({ start, count: counts[index] ?? 0 }));
}

function countBuckets(ids: Uint32Array, times: ColumnValues, starts: Float64Array): Uint32Array {
  const counts = new Uint32Array(starts.length);
  const cells = toCells(starts);
  for (let at = 0; at < ids.length; at++) {
    const time = times[ids[at] ?? 0] ?? 0;
    const cell = time >>> CELL_BITS;
    let low = cells[cell] ?? 0;
    let high = cells[cell + 1] ?? 0;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((starts[middle] ?? 0) <= time) low = middle + 1;
      else high = middle;
    }
    if (low > 0) counts[low - 1] = (counts[low - 1] ?? 0) + 1;
  }
  return counts;
}

/** Time is cut into cells of about 18 hours: in most of them no stretch starts, so that there is nothing to search. */
const CELL_BITS = 16;
const CELLS = 2 ** (32 - CELL_BITS);

/** How many stretches have started when a cell begins; the next number says so for its end. */
function toCells(starts: Float64Array): Uint32Array {
  const cells = new Uint32Array(CELLS + 1);
  let started = 0;
  for (let cell = 0; cell <= CELLS; cell++) {
    while (started < starts.length && (starts[started] ?? 0) < cell * 2 ** CELL_BITS) started++;
    cells[cell] = started;
  }
  return cells;
}

/** Documents by size of their pictures. */
export function countSizes(ids: Uint32Array, columns: Columns): FacetCount[] {
  const areaOf = toArea(columns);
  let small = 0;
  let medium = 0;
  for (let at = 0; at < ids.length; at++) {
    const area = areaOf(ids[at] ?? 0);
    if (area <= SMALL_AREA) small++;
    else if (area <= MEDIUM_AREA) medium++;
  }
  const counts = [
    { value: 'sm', count: small },
    { value: 'md', count: medium },
    { value: 'lg', count: ids.length - small - medium },
  ];
  return counts.filter(({ count }) => count > 0);
}

/** Times of the oldest and the newest of the documents. */
export function findTimeSpan(
  ids: Uint32Array,
  columns: Columns,
): { readonly first: number; readonly last: number } | undefined {
  if (ids.length === 0) return undefined;
  const times = columns.values('time');
  let first = Number.POSITIVE_INFINITY;
  let last = 0;
  for (let at = 0; at < ids.length; at++) {
    const time = times[ids[at] ?? 0] ?? 0;
    if (time < first) first = time;
    if (time > last) last = time;
  }
  return { first, last };
}
