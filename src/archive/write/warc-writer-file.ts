// One WARC file while it is being written: whole records, a name that says "not done", an index at the end.
import { type FileHandle, open, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { createGzip, gzip, gzipSync } from 'node:zlib';
import { PinakesError } from '../../support/errors.ts';
import { syncFolder, whileWriting } from '../../support/output-file.ts';
import { openLineSorter } from '../cdx/external-sort.ts';
import type { MeasuredBlock } from './warc-writer-body.ts';
import { indexPathOf, OPEN_SUFFIX } from './warc-writer-output.ts';

/** How a file is written. */
export interface WarcFileOptions {
  /** Level of compression from 1 to 9, or 0 for a file that is not compressed. */
  readonly gzipLevel: number;
  /** Whether a file of the same name may be replaced. */
  readonly overwrite: boolean;
}

/** A record on its way into a file. */
export interface EncodedRecord {
  readonly header: Uint8Array;
  readonly block: MeasuredBlock;
  /** Level of compression; 0 in a plain file. */
  readonly gzipLevel: number;
  /** The record as it is stored; `undefined` when its block is in a temporary file. */
  readonly stored: Uint8Array | undefined;
}

/** Makes a record ready for a file; one in memory is compressed here, which may be done for many side by side. */
export async function packRecord(
  header: Uint8Array,
  block: MeasuredBlock,
  { isPlain, gzipLevel }: { readonly isPlain: boolean; readonly gzipLevel: number },
): Promise<EncodedRecord> {
  const bytes = block.inMemory && Buffer.concat([header, ...block.inMemory, RECORD_END]);
  const stored = bytes === undefined || isPlain ? bytes : await compress(bytes, gzipLevel);
  return { header, block, gzipLevel, stored };
}

/** Where a record went. */
export interface Place {
  readonly offset: number;
  /** Stored length in bytes. */
  readonly length: number;
}

/** Creates a file, still under its open name. Throws `OUTPUT_EXISTS` or `OUTPUT_UNWRITABLE`. */
export async function createWarcFile(path: string, options: WarcFileOptions): Promise<WarcFile> {
  return whileWriting(path, async () => {
    if (!options.overwrite) await refuseExisting(path);
    const handle = await openNew(path + OPEN_SUFFIX, options.overwrite ? 'w' : 'wx');
    return new WarcFile(path, handle, options.gzipLevel);
  });
}

/** A WARC file under its open name. */
class WarcFile {
  readonly path: string;
  readonly #handle: FileHandle;
  readonly #gzipLevel: number;
  readonly #index = openLineSorter();
  #size = 0;

  constructor(path: string, handle: FileHandle, gzipLevel: number) {
    this.path = path;
    this.#handle = handle;
    this.#gzipLevel = gzipLevel;
  }

  get name(): string {
    return basename(this.path);
  }

  /** Bytes of complete records. */
  get size(): number {
    return this.#size;
  }

  /**
   * Appends records. Those in memory go out in one write, so a process that dies leaves whole
   * records; larger ones go out in pieces, and what a death leaves of them is cut off by recovery.
   */
  async append(records: readonly EncodedRecord[]): Promise<Place[]> {
    const offset = this.#size;
    try {
      return await whileWriting(this.path, () => this.#appendAll(records));
    } catch (error) {
      this.#size = offset;
      // Best effort: the next record goes over the torn one, and closing cuts the file to size.
      await this.#handle.truncate(offset).catch(() => {});
      throw error;
    }
  }

  /** Adds a line to the index. */
  addIndexLine(line: string): void {
    this.#index.add(line);
  }

  /** Makes the file and its index durable, then gives them their names: the index first. */
  async close(): Promise<void> {
    await whileWriting(this.path, async () => {
      try {
        await this.#handle.truncate(this.#size);
        await this.#handle.sync();
      } finally {
        await this.#handle.close();
      }
      await this.#index.writeTo(indexPathOf(this.path));
      await rename(this.path + OPEN_SUFFIX, this.path);
      await syncFolder(dirname(this.path));
    });
  }

  /** Removes the unfinished file. */
  async discard(): Promise<void> {
    this.#index.close();
    await this.#handle.close();
    await rm(this.path + OPEN_SUFFIX, { force: true });
  }

  async #appendAll(records: readonly EncodedRecord[]): Promise<Place[]> {
    const places: Place[] = [];
    let end = this.#size;
    let held: Uint8Array[] = [];
    const place = (length: number) => {
      // As indexers count: the line ends that separate plain records belong to none of them.
      const separator = this.#gzipLevel === 0 ? RECORD_END.length : 0;
      places.push({ offset: end, length: length - separator });
      end += length;
    };
    const writeHeld = async () => {
      if (held.length === 0) return;
      const [only] = held;
      const bytes = held.length === 1 && only !== undefined ? only : Buffer.concat(held);
      held = [];
      this.#size = await this.#writeAt(bytes, this.#size);
    };
    for (const { header, block, gzipLevel, stored } of records) {
      if (stored === undefined) {
        await writeHeld();
        this.#size = await this.#writePieces(header, block, gzipLevel);
        place(this.#size - end);
      } else {
        held.push(stored);
        place(stored.length);
      }
    }
    await writeHeld();
    return places;
  }

  async #writePieces(header: Uint8Array, block: MeasuredBlock, level: number): Promise<number> {
    let end = this.#size;
    const write = async (stored: AsyncIterable<Uint8Array>) => {
      for await (const piece of stored) end = await this.#writeAt(piece, end);
    };
    const pieces = recordPieces(header, block);
    if (this.#gzipLevel === 0) await write(pieces);
    else await pipeline(pieces, createGzip({ level }), write);
    return end;
  }

  async #writeAt(bytes: Uint8Array, position: number): Promise<number> {
    for (let done = 0; done < bytes.length; ) {
      const left = bytes.length - done;
      const { bytesWritten } = await this.#handle.write(bytes, done, left, position + done);
      done += bytesWritten;
    }
    return position + bytes.length;
  }
}

export type { WarcFile };

const RECORD_END = Buffer.from('\r\n\r\n');

const compressInThread = promisify(gzip);
/** Up to here a thread would take longer to be asked than the work: 0.1 ms, against 0.2 ms for 64 KB of HTML at level 1. */
const MAX_SYNC_BYTES = 65_536;
/** The same for level 0, which only copies. */
const MAX_SYNC_COPY_BYTES = 1 << 20;
const SMALL_BYTES = 2048;
/** Longest piece that zlib gives back at a time. */
const MAX_CHUNK_BYTES = 1 << 18;

async function compress(bytes: Buffer, level: number): Promise<Buffer> {
  // One piece of output where possible; zlib's own choice of 16 KB needs several.
  const chunkSize = Math.min(Math.max(bytes.length + 64, 256), MAX_CHUNK_BYTES);
  // Requests and metadata need no window of 32 KB, whose memory costs more than their compression.
  const small = bytes.length <= SMALL_BYTES ? { windowBits: 12, memLevel: 4 } : {};
  const isQuick = bytes.length <= (level === 0 ? MAX_SYNC_COPY_BYTES : MAX_SYNC_BYTES);
  return isQuick
    ? gzipSync(bytes, { level, chunkSize, ...small })
    : compressInThread(bytes, { level, chunkSize });
}

async function* recordPieces(header: Uint8Array, block: MeasuredBlock): AsyncGenerator<Uint8Array> {
  yield header;
  yield* block.pieces();
  yield RECORD_END;
}

async function openNew(path: string, flags: 'w' | 'wx'): Promise<FileHandle> {
  try {
    return await open(path, flags);
  } catch (cause) {
    const isTaken = cause instanceof Error && 'code' in cause && cause.code === 'EEXIST';
    throw isTaken ? new PinakesError('OUTPUT_EXISTS', { output: path }, { cause }) : cause;
  }
}

async function refuseExisting(path: string): Promise<void> {
  for (const taken of [path, indexPathOf(path)]) {
    const found = await stat(taken).catch(() => undefined);
    if (found !== undefined) throw new PinakesError('OUTPUT_EXISTS', { output: taken });
  }
}
