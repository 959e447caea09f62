// Questions to an index as ranges of its sorted lines.
import { toSurt } from '../../model/surt.ts';
import { PinakesError } from '../../support/errors.ts';

/** How much of a key must be the same. */
export type MatchType = 'exact' | 'prefix' | 'host' | 'domain';

/** A question to an index: one URL or key, and what is near it. */
export interface CaptureQuery {
  /** The URL to look for; its key is computed. */
  readonly url?: string;
  /** The key to look for, in place of `url`. */
  readonly key?: string;
  /**
   * `exact` (default); `prefix`: all keys that begin so; `host`: all of its host, without other
   * ports; `domain`: the host and its sub-domains.
   */
  readonly matchType?: MatchType;
  /** Earliest time, 1 to 14 digits; default: any. */
  readonly from?: string;
  /** Latest time, 1 to 14 digits, inclusive: `2008` is all of 2008; default: any. */
  readonly to?: string;
}

/** The lines from `start` up to, not including, `end`, whose time lies between `from` and `to`. */
export interface LineRange {
  readonly start: Buffer;
  readonly end: Buffer;
  readonly from: Buffer;
  readonly to: Buffer;
}

/** The range of lines that answers a question. Throws `USAGE` where it cannot be understood. */
export function toLineRange(query: CaptureQuery): LineRange {
  const from = toBound('from', query.from ?? '', '0');
  const to = toBound('to', query.to ?? '', '9');
  const key = toKey(query);
  const host = key.includes(')') ? key.slice(0, key.indexOf(')')) : key;
  const range = (start: string, end: string): LineRange => ({
    start: Buffer.from(start),
    end: Buffer.from(end),
    from: Buffer.from(from),
    to: Buffer.from(to),
  });
  // A space ends key and time, and `!` is what follows a space; `*` is what follows `)`. Between
  // `)` and `-` lies the comma before the names of sub-domains.
  switch (query.matchType ?? 'exact') {
    case 'exact':
      return range(`${key} ${from}`, `${key} ${to}!`);
    case 'prefix':
      return range(key, `${key}\u{10ffff}`);
    case 'host':
      return range(`${host})`, `${host}*`);
    case 'domain':
      return range(`${host})`, `${host}-`);
    default:
      throw usage(`there is no matchType \`${query.matchType}\``);
  }
}

/** Whether the line between two places of a buffer lies before, in or behind a range of keys. */
export function compareToRange(
  bytes: Buffer,
  lineStart: number,
  lineEnd: number,
  range: LineRange,
): -1 | 0 | 1 {
  const { start, end } = range;
  if (bytes.compare(start, 0, start.length, lineStart, lineEnd) < 0) return -1;
  return bytes.compare(end, 0, end.length, lineStart, lineEnd) < 0 ? 0 : 1;
}

/** Whether the time behind the key of a line lies in the range. */
export function hasTimeInRange(
  bytes: Buffer,
  lineStart: number,
  lineEnd: number,
  range: LineRange,
): boolean {
  const { from, to } = range;
  const timeStart = bytes.indexOf(SPACE, lineStart) + 1;
  const timeEnd = Math.min(timeStart + TIME_DIGITS, lineEnd);
  if (timeStart === 0 || timeStart > timeEnd) return false;
  return (
    bytes.compare(from, 0, from.length, timeStart, timeEnd) >= 0 &&
    bytes.compare(to, 0, to.length, timeStart, timeEnd) <= 0
  );
}

const SPACE = 0x20;
const TIME_DIGITS = 14;

function toKey(query: CaptureQuery): string {
  if (query.key !== undefined) return query.key;
  if (query.url === undefined) throw usage('a question to an index needs a URL or a key');
  const key = toSurt(query.url);
  // A prefix that ends in a slash means the folder, not its neighbours; keys have lost that slash.
  const isFolder = query.matchType === 'prefix' && query.url.endsWith('/') && !key.includes('?');
  return isFolder && !key.endsWith('/') ? `${key}/` : key;
}

function toBound(name: string, digits: string, fill: string): string {
  if (!/^\d{0,14}$/.test(digits)) throw usage(`\`${name}\` must be 1 to 14 digits`);
  return digits.padEnd(TIME_DIGITS, fill);
}

function usage(detail: string): PinakesError {
  return new PinakesError('USAGE', { detail, command: 'cdx' });
}
