// SVG and SVGZ: the start tag of the root element, found without parsing the document.
import { constants, gunzipSync } from 'node:zlib';
import { hasText, latin1, u16 } from './bytes.ts';
import type { HeaderReading } from './header.ts';
import { contentOfSvg } from './svg-content.ts';

/** The root element must start and end its tag within these bytes. */
const SCAN_BYTES = 64 * 1024;
/** At most 1,032 bytes come out of one compressed byte: 4 KB bound the work of a hostile file. */
const COMPRESSED_BYTES = 4096;
const TAIL_BYTES = 1024;
const LESS_THAN = 0x3c;
const GZIP = 0x1f8b;
const UTF8_MARK = '\xef\xbb\xbf';
const UTF16_BE = 0xfeff;
const UTF16_LE = 0xfffe;

/** What a browser takes when a document gives neither size nor view box. */
const DEFAULT_WIDTH = 300;
const DEFAULT_HEIGHT = 150;

/** CSS pixels per unit; font-relative units at the usual 16 px. */
const PIXELS_PER_UNIT: Readonly<Record<string, number>> = {
  '': 1,
  px: 1,
  pt: 4 / 3,
  pc: 16,
  in: 96,
  cm: 96 / 2.54,
  mm: 96 / 25.4,
  q: 96 / 101.6,
  em: 16,
  rem: 16,
  ex: 8,
  ch: 8,
};

const SPACE = /\s*/y;
const DOCTYPE = /<!doctype[^[>]*/iy;
const SUBSET_END = /\]\s*>/g;
const ROOT_NAME = /<(?:[\w.-]+:)?svg(?![\w:.-])/y;
const ATTRIBUTE = /\s*([^\s=>"'/]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/y;
const TAG_END = /\s*(\/?)>/y;
const ROOT_END = /<\/(?:[\w.-]+:)?svg\s*>/;
const LENGTH = /^\s*([+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?)\s*([a-z]*)\s*$/i;
const MAX_VALUE_CHARACTERS = 200;
const MAX_SIDE = 0x7fffffff;

/** Whether the first element of the document is `svg`; HTML that holds one later is none. */
export function isSvg(bytes: Uint8Array): boolean {
  return afterRootName(headOf(bytes).text) !== -1;
}

/** Size in CSS pixels from width, height and viewBox; what one lacks another supplies. */
export function readSvg(bytes: Uint8Array): HeaderReading {
  const { text: head, isWhole } = headOf(bytes);
  const tag = readStartTag(head, afterRootName(head));
  if (tag === undefined) return head.length < SCAN_BYTES ? 'truncated-header' : 'bad-header';
  const tail = latin1(bytes.subarray(-TAIL_BYTES));
  const truncated = !tag.isEmpty && !isEncoded(bytes) && !ROOT_END.test(tail);
  const shows = contentOfSvg(head, isWhole && !truncated);
  const size = sizeOf(tag.attributes);
  return { frames: 1, truncated, blocks: {}, ...size, ...(shows !== 'picture' && { shows }) };
}

/** Compressed or UTF-16: then the end is not looked at. */
function isEncoded(bytes: Uint8Array): boolean {
  return [GZIP, UTF16_BE, UTF16_LE].includes(u16(bytes, 0));
}

/** The start of a document, markup as it is, and whether it is all of it; empty when the bytes are no markup. */
function headOf(bytes: Uint8Array): { readonly text: string; readonly isWhole: boolean } {
  const isGzip = u16(bytes, 0) === GZIP;
  const document = isGzip ? inflateHead(bytes) : bytes;
  const head = document.subarray(0, SCAN_BYTES);
  const isWhole = document.length <= SCAN_BYTES && !(isGzip && bytes.length > COMPRESSED_BYTES);
  return { text: decodeHead(head), isWhole };
}

function decodeHead(head: Uint8Array): string {
  const mark = u16(head, 0);
  if (mark === UTF16_BE) return new TextDecoder('utf-16be').decode(head);
  if (mark === UTF16_LE) return new TextDecoder('utf-16le').decode(head);
  const start = hasText(head, 0, UTF8_MARK) ? UTF8_MARK.length : 0;
  const first = head.findIndex((byte, index) => index >= start && byte > 0x20);
  return head[first] === LESS_THAN ? latin1(head.subarray(first)) : '';
}

function inflateHead(bytes: Uint8Array): Uint8Array {
  try {
    const options = { finishFlush: constants.Z_SYNC_FLUSH };
    return gunzipSync(bytes.subarray(0, COMPRESSED_BYTES), options);
  } catch {
    return new Uint8Array(); // Not gzip after all: then it is no image either.
  }
}

/** The position after `<svg`, or -1: only a prologue may come before it. */
function afterRootName(head: string): number {
  let at = 0;
  while (at !== -1) {
    at = afterMatch(SPACE, head, at);
    if (head.startsWith('<?', at)) at = afterText('?>', head, at);
    else if (head.startsWith('<!--', at)) at = afterText('-->', head, at + 4);
    else if (head.startsWith('<!', at)) at = afterDoctype(head, at);
    else return afterMatch(ROOT_NAME, head, at);
  }
  return -1;
}

/** Declarations in brackets may hold `>` in quotes, so they end at `]>`. */
function afterDoctype(head: string, at: number): number {
  const end = afterMatch(DOCTYPE, head, at);
  if (end === -1) return -1;
  return head[end] === '[' ? afterMatch(SUBSET_END, head, end) : afterText('>', head, end);
}

function readStartTag(head: string, start: number) {
  const attributes = new Map<string, string>();
  if (start === -1) return undefined;
  ATTRIBUTE.lastIndex = start;
  let at = start;
  for (let match = ATTRIBUTE.exec(head); match !== null; match = ATTRIBUTE.exec(head)) {
    const [, name = '', double, single = ''] = match;
    attributes.set(name, double ?? single);
    at = ATTRIBUTE.lastIndex;
  }
  TAG_END.lastIndex = at;
  const end = TAG_END.exec(head);
  return end === null ? undefined : { attributes, isEmpty: end[1] === '/' };
}

function sizeOf(attributes: ReadonlyMap<string, string>): { width: number; height: number } {
  const width = toPixels(attributes.get('width'));
  const height = toPixels(attributes.get('height'));
  const box = toViewBox(attributes.get('viewBox'));
  const fromHeight = box && height !== undefined ? (height * box.width) / box.height : undefined;
  const fromWidth = box && width !== undefined ? (width * box.height) / box.width : undefined;
  return {
    width: toSide(width ?? fromHeight ?? box?.width ?? DEFAULT_WIDTH),
    height: toSide(height ?? fromWidth ?? box?.height ?? DEFAULT_HEIGHT),
  };
}

/** A length in CSS pixels; percentages, entities and nonsense leave the size to the view box. */
function toPixels(text = ''): number | undefined {
  if (text.length > MAX_VALUE_CHARACTERS) return undefined;
  const [, number = '', unit = ''] = LENGTH.exec(text) ?? [];
  const pixels = Number(number) * (PIXELS_PER_UNIT[unit.toLowerCase()] ?? Number.NaN);
  return number !== '' && pixels >= 0 ? pixels : undefined;
}

function toViewBox(text = ''): { width: number; height: number } | undefined {
  if (text.length > MAX_VALUE_CHARACTERS) return undefined;
  const [, , width = 0, height = 0] = text
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  return width > 0 && height > 0 ? { width, height } : undefined;
}

function toSide(pixels: number): number {
  return Math.min(Math.round(pixels), MAX_SIDE);
}

function afterText(text: string, head: string, from: number): number {
  const at = head.indexOf(text, from);
  return at === -1 ? -1 : at + text.length;
}

function afterMatch(pattern: RegExp, head: string, from: number): number {
  pattern.lastIndex = from;
  return pattern.test(head) ? pattern.lastIndex : -1;
}
