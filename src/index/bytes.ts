// Compact bytes for rows of the library: numbers of as few bytes as they need, each string once.

const INITIAL_BYTES = 4096;

/** Writes numbers and strings one after another. `start` begins anew and keeps the memory. */
export class ByteWriter {
  #bytes = Buffer.allocUnsafe(INITIAL_BYTES);
  #length = 0;
  readonly #strings = new Map<string, number>();

  /** Forgets everything written so far. */
  start(): void {
    this.#length = 0;
    this.#strings.clear();
  }

  /** Bytes written since `start`. */
  get length(): number {
    return this.#length;
  }

  /** What was written: a view that the next `start` makes invalid. */
  finish(): Buffer {
    return this.#bytes.subarray(0, this.#length);
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
    const known = value === '' ? undefined : this.#strings.get(value);
    if (value === '' || known !== undefined) {
      this.number(known === undefined ? 0 : known * 2 + 1);
      return;
    }
    this.#strings.set(value, this.#strings.size);
    const size = Buffer.byteLength(value);
    this.number(size * 2);
    this.#reserve(size);
    this.#length += this.#bytes.write(value, this.#length, 'utf8');
  }

  #reserve(count: number): void {
    if (this.#length + count <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafe(Math.max(this.#bytes.length * 2, this.#length + count));
    this.#bytes.copy(larger, 0, 0, this.#length);
    this.#bytes = larger;
  }
}

/** Reads what a `ByteWriter` wrote. Throws a `RangeError` where the bytes end too early. */
export class ByteReader {
  readonly #bytes: Buffer;
  #at: number;
  readonly #strings: string[] = [];

  constructor(bytes: Buffer, start = 0) {
    this.#bytes = bytes;
    this.#at = start;
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
    const end = this.#at + head / 2;
    if (end > this.#bytes.length) throw new RangeError('the row ends too early');
    const value = this.#bytes.toString('utf8', this.#at, end);
    this.#at = end;
    this.#strings.push(value);
    return value;
  }
}
