// The times that can meet a condition: lines outside of them need not be looked at any further.
import { toTimeBounds } from './where-match.ts';
import type { Where } from './where-node.ts';

/** Times of 14 digits as numbers, inclusive. */
export interface TimeSpan {
  readonly from: number;
  readonly to: number;
}

const ALWAYS: TimeSpan = { from: 0, to: 99_999_999_999_999 };
const NEVER: TimeSpan = { from: 1, to: 0 };

/** A span that holds the times of all captures that meet a condition. */
export function timeSpanOf(where: Where): TimeSpan {
  switch (where.kind) {
    case 'and':
      return where.conditions.map(timeSpanOf).reduce(intersect, ALWAYS);
    case 'or':
      return where.conditions.map(timeSpanOf).reduce(unite, NEVER);
    case 'time':
      return where.ranges
        .map((range) => {
          const { from, to } = toTimeBounds(range);
          return { from: Number(from), to: Number(to) };
        })
        .reduce(unite, NEVER);
    default:
      return ALWAYS;
  }
}

function intersect(a: TimeSpan, b: TimeSpan): TimeSpan {
  return { from: Math.max(a.from, b.from), to: Math.min(a.to, b.to) };
}

function unite(a: TimeSpan, b: TimeSpan): TimeSpan {
  if (a.from > a.to) return b;
  if (b.from > b.to) return a;
  return { from: Math.min(a.from, b.from), to: Math.max(a.to, b.to) };
}
