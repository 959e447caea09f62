// Raw deflate in steps: bounded output, exact input use, no promise and no allocation per record.
import zlib from 'node:zlib';

/** What one step of decompression came to. */
export type StepState =
  /** The output is full; call again with more room. */
  | 'more'
  /** All input is used up; call again with more input. */
  | 'need-input'
  /** The stream is complete; input after `consumed` belongs to whatever follows. */
  | 'done'
  /** The data is not valid; nothing more can be had from this stream. */
  | 'corrupt';

/** A decompressor of one stream after another. After each `step`, `consumed` and `produced` tell its use. */
export interface Inflater {
  /** Input bytes used by the last step. */
  readonly consumed: number;
  /** Output bytes written by the last step. */
  readonly produced: number;
  /** Forgets the current stream; the next step starts a new one. */
  reset(): void;
  /** Decompresses as much as there is input and room; by default the room is the rest of `output`. */
  step(
    input: Uint8Array,
    inputStart: number,
    inputEnd: number,
    output: Uint8Array,
    outputStart: number,
    outputEnd?: number,
  ): StepState;
}

/** Container formats node:zlib can undo. */
export type Compression = 'raw' | 'zlib' | 'brotli';

/**
 * Makes a decompressor. It drives node:zlib's engine directly, as npm's own tar reader does, because
 * the public calls either allocate an engine per member (a third of the cost of a small record) or
 * work through streams (a promise per record). Where a Node release lacks those inner parts, whole
 * streams are decompressed by the public calls instead: slower, and capped at 256 MB a stream.
 */
export function createInflater(compression: Compression): Inflater {
  return EngineInflater.isSupported()
    ? new EngineInflater(compression)
    : wholeInflater(compression);
}

/**
 * What can be had of a damaged stream that lies whole in `input`: node:zlib does not tell how far a
 * failing step came, so the stream is read again in small steps up to the failing one.
 */
export function salvage(
  inflater: Inflater,
  input: Uint8Array,
  inputStart: number,
  inputEnd: number,
): Buffer {
  const parts: Buffer[] = [];
  let at = inputStart;
  inflater.reset();
  for (;;) {
    const part = Buffer.allocUnsafe(SALVAGE_STEP_BYTES);
    const state = inflater.step(input, at, inputEnd, part, 0);
    at += inflater.consumed;
    parts.push(part.subarray(0, inflater.produced));
    if (state !== 'more') return Buffer.concat(parts);
  }
}

const SALVAGE_STEP_BYTES = 512;

/** The parts of node:zlib's engine that are used; their shape is the same in Node 12 to 24. */
interface Engine {
  readonly _handle: {
    writeSync(
      flush: number,
      input: Uint8Array,
      inputStart: number,
      inputLength: number,
      output: Uint8Array,
      outputStart: number,
      outputLength: number,
    ): void;
    reset(): void;
    onerror: (message: string, errno: number, code: string) => void;
  };
  /** Room left in the output, and input left over, after a write. */
  readonly _writeState: Uint32Array;
}

class EngineInflater implements Inflater {
  consumed = 0;
  produced = 0;
  readonly #compression: Compression;
  readonly #flush: number;
  #engine: Engine;
  #hasFailed = false;

  constructor(compression: Compression) {
    this.#compression = compression;
    this.#engine = this.#createEngine();
    this.#flush =
      compression === 'brotli'
        ? zlib.constants.BROTLI_OPERATION_FLUSH
        : zlib.constants.Z_SYNC_FLUSH;
  }

  static #supported: boolean | undefined;

  /** Whether this Node has the inner parts and they behave: tried once on a known stream. */
  static isSupported(): boolean {
    EngineInflater.#supported ??= behavesAsExpected();
    return EngineInflater.#supported;
  }

  reset(): void {
    // A brotli engine keeps its error whatever it is told, so a failed one is replaced.
    if (this.#hasFailed && this.#compression === 'brotli') this.#engine = this.#createEngine();
    else this.#engine._handle.reset();
    this.#hasFailed = false;
  }

  #createEngine(): Engine {
    const engine = createEngine(this.#compression) as Engine; // inner parts, checked by isSupported
    engine._handle.onerror = () => {
      this.#hasFailed = true;
    };
    return engine;
  }

  step(
    input: Uint8Array,
    inputStart: number,
    inputEnd: number,
    output: Uint8Array,
    outputStart: number,
    outputEnd = output.length,
  ): StepState {
    const available = inputEnd - inputStart;
    const room = outputEnd - outputStart;
    const { _handle: handle, _writeState: state } = this.#engine;
    this.consumed = 0;
    this.produced = 0;
    handle.writeSync(this.#flush, input, inputStart, available, output, outputStart, room);
    if (this.#hasFailed) return 'corrupt';
    const roomLeft = state[0] ?? 0;
    const inputLeft = state[1] ?? 0;
    this.consumed = available - inputLeft;
    this.produced = room - roomLeft;
    if (roomLeft === 0) return 'more';
    // Room and input are both left only when the stream has ended.
    return inputLeft > 0 ? 'done' : 'need-input';
  }
}

function createEngine(compression: Compression): unknown {
  if (compression === 'brotli') return zlib.createBrotliDecompress();
  return compression === 'raw' ? zlib.createInflateRaw() : zlib.createInflate();
}

function behavesAsExpected(): boolean {
  try {
    const probe = new EngineInflater('raw');
    const stored = Uint8Array.of(1, 2, 0, 0xfd, 0xff, 80, 105, 9); // a stored block "Pi", then one byte
    const output = new Uint8Array(8);
    for (let round = 0; round < 2; round++) {
      probe.reset();
      if (probe.step(stored, 0, 8, output, 0) !== 'done') return false;
      if (probe.consumed !== 7 || probe.produced !== 2 || output[0] !== 80) return false;
    }
    probe.reset();
    return probe.step(Uint8Array.of(7, 7, 7), 0, 3, output, 0) === 'corrupt';
  } catch {
    return false; // this Node has other inner parts: the public calls will do
  }
}

const SPARE = Buffer.alloc(1);

/** Whether a stream that used up all its input is complete: node:zlib tells only when asked again. */
export function isAtEnd(inflater: Inflater): boolean {
  return inflater.step(SPARE, 0, 1, SPARE, 0) === 'done' && inflater.consumed === 0;
}

const WHOLE_STREAM_LIMIT = 256 * 1024 * 1024;

/** The same contract by public calls: keeps the input and reads it anew whenever more has come. */
export function wholeInflater(compression: Compression): Inflater {
  let stored: Buffer = Buffer.alloc(0);
  let decoded: Buffer = Buffer.alloc(0);
  let delivered = 0;
  let isDone = false;
  const inflater = {
    consumed: 0,
    produced: 0,
    reset() {
      stored = Buffer.alloc(0);
      decoded = Buffer.alloc(0);
      delivered = 0;
      isDone = false;
    },
    step(
      input: Uint8Array,
      inputStart: number,
      inputEnd: number,
      output: Uint8Array,
      outputStart: number,
      outputEnd = output.length,
    ): StepState {
      inflater.consumed = 0;
      inflater.produced = 0;
      if (delivered === decoded.length && !isDone) {
        const before = stored.length;
        stored = Buffer.concat([stored, input.subarray(inputStart, inputEnd)]);
        const whole = inflateWhole(compression, stored);
        if (whole === undefined) return 'corrupt';
        decoded = whole.bytes;
        isDone = whole.used < stored.length;
        inflater.consumed = whole.used - before;
      }
      const part = decoded.subarray(delivered, delivered + outputEnd - outputStart);
      output.set(part, outputStart);
      delivered += part.length;
      inflater.produced = part.length;
      if (outputStart + part.length === outputEnd) return 'more';
      return isDone ? 'done' : 'need-input';
    },
  };
  return inflater;
}

function inflateWhole(
  compression: Compression,
  input: Uint8Array,
): { bytes: Buffer; used: number } | undefined {
  const options = {
    info: true,
    maxOutputLength: WHOLE_STREAM_LIMIT,
    finishFlush:
      compression === 'brotli'
        ? zlib.constants.BROTLI_OPERATION_FLUSH
        : zlib.constants.Z_SYNC_FLUSH,
  };
  const call =
    compression === 'brotli'
      ? zlib.brotliDecompressSync
      : compression === 'raw'
        ? zlib.inflateRawSync
        : zlib.inflateSync;
  try {
    // With `info` the call returns the engine beside the bytes; the types do not know it.
    const result = call(input, options) as unknown as {
      buffer: Buffer;
      engine: { bytesWritten: number };
    };
    return { bytes: result.buffer, used: result.engine.bytesWritten };
  } catch {
    return undefined; // not valid, or over the limit
  }
}
