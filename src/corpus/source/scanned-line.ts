// Index lines as bytes: where each field begins and ends, found in one pass and without making a string.
import { isAscii } from 'node:buffer';
import type { CdxLegend } from '../../archive/cdx/cdx-fields.ts';
import type { TimeSpan } from '../where/where.ts';
import { hasEscapesOrControls } from './plain-bytes.ts';

/** Numbers of the fields in a scanned line. */
export const FIELD = {
  key: 0,
  time: 1,
  url: 2,
  mime: 3,
  status: 4,
  digest: 5,
  length: 6,
  offset: 7,
  file: 8,
  redirect: 9,
  meta: 10,
} as const;

const FIELD_COUNT = 11;
const FIELD_NAMES = [
  ...(['key', 'time', 'url', 'mime', 'status', 'digest'] as const),
  ...(['length', 'offset', 'file', 'redirect', 'meta'] as const),
];

const NO_BYTES = Buffer.alloc(0);

/** Blanks in a line of fields: 11 fields, and three of the original of a revisit. */
const MAX_BLANKS = 14;

const LINE_FEED = 0x0a;
const RETURN = 0x0d;
const BLANK = 0x20;
const QUOTE = 0x22;
const COMMA = 0x2c;
const DASH = 0x2d;
const ZERO = 0x30;
const NINE = 0x39;
const COLON = 0x3a;
const LETTER_C = 0x43;
const BACKSLASH = 0x5c;
const OPEN = 0x7b;
const CLOSE = 0x7d;

/**
 * Reads plain lines: ASCII, a key, a time of 14 digits that names a moment, and fields or a flat JSON object behind
 * them. Whatever is odd about a line makes it none of its business: the caller then parses it.
 */
export class LineScanner {
  /** The block that the line lies in. */
  bytes: Buffer = NO_BYTES;
  /** Where each field begins and ends; the same place twice where it is missing. */
  readonly starts = new Int32Array(FIELD_COUNT);
  readonly ends = new Int32Array(FIELD_COUNT);
  /** The time as a number of 14 digits. */
  time = 0;
  /** Whether the time is none that is wanted: then nothing behind it was looked at. */
  isOutside = false;
  /** Where the line ends, without its line end, and where the next one begins. */
  end = 0;
  next = 0;
  readonly #blanks = new Int32Array(MAX_BLANKS + 1);
  /** Columns of the fields by the number of blanks in a line. */
  #layouts: readonly (Int32Array | undefined)[] = [];
  #mayBeJson = true;
  #isAscii = false;
  /** Whether strings of JSON in the block may hold something to beware of; `undefined` when nobody looked. */
  #mayBeOdd: boolean | undefined;

  readonly #from: number;
  readonly #to: number;

  /** Lines of other times than the wanted are not looked at any further. */
  constructor(legend: CdxLegend | undefined, { from, to }: TimeSpan) {
    this.#from = from;
    this.#to = to;
    this.setLegend(legend);
  }

  /** Takes over the fields of a header; without one each line tells its fields by their number. */
  setLegend(legend: CdxLegend | undefined): void {
    this.#mayBeJson = legend === undefined;
    if (legend === undefined) this.#layouts = HEADERLESS;
    else this.#layouts = legend.delimiter === ' ' ? layoutsOf(legend.letters.length, legend) : [];
  }

  /** Takes a block of whole lines. */
  setBlock(bytes: Buffer): void {
    this.bytes = bytes;
    this.#isAscii = isAscii(bytes);
    this.#mayBeOdd = undefined;
  }

  /** Scans the line that begins at a place of the block; false when it is odd. */
  scan(start: number): boolean {
    const { bytes } = this;
    const first = bytes[start] ?? 0;
    // Comments, blank lines and headers.
    if (first <= 0x21 || first === LETTER_C || bytes[start + 1] === LETTER_C) return false;
    const lineFeed = bytes.indexOf(LINE_FEED, start);
    const limit = lineFeed < 0 ? bytes.length : lineFeed;
    this.next = limit + 1;
    this.end = bytes[limit - 1] === RETURN ? limit - 1 : limit;
    if (!this.#isAscii && !isAscii(bytes.subarray(start, limit))) return false;
    // The key, up to a blank; a tab or the like in it is odd.
    let keyEnd = start;
    while ((bytes[keyEnd] as number) > BLANK) keyEnd++; // the line ends in less, or in nothing
    if (bytes[keyEnd] !== BLANK || keyEnd + 15 > this.end) return false;
    this.time = timeAt(bytes, keyEnd + 1);
    if (this.time < 0) return false;
    const timeEnd = keyEnd + 15;
    if (timeEnd < this.end && bytes[timeEnd] !== BLANK) return false;
    this.isOutside = this.time < this.#from || this.time > this.#to;
    if (this.isOutside) return true;
    const isJson = this.#mayBeJson && bytes[timeEnd + 1] === OPEN && timeEnd < this.end;
    if (isJson) return this.#scanJson(start, keyEnd);
    return this.#scanFields(start, keyEnd);
  }

  #scanFields(start: number, keyEnd: number): boolean {
    const { bytes, end } = this;
    const blanks = this.#blanks;
    blanks[0] = keyEnd;
    let count = 1;
    let at = keyEnd + 15;
    if (at < end) {
      blanks[count++] = at;
      // URLs are long: looking for their end the system's way is quicker.
      at = bytes.indexOf(BLANK, at + 1);
      if (at < 0) at = end;
    }
    for (; at < end; at++) {
      if (bytes[at] !== BLANK) continue;
      if (count === MAX_BLANKS) return false;
      blanks[count++] = at;
    }
    const layout = this.#layouts[count];
    if (layout === undefined || layout[FIELD.key] !== 0 || layout[FIELD.time] !== 1) return false;
    this.#setFields(layout, start, count);
    return this.starts[FIELD.key] !== this.ends[FIELD.key] && this.#hasPlace();
  }

  #setFields(layout: Int32Array, start: number, count: number): void {
    const { bytes, starts, ends } = this;
    for (let field = 0; field < FIELD_COUNT; field++) {
      const column = layout[field] as number; // layouts have all fields
      if (column < 0) {
        starts[field] = ends[field] = start;
        continue;
      }
      const from = column === 0 ? start : (this.#blanks[column - 1] as number) + 1; // as many as columns
      const to = column < count ? (this.#blanks[column] as number) : this.end; // the same
      starts[field] = from;
      ends[field] = to - from === 1 && bytes[from] === DASH ? from : to;
    }
  }

  #scanJson(start: number, keyEnd: number): boolean {
    const { bytes, starts, ends, end } = this;
    this.#mayBeOdd ??= hasEscapesOrControls(bytes);
    for (let field = 0; field < FIELD_COUNT; field++) starts[field] = ends[field] = start;
    ends[FIELD.key] = keyEnd;
    starts[FIELD.time] = keyEnd + 1;
    ends[FIELD.time] = keyEnd + 15;
    let at = skipBlanks(bytes, keyEnd + 17, end);
    for (; at < end; ) {
      if (bytes[at] !== QUOTE) return false;
      const nameEnd = stringEnd(bytes, at + 1, end);
      if (nameEnd < 0) return false;
      const field = fieldOfName(bytes, at + 1, nameEnd);
      at = skipBlanks(bytes, nameEnd + 1, end);
      if (bytes[at] !== COLON) return false;
      at = skipBlanks(bytes, at + 1, end);
      const isString = bytes[at] === QUOTE;
      const from = isString ? at + 1 : at;
      const to = isString ? this.#stringEnd(from, field) : numberEnd(bytes, from, end);
      if (to < 0) return false;
      if (field >= 0) {
        starts[field] = from;
        ends[field] = to - from === 1 && bytes[from] === DASH ? from : to;
      }
      at = skipBlanks(bytes, isString ? to + 1 : to, end);
      if (bytes[at] === CLOSE) return skipBlanks(bytes, at + 1, end) === end && this.#hasPlace();
      if (bytes[at] !== COMMA) return false;
      at = skipBlanks(bytes, at + 1, end);
    }
    return false;
  }

  /** The end of a string; long ones are passed over the system's way where the block allows it. */
  #stringEnd(from: number, field: number): number {
    const isLong = field === FIELD.url || field === FIELD.digest || field === FIELD.file;
    if (!isLong || this.#mayBeOdd === true) return stringEnd(this.bytes, from, this.end);
    const at = this.bytes.indexOf(QUOTE, from);
    return at < this.end ? at : -1;
  }

  /** Whether a line that names a file has the offset too. */
  #hasPlace(): boolean {
    const { starts, ends } = this;
    return starts[FIELD.file] === ends[FIELD.file] || this.countOf(FIELD.offset) >= 0;
  }

  /** The number in a field of 1 to 15 digits; -1 when it is none. */
  countOf(field: number): number {
    const from = this.starts[field] as number; // one of ours
    const to = this.ends[field] as number; // the same
    if (to === from || to - from > 15) return -1;
    let count = 0;
    for (let at = from; at < to; at++) {
      const digit = (this.bytes[at] as number) - ZERO; // inside the line
      if (digit < 0 || digit > 9) return -1;
      count = count * 10 + digit;
    }
    return count;
  }
}

function skipBlanks(bytes: Uint8Array, from: number, limit: number): number {
  let at = from;
  while (at < limit && bytes[at] === BLANK) at++;
  return at;
}

/** The place of the mark that ends a string; -1 when the string is not plain. */
function stringEnd(bytes: Uint8Array, from: number, limit: number): number {
  for (let at = from; at < limit; at++) {
    const byte = bytes[at] as number; // inside the block, by the limit
    if (byte === QUOTE) return at;
    if (byte === BACKSLASH || byte < BLANK) return -1;
  }
  return -1;
}

/** Where a number of up to 15 digits ends; -1 when it is not plain. */
function numberEnd(bytes: Uint8Array, from: number, limit: number): number {
  let at = from;
  while (at < limit && (bytes[at] as number) >= ZERO && (bytes[at] as number) <= NINE) at++; // below the limit
  const length = at - from;
  const isPlain = length === 1 || (length > 1 && length <= 15 && bytes[from] !== ZERO);
  const next = bytes[at];
  return isPlain && (next === COMMA || next === CLOSE || next === BLANK) ? at : -1;
}

/** Names of the fields in CDXJ. */
const JSON_NAMES: readonly (readonly [name: string, field: number])[] = [
  ['url', FIELD.url],
  ['mime', FIELD.mime],
  ['status', FIELD.status],
  ['digest', FIELD.digest],
  ['length', FIELD.length],
  ['offset', FIELD.offset],
  ['filename', FIELD.file],
  ['redirect', FIELD.redirect],
  ['robotflags', FIELD.meta],
];
const MAX_NAME = 16;
/** The only name of each length and first letter, by both. */
const NAME_TABLE = new Int8Array(MAX_NAME * 32).fill(-1);
const NAME_BYTES: Uint8Array[] = [];
for (const [name, field] of JSON_NAMES) {
  NAME_TABLE[name.length * 32 + (name.charCodeAt(0) & 31)] = field;
  NAME_BYTES[field] = Buffer.from(name);
}

/** The field of a name; -1 when it is none that we know. */
function fieldOfName(bytes: Uint8Array, from: number, to: number): number {
  const length = to - from;
  if (length >= MAX_NAME) return -1;
  const field = NAME_TABLE[length * 32 + ((bytes[from] as number) & 31)] as number; // below its length
  if (field < 0) return -1;
  const name = NAME_BYTES[field] as Uint8Array; // every field of the table has one
  for (let index = 0; index < length; index++) {
    if (name[index] !== bytes[from + index]) return -1;
  }
  return field;
}

const DAYS = [0, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** The 14 digits at a place as a number; -1 when they name no moment. */
function timeAt(bytes: Uint8Array, at: number): number {
  const year = twoDigits(bytes, at) * 100 + twoDigits(bytes, at + 2);
  const month = twoDigits(bytes, at + 4);
  const day = twoDigits(bytes, at + 6);
  const hour = twoDigits(bytes, at + 8);
  const minute = twoDigits(bytes, at + 10);
  const second = twoDigits(bytes, at + 12);
  const isLeap = month === 2 && year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const days = (DAYS[month] ?? 0) + (isLeap ? 1 : 0);
  // What is no digit gives NaN, which meets no comparison.
  const isMoment = year >= 0 && day >= 1 && day <= days && hour < 24 && minute < 60 && second < 60;
  if (!isMoment) return -1;
  return ((((year * 100 + month) * 100 + day) * 100 + hour) * 100 + minute) * 100 + second;
}

function twoDigits(bytes: Uint8Array, at: number): number {
  const high = (bytes[at] as number) - ZERO; // the caller knows of 14 bytes
  const low = (bytes[at + 1] as number) - ZERO; // the same
  return high >= 0 && high <= 9 && low >= 0 && low <= 9 ? high * 10 + low : Number.NaN;
}

/** The columns of a legend for lines with all fields, and for those with the place of an original behind them. */
function layoutsOf(fields: number, { columns }: Pick<CdxLegend, 'columns'>): Int32Array[] {
  const layouts: Int32Array[] = [];
  const layout = Int32Array.from(FIELD_NAMES, (name) => columns[name]);
  layouts[fields - 1] = layout;
  layouts[fields + 2] = layout;
  return layouts;
}

/** Fields by their number, as `parseCdxLine` tells them apart: 7, 9, 10, 11, and 11 with those of an original. */
const HEADERLESS: readonly (Int32Array | undefined)[] = headerless();

function headerless(): (Int32Array | undefined)[] {
  const layouts: Int32Array[] = [];
  const add = (count: number, names: readonly (keyof typeof FIELD | '')[]) => {
    layouts[count - 1] = Int32Array.from(FIELD_NAMES, (name) => names.indexOf(name));
  };
  const start = ['key', 'time', 'url', 'mime', 'status', 'digest'] as const;
  add(7, [...start, 'length']);
  add(9, [...start, 'redirect', 'offset', 'file']);
  add(10, [...start, 'redirect', 'meta', 'offset', 'file']);
  add(11, [...start, 'redirect', 'meta', 'length', 'offset', 'file']);
  add(14, [...start, 'redirect', 'meta', 'length', 'offset', 'file', '', '', '']);
  return layouts;
}
