// The time of a record whose date cannot be understood, from what else there is.
import type { TimeSource, Timestamp } from '../../model/capture.ts';
import { parseTimestamp, recoverTimestamp, toTimestamp } from '../../model/timestamp.ts';
import type { ArchiveRecord } from './record.ts';

/** A time and what told it. */
export interface InferredTime {
  readonly time: Timestamp;
  readonly timeSource: TimeSource;
}

/**
 * The best guess: what the date itself may mean, else the HTTP `Date`, else the time in the name of the archive, else that of the
 * warcinfo record. The last comes after the name, since not every reader of a part of a file has seen it. `undefined` where nothing tells.
 */
export function inferTime(
  record: ArchiveRecord,
  infoTime: Timestamp | '',
): InferredTime | undefined {
  const guesses: readonly (readonly [TimeSource, () => Timestamp | '' | undefined])[] = [
    ['header', () => recoverTimestamp(record.fields.get('warc-date'))],
    ['http-date', () => parseHttpDate(record.http?.fields.get('date') ?? '')],
    ['file-name', () => timeInName(record.file)],
    ['warcinfo', () => infoTime],
  ];
  for (const [timeSource, guess] of guesses) {
    const time = guess();
    if (time !== undefined && time !== '') return { time, timeSource };
  }
  return undefined;
}

/** The web began in 1991; an earlier date is that of a clock that was not set. */
const FIRST_YEAR = 1991;
const LAST_YEAR = 2100;

function parseHttpDate(text: string): Timestamp | undefined {
  // Only what looks like one: `Date.parse` would take any number for a year.
  if (!/^[a-z]{3,9},? \d{1,2}[ -][a-z]{3}[ -]\d{2,4} \d{2}:\d{2}:\d{2}/i.test(text))
    return undefined;
  const date = new Date(Date.parse(text.slice(0, 60)));
  const year = date.getUTCFullYear();
  return year >= FIRST_YEAR && year <= LAST_YEAR ? toTimestamp(date) : undefined;
}

/** A time of 14 or 17 digits in the last part of a path, as Heritrix and others name their files. */
function timeInName(file: string): Timestamp | undefined {
  const name = file.slice(file.lastIndexOf('/') + 1);
  const digits = /(?<!\d)(?:199|20\d)\d{11}(?:\d{3})?(?!\d)/.exec(name)?.[0];
  return digits === undefined ? undefined : parseTimestamp(digits);
}
