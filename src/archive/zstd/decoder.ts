// Decoding frames block by block: bounded memory, exact use of input, no exceptions for bad data.
import { allocate, copyWithMargins, type Fault, type Memory, numberAt } from './bits.ts';
import { type BlockState, createBlockState, resetBlockState } from './block-state.ts';
import type { ZstdDictionary } from './dictionary.ts';
import { parseZstdFrameHeader, type ZstdDataFrameHeader } from './header.ts';
import { readLiterals } from './literals.ts';
import { readSequences } from './sequences.ts';
import { createWindow, startBlock, startFrame, type Window } from './window.ts';
import { absorb, createXxh64, finish, type Xxh64 } from './xxh64.ts';

/** Options of a decoder. */
export interface ZstdDecoderOptions {
  /** The dictionary that all frames use. Default: none. */
  readonly dictionary?: ZstdDictionary | undefined;
  /** Frames that look back further than this many bytes are refused. Default: 128 MB; never over 1 GB. */
  readonly maxWindowBytes?: number | undefined;
}

/** What one call of `decode` came to. `consumed` counts the input bytes that are done with. */
export type ZstdStep =
  /** Output came. The bytes are a view that is valid until the next call. */
  | { readonly state: 'more'; readonly consumed: number; readonly produced: Uint8Array }
  /** Call again with the input from `consumed` on, at least `needed` bytes of it. */
  | { readonly state: 'need-input'; readonly consumed: number; readonly needed: number }
  /** The frame is complete and its checksum right; the next call starts another one. */
  | { readonly state: 'done'; readonly consumed: number }
  /** The frame is damaged, or not one that these options allow. Stays so until `reset`. */
  | { readonly state: 'corrupt' | 'refused'; readonly consumed: number; readonly reason: string };

/** A decoder of one frame after another, by small steps and without promises. */
export interface ZstdDecoder {
  /**
   * Decodes up to the next output. A block (at most 128 KB, packed and unpacked) is decoded as a
   * whole, so `needed` is never more than that and a header. Memory grows with the output, not with
   * what a frame promises, up to the dictionary, one and a half times the window and about 2 MB.
   */
  decode(input: Uint8Array): ZstdStep;
  /** Forgets the frame in progress; the next call starts a new one. */
  reset(): void;
}

/** Makes a decoder. */
export function createZstdDecoder(options: ZstdDecoderOptions = {}): ZstdDecoder {
  const { dictionary, maxWindowBytes = DEFAULT_WINDOW_BYTES } = options;
  const state: DecoderState = {
    dictionary,
    maxWindowBytes: Math.min(maxWindowBytes, LARGEST_WINDOW_BYTES),
    blocks: createBlockState(),
    window: createWindow(dictionary?.content ?? NOTHING),
    input: allocate(0),
    frame: undefined,
    failure: undefined,
  };
  return {
    decode: (input) => decode(state, input),
    reset: () => {
      state.frame = undefined;
      state.failure = undefined;
    },
  };
}

interface DecoderState {
  readonly dictionary: ZstdDictionary | undefined;
  readonly maxWindowBytes: number;
  readonly blocks: BlockState;
  readonly window: Window;
  /** The compressed block at hand. */
  input: Memory;
  frame: Frame | undefined;
  failure: ZstdStep | undefined;
}

/** The frame in progress. */
interface Frame {
  readonly header: ZstdDataFrameHeader;
  readonly maxBlockBytes: number;
  readonly checksum: Xxh64;
  /** Bytes at the end of the output, fewer than 32, that the checksum has not taken in. */
  unchecked: number;
  hasLastBlock: boolean;
}

const DEFAULT_WINDOW_BYTES = 1 << 27;
const LARGEST_WINDOW_BYTES = 1 << 30;
const LARGEST_BLOCK_BYTES = 1 << 17;
const BLOCK_HEADER_BYTES = 3;
const CHECKSUM_BYTES = 4;
const NOTHING = new Uint8Array(0);
const RAW = 0;
const SAME_BYTE = 1;
const COMPRESSED = 2;

function decode(state: DecoderState, input: Uint8Array): ZstdStep {
  if (state.failure !== undefined) return state.failure;
  let consumed = 0;
  for (;;) {
    const step = advance(state, input.subarray(consumed));
    consumed += step.consumed;
    if (step.state === 'more' && step.produced.length === 0) continue;
    if (step.state === 'corrupt' || step.state === 'refused') state.failure = step;
    return { ...step, consumed };
  }
}

/** Reads the next part: header, block or end. */
function advance(state: DecoderState, input: Uint8Array): ZstdStep {
  if (state.frame === undefined) return readHeader(state, input);
  return state.frame.hasLastBlock
    ? readEnd(state, state.frame, input)
    : readBlock(state, state.frame, input);
}

function readHeader(state: DecoderState, input: Uint8Array): ZstdStep {
  const header = parseZstdFrameHeader(input);
  if (header.kind === 'need-input') return needInput(header.needed);
  if (header.kind === 'invalid') return corrupt(header.reason);
  if (header.kind === 'skippable') return corrupt('a skippable frame holds no data');
  const refusal = reasonToRefuse(header, state);
  if (refusal !== undefined) return { state: 'refused', consumed: 0, reason: refusal };
  startFrame(state.window, header.windowBytes);
  resetBlockState(state.blocks, state.dictionary?.entropy);
  state.frame = {
    header,
    maxBlockBytes: Math.min(header.windowBytes, LARGEST_BLOCK_BYTES),
    checksum: createXxh64(),
    unchecked: 0,
    hasLastBlock: false,
  };
  return { state: 'more', consumed: header.headerBytes, produced: NOTHING };
}

function reasonToRefuse(
  { windowBytes, dictionaryId }: ZstdDataFrameHeader,
  { maxWindowBytes, dictionary }: DecoderState,
): Fault {
  if (windowBytes > maxWindowBytes) {
    return `the frame needs a window of ${windowBytes} bytes; ${maxWindowBytes} are allowed`;
  }
  if (dictionaryId === 0 || dictionaryId === dictionary?.id) return undefined;
  const given = dictionary === undefined ? 'none' : dictionary.id || 'one without a number';
  return `the frame needs dictionary ${dictionaryId}; given is ${given}`;
}

function readBlock(state: DecoderState, frame: Frame, input: Uint8Array): ZstdStep {
  if (input.length < BLOCK_HEADER_BYTES) return needInput(BLOCK_HEADER_BYTES);
  const header = numberAt(input, 0, BLOCK_HEADER_BYTES);
  const type = (header >>> 1) & 3;
  const size = header >>> 3;
  if (size > frame.maxBlockBytes) return corrupt('a block is larger than allowed');
  const end = BLOCK_HEADER_BYTES + (type === SAME_BYTE ? 1 : size);
  if (input.length < end) return needInput(end);

  const { window } = state;
  const { contentBytes = Number.POSITIVE_INFINITY } = frame.header;
  const most = type === COMPRESSED ? frame.maxBlockBytes : size;
  startBlock(window, Math.min(most, contentBytes - window.produced));
  const start = window.position;
  const fault = writeBlock(state, type, size, input.subarray(BLOCK_HEADER_BYTES, end));
  if (fault !== undefined) return corrupt(fault);
  window.produced += window.position - start;
  frame.hasLastBlock = (header & 1) !== 0;
  updateChecksum(frame, window, start);
  const produced = window.memory.bytes.subarray(start, window.position);
  return { state: 'more', consumed: end, produced };
}

function writeBlock(state: DecoderState, type: number, size: number, content: Uint8Array): Fault {
  const { window, blocks } = state;
  const { limit, position, memory } = window;
  if (type === COMPRESSED) {
    const cursor = copyWithMargins(content, state.input);
    state.input = cursor.memory;
    return readLiterals(cursor, blocks, limit - position) ?? readSequences(cursor, blocks, window);
  }
  if (size > limit - position) return 'the content is larger than the frame says';
  if (type === RAW) memory.bytes.set(content, position);
  else if (type === SAME_BYTE) memory.bytes.fill(content[0] ?? 0, position, position + size);
  else return 'a block has a reserved type';
  window.position += size;
  return undefined;
}

function updateChecksum(frame: Frame, { memory, position }: Window, start: number): void {
  if (!frame.header.hasChecksum) return;
  const from = start - frame.unchecked;
  frame.unchecked = position - from - absorb(frame.checksum, memory, from, position);
}

function readEnd(state: DecoderState, frame: Frame, input: Uint8Array): ZstdStep {
  const { memory, position, produced } = state.window;
  const { contentBytes, hasChecksum } = frame.header;
  if (contentBytes !== undefined && contentBytes !== produced) {
    return corrupt('the content is smaller than the frame says');
  }
  if (hasChecksum) {
    if (input.length < CHECKSUM_BYTES) return needInput(CHECKSUM_BYTES);
    const sum = finish(frame.checksum, memory, position - frame.unchecked, position);
    if (sum !== numberAt(input, 0, CHECKSUM_BYTES)) return corrupt('the checksum does not match');
  }
  state.frame = undefined;
  return { state: 'done', consumed: hasChecksum ? CHECKSUM_BYTES : 0 };
}

const needInput = (needed: number): ZstdStep => ({ state: 'need-input', consumed: 0, needed });
const corrupt = (reason: string): ZstdStep => ({ state: 'corrupt', consumed: 0, reason });
