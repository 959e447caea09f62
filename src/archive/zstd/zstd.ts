// Zstandard (RFC 8878) for `.warc.zst` files and HTTP bodies: the face of this folder.
import { createZstdDecoder, type ZstdDecoder, type ZstdDecoderOptions } from './decoder.ts';
import { parseZstdDictionary, type ZstdDictionaryResult } from './dictionary.ts';
import { NOT_A_FRAME, parseZstdFrameHeader } from './header.ts';

export {
  createZstdDecoder,
  type ZstdDecoder,
  type ZstdDecoderOptions,
  type ZstdStep,
} from './decoder.ts';
export {
  parseZstdDictionary,
  type ZstdDictionary,
  type ZstdDictionaryResult,
} from './dictionary.ts';
export {
  parseZstdFrameHeader,
  WARC_DICTIONARY_MAGIC,
  type ZstdDataFrameHeader,
  type ZstdFrameHeader,
} from './header.ts';

/** Options of `decompressZstd`. */
export interface DecompressZstdOptions extends ZstdDecoderOptions {
  /** Output stops at this many bytes. */
  readonly maxOutput: number;
}

/** What a whole body decoded to. */
export interface DecompressedZstd {
  readonly bytes: Uint8Array;
  /** Input bytes used. Bytes behind the last frame that are no frame are left alone. */
  readonly consumed: number;
  /** Whether `bytes` is only the beginning: `maxOutput` was reached, or there is an `error`. */
  readonly truncated: boolean;
  /** Why decoding ended early: damaged or cut input, or a frame that was refused. */
  readonly error?: string;
}

/** Decodes all frames that `input` begins with, one after the other; skippable ones are skipped. */
export function decompressZstd(
  input: Uint8Array,
  options: DecompressZstdOptions,
): DecompressedZstd {
  const decoder = createZstdDecoder(options);
  const output: Output = { parts: [], room: options.maxOutput, isCut: false };
  let consumed = 0;
  let error: string | undefined;
  while (consumed < input.length && !output.isCut && error === undefined) {
    const rest = input.subarray(consumed);
    const header = parseZstdFrameHeader(rest);
    if (header.kind === 'invalid' && header.reason === NOT_A_FRAME && consumed > 0) break;
    const part =
      header.kind === 'skippable'
        ? skip(rest, header.headerBytes + header.contentBytes)
        : decodeFrame(rest, decoder, output);
    consumed += part.consumed;
    error = part.error;
  }
  return {
    bytes: join(output.parts),
    consumed,
    truncated: output.isCut || error !== undefined,
    ...(error !== undefined && { error }),
  };
}

/**
 * Reads the dictionary of a `.warc.zst` file: the content of the skippable frame at its start whose
 * magic number is `WARC_DICTIONARY_MAGIC`, itself compressed or not, of at most `maxBytes` decoded.
 */
export function readWarcZstDictionary(content: Uint8Array, maxBytes: number): ZstdDictionaryResult {
  const isCompressed = parseZstdFrameHeader(content).kind === 'frame';
  const plain = isCompressed
    ? decompressZstd(content, { maxOutput: maxBytes })
    : { bytes: content, error: undefined, truncated: content.length > maxBytes };
  if (plain.truncated) {
    const reason = plain.error ?? `larger than ${maxBytes} bytes`;
    return { kind: 'invalid', reason: `the dictionary cannot be read: ${reason}` };
  }
  return parseZstdDictionary(plain.bytes);
}

interface Output {
  readonly parts: Uint8Array[];
  /** Bytes that may still come. */
  room: number;
  /** Whether more came. */
  isCut: boolean;
}

interface Part {
  readonly consumed: number;
  readonly error?: string;
}

const CUT_SHORT = 'the input ends inside a frame';

function skip(input: Uint8Array, size: number): Part {
  return size > input.length ? { consumed: 0, error: CUT_SHORT } : { consumed: size };
}

function decodeFrame(input: Uint8Array, decoder: ZstdDecoder, output: Output): Part {
  let consumed = 0;
  for (;;) {
    const step = decoder.decode(input.subarray(consumed));
    consumed += step.consumed;
    if (step.state === 'done') return { consumed };
    if (step.state === 'need-input') return { consumed, error: CUT_SHORT };
    if (step.state !== 'more') return { consumed, error: step.reason };
    output.parts.push(step.produced.slice(0, output.room));
    output.isCut = step.produced.length > output.room;
    if (output.isCut) return { consumed };
    output.room -= step.produced.length;
  }
}

function join(parts: readonly Uint8Array[]): Uint8Array {
  const [first = new Uint8Array(0), ...others] = parts;
  if (others.length === 0) return first;
  const whole = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
