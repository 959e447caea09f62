// The part of a source that is in memory: a sliding window with its place in the whole.
import type { ByteSource } from '../source/source.ts';

const INITIAL_BYTES = 1 << 20;

/**
 * A sliding window over a `ByteSource`. Bytes between `start` and `end` of `buffer` are at hand;
 * `buffer[start]` lies at `position` of the source. Views into `buffer` are valid until the next
 * fill or seek.
 */
export class InputWindow {
  buffer: Buffer;
  start = 0;
  end = 0;
  readonly source: ByteSource;
  /** Most bytes that the next fill reads: small for one record, a whole buffer for a scan. */
  nextFillBytes = Number.POSITIVE_INFINITY;
  #base = 0;
  #size: number;

  constructor(source: ByteSource) {
    this.source = source;
    this.#size = source.size;
    this.buffer = Buffer.allocUnsafeSlow(Math.max(1, Math.min(INITIAL_BYTES, source.size)));
  }

  /** Place in the source of the first byte at hand. */
  get position(): number {
    return this.#base + this.start;
  }

  /** Place in the source of the byte at `index` of the buffer. */
  positionOf(index: number): number {
    return this.#base + index;
  }

  /** Whether nothing of the source lies behind what is at hand. */
  get isAtEnd(): boolean {
    return this.#base + this.end >= this.#size;
  }

  /** Moves to another place; what is at hand stays usable when the place lies within. */
  seek(position: number): void {
    const index = position - this.#base;
    if (index >= 0 && index <= this.end) {
      this.start = index;
      return;
    }
    this.#base = position;
    this.start = 0;
    this.end = 0;
  }

  /** Reads more without waiting; the source must have `readSync`. */
  fillSync(): void {
    const { source } = this;
    if (source.readSync === undefined) {
      throw new Error(`pinakes: ${source.name} is remote, read it with the asynchronous calls`);
    }
    const room = this.#makeRoom();
    this.#took(source.readSync(room, this.#base + this.end), room.length);
  }

  /** Reads more. */
  async fill(): Promise<void> {
    const room = this.#makeRoom();
    this.#took(await this.source.read(room, this.#base + this.end), room.length);
  }

  #makeRoom(): Uint8Array {
    if (this.start > 0) {
      this.buffer.copyWithin(0, this.start, this.end);
      this.#base += this.start;
      this.end -= this.start;
      this.start = 0;
    } else if (this.end === this.buffer.length) {
      const larger = Buffer.allocUnsafeSlow(this.buffer.length * 2);
      this.buffer.copy(larger, 0, 0, this.end);
      this.buffer = larger;
    }
    const left = this.#size - this.#base - this.end;
    const wanted = Math.max(0, Math.min(left, this.nextFillBytes));
    this.nextFillBytes = Number.POSITIVE_INFINITY;
    return this.buffer.subarray(this.end, Math.min(this.end + wanted, this.buffer.length));
  }

  #took(count: number, wanted: number): void {
    this.end += count;
    // A file that shrank under us ends here: what is missing is reported as truncated.
    if (count < wanted) this.#size = this.#base + this.end;
  }
}
