// The URLs a crawl knows, as a set of short digests: 12 bytes for each, whatever its length.
import { hash } from 'node:crypto';

/** Bytes of a key. */
export const KEY_BYTES = 12;

/**
 * The key of a URL: 96 bits of SHA-1, a character for each byte (a third of the time that a buffer takes). Among ten
 * million URLs two have the same key with a probability of 10^-15, and nobody can make two that do.
 */
export function keyOf(url: string): string {
  return hash('sha1', url, 'binary').slice(0, KEY_BYTES);
}

/** Three words for each key. */
const WORDS = 3;
/** At most this part of the table is in use; beyond it, it grows by half: at most 24 bytes for each key. */
const MAX_LOAD = 0.75;
const GROWTH = 1.5;

/** A set of keys. */
export class KnownUrls {
  #capacity = 1024;
  #table = new Uint32Array(this.#capacity * WORDS);
  #size = 0;

  /** Number of keys. */
  get size(): number {
    return this.#size;
  }

  /** Bytes of memory. */
  get bytes(): number {
    return this.#table.byteLength;
  }

  /** Makes room for so many keys in all. */
  reserve(keys: number): void {
    const capacity = Math.ceil(keys / MAX_LOAD) + 1;
    if (capacity > this.#capacity) this.#grow(capacity);
  }

  /** Adds a key; tells whether it was not known. */
  add(key: string): boolean {
    return this.#add(wordOf(key, 0), wordOf(key, 4), wordOf(key, 8));
  }

  /** Adds the key at a place of a buffer; tells whether it was not known. */
  addAt(bytes: Buffer, at: number): boolean {
    return this.#add(
      bytes.readUInt32LE(at),
      bytes.readUInt32LE(at + 4),
      bytes.readUInt32LE(at + 8),
    );
  }

  /** Whether a key is in it. */
  has(key: string): boolean {
    const third = wordOf(key, 8) || 1;
    const slot = find(this.#table, this.#capacity, wordOf(key, 0), wordOf(key, 4), third);
    return this.#table[slot + 2] !== 0;
  }

  #add(first: number, second: number, last: number): boolean {
    if (this.#size + 1 > this.#capacity * MAX_LOAD) this.#grow(Math.ceil(this.#capacity * GROWTH));
    // A last word of 0 marks a free place.
    const third = last || 1;
    const slot = find(this.#table, this.#capacity, first, second, third);
    if (this.#table[slot + 2] !== 0) return false;
    this.#table[slot] = first;
    this.#table[slot + 1] = second;
    this.#table[slot + 2] = third;
    this.#size += 1;
    return true;
  }

  #grow(capacity: number): void {
    const old = this.#table;
    const table = new Uint32Array(capacity * WORDS);
    for (let at = 0; at < old.length; at += WORDS) {
      const third = old[at + 2] ?? 0;
      if (third === 0) continue;
      const first = old[at] ?? 0;
      const second = old[at + 1] ?? 0;
      const slot = find(table, capacity, first, second, third);
      table[slot] = first;
      table[slot + 1] = second;
      table[slot + 2] = third;
    }
    this.#table = table;
    this.#capacity = capacity;
  }
}

/** Four characters of a key as a number. */
function wordOf(key: string, at: number): number {
  const low = key.charCodeAt(at) | (key.charCodeAt(at + 1) << 8);
  return (low | (key.charCodeAt(at + 2) << 16) | (key.charCodeAt(at + 3) << 24)) >>> 0;
}

/** Where a key stands, or the free place where it belongs. */
function find(
  table: Uint32Array,
  capacity: number,
  first: number,
  second: number,
  third: number,
): number {
  const end = capacity * WORDS;
  let slot = Math.floor((first / 2 ** 32) * capacity) * WORDS;
  for (;;) {
    const found = table[slot + 2];
    if (found === 0) return slot;
    if (found === third && table[slot] === first && table[slot + 1] === second) return slot;
    slot += WORDS;
    if (slot === end) slot = 0;
  }
}
