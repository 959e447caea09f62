// In how many documents more or less each word stands.
import { NO_NUMBER, type Vocabulary } from '../model/analysis/analysis.ts';
import { isSpokenWord } from '../model/document-words.ts';
import type { SpokenText } from './text-fields.ts';

/** Words that are remembered, from one transaction to the next if there are fewer. */
const MAX_REMEMBERED = 500_000;

/** Half of the entries for the words of a language at first. */
const LEAST_ROOM = 1 << 11;

/** Counts words of a vocabulary, by their numbers, until `clear`. The vocabulary is remembered longer, and so is its order. */
export class WordCounter {
  readonly #vocabulary: Vocabulary;
  /**
   * By language, 0 for all texts of a document together, and by number two entries: the change, and the last document that had
   * the word. Languages that nobody met take no room.
   */
  readonly #counts: (Int32Array | undefined)[] = [];
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
  }

  /** Counts words of a text, which the vocabulary had when the document was started. */
  count({ language, numbers }: SpokenText, change: 1 | -1): void {
    this.#countIn(0, numbers, change);
    if (language > 0) this.#countIn(language, numbers, change);
  }

  /** Languages, by number, that may have changes; 0 stands for all texts. */
  get languages(): number[] {
    return [...this.#counts.keys()].filter((language) => this.#counts[language] !== undefined);
  }

  /** Tells the words whose counts changed, sorted, of those that may be suggested; stems are those of the language. */
  forEachChange(tell: (word: string, change: number, stem: string) => void, language = 0): void {
    const counts = this.#counts[language];
    if (this.#document === 0 || counts === undefined) return;
    this.#sort();
    const vocabulary = this.#vocabulary;
    for (const number of this.#sorted) {
      const change = counts[number * 2] ?? 0;
      if (change === 0) continue;
      tell(vocabulary.wordAt(number), change, vocabulary.stemAt(number, language));
    }
  }

  /** Forgets all changes, and the vocabulary if it is large. */
  clear(): void {
    if (this.#document > 0) for (const counts of this.#counts) counts?.fill(0);
    this.#document = 0;
    if (!this.isFull) return;
    this.#vocabulary.forget();
    this.#sorted = new Uint32Array(0);
    this.#seen = 0;
  }

  #countIn(language: number, numbers: readonly number[], change: 1 | -1): void {
    const counts = this.#roomFor(language);
    const document = this.#document;
    for (const number of numbers) {
      if (number === NO_NUMBER) continue;
      const at = number * 2;
      if (counts[at + 1] === document) continue;
      counts[at + 1] = document;
      counts[at] = (counts[at] ?? 0) + change;
    }
  }

  #roomFor(language: number): Int32Array {
    const known = this.#counts[language];
    const room = this.#vocabulary.size * 2;
    if (known !== undefined && known.length >= room) return known;
    const counts = new Int32Array(Math.max(room, (known?.length ?? LEAST_ROOM) * 2));
    if (known !== undefined) counts.set(known);
    this.#counts[language] = counts;
    return counts;
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
