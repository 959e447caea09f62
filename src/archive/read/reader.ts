// Sequential reading of one archive: pull by pull, or in batches.
import type { Loss } from '../../model/capture.ts';
import type { ByteSource } from '../source/source.ts';
import type { ZstdDictionary } from '../zstd/zstd.ts';
import { InputWindow } from './input-window.ts';
import type { ArchiveRecord } from './record.ts';
import { RecordParser } from './record-parser.ts';

/** Options for reading an archive. */
export interface ReadOptions {
  /** Called for every part of the file that could not be read as it stands. Default: nobody is told. */
  readonly onLoss?: (loss: Loss) => void;
  /** Blocks up to this size are held in memory; larger ones are streamed. Bytes, default 8 MB. */
  readonly bufferLimit?: number;
  /** The first record that starts at or behind this offset comes first. Bytes, default 0. */
  readonly startOffset?: number;
  /** Only records that start before this offset. Bytes, default the end of the file. */
  readonly endOffset?: number;
  /** Dictionary of a zstd file that is not read from its start; `openArchive` finds it. */
  readonly dictionary?: ZstdDictionary | undefined;
  /** Ends `batches` between two records. */
  readonly signal?: AbortSignal;
}

/** Blocks up to this size are held in memory. Bytes. */
export const DEFAULT_BUFFER_LIMIT = 8 * 1024 * 1024;
const BATCH_BYTES = 1 << 20;
const BATCH_RECORDS = 256;

/** Reads the records of one archive in the order they are stored. */
export class ArchiveReader {
  readonly source: ByteSource;
  readonly #window: InputWindow;
  readonly #parser: RecordParser;
  readonly #signal: AbortSignal | undefined;
  #isEnded = false;

  constructor(source: ByteSource, options: ReadOptions = {}) {
    const startOffset = options.startOffset ?? 0;
    const onLoss = options.onLoss ?? (() => {});
    this.source = source;
    this.#signal = options.signal;
    this.#window = new InputWindow(source);
    this.#parser = new RecordParser(this.#window, {
      bufferLimit: options.bufferLimit ?? DEFAULT_BUFFER_LIMIT,
      dictionary: options.dictionary,
      // What lies before the first whole record of a part belongs to the part before.
      onLoss: (loss) => {
        if (startOffset === 0 || loss.offset !== startOffset) onLoss(loss);
      },
    });
    const endOffset = options.endOffset ?? Number.POSITIVE_INFINITY;
    this.#parser.seek(startOffset, endOffset, startOffset > 0);
  }

  /** Bytes of the source that have been passed so far, for progress. */
  get position(): number {
    return this.#window.position;
  }

  /**
   * The next record, or `undefined` at the end; for local sources. The record and all views of it
   * are valid until the next call.
   */
  next(): ArchiveRecord | undefined {
    while (!this.#isEnded) {
      const record = this.#parser.next();
      if (record === 'need-input') this.#window.fillSync();
      else if (record === 'end') this.#isEnded = true;
      else return record;
    }
    return undefined;
  }

  /** The same for any source. */
  async nextAsync(): Promise<ArchiveRecord | undefined> {
    while (!this.#isEnded) {
      const record = this.#parser.next();
      if (record === 'need-input') await this.#window.fill();
      else if (record === 'end') this.#isEnded = true;
      else return record;
    }
    return undefined;
  }

  /** Records one by one, without promises; for local sources. */
  *[Symbol.iterator](): Iterator<ArchiveRecord> {
    for (let record = this.next(); record !== undefined; record = this.next()) yield record;
  }

  /**
   * Batches of records, which stay valid for as long as they are held. A streamed record is the last
   * of its batch and valid until the next batch is asked for.
   */
  async *batches(): AsyncGenerator<readonly ArchiveRecord[]> {
    let batch: ArchiveRecord[] = [];
    let size = 0;
    while (!this.#isEnded && this.#signal?.aborted !== true) {
      const record = this.#parser.next();
      if (record === 'need-input') {
        await this.#window.fill();
      } else if (record === 'end') {
        this.#isEnded = true;
      } else {
        batch.push(record.isStreamed ? record : record.keep());
        size += record.block.length;
        if (record.isStreamed || size >= BATCH_BYTES || batch.length >= BATCH_RECORDS) {
          yield batch;
          batch = [];
          size = 0;
        }
      }
    }
    if (batch.length > 0) yield batch;
  }

  /** Closes the source. */
  async close(): Promise<void> {
    this.#isEnded = true;
    await this.source.close();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }
}
