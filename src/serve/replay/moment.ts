// Moments as addresses and headers write them.
import type { Timestamp } from '../../model/capture.ts';
import { parseTimestamp, toMillis, toTimestamp } from '../../model/timestamp.ts';
import { LANGUAGES, type Language, LOCALES } from '../html/messages.ts';

/**
 * The moment that 1 to 14 digits mean: the first of the year, month, day they name. Digits that make no
 * date (31 April, hour 25) are left out from the end on. `undefined` where not even a year is left.
 */
export function toMoment(digits: string): Timestamp | undefined {
  const start = digits.length < 4 ? digits.padEnd(4, '0') : digits;
  for (let end = start.length; end >= 4; end--) {
    const moment = parseTimestamp(start.slice(0, end));
    if (moment !== undefined) return moment;
  }
  return undefined;
}

/** A time as HTTP headers write it: `Wed, 30 Apr 2008 20:48:25 GMT`. */
export function toHttpDate(time: Timestamp): string {
  return new Date(toMillis(time)).toUTCString();
}

/** The time of an HTTP header; `undefined` where it is none. */
export function fromHttpDate(text: string): Timestamp | undefined {
  // Only the form of RFC 9110; dates of other forms are read differently everywhere.
  if (
    !/^[A-Z][a-z]{2}, \d{1,2} [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d (?:GMT|UTC)$/.test(text.trim())
  ) {
    return undefined;
  }
  const date = new Date(text);
  return Number.isNaN(date.getTime()) ? undefined : toTimestamp(date);
}

const STYLE = { dateStyle: 'long', timeStyle: 'medium', timeZone: 'UTC' } as const;
const WORDS = new Map(
  LANGUAGES.map((language) => [language, new Intl.DateTimeFormat(LOCALES[language], STYLE)]),
);

/** A time for people: `30 April 2008 at 20:48:25 UTC`. */
export function toWords(time: Timestamp, language: Language): string {
  return `${WORDS.get(language)?.format(toMillis(time))} UTC`;
}
