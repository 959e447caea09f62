// Text out of embedded metadata: decoded, cleaned, and empty when a machine wrote it.
import { isUtf8 } from 'node:buffer';
import { asBuffer, latin1 } from './bytes.ts';

/** Longer texts are cut to this many characters. */
const MAX_CHARACTERS = 2000;
/** No encoding needs more bytes for a text that is kept whole. */
const MAX_BYTES = 4 * MAX_CHARACTERS;

/** What Windows-1252 has in the place of the control characters 0x80 to 0x9f. */
const WINDOWS_1252_SPECIALS = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';

/** What cameras and programs write into title and description by themselves, in lower case. */
const MACHINE_TEXTS = new Set([
  'default',
  'digital camera',
  'exif jpeg',
  'exif_jpeg_picture',
  'image',
  'jpeg',
  'konica minolta digital camera',
  'minolta digital camera',
  'my beautiful picture',
  'olympus digital camera',
  'photo',
  'picture',
  'samsung',
  'screenshot',
  'sony dsc',
  'title',
  'untitled',
  'user comments',
]);
/** The same where the words vary: encoders that advertise, settings, data, names of files. */
const MACHINE_PATTERNS = [
  /^(?:created|edited|generated|made|processed|scanned) with /,
  /^(?:lead technologies|file written by adobe|applemark|charset=|xr:d:)/,
  // Settings: `filter: 0; mode=hdr;`, two of them or more.
  /^(?:[\w.-]{1,40} ?[:=] ?[^\s;]{0,80}; ?){2,}/,
  /^[\w.-]{1,40}: ?[^\s;]{0,80};$/,
  /^[{[]["{]/,
  // One word with an underscore and a digit is a code: `oppo_32`, `DSC_0012.JPG`.
  /^(?=\S*\d)[^\s_]{0,60}_\S{0,60}$/,
  // One long word of digits and letters is a number to a machine.
  /^(?=[^\s]{0,200}\d)[\w+/=-]{24,}$/,
  /^_?(?:dsc[finp]?|imgp?|mg|imag|pict|mvc|sany|cimg|hpim|dcp|gopr|pxl|sam)[-_]?\d+(?:\.\w{3,4})?$/,
  /^p\d{7}(?:\.\w{3,4})?$/,
];

/** A text as people would want to read it; `''` when nothing is left or a machine wrote it. */
export function cleanText(text: string): string {
  const clean = text
    .slice(0, MAX_BYTES)
    .replace(/[\s\p{Cc}]+/gu, ' ')
    // Characters that reorder or hide text, halves of pairs, and what could not be decoded.
    .replace(/[\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\ufffd-\uffff\p{Cs}]/gu, '')
    .trim();
  return isMachineText(clean.toLowerCase()) ? '' : shorten(clean);
}

/** Bytes as UTF-8 where they are valid, else as Windows-1252, which old programs meant; `''` where they are no text. */
export function decodeText(bytes: Uint8Array): string {
  const head = headOf(bytes);
  if (isBinary(head)) return '';
  return isUtf8(head) ? asBuffer(head).toString() : decodeWindows1252(head);
}

/** Bytes as UTF-16, in the byte order they show, else in the one given; `''` where they are no text. */
export function decodeUtf16(bytes: Uint8Array, little: boolean): string {
  const head = bytes.subarray(0, Math.min(bytes.length - (bytes.length % 2), MAX_BYTES));
  const isLittle = isLittleEndian(head) ?? little;
  const text = (isLittle ? asBuffer(head) : Buffer.from(head).swap16()).toString('utf16le');
  return isNoUtf16(text) ? '' : text;
}

/** By hand, because TextDecoder of Node 20 takes this encoding for Latin-1. */
function decodeWindows1252(bytes: Uint8Array): string {
  return latin1(bytes).replace(
    /[\x80-\x9f]/g,
    (character) => WINDOWS_1252_SPECIALS[character.charCodeAt(0) - 0x80] ?? character,
  );
}

/** Text without a letter, such as a number, names nothing; nor does a longer one with few of them and no word. */
function isMachineText(text: string): boolean {
  if (!/\p{L}/u.test(text) || MACHINE_TEXTS.has(text)) return true;
  if (MACHINE_PATTERNS.some((pattern) => pattern.test(text))) return true;
  const visible = text.replace(/\s+/gu, '');
  if (visible.length <= SHORT_TEXT || /\p{L}{4}/u.test(visible)) return false;
  return shareOf(/[\p{L}\p{M}]/gu, visible) < MIN_LETTERS;
}

/** Texts up to so many characters may be names of few letters: `A380`, `No. 12345`. */
const SHORT_TEXT = 12;
/** Descriptions by people have 75 to 100 % of letters in any script; exposure data and encoded bytes less than 35 %. */
const MIN_LETTERS = 0.4;

/** Share of the characters of a text that an expression matches one by one. */
function shareOf(expression: RegExp, text: string): number {
  return (text.match(expression)?.length ?? 0) / Math.max(1, text.length);
}

/** Whether bytes are none of a text: control characters before their padding, as text has only a few of. */
function isBinary(bytes: Uint8Array): boolean {
  let end = bytes.length;
  while (end > 0 && (bytes[end - 1] ?? 0) <= 0x20) end--;
  let controls = 0;
  for (let at = 0; at < end; at++) {
    const byte = bytes[at] ?? 0;
    if (byte === 0x7f || (byte < 0x20 && (byte < 0x09 || byte > 0x0d))) controls++;
  }
  return controls * MAX_CONTROLS > end;
}

/** One in so many bytes of a text may be a control character. */
const MAX_CONTROLS = 50;

/** What UTF-16 holds that is none: characters that do not exist or mean nothing, more than one in twenty. */
function isNoUtf16(text: string): boolean {
  return shareOf(/[\p{Cn}\p{Co}\p{Cs}]/gu, text) > 0.05;
}

function shorten(text: string): string {
  if (text.length <= MAX_CHARACTERS) return text;
  // The last character may be the first half of a pair.
  return text
    .slice(0, MAX_CHARACTERS)
    .replace(/[\ud800-\udbff]$/, '')
    .trimEnd();
}

/** The first bytes, not cut inside a UTF-8 sequence. */
function headOf(bytes: Uint8Array): Uint8Array {
  if (bytes.length <= MAX_BYTES) return bytes;
  let end = MAX_BYTES;
  while (end > MAX_BYTES - 4 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end--;
  return bytes.subarray(0, end);
}

/** By the byte order mark, else by the side on which Latin letters leave their zero bytes. */
function isLittleEndian(bytes: Uint8Array): boolean | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return true;
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return false;
  let balance = 0;
  for (let at = 0; at + 1 < bytes.length; at += 2) {
    balance += Number(bytes[at + 1] === 0) - Number(bytes[at] === 0);
  }
  return balance === 0 ? undefined : balance > 0;
}
