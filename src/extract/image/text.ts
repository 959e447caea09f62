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
/** The same where the words vary: encoders that advertise, settings of phone cameras, file names. */
const MACHINE_PATTERNS = [
  /^(?:created|edited|generated|made|processed|scanned) with /,
  /^(?:lead technologies|file written by adobe|applemark|charset=|oplus_\d|xr:d:)/,
  /^(?:filter|fileterintensity|module|hw-remosaic|touch): ?[^ ]*;/,
  /^\{"/,
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

/** Bytes as UTF-8 where they are valid, else as Windows-1252, which old programs meant. */
export function decodeText(bytes: Uint8Array): string {
  const head = headOf(bytes);
  return isUtf8(head) ? asBuffer(head).toString() : decodeWindows1252(head);
}

/** Bytes as UTF-16, in the byte order they show, else in the one given. */
export function decodeUtf16(bytes: Uint8Array, little: boolean): string {
  const head = bytes.subarray(0, Math.min(bytes.length - (bytes.length % 2), MAX_BYTES));
  if (isLittleEndian(head) ?? little) return asBuffer(head).toString('utf16le');
  return Buffer.from(head).swap16().toString('utf16le');
}

/** By hand, because TextDecoder of Node 20 takes this encoding for Latin-1. */
function decodeWindows1252(bytes: Uint8Array): string {
  return latin1(bytes).replace(
    /[\x80-\x9f]/g,
    (character) => WINDOWS_1252_SPECIALS[character.charCodeAt(0) - 0x80] ?? character,
  );
}

/** Text without a letter, such as a number, names nothing. */
function isMachineText(text: string): boolean {
  if (!/\p{L}/u.test(text) || MACHINE_TEXTS.has(text)) return true;
  return MACHINE_PATTERNS.some((pattern) => pattern.test(text));
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
