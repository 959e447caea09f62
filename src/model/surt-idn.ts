// Host names in other scripts become ASCII by IDNA 2003 (RFC 3490), the version SURT keys are made with.
import { toPunycode } from './surt-punycode.ts';

const ACE_PREFIX = 'xn--';

/** Longest label of a host name. */
const MAX_LABEL = 63;

/** Longest label worth preparing: composition makes one character of four at most. */
const MAX_UNPREPARED = 8 * MAX_LABEL;

/** RFC 3454 table B.1: characters that vanish. */
const VANISHING = /\u034f|[\u00ad\u1806\u200b-\u200d\u2060\ufeff]|[\u180b-\u180d\ufe00-\ufe0f]/g;

/** RFC 3454 tables C.1.2 to C.9, less what normalisation has replaced. */
const PROHIBITED =
  /[\p{Co}\p{Cs}\p{Noncharacter_Code_Point}\u0080-\u009f\u06dd\u070f\u1680\u180e\u200e\u200f\u2028-\u202e\u2061-\u2063\u206a-\u206f\u2ff0-\u2ffb\ufff9-\ufffd\u{1d173}-\u{1d17a}\u{e0001}\u{e0020}-\u{e007f}]/u;

/** RFC 3454 table D.1, less what normalisation has replaced: letters written from right to left. */
const RIGHT_TO_LEFT =
  /[\u05be\u05c0\u05c3\u05d0-\u05ea\u05f0-\u05f4\u061b\u061f\u0621-\u063a\u0640-\u064a\u066d-\u066f\u0671-\u06d5\u06e5\u06e6\u06fa-\u06fe\u0700-\u070d\u0710\u0712-\u072c\u0780-\u07a5\u07b1\ufe73]/;

/** In place of table D.2: letters, marks and digits outside ASCII and the blocks written from right to left. */
const LEFT_TO_RIGHT = /[a-z]|(?![\0-\x7f\u0590-\u08ff\ufe73])[\p{L}\p{Mc}\p{Nd}]/u;

/**
 * ASCII form of a host name given as UTF-8 with one character per byte, or `undefined` where IDNA
 * refuses the name. Bytes that are no UTF-8 are left out.
 */
export function toAsciiName(bytes: string): string | undefined {
  if (bytes.includes('\xef\xbf\xbd')) return undefined; // U+FFFD itself: prohibited
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const decoded = decoder.decode(Uint8Array.from(bytes, (char) => char.charCodeAt(0)));
  const name = decoded.replaceAll('\ufffd', '');
  const labels = name.split(isAscii(name) ? '.' : /[.\u3002\uff0e\uff61]/);
  if (labels.at(-1) === '') labels.pop(); // a dot at the end would be trimmed anyway
  const converted: string[] = [];
  for (const label of labels) {
    const ascii = toAsciiLabel(label);
    if (ascii === undefined) return undefined;
    converted.push(ascii);
  }
  return converted.join('.');
}

function toAsciiLabel(label: string): string | undefined {
  const prepared = isAscii(label) ? label : prepareName(label);
  if (prepared === undefined) return undefined;
  if (isAscii(prepared)) return hasLabelLength(prepared) ? prepared : undefined;
  if (prepared.startsWith(ACE_PREFIX)) return undefined;
  const points = Array.from(prepared, (char) => char.codePointAt(0) ?? 0);
  // Punycode has a character or more for each; refusing early keeps its inner loop short.
  if (points.length > MAX_LABEL) return undefined;
  const encoded = ACE_PREFIX + toPunycode(points);
  return hasLabelLength(encoded) ? encoded : undefined;
}

function hasLabelLength(label: string): boolean {
  return label.length > 0 && label.length <= MAX_LABEL;
}

function isAscii(text: string): boolean {
  return !/[^\0-\x7f]/.test(text);
}

/** Nameprep (RFC 3491): map, normalise, refuse prohibited characters and mixed directions. */
function prepareName(label: string): string | undefined {
  const visible = label.replace(VANISHING, '');
  if (visible.length > MAX_UNPREPARED) return undefined;
  const mapped = visible.replace(/[^\0-\x7f]/gu, mapCharacter);
  const prepared = mapped.toLowerCase().normalize('NFKC');
  if (PROHIBITED.test(prepared)) return undefined;
  if (!RIGHT_TO_LEFT.test(prepared)) return prepared;
  const ends = [prepared.charAt(0), prepared.slice(-1)];
  const isFramed = ends.every((char) => RIGHT_TO_LEFT.test(char));
  return isFramed && !LEFT_TO_RIGHT.test(prepared) ? prepared : undefined;
}

/** RFC 3454 table B.2: case folding that holds under normalisation. */
function mapCharacter(char: string): string {
  return foldCase(foldCase(char).normalize('NFKC'));
}

/** Folds case character by character; by way of upper case, which joins ß to ss and ς to σ. */
function foldCase(text: string): string {
  return Array.from(text, (char) =>
    // These have an upper case, but do not fold to it: dotless i, Cyrillic variants of Unicode 9.
    /[\u0131\u1c80-\u1c88]/.test(char) ? char : char.toUpperCase().toLowerCase(),
  ).join('');
}
