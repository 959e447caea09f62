// What an index line says, whatever its format, and why a line may say nothing.
import type { Capture, Timestamp } from '../../model/capture.ts';
import { toSurt } from '../../model/surt.ts';
import { parseTimestamp } from '../../model/timestamp.ts';
import { bareDigest } from '../write/digest.ts';

/** A value of a JSON document. */
export type JsonValue =
  | string
  | number
  | boolean
  | null
  | readonly JsonValue[]
  | { readonly [name: string]: JsonValue };

/** One line of an index: a capture and what else the line holds. */
export interface CdxEntry extends Capture {
  /** Where the response redirects to. */
  readonly redirect?: string;
  /** Robot flags (field M). */
  readonly meta?: string;
  /** Fields of a CDXJ line that have no place here, and `orig.*` of lines with 14 fields. */
  readonly extra?: Readonly<Record<string, JsonValue>>;
}

/** What came of one line. */
export type CdxLine =
  | { readonly kind: 'entry'; readonly entry: CdxEntry }
  | { readonly kind: 'rejected'; readonly reason: CdxRejectReason };

/** Why a line is not an index line. */
export type CdxRejectReason = keyof typeof CDX_REJECT_REASONS;

/** Every reason with an explanation for reports and the documentation. */
export const CDX_REJECT_REASONS = {
  fields: 'fewer fields than key and time, or more than the format has',
  time: 'a time that cannot be understood',
  json: 'something other than a JSON object behind the time',
  offset: 'a file name without a usable offset',
  'too-long': 'a line longer than the limit',
  corrupt: 'compressed lines that cannot be decompressed',
  block: 'a summary line that names no readable block of lines',
} as const;

/** The texts of a line, `''` where one is missing. */
export interface CdxTexts {
  readonly key: string;
  readonly time: string;
  readonly url: string;
  readonly mime: string;
  readonly status: string;
  readonly digest: string;
  readonly length: string;
  readonly offset: string;
  readonly file: string;
  readonly redirect: string;
  readonly meta: string;
}

/** Makes an entry of the texts of a line, or says why it cannot be. */
export function toCdxLine(texts: CdxTexts, extra?: CdxEntry['extra']): CdxLine {
  const time = toTime(texts.time);
  if (time === undefined) return { kind: 'rejected', reason: 'time' };
  const offset = toCount(texts.offset);
  // Without its offset a record cannot be found; an index without files (a server's answer) needs none.
  if (offset === undefined && texts.file !== '') return { kind: 'rejected', reason: 'offset' };
  const entry: CdxEntry = {
    surt: texts.key || toSurt(texts.url),
    time,
    url: texts.url,
    mime: toMime(texts.mime),
    status: toCount(texts.status) ?? 0,
    digest: bareDigest(texts.digest),
    file: texts.file,
    offset: offset ?? 0,
    length: toCount(texts.length) ?? 0,
    ...(texts.redirect && { redirect: texts.redirect }),
    ...(texts.meta && { meta: texts.meta }),
    ...(extra && { extra }),
  };
  return { kind: 'entry', entry };
}

/** A text that is safe inside a line of separated fields: no white space, no controls. */
export function toSafeText(text: string): string {
  return text.replace(/[\s\p{Cc}]/gu, encodeURIComponent);
}

/** Days up to the 28th need no calendar. */
const PLAIN_TIME = /^\d{4}(?:0[1-9]|1[0-2])(?:0[1-9]|1\d|2[0-8])(?:[01]\d|2[0-3])[0-5]\d[0-5]\d$/;

function toTime(text: string): Timestamp | undefined {
  if (PLAIN_TIME.test(text)) return text as Timestamp; // 14 digits, by the expression
  return parseTimestamp(text);
}

/** A number without sign or point that a double holds exactly, else `undefined`. */
function toCount(text: string): number | undefined {
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

function toMime(text: string): string {
  if (!/[A-Z;]/.test(text)) return text;
  const end = text.indexOf(';');
  return (end < 0 ? text : text.slice(0, end)).trim().toLowerCase();
}
