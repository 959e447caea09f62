// How a body is read out of a record: past its HTTP head, decoded, into memory or to a function.
import { BodyDecoder, type Coding } from './body.ts';
import type { BodyTarget } from './content-coding.ts';
import type { HttpHead } from './http-head.ts';
import { OutputBuffer } from './member.ts';

/** Thrown by targets through the decoder, because a bomb would go on for long behind a closed one. */
const STOP = new Error('pinakes: the target wants no more');

/** Skips the head, undoes the codings and stops when the target has enough. */
export class BodyDecoding {
  /** Whether more is wanted. */
  isOpen = true;
  #skip: number;
  readonly #decoder: BodyDecoder;

  constructor(head: HttpHead | undefined, codings: readonly Coding[], target: BodyTarget) {
    this.#skip = head?.length ?? 0;
    this.#decoder = new BodyDecoder(codings, target);
  }

  /** Takes the next part of the block. */
  write(part: Buffer): void {
    const skipped = Math.min(this.#skip, part.length);
    this.#skip -= skipped;
    if (skipped === part.length) return;
    try {
      this.#decoder.write(part, skipped);
    } catch (thrown) {
      this.#stop(thrown);
    }
  }

  /** Ends the body; answers whether its codings ended as they should. */
  end(): boolean {
    try {
      if (this.isOpen) this.#decoder.end();
    } catch (thrown) {
      this.#stop(thrown);
    }
    return !this.#decoder.isTruncated;
  }

  #stop(thrown: unknown): void {
    if (thrown !== STOP) throw thrown;
    this.isOpen = false;
  }
}

/** A scratch that grew beyond this for one large body is not kept for the next ones. */
const MAX_SCRATCH_BYTES = 16 * 1024 * 1024;

/** Gathers a body up to a limit. */
export class BodyCollector implements BodyTarget {
  /** Whether there was more than the limit. */
  isFull = false;
  readonly memory: OutputBuffer;
  readonly #maxBytes: number;

  constructor(maxBytes: number, scratch: OutputBuffer | undefined) {
    this.#maxBytes = maxBytes;
    const isUsable = scratch !== undefined && scratch.buffer.length <= MAX_SCRATCH_BYTES;
    this.memory = isUsable ? scratch : new OutputBuffer();
    this.memory.clear();
  }

  /** What was gathered. */
  get bytes(): Buffer {
    return this.memory.buffer.subarray(0, this.memory.end);
  }

  write(data: Buffer, start: number, end: number): void {
    const allowed = Math.min(end, start + this.#maxBytes - this.memory.end);
    this.memory.append(data, start, allowed);
    this.isFull = allowed < end;
    if (this.isFull) throw STOP;
  }

  grew(): void {
    if (this.memory.end <= this.#maxBytes) return;
    this.memory.end = this.#maxBytes;
    this.isFull = true;
    throw STOP;
  }
}

/** Hands a body to a function until that answers false. */
export class BodySink implements BodyTarget {
  readonly memory = undefined;
  readonly #take: (data: Buffer) => boolean;

  constructor(take: (data: Buffer) => boolean) {
    this.#take = take;
  }

  write(data: Buffer, start: number, end: number): void {
    if (!this.#take(data.subarray(start, end))) throw STOP;
  }

  grew(): void {}
}
