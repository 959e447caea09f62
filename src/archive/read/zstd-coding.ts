// The content coding `zstd`, undone piece by piece.
import { createZstdDecoder, type ZstdDecoder } from '../zstd/zstd.ts';
import type { BodyTarget, CodingStage } from './content-coding.ts';

/** Browsers refuse frames that look back further than 8 MB under this coding (RFC 9659). */
const MAX_WINDOW_BYTES = 8 * 1024 * 1024;

/** A stage for `Content-Encoding: zstd`. A false claim is noticed and the bytes pass as they are. */
export class ZstdStage implements CodingStage {
  readonly memory = undefined;
  readonly #decoder: ZstdDecoder = createZstdDecoder({ maxWindowBytes: MAX_WINDOW_BYTES });
  readonly #next: BodyTarget;
  #pending: Buffer = Buffer.alloc(0);
  /** Bytes the decoder asked for before it is worth calling again. */
  #needed = 0;
  #mode: 'start' | 'open' | 'plain' | 'done' | 'failed' = 'start';

  constructor(next: BodyTarget) {
    this.#next = next;
  }

  get isTruncated(): boolean {
    return this.#mode === 'open' || this.#mode === 'failed';
  }

  grew(): void {}

  write(data: Buffer, start: number, end: number): void {
    if (this.#mode === 'plain') this.#next.write(data, start, end);
    if (this.#mode === 'plain' || this.#mode === 'failed') return;
    const piece = data.subarray(start, end);
    this.#pending =
      this.#pending.length === 0 ? Buffer.from(piece) : Buffer.concat([this.#pending, piece]);
    if (this.#pending.length >= this.#needed) this.#decode();
  }

  end(): void {
    if (this.#mode === 'start' && this.#pending.length > 0) this.#passPlain();
  }

  #decode(): void {
    for (;;) {
      const step = this.#decoder.decode(this.#pending);
      this.#pending = this.#pending.subarray(step.consumed);
      if (step.state === 'need-input') {
        this.#needed = step.needed;
        return;
      }
      if (step.state === 'more') {
        this.#mode = 'open';
        const { buffer, byteOffset, length } = step.produced;
        this.#next.write(Buffer.from(buffer, byteOffset, length), 0, length);
      } else if (step.state === 'done') {
        this.#mode = 'done';
        if (this.#pending.length === 0) return;
      } else {
        // Behind a whole frame it is padding; before any output the coding was declared falsely.
        if (this.#mode === 'open') this.#mode = 'failed';
        if (this.#mode === 'start') this.#passPlain();
        this.#pending = Buffer.alloc(0);
        return;
      }
    }
  }

  #passPlain(): void {
    this.#mode = 'plain';
    this.#next.write(this.#pending, 0, this.#pending.length);
  }
}
