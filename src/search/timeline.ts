// When the pictures a query finds were first captured: counts by years, months or days.
import type { SearchIndex, TimeSpan } from '../model/index-query.ts';
import { parseQuery } from '../model/query/parse-query.ts';
import { printQuery } from '../model/query/print-query.ts';
import type { Query, QueryNode } from '../model/query/query.ts';
import { toPlan } from './plan.ts';
import { invalidRequest, type SelectionRequest } from './request.ts';
import { histogramSelected, type PartName, selectParts, timeSpanSelected } from './selected.ts';
import { withSignal } from './with-signal.ts';

/** A stretch of time. */
export interface TimelineBucket {
  /** First and last second, RFC 3339 in UTC: as `from:` and `to:`, both belong to it. */
  readonly start: string;
  readonly end: string;
  readonly count: number;
}

/** Counts over time. */
export interface Timeline {
  readonly unit: TimeUnit;
  /** Units in each bucket; more than 1 only for years. */
  readonly step: number;
  /** Without gaps, from the first picture to the last; empty when there is none. */
  readonly buckets: readonly TimelineBucket[];
  /** Which parts of the answer were counted: those that `searchImages` gives for the same query. */
  readonly parts: readonly PartName[];
}

/** Which pictures to count, and into how many buckets. */
export interface TimelineRequest extends SelectionRequest {
  /** Most buckets wanted. Default 50. */
  readonly buckets?: number;
  /**
   * Which time the buckets cover: that of the pictures found (default), or that of all pictures between the times the
   * query asks for, so that bars of several searches stand on one axis.
   */
  readonly axis?: 'found' | 'library';
}

/** What a bucket is made of. */
export type TimeUnit = 'day' | 'month' | 'year';

const DEFAULT_BUCKETS = 50;
const MAX_BUCKETS = 1000;

/**
 * Counts what a query finds over time, in the smallest unit that needs at most `buckets` buckets (default 50,
 * at most 1000). Rejects with a `PinakesError` when that is not a whole number from 1 on.
 */
export async function timeline(searched: SearchIndex, request: TimelineRequest): Promise<Timeline> {
  const { buckets = DEFAULT_BUCKETS } = request;
  const index = withSignal(searched, request.signal);
  if (!Number.isSafeInteger(buckets) || buckets < 1) {
    throw invalidRequest(`The number of buckets must be a whole number from 1 to ${MAX_BUCKETS}.`);
  }
  const { query } = parseQuery(request.query);
  const { selections, parts } = await selectParts(index, await toPlan(index, query, request));
  const axis = request.axis === 'library' ? await toAxis(index, query, request) : selections;
  const span = await timeSpanSelected(index, axis);
  if (span === undefined) return { unit: 'year', step: 1, buckets: [], parts };
  const { unit, step, starts } = toStarts(span, Math.min(buckets, MAX_BUCKETS));
  const counted = await histogramSelected(index, selections, starts.slice(0, -1));
  return {
    unit,
    step,
    buckets: counted.map(({ start, count }, at) => ({
      start: toRfc3339(start),
      end: toRfc3339((starts[at + 1] ?? start) - 1),
      count,
    })),
    parts,
  };
}

/** All pictures between the times that a query asks for. */
async function toAxis(index: SearchIndex, { nodes }: Query, request: SelectionRequest) {
  const times = { nodes: nodes.filter(isTime) };
  const { selections } = await toPlan(index, times, { ...request, query: printQuery(times) });
  return selections;
}

function isTime(node: QueryNode): boolean {
  if (node.kind === 'or') return node.nodes.every(isTime);
  return node.kind === 'operator' && ['from', 'to', 'before', 'year'].includes(node.name);
}

/** Starts of the buckets in seconds, and at last the end of the last one. */
interface Starts {
  readonly unit: TimeUnit;
  readonly step: number;
  readonly starts: readonly number[];
}

function toStarts(span: TimeSpan, most: number): Starts {
  const years = toYear(span.last) - toYear(span.first) + 1;
  const scales: readonly (readonly [TimeUnit, number])[] = [
    ['day', 1],
    ['month', 1],
    ['year', 1],
  ];
  for (const [unit, step] of scales) {
    const starts = listStarts(span, { unit, step, most });
    if (starts !== undefined) return { unit, step, starts };
  }
  const step = Math.ceil(years / most);
  return { unit: 'year', step, starts: listStarts(span, { unit: 'year', step, most }) ?? [] };
}

/** `undefined` when more than `most` buckets would be needed. */
function listStarts(
  span: TimeSpan,
  { unit, step, most }: { readonly unit: TimeUnit; readonly step: number; readonly most: number },
): readonly number[] | undefined {
  const starts: number[] = [];
  let start = floorTime(span.first, unit);
  for (; start <= span.last; start = nextTime(start, unit, step)) {
    if (starts.length === most) return undefined;
    starts.push(start);
  }
  return [...starts, start];
}

function floorTime(seconds: number, unit: TimeUnit): number {
  const date = new Date(seconds * 1000);
  const year = date.getUTCFullYear();
  if (unit === 'year') return toSeconds(year, 0, 1);
  return toSeconds(year, date.getUTCMonth(), unit === 'day' ? date.getUTCDate() : 1);
}

function toYear(seconds: number): number {
  return new Date(seconds * 1000).getUTCFullYear();
}

/** Months and days beyond the last run over into the next year or month. */
function nextTime(start: number, unit: TimeUnit, step: number): number {
  const date = new Date(start * 1000);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  if (unit === 'year') return toSeconds(year + step, 0, 1);
  if (unit === 'month') return toSeconds(year, month + 1, 1);
  return toSeconds(year, month, date.getUTCDate() + 1);
}

/** Not `Date.UTC`, which takes the years 0 to 99 for those of the twentieth century. */
function toSeconds(year: number, month: number, day: number): number {
  return new Date(0).setUTCFullYear(year, month, day) / 1000;
}

/** After the year 9999 there is no RFC 3339 form. */
const LAST_SECOND = 253_402_300_799;

function toRfc3339(time: number): string {
  const seconds = Math.min(time, LAST_SECOND);
  return `${new Date(seconds * 1000).toISOString().slice(0, 19)}Z`;
}
