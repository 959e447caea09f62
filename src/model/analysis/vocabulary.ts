// Words as they are written and their forms in the index, remembered: texts repeat their words.
import { cutToken, fold } from './fold.ts';
import { STEMMERS } from './languages.ts';
import { MAX_TOKEN_LENGTH } from './limits.ts';

/** Stands for words that are not kept, very long ones. */
export const NO_NUMBER = -1;

/** Room at first. A power of two. */
const LEAST_PLACES = 1 << 10;

/**
 * Remembers words. What is remembered changes nothing but time.
 *
 * A word has a number, in the order in which words were first met: frequent ones come early, so what is known of them
 * lies close together, and the processor keeps it at hand. That, more than what it computes, decides how fast it is.
 */
export class Vocabulary {
  /** Words by number, as written. */
  #words: string[] = [];
  /** By number that of the folded form. */
  #folded = new Int32Array(LEAST_PLACES);
  /** Stems by language and number of the folded form, of languages that were asked for; `''` where they are not known yet. */
  readonly #stems: (string[] | undefined)[] = STEMMERS.map(() => undefined);
  /** A table of hashes, two entries for each word: its hash, and its number plus one. Words that share a place follow each other. */
  #places = new Int32Array(2 * LEAST_PLACES);
  #age = 0;

  /** How many words are remembered, all forms that were met. */
  get size(): number {
    return this.#words.length;
  }

  /** Changes when numbers become invalid. */
  get age(): number {
    return this.#age;
  }

  /** Forgets all words; their numbers are given to others. */
  forget(): void {
    this.#words = [];
    this.#stems.fill(undefined);
    this.#places = new Int32Array(2 * LEAST_PLACES);
    this.#age++;
  }

  /** The number of the folded form of a word, or `NO_NUMBER`. */
  numberOf(word: string): number {
    let hash = HASH_START;
    for (let at = 0; at < word.length; at++) hash = nextHash(hash, word.charCodeAt(at));
    return this.numberAt(word, 0, word.length, hash);
  }

  /** The same for the word in a part of a text, of which this is the hash. A known word is not copied out. */
  numberAt(text: string, start: number, end: number, hash: number): number {
    const places = this.#places;
    const mask = places.length - 1;
    let at = firstPlace(hash, mask);
    for (;;) {
      const number = (places[at + 1] ?? 0) - 1;
      if (number < 0) return this.#learn(text.slice(start, end), hash);
      if (places[at] === hash && isPart(this.#words[number] ?? '', text, start, end)) {
        return this.#folded[number] ?? number;
      }
      at = (at + 2) & mask;
    }
  }

  /** The folded word of a number. */
  wordAt(number: number): string {
    return this.#words[number] ?? '';
  }

  /** Whether a number is that of a folded word; others are those of words as written. */
  isFolded(number: number): boolean {
    return this.#folded[number] === number;
  }

  /** The stem of the folded word of a number; languages by number, 0 does not stem. */
  stemAt(number: number, language: number): string {
    if (language === 0) return this.#words[number] ?? '';
    const stems = this.#stemsOf(language);
    const known = stems[number] ?? '';
    if (known !== '') return known;
    const stem = toStem(this.#words[number] ?? '', language);
    stems[number] = stem;
    return stem;
  }

  #stemsOf(language: number): string[] {
    let stems = this.#stems[language];
    if (stems === undefined) {
      stems = this.#words.map(() => '');
      this.#stems[language] = stems;
    }
    return stems;
  }

  #learn(word: string, hash: number): number {
    if (word.length > MAX_TOKEN_LENGTH) return NO_NUMBER;
    const own = ownCopy(word);
    const folded = toFolded(own);
    if (folded === own) {
      const number = this.#add(own, hash);
      this.#folded[number] = number;
      return number;
    }
    // What is folded stays as it is when it is folded again, so this goes no deeper.
    const number = this.numberOf(folded);
    if (number === NO_NUMBER) return NO_NUMBER;
    // Added first: adding may replace the array that the next line writes to.
    const written = this.#add(own, hash);
    this.#folded[written] = number;
    return number;
  }

  #add(word: string, hash: number): number {
    const number = this.#words.push(word) - 1;
    for (const stems of this.#stems) stems?.push('');
    if (this.#words.length > this.#folded.length) {
      const folded = new Int32Array(this.#folded.length * 2);
      folded.set(this.#folded);
      this.#folded = folded;
    }
    // At most half of the places are taken.
    if (this.#words.length * 4 > this.#places.length) this.#grow();
    place(this.#places, hash, number);
    return number;
  }

  #grow(): void {
    const before = this.#places;
    const places = new Int32Array(before.length * 2);
    for (let at = 0; at < before.length; at += 2) {
      const number = (before[at + 1] ?? 0) - 1;
      if (number >= 0) place(places, before[at] ?? 0, number);
    }
    this.#places = places;
  }
}

/**
 * Where the hash of a word starts; `nextHash` takes its characters in. It differs from run to run, so that nobody can write words
 * that all share a hash.
 */
export const HASH_START = crypto.getRandomValues(new Int32Array(1))[0] ?? 0;

/** The hash of a word with one more character (FNV-1a, by units instead of bytes). */
export function nextHash(hash: number, character: number): number {
  return Math.imul(hash ^ character, 0x01000193);
}

/** The form in the index of a word that `splitText` gave. */
export function stemOf(word: string, language: number, words: Vocabulary): string {
  const number = words.numberOf(word);
  return number === NO_NUMBER ? toForm(word, language) : words.stemAt(number, language);
}

/** The same for a word that is not kept. */
export function toForm(word: string, language: number): string {
  const folded = toFolded(word);
  return language === 0 ? folded : toStem(folded, language);
}

function firstPlace(hash: number, mask: number): number {
  return ((hash ^ (hash >>> 15)) << 1) & mask;
}

function place(places: Int32Array, hash: number, number: number): void {
  const mask = places.length - 1;
  let at = firstPlace(hash, mask);
  while (places[at + 1] !== 0) at = (at + 2) & mask;
  places[at] = hash;
  places[at + 1] = number + 1;
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
  return stemmer === undefined || !isStemmed(word) ? word : stemmer(word);
}

const LETTERS_ONLY = /^\p{L}{3,}$/u;

/** Letters only, at least three: numbers and names of files have no stems. */
function isStemmed(word: string): boolean {
  return isPlain(word) || (word.length <= MAX_TOKEN_LENGTH && LETTERS_ONLY.test(word));
}

/** Letters a-z only, at least three. */
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
