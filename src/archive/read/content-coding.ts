// Content codings undone piece by piece: gzip, deflate (zlib or raw), brotli.
import { GZIP_TRAILER_BYTES, gzipHeaderLength } from './gzip.ts';
import { type Compression, createInflater, type Inflater, isAtEnd, salvage } from './inflate.ts';
import type { OutputBuffer } from './member.ts';

/** Where decoded bytes go. It may throw to stop. */
export interface BodyTarget {
  /** Takes the bytes of `data` from `start` to `end`, which are valid during the call. */
  write(data: Buffer, start: number, end: number): void;
  /** Memory of a target that gathers: bytes are decoded straight into it, behind its end. */
  readonly memory: OutputBuffer | undefined;
  /** Tells that bytes were put into the memory and its end was moved. */
  grew(): void;
}

/** One step in undoing the codings of a body; what it decodes goes to the next one. */
export interface CodingStage extends BodyTarget {
  /** Ends the input. */
  end(): void;
  /** Whether the input broke off or is damaged; final after `end`. */
  readonly isTruncated: boolean;
}

/** A stage for one of the codings node:zlib knows. A false claim is noticed and the bytes pass as they are. */
export class InflateStage implements CodingStage {
  readonly memory = undefined;
  readonly #coding: 'gzip' | 'deflate' | 'br';
  readonly #next: BodyTarget;
  #mode: 'start' | 'open' | 'trailer' | 'plain' | 'done' | 'failed' = 'start';
  /** Bytes seen before the container could be told. */
  #pending: Buffer | undefined;
  #engine: Engine | undefined;
  #hasOutput = false;
  #trailerLeft = 0;

  constructor(coding: 'gzip' | 'deflate' | 'br', next: BodyTarget) {
    this.#coding = coding;
    this.#next = next;
  }

  get isTruncated(): boolean {
    return this.#mode === 'failed';
  }

  grew(): void {}

  write(data: Buffer, start: number, end: number): void {
    if (start === end) return;
    if (this.#mode === 'open' && this.#engine !== undefined) {
      this.#inflate(this.#engine, data, start, end);
    } else if (this.#mode === 'start' && this.#pending !== undefined) {
      const joined = Buffer.concat([this.#pending, data.subarray(start, end)]);
      this.#start(joined, 0, joined.length);
    } else if (this.#mode === 'start') {
      this.#start(data, start, end);
    } else if (this.#mode === 'plain') {
      this.#next.write(data, start, end);
    } else if (this.#mode === 'trailer') {
      this.#passTrailer(data, start, end);
    }
  }

  end(): void {
    const engine = this.#engine;
    if (this.#pending !== undefined && !this.#hasOutput) {
      this.#next.write(this.#pending, 0, this.#pending.length);
    }
    if (engine === undefined) return;
    if (this.#mode === 'open') this.#mode = isAtEnd(engine.inflater) ? 'done' : 'failed';
    giveBackEngine(engine);
    this.#engine = undefined;
  }

  #start(data: Buffer, start: number, end: number): void {
    const skip = containerLength(this.#coding, data, start, end);
    if (skip === 'need-input') {
      this.#pending = Buffer.from(data.subarray(start, end));
    } else if (skip === 'invalid') {
      this.#mode = this.#hasOutput ? 'done' : 'plain'; // behind a first gzip member it is padding
      if (this.#mode === 'plain') this.#next.write(data, start, end);
    } else {
      this.#mode = 'open';
      this.#pending = undefined;
      this.#engine ??= borrowEngine(compressionOf(this.#coding, data, start));
      this.#engine.inflater.reset();
      this.#inflate(this.#engine, data, start + skip, end);
    }
  }

  #inflate(engine: Engine, data: Buffer, start: number, end: number): void {
    const { inflater } = engine;
    const next = this.#next;
    const { memory } = next;
    let at = start;
    for (;;) {
      memory?.makeRoom(OUTPUT_BYTES);
      const output = memory?.buffer ?? outputOf(engine);
      const from = memory?.end ?? 0;
      const state = inflater.step(data, at, end, output, from, from + OUTPUT_BYTES);
      const { produced } = inflater;
      at += inflater.consumed;
      if (produced > 0) {
        this.#hasOutput = true;
        if (memory === undefined) {
          next.write(output, 0, produced);
        } else {
          memory.end += produced;
          next.grew();
        }
      }
      if (state === 'corrupt') this.#fail(inflater, data, start, end);
      if (state === 'done') this.#finish(data, at, end);
      if (state !== 'more') return;
    }
  }

  #finish(data: Buffer, start: number, end: number): void {
    this.#mode = this.#coding === 'gzip' ? 'trailer' : 'done';
    this.#trailerLeft = GZIP_TRAILER_BYTES;
    if (this.#coding === 'gzip') this.#passTrailer(data, start, end);
  }

  #passTrailer(data: Buffer, start: number, end: number): void {
    const passed = Math.min(this.#trailerLeft, end - start);
    this.#trailerLeft -= passed;
    if (passed === end - start) return;
    this.#mode = 'start'; // another gzip member may follow
    this.#hasOutput = true;
    this.#start(data, start + passed, end);
  }

  #fail(inflater: Inflater, data: Buffer, start: number, end: number): void {
    this.#mode = 'failed';
    if (this.#hasOutput) return;
    const part = salvage(inflater, data, start, end);
    // Not one byte of sense: the coding was declared falsely, the stored bytes are the body.
    if (part.length === 0) {
      this.#mode = 'plain';
      this.#next.write(data, start, end);
    } else {
      this.#next.write(part, 0, part.length);
    }
  }
}

interface Engine {
  readonly compression: Compression;
  readonly inflater: Inflater;
  /** For targets without memory; made on first use. */
  output: Buffer | undefined;
}

/** Most bytes of one step: so many are lost at most where a stream breaks. */
const OUTPUT_BYTES = 1 << 16;
const MAX_IDLE = 4;
/** Engines at rest: making one costs more than decoding a small page with it. */
const idle: Engine[] = [];

function borrowEngine(compression: Compression): Engine {
  for (let at = 0; at < idle.length; at++) {
    const engine = idle[at];
    if (engine?.compression !== compression) continue;
    idle.splice(at, 1);
    return engine;
  }
  return { compression, inflater: createInflater(compression), output: undefined };
}

function giveBackEngine(engine: Engine): void {
  if (idle.length < MAX_IDLE) idle.push(engine);
}

function outputOf(engine: Engine): Buffer {
  engine.output ??= Buffer.allocUnsafeSlow(OUTPUT_BYTES);
  return engine.output;
}

/** Bytes before the compressed data. */
function containerLength(
  coding: 'gzip' | 'deflate' | 'br',
  data: Buffer,
  start: number,
  end: number,
): number | 'need-input' | 'invalid' {
  if (coding === 'gzip') return gzipHeaderLength(data, start, end);
  return coding === 'deflate' && end - start < 2 ? 'need-input' : 0;
}

function compressionOf(
  coding: 'gzip' | 'deflate' | 'br',
  data: Buffer,
  start: number,
): Compression {
  if (coding === 'br') return 'brotli';
  // Browsers take zlib and raw deflate under this name, because servers send both.
  return coding === 'deflate' && isZlib(data[start] ?? 0, data[start + 1] ?? 0) ? 'zlib' : 'raw';
}

function isZlib(method: number, flags: number): boolean {
  return (method & 0x0f) === 8 && method >> 4 <= 7 && ((method << 8) | flags) % 31 === 0;
}
