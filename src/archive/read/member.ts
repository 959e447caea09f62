// One stored member as a run of decompressed bytes: the common face of plain, gzip and zstd.
import type { LossReason } from '../../model/capture.ts';
import type { InputWindow } from './input-window.ts';

/** How far a pull came. */
export type Progress =
  /** There are more bytes at hand than before. */
  | 'more'
  /** The input window must be filled first. */
  | 'need-input'
  /** The member has no more bytes; `damage` tells whether it ended as it should. */
  | 'end';

/**
 * The bytes of one member, decompressed. Those between `start` and `end` of `buffer` are at hand;
 * whoever reads moves `start`. Views are valid until the next pull.
 */
export interface Member {
  readonly storage: 'plain' | 'gzip' | 'zstd';
  readonly buffer: Buffer;
  start: number;
  readonly end: number;
  /** Why the member ended early, if it did. */
  readonly damage: LossReason | undefined;
  /** Decompressed bytes so far, counted for limits on wasted work. */
  readonly producedBytes: number;
  /** Makes more bytes available behind `end`; keeps those from `start` on. */
  pull(): Progress;
}

/** A plain file from the current place on: nothing to decompress, the window itself is the member. */
export class PlainMember implements Member {
  readonly storage = 'plain';
  readonly damage = undefined;
  readonly producedBytes = 0;
  readonly #window: InputWindow;

  constructor(window: InputWindow) {
    this.#window = window;
  }

  get buffer(): Buffer {
    return this.#window.buffer;
  }

  get start(): number {
    return this.#window.start;
  }

  set start(index: number) {
    this.#window.start = index;
  }

  get end(): number {
    return this.#window.end;
  }

  pull(): Progress {
    return this.#window.isAtEnd ? 'end' : 'need-input';
  }
}

/** Allocated on first use: most readers meet one kind of storage only. */
const EMPTY = Buffer.alloc(0);
const INITIAL_BYTES = 1 << 18;

/** A growing buffer for decompressed bytes, reused from member to member. */
export class OutputBuffer {
  buffer: Buffer = EMPTY;
  start = 0;
  end = 0;

  clear(): void {
    this.start = 0;
    this.end = 0;
  }

  /** Makes sure there is room behind `end`: drops what was read, or doubles the buffer. */
  makeRoom(minimum = 1): void {
    if (this.buffer.length - this.end >= minimum) return;
    if (this.start > this.buffer.length >> 1) {
      this.buffer.copyWithin(0, this.start, this.end);
    } else {
      const larger = Buffer.allocUnsafeSlow(Math.max(INITIAL_BYTES, this.buffer.length * 2));
      this.buffer.copy(larger, 0, this.start, this.end);
      this.buffer = larger;
    }
    this.end -= this.start;
    this.start = 0;
  }

  append(bytes: Uint8Array, start = 0, end = bytes.length): void {
    let at = start;
    while (at < end) {
      this.makeRoom();
      const next = Math.min(end, at + this.buffer.length - this.end);
      this.buffer.set(bytes.subarray(at, next), this.end);
      this.end += next - at;
      at = next;
    }
  }
}
