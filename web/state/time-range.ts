// The stretch of time a query asks for: read from from:, to:, before: and year:, and written back in as few digits as will do.
import { parseQuery } from '../../src/model/query/parse-query.ts';
import { toTimeSpan } from '../../src/model/query/query-time.ts';
import { withoutOperators, withPart } from './query-edit.ts';

/** First and last second since 1970, both inclusive; absent: open. */
export interface TimeRange {
  readonly from?: number;
  readonly to?: number;
}

/** The times a query asks for; `undefined` when it asks for none. */
export function readTimeRange(q: string): TimeRange | undefined {
  const froms: number[] = [];
  const tos: number[] = [];
  const years: { readonly from: number; readonly to: number }[] = [];
  for (const node of parseQuery(q).query.nodes) {
    if (node.kind !== 'operator') continue;
    if (node.name === 'from') froms.push(toTimeSpan(node.time).from);
    if (node.name === 'to') tos.push(toTimeSpan(node.time).to);
    if (node.name === 'before') tos.push(toTimeSpan(node.time).from - 1);
    if (node.name === 'year') years.push(node);
  }
  if (years.length > 0) {
    froms.push(toTimeSpan(yearDigits(Math.min(...years.map(({ from }) => from)))).from);
    tos.push(toTimeSpan(yearDigits(Math.max(...years.map(({ to }) => to)))).to);
  }
  if (froms.length + tos.length === 0) return undefined;
  return {
    ...(froms.length > 0 && { from: Math.max(...froms) }),
    ...(tos.length > 0 && { to: Math.min(...tos) }),
  };
}

/** The query for other times; `undefined`: for all times. */
export function withTimeRange(q: string, range: TimeRange | undefined): string {
  let changed = withoutTimes(q);
  if (range?.from !== undefined)
    changed = withPart(changed, `from:${toDigits(range.from, 'from')}`);
  if (range?.to !== undefined) changed = withPart(changed, `to:${toDigits(range.to, 'to')}`);
  return changed;
}

/** The query without from:, to:, before: and year:. */
export function withoutTimes(q: string): string {
  return withoutOperators(q, ['from', 'to', 'before', 'year']);
}

/** Fewest digits (year, month or day) whose span starts, or ends, with this second. */
export function toDigits(seconds: number, side: 'from' | 'to'): string {
  const day = new Date(seconds * 1000).toISOString().slice(0, 10).replaceAll('-', '');
  const isExact = (digits: string) => toTimeSpan({ digits })[side] === seconds;
  return [day.slice(0, 4), day.slice(0, 6)].find(isExact) ?? day;
}

/** Day of a second as date inputs write it. */
export function toDay(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, 10);
}

/** First or last second of the day of a date input; `undefined` when it is no date. */
export function fromDay(day: string, side: 'from' | 'to'): number | undefined {
  if (!/^[1-9]\d{3}-\d\d-\d\d$/.test(day)) return undefined;
  const start = Date.parse(`${day}T00:00:00Z`) / 1000;
  if (Number.isNaN(start)) return undefined;
  return side === 'from' ? start : start + 86_399;
}

function yearDigits(year: number): { readonly digits: string } {
  return { digits: String(year).padStart(4, '0') };
}
