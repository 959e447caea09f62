// In how many documents more or less each word stands.
import { isSurfaceWord, MAX_SURFACE_LENGTH } from './text-words.ts';

/** Words that are remembered, from one transaction to the next if there are fewer. */
const MAX_REMEMBERED = 500_000;

/** No number of a word: it may not be suggested. */
const NOT_COUNTED = -1;

/**
 * Counts words until `clear`. Words have numbers in the order in which they were met, so that the counts of frequent ones are
 * neighbours, which the processor keeps at hand. They are remembered longer than their counts, and so is their order.
 */
export class WordCounter {
  readonly #numbers = new Map<string, number>();
  /** Words by number. */
  #words: string[] = [];
  /** By number two entries: the change, and the last document that had the word. */
  #counts = new Int32Array(1 << 16);
  /** The first numbers, sorted by their words. */
  #sorted = new Uint32Array(0);
  #document = 0;

  /** Whether it should be asked for its changes and cleared before it takes more memory. */
  get isFull(): boolean {
    return this.#numbers.size >= MAX_REMEMBERED;
  }

  /** Each word counts once until the next call. */
  startDocument(): void {
    this.#document++;
  }

  count(word: string, change: 1 | -1): void {
    // Not to be remembered either: such a word may keep the text in memory that it was cut from.
    if (word.length > MAX_SURFACE_LENGTH) return;
    const number = this.#numbers.get(word) ?? this.#add(word);
    if (number === NOT_COUNTED) return;
    const counts = this.#counts;
    const at = number * 2;
    if (counts[at + 1] === this.#document) return;
    counts[at + 1] = this.#document;
    counts[at] = (counts[at] ?? 0) + change;
  }

  /** Tells the words whose counts changed, sorted. */
  forEachChange(tell: (word: string, change: number) => void): void {
    if (this.#document === 0) return;
    this.#sort();
    for (const number of this.#sorted) {
      const change = this.#counts[number * 2] ?? 0;
      if (change !== 0) tell(this.#words[number] ?? '', change);
    }
  }

  /** Forgets all changes. */
  clear(): void {
    if (this.#document === 0) return;
    this.#counts.fill(0);
    this.#document = 0;
    if (!this.isFull) return;
    this.#numbers.clear();
    this.#words = [];
    this.#sorted = new Uint32Array(0);
  }

  #add(word: string): number {
    if (!isSurfaceWord(word)) {
      this.#numbers.set(word, NOT_COUNTED);
      return NOT_COUNTED;
    }
    const number = this.#words.push(word) - 1;
    this.#numbers.set(word, number);
    if (this.#words.length * 2 > this.#counts.length) {
      const counts = new Int32Array(this.#counts.length * 2);
      counts.set(this.#counts);
      this.#counts = counts;
    }
    return number;
  }

  /** Brings the words that were met since the last time into the order of the others. */
  #sort(): void {
    const words = this.#words;
    const known = this.#sorted;
    const fresh = Array.from(
      { length: words.length - known.length },
      (_, at) => words[known.length + at] ?? '',
    );
    fresh.sort();
    const sorted = new Uint32Array(words.length);
    let at = 0;
    let ofFresh = 0;
    for (let to = 0; to < sorted.length; to++) {
      const next = fresh[ofFresh];
      const number = known[at];
      if (next === undefined || (number !== undefined && (words[number] ?? '') < next)) {
        sorted[to] = number ?? 0;
        at++;
      } else {
        sorted[to] = this.#numbers.get(next) ?? 0;
        ofFresh++;
      }
    }
    this.#sorted = sorted;
  }
}
