// Compact bytes for rows of the library: numbers of as few bytes as they need, each string once.
import type { RowParts } from './packing.ts';

const INITIAL_BYTES = 4096;
const MAX_FEW = 12;

/** Writes numbers and strings one after another. `start` begins anew and keeps the memory. */
export class ByteWriter {
  #bytes: Buffer = Buffer.allocUnsafe(INITIAL_BYTES);
  #length = 0;
  #texts: Buffer = Buffer.allocUnsafe(INITIAL_BYTES);
  #textLength = 0;
  /** Texts written so far. Most rows have few, which are found sooner one by one; those beyond are in a map. */
  #few: string[] = [];
  readonly #strings = new Map<string, number>();
  #count = 0;

  /** Forgets everything written so far. */
  start(): void {
    this.#length = 0;
    this.#textLength = 0;
    this.#few = [];
    if (this.#strings.size > 0) this.#strings.clear();
    this.#count = 0;
  }

  /** What was written: views that the next `start` makes invalid. */
  finish(): RowParts {
    return {
      head: this.#bytes.subarray(0, this.#length),
      text: this.#texts.subarray(0, this.#textLength),
    };
  }

  byte(value: number): void {
    this.#reserve(1);
    this.#bytes[this.#length++] = value;
  }

  /** A whole number from 0 to 2^53 - 1, seven bits a byte. */
  number(value: number): void {
    this.#reserve(8);
    let rest = value;
    while (rest >= 0x80) {
      this.#bytes[this.#length++] = (rest % 0x80) | 0x80;
      rest = Math.floor(rest / 0x80);
    }
    this.#bytes[this.#length++] = rest;
  }

  /** A whole number that is close to one the reader knows; both at most 2^51. */
  difference(value: number, known: number): void {
    this.number(value >= known ? (value - known) * 2 : (known - value) * 2 - 1);
  }

  /** A fraction, eight bytes. */
  fraction(value: number): void {
    this.#reserve(8);
    this.#length = this.#bytes.writeDoubleLE(value, this.#length);
  }

  /** Bytes given in hexadecimal; the reader knows how many. */
  hex(digits: string): void {
    this.#reserve(digits.length / 2);
    this.#length += this.#bytes.write(digits, this.#length, 'hex');
  }

  /** A text; one that was written before costs a byte or two. */
  text(value: string): void {
    if (value === '') {
      this.number(0);
      return;
    }
    const known = this.#find(value);
    if (known >= 0) {
      this.number(known * 2 + 1);
      return;
    }
    if (this.#count < MAX_FEW) this.#few.push(value);
    else this.#strings.set(value, this.#count);
    this.#count++;
    // A UTF-16 unit becomes at most three bytes.
    this.#texts = withRoom(this.#texts, this.#textLength, value.length * 3);
    const size = this.#texts.write(value, this.#textLength, 'utf8');
    this.#textLength += size;
    this.number(size * 2);
  }

  /** The number of a text that was written before, else -1. */
  #find(value: string): number {
    const place = this.#few.indexOf(value);
    return place >= 0 || this.#count <= MAX_FEW ? place : (this.#strings.get(value) ?? -1);
  }

  #reserve(count: number): void {
    this.#bytes = withRoom(this.#bytes, this.#length, count);
  }
}

/** The same bytes, or a larger copy of the first `used`, with room for `count` more. */
function withRoom(bytes: Buffer, used: number, count: number): Buffer {
  if (used + count <= bytes.length) return bytes;
  const larger = Buffer.allocUnsafe(Math.max(bytes.length * 2, used + count));
  bytes.copy(larger, 0, 0, used);
  return larger;
}

/** Reads what a `ByteWriter` wrote. Throws a `RangeError` where the bytes end too early. */
export class ByteReader {
  readonly #bytes: Buffer;
  readonly #texts: Buffer;
  #at = 0;
  #textAt = 0;
  readonly #strings: string[] = [];

  constructor({ head, text }: RowParts) {
    this.#bytes = head;
    this.#texts = text;
  }

  /** Whether all numbers have been read. */
  get isAtEnd(): boolean {
    return this.#at >= this.#bytes.length;
  }

  byte(): number {
    const value = this.#bytes[this.#at++];
    if (value === undefined) throw new RangeError('the row ends too early');
    return value;
  }

  number(): number {
    let value = 0;
    let scale = 1;
    for (;;) {
      const next = this.byte();
      if (next < 0x80) return value + next * scale;
      value += (next - 0x80) * scale;
      scale *= 0x80;
      if (scale > 2 ** 49) throw new RangeError('a number of the row is too large');
    }
  }

  difference(known: number): number {
    const coded = this.number();
    return coded % 2 === 0 ? known + coded / 2 : known - (coded + 1) / 2;
  }

  fraction(): number {
    const value = this.#bytes.readDoubleLE(this.#at);
    this.#at += 8;
    return value;
  }

  hex(count: number): string {
    const end = this.#at + count;
    if (end > this.#bytes.length) throw new RangeError('the row ends too early');
    const digits = this.#bytes.toString('hex', this.#at, end);
    this.#at = end;
    return digits;
  }

  text(): string {
    const head = this.number();
    if (head === 0) return '';
    if (head % 2 === 1) return this.#strings[(head - 1) / 2] ?? '';
    const end = this.#textAt + head / 2;
    if (end > this.#texts.length) throw new RangeError('the row ends too early');
    const value = this.#texts.toString('utf8', this.#textAt, end);
    this.#textAt = end;
    this.#strings.push(value);
    return value;
  }
}
