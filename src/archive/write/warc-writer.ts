// Writes WARC 1.1 files with an index beside each: one record after the other, a new file when one is full.
import { randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Timestamp } from '../../model/capture.ts';
import { toIsoTime, toTimestamp } from '../../model/timestamp.ts';
import { PinakesError } from '../../support/errors.ts';
import { whileWriting } from '../../support/output-file.ts';
import { formatCdxLine } from '../cdx/cdx.ts';
import { type MeasuredBlock, measureBlock, type SpoolOptions } from './warc-writer-body.ts';
import {
  createWarcFile,
  type EncodedRecord,
  type Place,
  packRecord,
  type WarcFile,
} from './warc-writer-file.ts';
import { OPEN_SUFFIX } from './warc-writer-output.ts';
import {
  type Block,
  describeRecord,
  encodeFields,
  encodeWarcHeader,
  type HeaderList,
  type NewRecord,
  toBlock,
  toCapture,
  toUrn,
} from './warc-writer-record.ts';

/** How and where records are written. */
export interface WarcWriterOptions {
  /**
   * Either a folder, whose files are named `<prefix>-<14-digit time>-<serial>.warc.gz` and follow
   * each other by size, or one file that takes everything. An existing file is refused with
   * `OUTPUT_EXISTS` unless `overwrite` is set. Missing folders are made.
   */
  readonly target:
    | { readonly folder: string; readonly prefix: string }
    | { readonly file: string; readonly overwrite?: boolean };
  /** Level of gzip from 1 to 9, 0 for plain files; 6 by default, 0 for a `file` not named `.gz`. */
  readonly gzipLevel?: number;
  /** A file of a folder that has reached this size is closed; 1,000,000,000 bytes by default. */
  readonly maxFileBytes?: number;
  /** Bodies of unknown length go to a temporary file beyond this size; 4 MB by default. */
  readonly memoryBytes?: number;
  /** Program named in the first record of each file; `Pinakes` by default. */
  readonly software?: string;
  /** Further lines of the first record, such as `operator` or `description`. */
  readonly info?: HeaderList;
  /** The present; the system's clock by default. */
  readonly clock?: () => Date;
  /**
   * Makes the UUID of a record; random by default. The fingerprint is a text that differs where
   * records differ: made from it, ids are the same in every run.
   */
  readonly newId?: (fingerprint: string) => string;
}

/** What became of a record. */
export interface WrittenRecord extends Place {
  /** UUID of the record. */
  readonly id: string;
  readonly time: Timestamp;
  /** Path of the file once it is closed; until then its name ends in `.open`. */
  readonly file: string;
  /** SHA-1 of the payload in base32; `''` for records without one. */
  readonly payloadDigest: string;
}

/** A record whose block has been read to its end. */
interface ReadyRecord {
  readonly record: NewRecord;
  readonly time: Timestamp;
  readonly block: Block;
  readonly measured: MeasuredBlock;
}

/** A record that only lacks its place. */
interface PackedRecord extends Pick<ReadyRecord, 'record' | 'time' | 'block'> {
  readonly id: string;
  readonly payloadDigest: string;
  readonly encoded: EncodedRecord;
}

/** Records that belong together, on their way into a file. */
interface Waiting {
  readonly packing: Promise<readonly PackedRecord[]>;
  /** What `packing` gave, once it has. */
  packed: readonly PackedRecord[] | undefined;
  readonly resolve: (written: WrittenRecord[]) => void;
  readonly reject: (error: unknown) => void;
}

/** A file while it is being written. */
export interface OpenFile {
  readonly path: string;
  readonly finalPath: string;
  /** Bytes of whole records. */
  readonly size: number;
}

/** Opens a writer. */
export async function openWarcWriter(options: WarcWriterOptions): Promise<WarcWriter> {
  const { target } = options;
  const folder = 'file' in target ? dirname(target.file) : target.folder;
  await whileWriting(folder, () => mkdir(folder, { recursive: true }));
  const writer = new WarcWriter(options, folder);
  // One file is what was asked for, even if nothing is put into it; a folder fills as needed.
  if ('file' in target) await writer.start();
  return writer;
}

/**
 * A writer of WARC files. Several records may be under way at once: their bodies are read side by
 * side, each record is appended as a whole, in the order in which the bodies ended.
 */
class WarcWriter implements AsyncDisposable {
  readonly #options: WarcWriterOptions;
  readonly #clock: () => Date;
  readonly #newId: (fingerprint: string) => string;
  readonly #gzipLevel: number;
  /** A file that was asked for by name takes everything. */
  readonly #maxFileBytes: number;
  readonly #spool: SpoolOptions;
  readonly #files: string[] = [];
  /** In the order in which their bodies ended. */
  readonly #waiting: Waiting[] = [];
  #file: WarcFile | undefined;
  #serial = 0;
  #lastTurn: Promise<unknown> = Promise.resolve();
  #isClosed = false;

  constructor(options: WarcWriterOptions, folder: string) {
    this.#options = options;
    this.#clock = options.clock ?? (() => new Date());
    this.#newId = options.newId ?? (() => randomUUID());
    this.#spool = { folder, memoryBytes: options.memoryBytes ?? 4_000_000 };
    const { target, gzipLevel } = options;
    const isPlain = 'file' in target && !/\.gz$/i.test(target.file);
    this.#gzipLevel = gzipLevel ?? (isPlain ? 0 : 6);
    this.#maxFileBytes =
      'file' in target ? Number.POSITIVE_INFINITY : (options.maxFileBytes ?? 1_000_000_000);
  }

  /** Files that are complete, in the order they were closed. */
  get files(): readonly string[] {
    return this.#files;
  }

  /** The file that is being written: where its bytes are now, its name when it is complete, bytes of whole records. */
  get openFile(): OpenFile | undefined {
    const file = this.#file;
    if (file === undefined) return undefined;
    return { path: file.path + OPEN_SUFFIX, finalPath: file.path, size: file.size };
  }

  /** Creates the first file. */
  async start(): Promise<void> {
    await this.#inTurn(() => this.#fileForNext());
  }

  /**
   * Appends a record. Throws what its body throws, or `OUTPUT_UNWRITABLE`; in both cases the file
   * stays as it was and further records can be written.
   */
  async write(record: NewRecord): Promise<WrittenRecord> {
    const [written] = await this.writeAll([record]);
    if (written === undefined) throw new Error('pinakes: a record was not written');
    return written;
  }

  /** Appends records that belong together, one right behind the other: all of them or none. */
  async writeAll(records: readonly NewRecord[]): Promise<WrittenRecord[]> {
    const ready: ReadyRecord[] = [];
    try {
      for (const record of records) {
        const time = record.time ?? toTimestamp(this.#clock());
        const block = toBlock(record);
        const measured = await measureBlock(block, this.#spool);
        ready.push({ record, time, block, measured });
      }
      return await this.#enqueue(Promise.all(ready.map((each) => this.#pack(each))));
    } finally {
      for (const { measured } of ready) await measured.release();
    }
  }

  /**
   * Completes the last file. Records whose bodies are still being read are refused. After
   * `OUTPUT_UNWRITABLE` the file keeps its open name: `discard` removes it, recovery completes it.
   */
  async close(): Promise<void> {
    await this.#inTurn(async () => {
      this.#isClosed = true;
      await this.#closeFile();
    });
  }

  /** Gives up: removes the unfinished file, keeps those that are complete. */
  async discard(): Promise<void> {
    await this.#inTurn(async () => {
      this.#isClosed = true;
      await this.#file?.discard();
      this.#file = undefined;
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  /** Records are compressed side by side and written in the order in which they came here. */
  #enqueue(packing: Promise<PackedRecord[]>): Promise<WrittenRecord[]> {
    return new Promise((resolve, reject) => {
      const waiting: Waiting = { packing, packed: undefined, resolve, reject };
      packing.then(
        (packed) => {
          waiting.packed = packed;
        },
        () => {}, // the turn below meets the error
      );
      this.#waiting.push(waiting);
      this.#inTurn(() => this.#writeWaiting()).catch(reject);
    });
  }

  /** Writes the records that have waited longest, in one go with those behind them that are ready. */
  async #writeWaiting(): Promise<void> {
    const first = this.#waiting.shift();
    if (first === undefined) return; // written with those before
    const group = [first];
    try {
      const records = [...(await first.packing)];
      const file = await this.#fileForNext();
      let bytes = sizeOf(records);
      for (;;) {
        const packed = this.#waiting[0]?.packed;
        if (packed === undefined || bytes >= MAX_GROUP_BYTES) break;
        if (file.size + bytes >= this.#maxFileBytes) break;
        group.push(...this.#waiting.splice(0, 1));
        records.push(...packed);
        bytes += sizeOf(packed);
      }
      const written = await this.#append(file, records);
      for (const { resolve, packed = [] } of group) resolve(written.splice(0, packed.length));
    } catch (error) {
      for (const { reject } of group) reject(error);
    }
  }

  async #append(file: WarcFile, records: readonly PackedRecord[]): Promise<WrittenRecord[]> {
    const places = await file.append(records.map(({ encoded }) => encoded));
    return records.flatMap(({ record, time, block, id, payloadDigest }, at) => {
      const place = places[at];
      if (place === undefined) return [];
      const { offset, length } = place;
      const captured = { offset, length, time, digest: payloadDigest, file: file.name };
      const capture = toCapture(record, block, captured);
      if (capture !== undefined) file.addIndexLine(formatCdxLine(capture, 'cdxj'));
      return [{ id, time, file: file.path, payloadDigest, offset, length }];
    });
  }

  async #pack({ record, time, block, measured }: ReadyRecord): Promise<PackedRecord> {
    const payloadDigest = payloadDigestOf(record, measured);
    const { truncated } = record;
    const reason = typeof truncated === 'function' ? truncated() : truncated;
    const id =
      record.id ?? this.#newId([record.kind, time, record.url, measured.blockDigest].join(' '));
    const header = encodeWarcHeader([
      ...describeIdentity(record.kind, id, time),
      ...describeRecord(record, reason ?? ''),
      ['WARC-Payload-Digest', payloadDigest && `sha1:${payloadDigest}`],
      ...describeBlock(block, measured),
    ]);
    const encoded = await packRecord(header, measured, this.#compression(record.gzipLevel));
    return { record, time, block, id, payloadDigest, encoded };
  }

  #compression(ofRecord?: number) {
    const gzipLevel = this.#gzipLevel;
    return { isPlain: gzipLevel === 0, gzipLevel: ofRecord ?? gzipLevel };
  }

  async #fileForNext(): Promise<WarcFile> {
    if (this.#isClosed) throw new Error('pinakes: the WARC writer is closed');
    const isFull = this.#file !== undefined && this.#file.size >= this.#maxFileBytes;
    if (isFull) await this.#closeFile();
    this.#file ??= await this.#createFile();
    return this.#file;
  }

  async #createFile(): Promise<WarcFile> {
    const file = await this.#claimName();
    try {
      await this.#writeInfo(file);
      return file;
    } catch (error) {
      await file.discard();
      throw error;
    }
  }

  async #claimName(): Promise<WarcFile> {
    const { target } = this.#options;
    const gzipLevel = this.#gzipLevel;
    if ('file' in target) {
      return createWarcFile(target.file, { gzipLevel, overwrite: target.overwrite ?? false });
    }
    const stamp = toTimestamp(this.#clock());
    for (;;) {
      const serial = String(this.#serial++).padStart(5, '0');
      const name = `${target.prefix}-${stamp}-${serial}.warc${gzipLevel === 0 ? '' : '.gz'}`;
      try {
        return await createWarcFile(join(target.folder, name), { gzipLevel, overwrite: false });
      } catch (error) {
        // Another writer took this name within the same second: the next number is free.
        if (!(error instanceof PinakesError && error.code === 'OUTPUT_EXISTS')) throw error;
      }
    }
  }

  async #writeInfo(file: WarcFile): Promise<void> {
    const block: Block = {
      contentType: 'application/warc-fields',
      head: new Uint8Array(0),
      body: encodeFields([
        ['software', this.#options.software ?? 'Pinakes'],
        ['format', 'WARC File Format 1.1'],
        ['conformsTo', SPECIFICATION],
        ...(this.#options.info ?? []),
      ]),
    };
    const measured = await measureBlock(block, this.#spool);
    const time = toTimestamp(this.#clock());
    const id = this.#newId(['warcinfo', time, file.name, measured.blockDigest].join(' '));
    const header = encodeWarcHeader([
      ...describeIdentity('warcinfo', id, time),
      ['WARC-Filename', file.name],
      ...describeBlock(block, measured),
    ]);
    await file.append([await packRecord(header, measured, this.#compression())]);
  }

  async #closeFile(): Promise<void> {
    const file = this.#file;
    if (file === undefined) return;
    await file.close();
    this.#file = undefined;
    this.#files.push(file.path);
  }

  /** Runs one piece of work after the other. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#lastTurn.then(work);
    this.#lastTurn = result.catch(() => {}); // told to the caller who asked; the next turn goes on
    return result;
  }
}

export type { WarcWriter };

/** Records that are written in one go; beyond it a write would hold up those behind it. */
const MAX_GROUP_BYTES = 4_000_000;

const SPECIFICATION =
  'http://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/';

/** Bytes that are to be written in one go. */
function sizeOf(records: readonly PackedRecord[]): number {
  let bytes = 0;
  for (const { encoded } of records) bytes += encoded.stored?.length ?? 0;
  return bytes;
}

/**
 * The digest of what a record captured. Of HTTP answers it is the body as stored, with its codings,
 * which is what most crawlers write and what validators compare.
 */
function payloadDigestOf(record: NewRecord, measured: MeasuredBlock): string {
  if (record.kind === 'revisit') return record.payloadDigest;
  if (record.kind === 'response') return record.payloadDigest ?? measured.bodyDigest;
  return record.kind === 'resource' ? measured.bodyDigest : '';
}

function describeIdentity(type: string, id: string, time: Timestamp): HeaderList {
  return [
    ['WARC-Type', type],
    ['WARC-Record-ID', toUrn(id)],
    ['WARC-Date', toIsoTime(time)],
  ];
}

function describeBlock(block: Block, measured: MeasuredBlock): HeaderList {
  return [
    ['WARC-Block-Digest', `sha1:${measured.blockDigest}`],
    ['Content-Type', block.contentType],
    ['Content-Length', String(measured.length)],
  ];
}
