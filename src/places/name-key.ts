// From text to the keys of place names: tokens with offsets, folded, and hashes that grow token by token.
import { toPlainLetters } from '../model/analysis/fold.ts';

/** One word of a text. */
export interface Token {
  /** Offset of its first character, in UTF-16 units. */
  readonly start: number;
  /** Offset behind its last character. */
  readonly end: number;
  /** Folded: lower case, without accents and dots, `saint` as `st`. */
  readonly word: string;
  /** How it is written: `Porto`, `NATO`, `porto`, or without case (digits, scripts without capitals). */
  readonly shape: 'capital' | 'upper' | 'lower' | 'none';
}

/** Words of one name at most; longer names are cut off in the gazetteer and never found. */
export const MAX_NAME_WORDS = 7;

/** Longest text that is read; the rest is ignored. */
const MAX_TEXT_CHARACTERS = 200_000;

// A word: letters and digits, joined by dots (U.S.) or apostrophes (d'Ivoire splits into two words below).
const WORD = /[\p{L}\p{N}\p{M}]+(?:\.[\p{L}\p{N}]\b)*/gu;
const ASCII = /^[\x20-\x7e\n\r\t]*$/;

/** Splits a text into words. */
export function toTokens(text: string): Token[] {
  const read = text.length > MAX_TEXT_CHARACTERS ? text.slice(0, MAX_TEXT_CHARACTERS) : text;
  if (ASCII.test(read)) return toPlainTokens(read);
  const tokens: Token[] = [];
  WORD.lastIndex = 0;
  for (let match = WORD.exec(read); match !== null; match = WORD.exec(read)) {
    const written = match[0];
    const start = match.index;
    tokens.push({
      start,
      end: start + written.length,
      word: foldWord(written),
      shape: shapeOf(written),
    });
  }
  return tokens;
}

/** The same for plain letters, as most texts are, letter by letter: most words are lower case and need no folding. */
function toPlainTokens(text: string): Token[] {
  const tokens: Token[] = [];
  for (let start = 0; start < text.length; start++) {
    const first = classAt(text, start);
    if ((first & WORD_PART) === 0) continue;
    let end = start;
    let seen = 0;
    for (;;) {
      let here = classAt(text, end);
      for (; (here & WORD_PART) !== 0; here = classAt(text, ++end)) seen |= here;
      // A dot and a single letter go on: U.S.
      if (text.charCodeAt(end) !== DOT || (classAt(text, end + 1) & WORD_PART) === 0) break;
      if (classAt(text, end + 2) !== 0) break;
      seen |= HAS_DOT;
      end += 1;
    }
    let word = text.slice(start, end);
    if ((seen & UPPER) !== 0) word = word.toLowerCase();
    if ((seen & HAS_DOT) !== 0) word = word.replaceAll('.', '');
    tokens.push({ start, end, word: sameWord(word), shape: plainShape(first, seen, end - start) });
    start = end - 1;
  }
  return tokens;
}

function plainShape(first: number, seen: number, length: number): Token['shape'] {
  if (first !== UPPER) return first === LOWER ? 'lower' : 'none';
  return length > 1 && (seen & LOWER) === 0 ? 'upper' : 'capital';
}

/** Letters and digits by kind; an underscore is no part of a word, but joins one to what stands before it. */
const UPPER = 1;
const LOWER = 2;
const DIGIT = 4;
const WORD_PART = UPPER | LOWER | DIGIT;
const UNDERSCORE = 8;
const HAS_DOT = 16;
const DOT = 46;
const CLASSES = Uint8Array.from({ length: 128 }, (_, code) => {
  const letter = String.fromCharCode(code);
  if (/[A-Z]/.test(letter)) return UPPER;
  if (/[a-z]/.test(letter)) return LOWER;
  if (/\d/.test(letter)) return DIGIT;
  return letter === '_' ? UNDERSCORE : 0;
});

/** 0 behind the end. */
function classAt(text: string, at: number): number {
  return at < text.length ? (CLASSES[text.charCodeAt(at)] ?? 0) : 0;
}

/** Folds a word: `São` is `sao`, `St` and `Saint` are `st`, `U.S` is `us`. */
export function foldWord(written: string): string {
  let word = written.toLowerCase();
  if (word.includes('.')) word = word.replaceAll('.', '');
  if (!ASCII.test(word)) {
    word = word.normalize('NFKD').replace(/\p{M}+/gu, '');
    if (!ASCII.test(word)) word = toPlainLetters(word);
  }
  return sameWord(word);
}

function sameWord(word: string): string {
  if (word.length < 4 || word.length > 6) return word;
  return SAME_WORDS.get(word) ?? word;
}

/** The key of a name: its folded words, joined by spaces. */
export function toNameKey(name: string): string {
  return toTokens(name)
    .map(({ word }) => word)
    .join(' ');
}

/** Words that are written in two ways within names. */
const SAME_WORDS: ReadonlyMap<string, string> = new Map([
  ['saint', 'st'],
  ['sainte', 'ste'],
  ['mount', 'mt'],
  ['fort', 'ft'],
]);

function shapeOf(written: string): Token['shape'] {
  const first = written.codePointAt(0) ?? 0;
  const letter = String.fromCodePoint(first);
  const lower = letter.toLowerCase();
  if (lower === letter) return letter.toUpperCase() === letter ? 'none' : 'lower';
  if (written.length === letter.length) return 'capital';
  return written === written.toUpperCase() ? 'upper' : 'capital';
}

/**
 * The hash of a name while its words are read one after another: 48 bits in two numbers, `high` of 16 and `low` of 32.
 * Two different names share a hash once in 280 million million times, so the names themselves need not be kept.
 */
export class NameHash {
  #first = 0x811c9dc5;
  #second = 0x9747b28c;

  /** Forgets all words. */
  reset(): void {
    this.#first = 0x811c9dc5;
    this.#second = 0x9747b28c;
  }

  /** Goes on with one more word of the name. */
  add(word: string): void {
    let first = this.#first;
    let second = this.#second;
    for (let index = 0; index < word.length; index++) {
      const code = word.charCodeAt(index);
      first = Math.imul(first ^ code, 0x01000193);
      second = Math.imul((second << 5) ^ (second >>> 27) ^ code, 0x5bd1e995);
    }
    this.#first = Math.imul(first ^ 0x20, 0x01000193);
    this.#second = Math.imul((second << 5) ^ (second >>> 27) ^ 0x20, 0x5bd1e995);
  }

  /** The upper 16 bits. */
  get high(): number {
    return mix(this.#first) >>> 16;
  }

  /** The lower 32 bits. */
  get low(): number {
    return mix(this.#second ^ Math.imul(this.#first, 0x85ebca6b)) >>> 0;
  }
}

function mix(value: number): number {
  let mixed = value ^ (value >>> 16);
  mixed = Math.imul(mixed, 0x85ebca6b);
  mixed ^= mixed >>> 13;
  mixed = Math.imul(mixed, 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}
