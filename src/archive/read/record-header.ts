// Record headers: the lines of a WARC record, the one line of an ARC record, and how to spot either.
import { isAscii, isUtf8 } from 'node:buffer';
import type { TimeSource, Timestamp } from '../../model/capture.ts';
import { fromHexSeconds, parseTimestamp } from '../../model/timestamp.ts';
import {
  type HeaderFields,
  headerFieldsOf,
  parseHeaderFields,
  scannedFields,
} from './header-fields.ts';
import { type HeaderScan, scanHeader } from './header-scan.ts';

/** What the header of a record says. */
export interface RecordHeader {
  readonly format: 'warc' | 'arc';
  /** `1.0` and the like; `''` when the version line is missing. */
  readonly version: string;
  /** Record type in lower case: `response`, `resource`, `revisit`, `request`, `warcinfo`, ... */
  readonly type: string;
  /** Target URL, cleaned of brackets and of characters no URL holds; `''` when there is none. */
  readonly url: string;
  /** Capture time; `''` when it is missing or cannot be understood. */
  readonly time: Timestamp | '';
  /** What told the time where the date cannot be understood as it stands. */
  readonly timeSource?: TimeSource;
  /** Declared length of the block in bytes; -1 when it is missing or makes no sense. */
  readonly blockLength: number;
  readonly fields: HeaderFields;
  /** The header line of an ARC record as it stands. */
  readonly line?: string;
}

/** Larger lengths are no lengths: 2^46 is 64 TB. */
const MAX_BLOCK_LENGTH = 2 ** 46;

/** Reads the header lines of a WARC record (the bytes up to and with the blank line). */
export function parseWarcHeader(bytes: Buffer): RecordHeader | undefined {
  return parseScannedHeader(bytes, 0, scanHeader(bytes, 0, bytes.length, 'record'));
}

/** The same for the header at `start` that was just scanned. */
export function parseScannedHeader(
  buffer: Buffer,
  start: number,
  scan: HeaderScan,
): RecordHeader | undefined {
  const end = scan.length < 0 ? buffer.length : start + scan.length;
  const isUsual = scan.isAscii && scan.length >= 0;
  const text = isUsual
    ? buffer.toString('latin1', start, end)
    : decodeHeader(buffer.subarray(start, end));
  const hasVersion = text.slice(0, 5).toUpperCase() === 'WARC/';
  const lineEnd = text.indexOf('\n');
  const fields =
    isUsual && hasVersion
      ? scannedFields(text, scan)
      : parseHeaderFields(text, hasVersion ? lineEnd + 1 || text.length : 0);
  const type = fields.get('warc-type').toLowerCase();
  // Without a version line only the type shows that these lines are a record and not some text.
  if (!hasVersion && type === '') return undefined;
  return {
    format: 'warc',
    version: hasVersion ? text.slice(5, lineEnd < 0 ? undefined : lineEnd).trim() : '',
    type,
    url: cleanUrl(fields.get('warc-target-uri')),
    time: parseDate(fields.get('warc-date')),
    blockLength: parseLength(fields.get('content-length')),
    fields,
  };
}

/** Reads the header line of an ARC record, version 1 or 2; `undefined` when the line is none. */
export function parseArcHeader(line: Buffer): RecordHeader | undefined {
  const text = decodeHeader(line).trimEnd();
  if (!/^[a-z][a-z0-9+.-]*:/i.test(text)) return undefined;
  const words = text.split(' ');
  const date = findArcDate(words);
  if (date === undefined) return undefined;
  const { at, time, urlEnd } = date;
  const tail = words.slice(at + 1, -1);
  const url = cleanUrl(words.slice(0, urlEnd).join(' '));
  // Version 2 has result code, checksum, location, offset and file name between type and length.
  const isSecond = tail.length >= 6;
  const status = isSecond ? (tail.at(-5) ?? '') : '';
  const mime = (isSecond ? tail.slice(0, -5) : tail).join(' ');
  return {
    format: 'arc',
    line: text,
    version: isSecond ? '2' : '1',
    type: arcType(url),
    url,
    time,
    blockLength: parseLength(words.at(-1) ?? ''),
    fields: headerFieldsOf([
      ['content-type', isIpAddress(mime) ? '' : mime],
      ['result-code', status],
    ]),
  };
}

/**
 * A URL as it stands in a record header, fit for keys and index lines: brackets and outer blanks
 * are dropped, and tabs and line ends inside too, as browsers and other indexers do; other blanks and control characters are percent-encoded.
 */
export function cleanUrl(raw: string): string {
  let url = raw.trim();
  if (url.startsWith('<') && url.endsWith('>')) url = url.slice(1, -1).trim();
  if (!UNCLEAN.test(url)) return url;
  return url.replace(/[\t\r\n]+/g, '').replace(UNCLEAN_ALL, (c) => `%${hex(c.charCodeAt(0))}`);
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is cleaned away
const UNCLEAN = /[\x00-\x20\x7f]/;
const UNCLEAN_ALL = new RegExp(UNCLEAN, 'g');

let lastDate = '';
let lastTime: Timestamp | '' = '';

/** The time of a date; records that belong together have the same one, so the last is remembered. */
function parseDate(date: string): Timestamp | '' {
  if (date !== lastDate) {
    lastTime = parseTimestamp(date) ?? '';
    lastDate = date;
  }
  return lastTime;
}

/** Header text: UTF-8 as the standard says, else its high bytes percent-encoded so none is lost. */
function decodeHeader(bytes: Buffer): string {
  const text = bytes.toString('latin1');
  if (isAscii(bytes)) return text;
  if (isUtf8(bytes)) return bytes.toString('utf8');
  return text.replace(/[\x80-\xff]/g, (c) => `%${hex(c.charCodeAt(0))}`);
}

function parseLength(text: string): number {
  if (!/^\d{1,15}$/.test(text)) return -1;
  const length = Number(text);
  return length <= MAX_BLOCK_LENGTH ? length : -1;
}

/**
 * Finds the date among the words of an ARC line. It follows the address (`url ip date type length`)
 * or, in some reconstructed files, precedes it; URL and type may hold blanks. Where the address is
 * none (`None`, `unknown`), the place in the line decides.
 */
function findArcDate(
  words: readonly string[],
): { at: number; time: Timestamp | ''; urlEnd: number } | undefined {
  for (let i = words.length - 2; i >= 1; i--) {
    const time = parseArcDate(words[i] ?? '');
    if (time === undefined) continue;
    const isUsualPlace = i === words.length - 3 || i === words.length - 8;
    if (i >= 2 && isIpAddress(words[i - 1] ?? '')) return { at: i, time, urlEnd: i - 1 };
    if (isIpAddress(words[i + 1] ?? '')) return { at: i + 1, time, urlEnd: i };
    if (i >= 2 && isUsualPlace) return { at: i, time, urlEnd: i - 1 };
  }
  return undefined;
}

/** The time a word of an ARC line stands for, `''` for one that names no time, else `undefined`. */
function parseArcDate(word: string): Timestamp | '' | undefined {
  if (/^\d{10,18}$/.test(word)) return parseTimestamp(word) ?? '';
  // Some early crawlers wrote seconds since 1970 in hexadecimal.
  if (!/^(?:0x)?[0-9a-f]{8}$/i.test(word)) return undefined;
  return fromHexSeconds(word);
}

function isIpAddress(word: string): boolean {
  if (word.length > 45) return false;
  return /^\d{1,3}(?:\.\d{1,3}){3}$|^[0-9a-f:]*:[0-9a-f:.]*$|^-$/i.test(word);
}

function arcType(url: string): string {
  if (url.startsWith('filedesc:')) return 'warcinfo';
  return /^https?:/i.test(url) ? 'response' : 'resource';
}

function hex(code: number): string {
  return code.toString(16).toUpperCase().padStart(2, '0');
}
