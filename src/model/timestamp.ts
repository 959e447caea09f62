// Times as archives write them: 14 digits, ISO 8601, and the odd forms real files hold.
import type { Timestamp } from './capture.ts';

/** How nearly all WARC files write a date. */
const USUAL = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;
const FIRST = '00000101000000';

/** The 14-digit UTC form of a date. */
export function toTimestamp(date: Date): Timestamp {
  return date.toISOString().replace(/[-:T]/g, '').slice(0, 14) as Timestamp; // digits by construction
}

/** RFC 3339 form of a 14-digit time: `20080430204825` becomes `2008-04-30T20:48:25Z`. */
export function toIsoTime(time: Timestamp): string {
  const part = (from: number, to: number) => time.slice(from, to);
  return `${part(0, 4)}-${part(4, 6)}-${part(6, 8)}T${part(8, 10)}:${part(10, 12)}:${part(12, 14)}Z`;
}

/** Milliseconds since 1970 of a 14-digit time. */
export function toMillis(time: Timestamp): number {
  return Date.parse(toIsoTime(time));
}

/**
 * Reads a time of 4 to 18 digits or an ISO 8601 form of WARC 1.0 and 1.1 (any precision from the
 * year to nanoseconds, `Z` or an offset) and gives its 14 digits in UTC; `undefined` when it is no
 * time. Missing parts and a month or day of 00 are the first of their unit; impossible ones (month 13, second 75, 31 April)
 * make it no time.
 */
export function parseTimestamp(text: string): Timestamp | undefined {
  const trimmed = text.trim();
  if (trimmed.length === 20 && USUAL.test(trimmed)) {
    const digits = trimmed.slice(0, 4) + trimmed.slice(5, 7) + trimmed.slice(8, 10);
    const clock = trimmed.slice(11, 13) + trimmed.slice(14, 16) + trimmed.slice(17, 19);
    if (isPossible(digits + clock)) return (digits + clock) as Timestamp; // 14 digits, checked
  }
  if (/^\d{4,18}$/.test(trimmed)) return checked(trimmed);
  const iso =
    /^(\d{4})(?:-(\d{2})(?:-(\d{2})(?:[T ](\d{2})(?::?(\d{2})(?::?(\d{2})(?:[.,]\d{1,12})?)?)?)?)?)? ?(Z|[+-]\d{2}:?\d{2})?$/i.exec(
      trimmed,
    );
  if (iso === null) return undefined;
  const time = checked(iso.slice(1, 7).join(''));
  const zone = iso[7];
  if (time === undefined || zone === undefined || zone.toUpperCase() === 'Z') return time;
  const sign = zone.startsWith('-') ? 1 : -1;
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(-2));
  return toTimestamp(new Date(toMillis(time) + sign * minutes * 60_000));
}

/**
 * The time that a broken date means: one with the day of the year instead of that of the month (`2008-10-294T05:21:46-0700`, as in
 * ClueWeb09, or the ordinal form of ISO 8601), or seconds since 1970 in hexadecimal. `undefined` when it means none.
 */
export function recoverTimestamp(text: string): Timestamp | undefined {
  const trimmed = text.trim();
  if (trimmed.length > 40) return undefined;
  if (/^(?:0x)?[0-9a-f]{8}$/i.test(trimmed)) return fromHexSeconds(trimmed);
  const [, year, month, day, rest = ''] =
    /^(\d{4})-(?:(\d{2})-)?(\d{2,3})([T ].*)?$/.exec(trimmed) ?? [];
  if (year === undefined || day === undefined || (month === undefined && day.length < 3)) {
    return undefined;
  }
  const date = new Date(Date.UTC(Number(year), 0, Number(day)));
  const isInYear = Number(day) > 0 && date.getUTCFullYear() === Number(year);
  if (!isInYear || (month !== undefined && date.getUTCMonth() + 1 !== Number(month)))
    return undefined;
  return parseTimestamp(`${date.toISOString().slice(0, 10)}${rest}`);
}

/** Seconds since 1970 in eight hexadecimal digits, as some early crawlers wrote them; `undefined` before the first crawls. */
export function fromHexSeconds(text: string): Timestamp | undefined {
  const seconds = Number.parseInt(text, 16);
  const FIRST_CRAWLS = 757_382_400; // 1994
  return seconds > FIRST_CRAWLS ? toTimestamp(new Date(seconds * 1000)) : undefined;
}

function checked(digits: string): Timestamp | undefined {
  // An odd count (a 15-digit date of an old crawler) or more than 14: the first 14 count.
  const even = digits.length > 14 ? digits.slice(0, 14) : digits.slice(0, digits.length & ~1);
  // A month or day of 00 is how some crawlers write that they do not know it.
  const known = even.replace(/^(\d{4})00/, '$101').replace(/^(\d{6})00/, '$101');
  const full = (known + FIRST.slice(known.length)) as Timestamp; // 14 digits by construction
  return isPossible(full) ? full : undefined;
}

const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Whether the digits name a moment; written out because it runs for every record. */
function isPossible(time: string): boolean {
  const year = number(time, 0, 4);
  const month = number(time, 4, 6);
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  const days = month === 2 && isLeap ? 29 : DAYS[month - 1];
  const day = number(time, 6, 8);
  if (days === undefined || day < 1 || day > days) return false;
  return number(time, 8, 10) < 24 && number(time, 10, 12) < 60 && number(time, 12, 14) < 60;
}

function number(digits: string, from: number, to: number): number {
  let value = 0;
  for (let i = from; i < to; i++) value = value * 10 + digits.charCodeAt(i) - 48;
  return value;
}
