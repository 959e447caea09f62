// In how many documents more or less each word stands.
import { NO_NUMBER, type Vocabulary } from '../model/analysis/analysis.ts';
import { isSpokenWord } from '../model/document-words.ts';

/** Words that are remembered, from one transaction to the next if there are fewer. */
const MAX_REMEMBERED = 500_000;

/** Counts words of a vocabulary, by their numbers, until `clear`. The vocabulary is remembered longer, and so is its order. */
export class WordCounter {
  readonly #vocabulary: Vocabulary;
  /** By number two entries: the change, and the last document that had the word. */
  #counts = new Int32Array(1 << 12);
  /** Numbers of the words that may be suggested, sorted by their words: of the first `#seen` of the vocabulary. */
  #sorted = new Uint32Array(0);
  #seen = 0;
  #document = 0;

  constructor(vocabulary: Vocabulary) {
    this.#vocabulary = vocabulary;
  }

  /** Whether it should be asked for its changes and cleared before it takes more memory. */
  get isFull(): boolean {
    return this.#vocabulary.size >= MAX_REMEMBERED;
  }

  /** Each word counts once until the next call. */
  startDocument(): void {
    this.#document++;
    const room = this.#vocabulary.size * 2;
    if (room <= this.#counts.length) return;
    const counts = new Int32Array(Math.max(room, this.#counts.length * 2));
    counts.set(this.#counts);
    this.#counts = counts;
  }

  /** Counts a word that the vocabulary had when the document was started. */
  count(number: number, change: 1 | -1): void {
    if (number === NO_NUMBER) return;
    const counts = this.#counts;
    const at = number * 2;
    if (counts[at + 1] === this.#document) return;
    counts[at + 1] = this.#document;
    counts[at] = (counts[at] ?? 0) + change;
  }

  /** Tells the words whose counts changed, sorted, of those that may be suggested. */
  forEachChange(tell: (word: string, change: number) => void): void {
    if (this.#document === 0) return;
    this.#sort();
    for (const number of this.#sorted) {
      const change = this.#counts[number * 2] ?? 0;
      if (change !== 0) tell(this.#vocabulary.wordAt(number), change);
    }
  }

  /** Forgets all changes, and the vocabulary if it is large. */
  clear(): void {
    if (this.#document > 0) this.#counts.fill(0);
    this.#document = 0;
    if (!this.isFull) return;
    this.#vocabulary.forget();
    this.#sorted = new Uint32Array(0);
    this.#seen = 0;
  }

  /** Brings the words that were met since the last time into the order of the others. */
  #sort(): void {
    const vocabulary = this.#vocabulary;
    const known = this.#sorted;
    const fresh: string[] = [];
    for (; this.#seen < vocabulary.size; this.#seen++) {
      const word = vocabulary.wordAt(this.#seen);
      if (vocabulary.isFolded(this.#seen) && isSpokenWord(word)) fresh.push(word);
    }
    fresh.sort();
    const sorted = new Uint32Array(known.length + fresh.length);
    let at = 0;
    let ofFresh = 0;
    for (let to = 0; to < sorted.length; to++) {
      const next = fresh[ofFresh];
      const number = known[at];
      if (next === undefined || (number !== undefined && vocabulary.wordAt(number) < next)) {
        sorted[to] = number ?? 0;
        at++;
      } else {
        sorted[to] = vocabulary.numberOf(next);
        ofFresh++;
      }
    }
    this.#sorted = sorted;
  }
}
