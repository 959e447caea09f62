// From a word as written to its form in the index, remembered: texts repeat their words.
import { cutToken, fold } from './fold.ts';
import { STEMMERS } from './languages.ts';
import { MAX_TOKEN_LENGTH } from './limits.ts';

/** A power of two. Measured on generated and real texts: more gains little, less loses some. */
const SLOTS = 1 << 15;

/**
 * Each word has one slot, found by a hash, and a newer word takes the place of an older one: on
 * long-tailed text this beats a `Map` twofold, since most rare words never come back. What is
 * remembered changes nothing but time.
 */
interface Cache {
  readonly written: string[];
  readonly stems: string[];
}

const caches: (Cache | undefined)[] = [];

/** The form in the index of a word that `splitText` gave; languages by number, 0 does not stem. */
export function stemOf(written: string, language: number): string {
  if (written.length > MAX_TOKEN_LENGTH) return toStem(written, language);
  const cache = caches[language] ?? createCache(language);
  const slot = hash(written) & (SLOTS - 1);
  const known = cache.stems[slot];
  if (known !== undefined && cache.written[slot] === written) return known;
  const own = ownCopy(written);
  const stem = toStem(own, language);
  cache.written[slot] = own;
  cache.stems[slot] = stem;
  return stem;
}

function createCache(language: number): Cache {
  const empty = () => new Array<string>(SLOTS).fill('');
  const cache = { written: empty(), stems: empty() };
  caches[language] = cache;
  return cache;
}

function toStem(written: string, language: number): string {
  // Most words are plain already, and the scan is far cheaper than folding.
  const folded = isPlain(written) ? written : cutToken(fold(written));
  const stemmer = STEMMERS[language];
  return stemmer === undefined || !isPlain(folded) ? folded : stemmer(folded);
}

/** Letters a-z only, at least three: numbers, names of files and other scripts have no stems. */
function isPlain(word: string): boolean {
  if (word.length < 3) return false;
  for (let index = 0; index < word.length; index++) {
    const code = word.charCodeAt(index);
    if (code < 0x61 || code > 0x7a) return false;
  }
  return word.length <= MAX_TOKEN_LENGTH;
}

function hash(word: string): number {
  let value = word.length;
  for (let index = 0; index < word.length; index++) {
    value = Math.imul(value, 31) + word.charCodeAt(index);
  }
  return value ^ (value >>> 15);
}

/** A copy of a part of a text: engines make views of it, which would keep the whole text in memory. */
function ownCopy(part: string): string {
  if (part.length < 13) return part; // so short a part is copied by all engines
  const codes: number[] = [];
  for (let index = 0; index < part.length; index++) codes.push(part.charCodeAt(index));
  return String.fromCharCode(...codes);
}
