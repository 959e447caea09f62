// From a word as written to its forms in the index, remembered: texts repeat their words.
import { cutToken, fold } from './fold.ts';
import { STEMMERS } from './languages.ts';
import { MAX_TOKEN_LENGTH } from './limits.ts';

/** A power of two. Measured on generated and real texts: more gains little, less loses some. */
const SLOTS = 1 << 15;

/**
 * Each word has one slot, found by a hash, and a newer word takes the place of an older one: on
 * long-tailed text this beats a `Map` twofold, since most rare words never come back. What is
 * remembered changes nothing but time.
 *
 * A slot is `WIDTH` entries side by side, since the processor fetches neighbours together: the word as written, its
 * folded form, and its stem by language; `''` where it is not known.
 */
const WIDTH = 1 + STEMMERS.length;
const slots = new Array<string>(SLOTS * WIDTH).fill('');

/** The form in the index of a word that `splitText` gave; languages by number, 0 does not stem. */
export function stemOf(word: string, language: number): string {
  if (word.length > MAX_TOKEN_LENGTH) return toStem(toFolded(word), language);
  let hash = HASH_START;
  for (let at = 0; at < word.length; at++) hash = nextHash(hash, word.charCodeAt(at));
  const slot = slotOf(hash);
  return stemAt(slot, foldAt(slot, word, 0, word.length), language);
}

/** Where the hash of a word starts; `nextHash` takes its characters in. */
export const HASH_START = 7;

/** The hash of a word with one more character. */
export function nextHash(hash: number, character: number): number {
  return (Math.imul(hash, 31) + character) | 0;
}

/** Where the slot of the words with this hash starts. */
export function slotOf(hash: number): number {
  return ((hash ^ (hash >>> 15)) & (SLOTS - 1)) * WIDTH;
}

/** The folded form of the word in a part of a text, of which this is the slot. A known word is not copied out. */
export function foldAt(slot: number, text: string, start: number, end: number): string {
  const known = slots[slot] ?? '';
  if (known !== '' && isPart(known, text, start, end)) return slots[slot + 1] ?? '';
  const word = text.slice(start, end);
  if (word.length > MAX_TOKEN_LENGTH) return toFolded(word);
  const own = ownCopy(word);
  const folded = toFolded(own);
  slots[slot] = own;
  slots[slot + 1] = folded;
  for (let language = 1; language < STEMMERS.length; language++) slots[slot + 1 + language] = '';
  return folded;
}

/** The stem of a word of which `foldAt` has just given the folded form. */
export function stemAt(slot: number, folded: string, language: number): string {
  if (language === 0) return folded;
  if (folded !== slots[slot + 1]) return toStem(folded, language); // so long that it is not kept
  const known = slots[slot + 1 + language] ?? '';
  if (known !== '') return known;
  const stem = toStem(folded, language);
  slots[slot + 1 + language] = stem;
  return stem;
}

function isPart(known: string, text: string, start: number, end: number): boolean {
  if (known.length !== end - start) return false;
  for (let at = 0; at < known.length; at++) {
    if (known.charCodeAt(at) !== text.charCodeAt(start + at)) return false;
  }
  return true;
}

/** Most words are plain already, and the scan is far cheaper than folding. */
function toFolded(word: string): string {
  return isPlain(word) ? word : cutToken(fold(word));
}

function toStem(word: string, language: number): string {
  const stemmer = STEMMERS[language];
  return stemmer === undefined || !isPlain(word) ? word : stemmer(word);
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

/** A copy of a part of a text: engines make views of it, which would keep the whole text in memory. */
function ownCopy(part: string): string {
  if (part.length < 13) return part; // so short a part is copied by all engines
  const codes: number[] = [];
  for (let index = 0; index < part.length; index++) codes.push(part.charCodeAt(index));
  return String.fromCharCode(...codes);
}
