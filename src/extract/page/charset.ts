// The characters of a page: which encoding its bytes are in, whatever it claims, and the text they make.
import { isAscii, isUtf8, transcode } from 'node:buffer';
import type { CharsetSource } from '../../model/observation.ts';
import { guessCharset } from './charset-detector.ts';

/** Declarations are looked for in this many bytes; the standard asks for 1,024, real pages for more. */
const DECLARATION_BYTES = 8192;

/** A claimed encoding is tried on this many bytes. */
const TRIAL_BYTES = 16_384;
/** The signs of ISO-8859-15 are looked for in this many bytes. */
const LATIN9_BYTES = 1 << 18;

/** A page whose non-ASCII characters are oddities in more than this share is not in that encoding. */
const MAX_ODD_SHARE = 0.1;

/** Fewer bytes in runs than this say nothing: a quoted accent is a run too. */
const MIN_RUN_BYTES = 12;

/** What is known of the bytes beside the bytes. */
export interface CharsetHints {
  /** Value of the HTTP `Content-Type` header, `''` if there was none. */
  readonly contentType: string;
  /** Top-level domain of the page, `''` if unknown. */
  readonly topLevelDomain: string;
}

/** Text with the encoding it was in. */
export interface Decoded {
  readonly text: string;
  /** Name by the WHATWG Encoding standard, lower case: `iso-8859-1` is `windows-1252`. */
  readonly charset: string;
  readonly source: CharsetSource;
}

/**
 * Decodes a page. Asked in this order: byte order mark, HTTP header, validity as UTF-8, `meta`
 * declaration, detector. A claim that the bytes contradict is passed over, so a wrong one does no
 * harm. Never throws; what cannot be decoded becomes U+FFFD.
 */
export function decodePage(bytes: Uint8Array, hints: CharsetHints): Decoded {
  const marked = charsetOfMark(bytes);
  if (marked !== undefined) return decodeAs(marked, 'bom', bytes);
  const wide = charsetOfZeros(bytes);
  if (wide !== undefined) return decodeAs(wide, 'detector', bytes);
  const facts = factsOf(bytes);
  const header = canonicalCharset(/charset\s*=\s*["']?([^\s"';,]+)/i.exec(hints.contentType)?.[1]);
  if (header !== undefined && fits(header, facts)) return decodeAs(header, 'header', bytes);
  if (facts.isUtf8 && !facts.hasEscapes) return decodeAs('utf-8', 'utf8', bytes);
  const declared = canonicalCharset(declaredCharset(bytes));
  if (declared !== undefined && fits(declared, facts)) return decodeAs(declared, 'meta', bytes);
  return decodeAs(detected(facts, hints.topLevelDomain), 'detector', bytes);
}

/** Whether bytes are UTF-16, as their byte order mark or their zeros tell. */
export function isUtf16(bytes: Uint8Array): boolean {
  return (charsetOfMark(bytes) ?? charsetOfZeros(bytes))?.startsWith('utf-16') === true;
}

/** The characters of bytes in a known encoding (a name that `canonicalCharset` gave). */
export function decodeBytes(bytes: Uint8Array, charset: string): string {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  if (charset === 'windows-1252') return decodeWestern(buffer);
  // ASCII is the same in all but these, takes one byte a character, and is quicker to read.
  const isPlain = !/^(?:utf-16|iso-2022)/.test(charset) && isAscii(bytes);
  if (isPlain) return buffer.toString('latin1');
  // A third of the time that Node 20's decoder takes; sound bytes only, others it would not mend in the same way.
  if (charset === 'utf-8' && isUtf8(bytes)) {
    const wide = transcode(buffer, 'utf8', 'utf16le');
    return wide.toString('utf16le', wide[0] === 0xff && wide[1] === 0xfe ? 2 : 0);
  }
  return new TextDecoder(charset).decode(bytes);
}

/**
 * The standard name of an encoding label, or `undefined` for one that names nothing usable: unknown,
 * or withdrawn for safety (`hz-gb-2312`, `utf-7`).
 */
export function canonicalCharset(label: string | undefined): string | undefined {
  if (label === undefined) return undefined;
  const known = canonicalNames.get(label);
  if (known !== undefined) return known;
  const trimmed = label.trim().toLowerCase();
  if (trimmed === 'x-user-defined') return 'windows-1252';
  try {
    const { encoding } = new TextDecoder(trimmed);
    if (canonicalNames.size < MAX_LABELS) canonicalNames.set(label, encoding);
    return encoding;
  } catch {
    // A label without an encoding is as good as none.
    return undefined;
  }
}

/** Names that labels were found to stand for: a decoder is made to find out, which takes as long as decoding a short page. */
const canonicalNames = new Map<string, string>();
const MAX_LABELS = 500;

/** What the bytes themselves say. */
interface Facts {
  readonly bytes: Uint8Array;
  readonly isAscii: boolean;
  /** Valid UTF-8, but for a few damaged characters. */
  readonly isUtf8: boolean;
  /** Escape characters in ASCII: the mark of ISO-2022-JP. */
  readonly hasEscapes: boolean;
}

function factsOf(bytes: Uint8Array): Facts {
  const ascii = isAscii(bytes);
  return {
    bytes,
    isAscii: ascii,
    isUtf8: ascii || isUtf8(wholeUtf8(bytes)) || !isOdd(trialBytes(bytes), 'utf-8'),
    hasEscapes: ascii && bytes.includes(0x1b),
  };
}

function fits(charset: string, facts: Facts): boolean {
  if (charset.startsWith('utf-16')) return false; // It would have had zeros.
  if (charset === 'iso-2022-jp') return facts.hasEscapes;
  if (facts.isAscii) return !facts.hasEscapes;
  if (facts.isUtf8 || charset === 'utf-8') return facts.isUtf8 && charset === 'utf-8';
  const trial = trialBytes(facts.bytes);
  return charset === 'windows-1252' ? !looksEastern(trial) : !isOdd(trial, charset);
}

/**
 * Servers call everything ISO-8859-1, and every byte is something in it. In the languages it is for,
 * accented letters stand alone among plain ones; where they form runs it is something else.
 */
function looksEastern(bytes: Uint8Array): boolean {
  let inRuns = 0;
  let total = 0;
  let run = 0;
  for (const byte of bytes) {
    if (byte >= 0x80) {
      run += 1;
      continue;
    }
    if (run > 2) inRuns += run;
    total += run;
    run = 0;
  }
  return inRuns >= MIN_RUN_BYTES && inRuns * 2 > total;
}

/**
 * Whether bytes make no sense in an encoding: too many of the characters beyond ASCII are
 * undecodable, or control, private or half-width ones, which texts hardly hold.
 */
function isOdd(bytes: Uint8Array, charset: string): boolean {
  const text = decodeBytes(bytes, charset);
  let others = 0;
  let odd = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code < 0x80) continue;
    others += 1;
    if (code < 0xa0 || code >= 0xe000) odd += isOddCode(code) ? 1 : 0;
  }
  return odd > others * MAX_ODD_SHARE;
}

function isOddCode(code: number): boolean {
  const isPrivate = code >= 0xe000 && code <= 0xf8ff;
  const isHalfWidth = code >= 0xff61 && code <= 0xff9f;
  return code < 0xa0 || code === 0xfffd || isPrivate || isHalfWidth;
}

/** The first stretch that has something to try. */
function trialBytes(bytes: Uint8Array): Uint8Array {
  let first = 0;
  while (first < bytes.length && (bytes[first] ?? 0) < 0x80) first += 1;
  return bytes.subarray(first, first + TRIAL_BYTES);
}

function detected(facts: Facts, topLevelDomain: string): string {
  const guess = canonicalCharset(guessCharset(facts.bytes, topLevelDomain)) ?? 'windows-1252';
  return guess === 'windows-1252' && looksLikeLatin9(facts.bytes) ? 'iso-8859-15' : guess;
}

/**
 * ISO-8859-15 differs from Latin-1 in eight characters, and detectors know only the latter. A price
 * with a currency sign that nobody writes is one in euros; a fraction between letters is an œ. Bytes
 * that only windows-1252 has speak against it.
 */
function looksLikeLatin9(bytes: Uint8Array): boolean {
  const text = Buffer.from(bytes.subarray(0, LATIN9_BYTES)).toString('latin1');
  if (/[\x80-\x9f]/.test(text)) return false;
  return /\d[ \xa0]?\xa4|\xa4[ \xa0]?\d|[a-z][\xbc\xbd][a-z]/i.test(text);
}

function charsetOfMark(bytes: Uint8Array): string | undefined {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8';
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return undefined;
}

/** UTF-16 without a mark: markup is ASCII, so every second byte is zero. */
function charsetOfZeros(bytes: Uint8Array): string | undefined {
  const head = bytes.subarray(0, 512);
  let even = 0;
  let odd = 0;
  for (let index = 0; index + 1 < head.length; index += 2) {
    if (head[index] === 0) even += 1;
    if (head[index + 1] === 0) odd += 1;
  }
  const pairs = head.length >> 1;
  if (odd > pairs * 0.4 && even * 10 < odd) return 'utf-16le';
  if (even > pairs * 0.4 && odd * 10 < even) return 'utf-16be';
  return undefined;
}

function declaredCharset(bytes: Uint8Array): string | undefined {
  const head = Buffer.from(
    bytes.buffer,
    bytes.byteOffset,
    Math.min(bytes.length, DECLARATION_BYTES),
  );
  const text = head.toString('latin1');
  const meta = /<meta\s[^>]{0,1000}?charset\s*=\s*["']?\s*([^\s"'/>;]+)/i.exec(text);
  if (meta !== null) return meta[1];
  return /^\s*<\?xml\s[^>]{0,200}?encoding\s*=\s*["']([^"']+)/i.exec(text)?.[1];
}

function decodeAs(charset: string, source: CharsetSource, bytes: Uint8Array): Decoded {
  return { text: decodeBytes(bytes, charset), charset, source };
}

/** The bytes without a last character that was cut in two. */
function wholeUtf8(bytes: Uint8Array): Uint8Array {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if ((byte & 0xc0) === 0x80) continue;
    const needed = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
    return needed > back ? bytes.subarray(0, bytes.length - back) : bytes;
  }
  return bytes;
}

/**
 * By hand, since versions of Node take windows-1252 for Latin-1 and lose its quotes and dashes. Most
 * pages have none of the bytes in which the two differ.
 */
function decodeWestern(buffer: Buffer): string {
  const text = buffer.toString('latin1');
  if (!/[\x80-\x9f]/.test(text)) return text;
  const codes = new Uint16Array(buffer.length);
  for (let index = 0; index < buffer.length; index += 1) {
    codes[index] = WESTERN_CODES[buffer[index] ?? 0] ?? 0;
  }
  return Buffer.from(codes.buffer).toString('utf16le');
}

// The five codes without a character stay the controls they are.
const WESTERN = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';
const WESTERN_CODES = Uint16Array.from({ length: 256 }, (_, byte) =>
  byte >= 0x80 && byte <= 0x9f ? WESTERN.charCodeAt(byte - 0x80) : byte,
);
