// One frame of a `.warc.zst` file, decompressed block by block, and the dictionary at the file's start.
import type { LossReason } from '../../model/capture.ts';
import type { ByteSource } from '../source/source.ts';
import {
  createZstdDecoder,
  parseZstdFrameHeader,
  readWarcZstDictionary,
  WARC_DICTIONARY_MAGIC,
  type ZstdDecoder,
  type ZstdDictionary,
} from '../zstd/zstd.ts';
import type { InputWindow } from './input-window.ts';
import { type Member, OutputBuffer, type Progress } from './member.ts';
import { isRecordSample } from './record-start.ts';

/** First bytes of a zstd frame. */
export const ZSTD_MAGIC = Buffer.from([0x28, 0xb5, 0x2f, 0xfd]);

/** Larger dictionaries are refused; zstd itself makes them of about 100 KB. */
const MAX_DICTIONARY_BYTES = 16 * 1024 * 1024;
/**
 * Frames that look back further are refused, because the window is held in memory, up to three
 * times while it grows. zstd's levels up to 19 use 8 MB at most.
 */
const MAX_WINDOW_BYTES = 32 * 1024 * 1024;
const SKIPPABLE_HEADER_BYTES = 8;
/** Decompressed bytes that show whether a frame begins with a record. */
const SAMPLE_BYTES = 1024;

/** A zstd frame; the object is used again for one frame after another. */
export class ZstdMember extends OutputBuffer implements Member {
  readonly storage = 'zstd';
  damage: LossReason | undefined;
  producedBytes = 0;
  readonly #window: InputWindow;
  #dictionary: ZstdDictionary | undefined;
  #decoder: ZstdDecoder | undefined;
  #isEnded = true;

  constructor(window: InputWindow, dictionary: ZstdDictionary | undefined) {
    super();
    this.#window = window;
    this.#dictionary = dictionary;
  }

  /** Starts the frame at the window's place. */
  open(): void {
    this.clear();
    this.damage = undefined;
    this.producedBytes = 0;
    this.#isEnded = false;
    this.#decoder ??= createZstdDecoder({
      dictionary: this.#dictionary,
      maxWindowBytes: MAX_WINDOW_BYTES,
    });
    this.#decoder.reset();
  }

  pull(): Progress {
    const window = this.#window;
    if (this.#isEnded || this.#decoder === undefined) return 'end';
    const step = this.#decoder.decode(window.buffer.subarray(window.start, window.end));
    window.start += step.consumed;
    switch (step.state) {
      case 'more':
        this.append(step.produced);
        this.producedBytes += step.produced.length;
        return 'more';
      case 'need-input':
        return window.isAtEnd ? this.#end('truncated') : 'need-input';
      case 'done':
        return this.#end(undefined);
      default:
        return this.#end('corrupt-member');
    }
  }

  /**
   * Passes over a skippable frame at the window's place; one at the start of the file may hold the
   * dictionary of all frames. `bad` when that cannot be used: the frame is left where it is.
   */
  skipOther(): 'skipped' | 'need-input' | 'bad' | 'none' {
    const window = this.#window;
    const bytes = window.buffer.subarray(window.start, window.end);
    const header = parseZstdFrameHeader(bytes);
    if (header.kind !== 'skippable') return 'none';
    const size = header.headerBytes + header.contentBytes;
    // A damaged length would lead past good frames: where it leads something must start.
    if (!this.#startsFrame(window.position + size)) return 'none';
    if (header.magic === WARC_DICTIONARY_MAGIC && window.position === 0) {
      if (size > MAX_DICTIONARY_BYTES) return 'bad';
      if (bytes.length < size) return window.isAtEnd ? 'bad' : 'need-input';
      const found = readDictionary(bytes.subarray(header.headerBytes, size));
      if (found === undefined) return 'bad';
      this.#dictionary = found;
      this.#decoder = undefined;
    }
    window.seek(window.position + size);
    return 'skipped';
  }

  /** Whether the frame at `at` of the window begins with a record, as far as can be seen. */
  startsRecord(at: number): boolean {
    const decoder = createZstdDecoder({
      dictionary: this.#dictionary,
      maxWindowBytes: MAX_WINDOW_BYTES,
    });
    const step = decoder.decode(this.#window.buffer.subarray(at, this.#window.end));
    if (step.state === 'need-input') return !this.#window.isAtEnd;
    if (step.state !== 'more') return false;
    return isRecordSample(Buffer.from(step.produced.subarray(0, SAMPLE_BYTES)));
  }

  /** Whether a frame of either kind, or nothing more, is at a place; remote sources are trusted. */
  #startsFrame(position: number): boolean {
    const { source } = this.#window;
    if (position >= source.size) return position === source.size;
    if (source.readSync === undefined) return true;
    const first = Buffer.alloc(SKIPPABLE_HEADER_BYTES);
    const { kind } = parseZstdFrameHeader(first.subarray(0, source.readSync(first, position)));
    return kind !== 'invalid';
  }

  #end(damage: LossReason | undefined): Progress {
    this.damage = damage;
    this.#isEnded = true;
    return 'end';
  }
}

/** The dictionary at the start of a `.warc.zst` file, for reading from the middle; `undefined` if none. */
export async function loadZstdDictionary(source: ByteSource): Promise<ZstdDictionary | undefined> {
  const head = Buffer.alloc(SKIPPABLE_HEADER_BYTES);
  const size = dictionarySize(head.subarray(0, await source.read(head, 0)));
  if (size === 0) return undefined;
  const content = Buffer.alloc(size);
  return readDictionary(content.subarray(0, await source.read(content, SKIPPABLE_HEADER_BYTES)));
}

function dictionarySize(head: Buffer): number {
  const header = parseZstdFrameHeader(head);
  if (header.kind !== 'skippable' || header.magic !== WARC_DICTIONARY_MAGIC) return 0;
  return header.contentBytes <= MAX_DICTIONARY_BYTES ? header.contentBytes : 0;
}

function readDictionary(content: Uint8Array): ZstdDictionary | undefined {
  const result = readWarcZstDictionary(content, MAX_DICTIONARY_BYTES);
  return result.kind === 'dictionary' ? result.dictionary : undefined;
}
