// Counts distinct texts: a few exactly as they are, very many by their hashes.
import { HashSet } from './hash-set.ts';
import { compareText } from './orders.ts';

/** Texts kept as they are; beyond, hashes take less. */
const MAX_STRINGS = 4096;
/** Characters of the texts kept as they are: titles of pages may be long. */
const MAX_CHARACTERS = 1 << 18;

/** A counter as JSON keeps it: the texts, sorted, or the hashes. */
export type CounterData = readonly string[] | string;

/**
 * The number of distinct texts. When hashes replace the texts depends only on the set of texts, so
 * that the same texts give the same counter in any order and in any batches.
 */
export class DistinctCounter {
  /** Most counters never see a second text: no set is made for one. */
  #first: string | undefined;
  #strings: Set<string> | undefined;
  #hashes: HashSet | undefined;
  #characters = 0;

  get size(): number {
    if (this.#hashes !== undefined) return this.#hashes.size;
    if (this.#strings !== undefined) return this.#strings.size;
    return this.#first === undefined ? 0 : 1;
  }

  add(text: string): void {
    if (this.#hashes !== undefined) this.#hashes.addText(text);
    else if (this.#strings !== undefined) this.#addString(this.#strings, text);
    else if (this.#first === undefined) this.#addFirst(text);
    else if (this.#first !== text) {
      this.#strings = new Set([this.#first]);
      this.#addString(this.#strings, text);
    }
  }

  merge(other: DistinctCounter): void {
    if (other.#hashes !== undefined) this.#toHashes().merge(other.#hashes);
    else if (other.#strings !== undefined) for (const text of other.#strings) this.add(text);
    else if (other.#first !== undefined) this.add(other.#first);
  }

  toData(): CounterData {
    if (this.#hashes !== undefined) return this.#hashes.toBase64();
    if (this.#strings !== undefined) return [...this.#strings].sort(compareText);
    return this.#first === undefined ? [] : [this.#first];
  }

  static fromData(data: CounterData): DistinctCounter {
    const counter = new DistinctCounter();
    if (typeof data === 'string') counter.#hashes = HashSet.fromBase64(data);
    else for (const text of data) counter.add(text);
    return counter;
  }

  #addFirst(text: string): void {
    this.#first = text;
    this.#characters = text.length;
    if (text.length > MAX_CHARACTERS) this.#toHashes();
  }

  #addString(strings: Set<string>, text: string): void {
    if (strings.has(text)) return;
    strings.add(text);
    this.#characters += text.length;
    if (strings.size > MAX_STRINGS || this.#characters > MAX_CHARACTERS) this.#toHashes();
  }

  #toHashes(): HashSet {
    if (this.#hashes !== undefined) return this.#hashes;
    const hashes = new HashSet();
    if (this.#strings !== undefined) for (const text of this.#strings) hashes.addText(text);
    else if (this.#first !== undefined) hashes.addText(this.#first);
    this.#first = undefined;
    this.#strings = undefined;
    this.#hashes = hashes;
    return hashes;
  }
}
