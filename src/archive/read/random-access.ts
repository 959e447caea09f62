// One record by its place: what an index line points at.
import { PinakesError } from '../../support/errors.ts';
import type { ByteSource } from '../source/source.ts';
import { InputWindow } from './input-window.ts';
import { DEFAULT_BUFFER_LIMIT } from './reader.ts';
import type { ArchiveRecord } from './record.ts';
import { RecordParser } from './record-parser.ts';
import { loadZstdDictionary } from './zstd-member.ts';

/** Where a record is stored. */
export interface RecordPointer {
  /** Offset of the record, or of the compressed member that holds it. Bytes. */
  readonly offset: number;
  /** Stored length as an index has it; a hint, so that a wrong one does no harm. Bytes. */
  readonly length?: number;
  /** Decompressed offset of a record that shares its member. Bytes, default 0. */
  readonly innerOffset?: number;
}

/** Bytes read with a record when its length is not known. */
const GUESSED_BYTES = 64 * 1024;
/** Look-ahead of the parser: with so many bytes one read is enough. */
const LEAST_BYTES = 4096;
/** Behind a record the parser looks whether another one starts. */
const MARGIN_BYTES = 64;

/**
 * Reads single records of one archive. Its buffers are used again, so a record and its views are
 * valid until the next one is read.
 */
export class RecordAccess {
  readonly source: ByteSource;
  readonly #window: InputWindow;
  readonly #parser: RecordParser;

  private constructor(source: ByteSource, window: InputWindow, parser: RecordParser) {
    this.source = source;
    this.#window = window;
    this.#parser = parser;
  }

  /** Prepares a source for access by place; closing stays with the caller. */
  static async open(source: ByteSource): Promise<RecordAccess> {
    const window = new InputWindow(source);
    const parser = new RecordParser(window, {
      bufferLimit: DEFAULT_BUFFER_LIMIT,
      dictionary: await loadZstdDictionary(source),
      onLoss: () => {}, // damage is told by the record itself, or by the error when there is none
    });
    return new RecordAccess(source, window, parser);
  }

  /** The record at a place of a local source. Throws RECORD_NOT_FOUND when there is none. */
  readAt(pointer: RecordPointer): ArchiveRecord {
    this.#seek(pointer);
    for (;;) {
      const record = this.#parser.next();
      if (record === 'need-input') this.#window.fillSync();
      else if (record === 'end') throw notFound(this.source, pointer);
      else if (isAt(record, pointer)) return record;
    }
  }

  /** The same for any source. */
  async loadAt(pointer: RecordPointer): Promise<ArchiveRecord> {
    this.#seek(pointer);
    for (;;) {
      const record = this.#parser.next();
      if (record === 'need-input') await this.#window.fill();
      else if (record === 'end') throw notFound(this.source, pointer);
      else if (isAt(record, pointer)) return record;
    }
  }

  #seek({ offset, length }: RecordPointer): void {
    if (!Number.isSafeInteger(offset) || offset < 0) throw notFound(this.source, { offset });
    this.#parser.seek(offset, offset + 1, false);
    const wanted = length === undefined ? GUESSED_BYTES : length + MARGIN_BYTES;
    this.#window.nextFillBytes = Math.max(LEAST_BYTES, wanted);
  }
}

function isAt(record: ArchiveRecord, { innerOffset = 0 }: RecordPointer): boolean {
  return record.innerOffset >= innerOffset;
}

function notFound(source: ByteSource, { offset }: RecordPointer): PinakesError {
  const detail = offset >= source.size ? 'the file is shorter' : 'no record starts there';
  return new PinakesError(
    'RECORD_NOT_FOUND',
    { input: source.name, offset, detail },
    { where: { file: source.name, offset } },
  );
}
