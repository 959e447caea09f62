// Content codings undone piece by piece: gzip, deflate (zlib or raw), brotli.
import { GZIP_TRAILER_BYTES, gzipHeaderLength } from './gzip.ts';
import { type Compression, createInflater, type Inflater, isAtEnd, salvage } from './inflate.ts';

/** One step in undoing the codings of a body. */
export interface CodingStage {
  /** Decodes a piece; views given to `sink` are valid during the call. */
  write(piece: Buffer, sink: (decoded: Buffer) => void): void;
  /** Ends the input. */
  end(sink: (decoded: Buffer) => void): void;
  /** Whether the input broke off or is damaged; final after `end`. */
  readonly isTruncated: boolean;
}

/** A stage for one of the codings node:zlib knows. A false claim is noticed and the bytes pass as they are. */
export function createInflateStage(coding: 'gzip' | 'deflate' | 'br'): CodingStage {
  let mode: 'start' | 'open' | 'trailer' | 'plain' | 'done' | 'failed' = 'start';
  let pending: Buffer | undefined; // bytes seen before the container could be told
  let engine: Engine | undefined;
  let hasOutput = false;
  let trailerLeft = 0;

  const start = (bytes: Buffer, sink: (decoded: Buffer) => void): void => {
    const container = openContainer(coding, bytes);
    if (container === 'need-input') {
      pending = Buffer.from(bytes);
    } else if (container === 'plain') {
      mode = hasOutput ? 'done' : 'plain'; // behind a first gzip member it is padding
      if (mode === 'plain') sink(bytes);
    } else {
      mode = 'open';
      pending = undefined;
      engine ??= borrowEngine(container.compression);
      engine.inflater.reset();
      inflate(engine, bytes.subarray(container.skip), sink);
    }
  };

  const inflate = (
    { inflater, output }: Engine,
    bytes: Buffer,
    sink: (decoded: Buffer) => void,
  ): void => {
    let at = 0;
    for (;;) {
      const state = inflater.step(bytes, at, bytes.length, output, 0);
      at += inflater.consumed;
      if (inflater.produced > 0) sink(output.subarray(0, inflater.produced));
      hasOutput ||= inflater.produced > 0;
      if (state === 'corrupt') fail(inflater, bytes, sink);
      if (state === 'done') finish(bytes.subarray(at), sink);
      if (state !== 'more') return;
    }
  };

  const finish = (rest: Buffer, sink: (decoded: Buffer) => void): void => {
    mode = coding === 'gzip' ? 'trailer' : 'done';
    trailerLeft = GZIP_TRAILER_BYTES;
    if (coding === 'gzip') passTrailer(rest, sink);
  };

  const passTrailer = (bytes: Buffer, sink: (decoded: Buffer) => void): void => {
    const passed = Math.min(trailerLeft, bytes.length);
    trailerLeft -= passed;
    if (passed === bytes.length) return;
    mode = 'start'; // another gzip member may follow
    hasOutput = true;
    start(bytes.subarray(passed), sink);
  };

  const fail = (inflater: Inflater, bytes: Buffer, sink: (decoded: Buffer) => void): void => {
    mode = 'failed';
    if (hasOutput) return;
    const part = salvage(inflater, bytes, 0, bytes.length);
    // Not one byte of sense: the coding was declared falsely, the stored bytes are the body.
    if (part.length === 0) mode = 'plain';
    sink(part.length === 0 ? bytes : part);
  };

  return {
    write(piece, sink) {
      if (mode === 'plain') sink(piece);
      else if (mode === 'start') start(pending ? Buffer.concat([pending, piece]) : piece, sink);
      else if (mode === 'trailer') passTrailer(piece, sink);
      else if (mode === 'open' && engine !== undefined) inflate(engine, piece, sink);
    },
    end(sink) {
      if (pending !== undefined && !hasOutput) sink(pending);
      if (mode === 'open' && engine !== undefined) {
        mode = isAtEnd(engine.inflater) ? 'done' : 'failed';
      }
      if (engine !== undefined) giveBackEngine(engine);
      engine = undefined;
    },
    get isTruncated() {
      return mode === 'failed';
    },
  };
}

interface Engine {
  readonly compression: Compression;
  readonly inflater: Inflater;
  readonly output: Buffer;
}

const OUTPUT_BYTES = 1 << 16;
const MAX_IDLE = 4;
/** Engines at rest: making one costs more than decoding a small page with it. */
const idle: Engine[] = [];

function borrowEngine(compression: Compression): Engine {
  const at = idle.findIndex((engine) => engine.compression === compression);
  const found = at < 0 ? undefined : idle.splice(at, 1)[0];
  return (
    found ?? {
      compression,
      inflater: createInflater(compression),
      output: Buffer.allocUnsafeSlow(OUTPUT_BYTES),
    }
  );
}

function giveBackEngine(engine: Engine): void {
  if (idle.length < MAX_IDLE) idle.push(engine);
}

function openContainer(
  coding: 'gzip' | 'deflate' | 'br',
  bytes: Buffer,
): { compression: Compression; skip: number } | 'plain' | 'need-input' {
  if (coding === 'br') return { compression: 'brotli', skip: 0 };
  if (coding === 'deflate') {
    if (bytes.length < 2) return 'need-input';
    // Browsers take zlib and raw deflate under this name, because servers send both.
    return { compression: isZlib(bytes) ? 'zlib' : 'raw', skip: 0 };
  }
  const skip = gzipHeaderLength(bytes, 0, bytes.length);
  if (skip === 'need-input') return skip;
  return skip === 'invalid' ? 'plain' : { compression: 'raw', skip };
}

function isZlib(bytes: Buffer): boolean {
  const [method = 0, flags = 0] = bytes;
  return (method & 0x0f) === 8 && method >> 4 <= 7 && ((method << 8) | flags) % 31 === 0;
}
