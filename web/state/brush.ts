// Arithmetic of the time line: from pixels and keys to buckets, and from buckets to times.
import type { Bucket } from '../api/types.ts';
import type { TimeRange } from './time-range.ts';

/** Places of the first and last bucket that are selected. */
export interface Selection {
  readonly first: number;
  readonly last: number;
}

/** One of the two ends of a selection. */
export type Handle = 'first' | 'last';

/** The bucket under a point; `x` and `width` in the same unit. `count` is at least 1. */
export function bucketAt(x: number, width: number, count: number): number {
  if (width <= 0) return 0;
  return clamp(Math.floor((x / width) * count), 0, count - 1);
}

/** Selection between two buckets, whichever comes first. */
export function between(a: number, b: number): Selection {
  return { first: Math.min(a, b), last: Math.max(a, b) };
}

/** The buckets that a stretch of time touches; all of them for none. `undefined`: it touches none. */
export function toSelection(
  range: TimeRange | undefined,
  buckets: readonly Bucket[],
): Selection | undefined {
  const { from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY } = range ?? {};
  const touched = buckets.flatMap(({ start, end }, at) =>
    seconds(end) >= from && seconds(start) <= to ? [at] : [],
  );
  const [first, last] = [touched[0], touched.at(-1)];
  return first === undefined || last === undefined ? undefined : { first, last };
}

/** The time of the buckets selected; `undefined` when they are all there are. */
export function toRange(
  { first, last }: Selection,
  buckets: readonly Bucket[],
): TimeRange | undefined {
  const [start, end] = [buckets[first], buckets[last]];
  if (start === undefined || end === undefined) return undefined;
  if (first === 0 && last === buckets.length - 1) return undefined;
  return { from: seconds(start.start), to: seconds(end.end) };
}

/** The selection after a key on one of its handles; `undefined` when the key means nothing here. */
export function moveHandle(
  selection: Selection,
  handle: Handle,
  { key, count }: { readonly key: string; readonly count: number },
): Selection | undefined {
  const page = Math.max(1, Math.round(count / 10));
  const steps: Readonly<Record<string, number>> = {
    ArrowLeft: -1,
    ArrowDown: -1,
    ArrowRight: 1,
    ArrowUp: 1,
    PageDown: -page,
    PageUp: page,
    Home: -count,
    End: count,
  };
  const step = Object.hasOwn(steps, key) ? steps[key] : undefined;
  if (step === undefined) return undefined;
  if (handle === 'first') {
    return { ...selection, first: clamp(selection.first + step, 0, selection.last) };
  }
  return { ...selection, last: clamp(selection.last + step, selection.first, count - 1) };
}

/** Number of pictures in the buckets selected. */
export function countSelected({ first, last }: Selection, buckets: readonly Bucket[]): number {
  return buckets.slice(first, last + 1).reduce((sum, { count }) => sum + count, 0);
}

/**
 * Places of buckets that get a label: at most `most`, at round years, or at the same months of each year.
 * `start` is that of the first bucket, RFC 3339.
 */
export function labelled(
  count: number,
  most: number,
  { unit, start }: { readonly unit: 'day' | 'month' | 'year'; readonly start: string },
): readonly number[] {
  const round = unit === 'month' ? [1, 2, 3, 6, 12, 24] : [1, 2, 5, 10, 20, 50, 100];
  const step = round.find((each) => count / each <= most) ?? count;
  const first = { year: Number(start.slice(0, 4)), month: Number(start.slice(5, 7)) - 1, day: 0 }[
    unit
  ];
  const places = Array.from({ length: count }, (_, at) => at);
  return places.filter((at) => (first + at) % step === 0);
}

/** Seconds since 1970 of an RFC 3339 time. */
export function seconds(time: string): number {
  return Date.parse(time) / 1000;
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most);
}
