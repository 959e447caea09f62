// Days, months, years and moments of a query: read from what people type, turned into spans of seconds.
import type { QueryTime } from './query.ts';

const DIGITS = /^([1-9]\d{3})(?:(\d\d)(?:(\d\d)(?:(\d\d)(\d\d)(\d\d))?)?)?$/;
const WRITTEN = /^([1-9]\d{3})[-/.](\d\d)(?:[-/.](\d\d)(?:[t ](\d\d):(\d\d):(\d\d)z?)?)?$/;

/**
 * Reads 4, 6, 8 or 14 digits, or a date as ISO 8601 writes it (`2010-05`, `2010-05-31`,
 * `2010-05-31T12:00:00Z`, in lower case); `undefined` when there is no such time.
 */
export function readTime(text: string): QueryTime | undefined {
  const digits = (DIGITS.exec(text) ?? WRITTEN.exec(text))?.slice(1).join('');
  return digits !== undefined && isPossible(digits) ? { digits } : undefined;
}

/** First and last second of a time of a query, in seconds since 1970 (UTC): `2010` is the whole year. */
export function toTimeSpan(time: QueryTime): { readonly from: number; readonly to: number } {
  const { digits } = time;
  const [year, month, day, ...clock] = toNumbers(digits);
  if (digits.length >= 14) {
    const moment = seconds(year, month, day, ...clock);
    return { from: moment, to: moment };
  }
  // The day after the last one, or the month after the twelfth, are understood by Date.UTC.
  const next: Record<number, number> = {
    4: seconds(year + 1, 1, 1),
    6: seconds(year, month + 1, 1),
    8: seconds(year, month, day + 1),
  };
  return { from: seconds(year, month, day), to: (next[digits.length] ?? Number.NaN) - 1 };
}

/** Year, month (1 to 12), day, hour, minute, second; what is not written is the first of its kind. */
function toNumbers(digits: string): [number, number, number, number, number, number] {
  const full = digits + '00000101000000'.slice(digits.length);
  const part = (from: number, to: number) => Number(full.slice(from, to));
  return [part(0, 4), part(4, 6), part(6, 8), part(8, 10), part(10, 12), part(12, 14)];
}

function seconds(year: number, month: number, day: number, ...clock: number[]): number {
  return Date.UTC(year, month - 1, day, ...clock) / 1000;
}

/** Dates that do not exist (31 April, 25 o'clock) come back from `Date` as other ones. */
function isPossible(digits: string): boolean {
  const iso = new Date(seconds(...toNumbers(digits)) * 1000).toISOString();
  return iso.replace(/\D/g, '').startsWith(digits);
}
