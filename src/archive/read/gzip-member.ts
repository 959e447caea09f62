// One gzip member, decompressed step by step, its checksum and length verified at the end.
import zlib from 'node:zlib';
import type { LossReason } from '../../model/capture.ts';
import { GZIP_TRAILER_BYTES } from './gzip.ts';
import { createInflater, type Inflater, salvage } from './inflate.ts';
import type { InputWindow } from './input-window.ts';
import { type Member, OutputBuffer, type Progress } from './member.ts';

/** A gzip member; the object is used again for one member after another. */
export class GzipMember extends OutputBuffer implements Member {
  readonly storage = 'gzip';
  damage: LossReason | undefined;
  producedBytes = 0;
  readonly #window: InputWindow;
  readonly #inflater: Inflater = createInflater('raw');
  #phase: 'data' | 'trailer' | 'ended' = 'ended';
  #checksum = 0;
  #dataPosition = 0;

  constructor(window: InputWindow) {
    super();
    this.#window = window;
  }

  /** Starts the member whose compressed data begins at the window's place. */
  open(): void {
    this.clear();
    this.continue();
  }

  /** The same, as a continuation: the bytes at hand stay. */
  continue(): void {
    this.damage = undefined;
    this.producedBytes = 0;
    this.#checksum = 0;
    this.#phase = 'data';
    this.#dataPosition = this.#window.position;
    this.#inflater.reset();
  }

  pull(): Progress {
    if (this.#phase === 'data') return this.#inflate();
    return this.#phase === 'trailer' ? this.#checkTrailer() : 'end';
  }

  #inflate(): Progress {
    const window = this.#window;
    if (window.start === window.end) return this.#needInput();
    this.makeRoom();
    const state = this.#inflater.step(
      window.buffer,
      window.start,
      window.end,
      this.buffer,
      this.end,
    );
    if (state === 'corrupt') return this.#giveUp();
    const { consumed, produced } = this.#inflater;
    window.start += consumed;
    if (produced > 0) this.#took(produced);
    if (state === 'done') {
      this.#phase = 'trailer';
      return produced > 0 ? 'more' : this.#checkTrailer();
    }
    if (produced > 0) return 'more';
    return state === 'need-input' ? this.#needInput() : 'more';
  }

  #took(produced: number): void {
    const from = this.end;
    this.end += produced;
    this.producedBytes += produced;
    this.#checksum = zlib.crc32(this.buffer.subarray(from, this.end), this.#checksum);
  }

  #checkTrailer(): Progress {
    const window = this.#window;
    if (window.end - window.start < GZIP_TRAILER_BYTES) return this.#needInput();
    const expected = window.buffer.readUInt32LE(window.start);
    const length = window.buffer.readUInt32LE(window.start + 4);
    window.start += GZIP_TRAILER_BYTES;
    if (expected !== this.#checksum || length !== this.producedBytes % 2 ** 32) {
      return this.#end('checksum');
    }
    return this.#end(undefined);
  }

  #needInput(): Progress {
    return this.#window.isAtEnd ? this.#end('truncated') : 'need-input';
  }

  #giveUp(): Progress {
    const window = this.#window;
    // Only a first step that failed can be done again: later ones have lost the start of the data.
    if (this.producedBytes === 0 && window.position === this.#dataPosition) {
      const part = salvage(this.#inflater, window.buffer, window.start, window.end);
      this.append(part);
      this.producedBytes = part.length;
    }
    return this.#end('corrupt-member');
  }

  #end(damage: LossReason | undefined): Progress {
    this.damage = damage;
    this.#phase = 'ended';
    return 'end';
  }
}
