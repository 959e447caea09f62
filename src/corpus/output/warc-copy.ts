// Copies single records of archives: as they are stored where the output allows it, else the same record stored anew.
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import {
  ArchiveReader,
  type ByteSource,
  type Capture,
  LOSS_REASONS,
  type LossReason,
  type RecordAccess,
} from '../../archive/archive.ts';
import { OpenArchives } from '../../archive/read/open-archives.ts';
import { loadZstdDictionary } from '../../archive/read/zstd-member.ts';
import { toWarcBytes } from '../../archive/write/arc-to-warc.ts';
import { decompressZstd } from '../../archive/zstd/zstd.ts';
import { messageOf, PinakesError } from '../../support/errors.ts';
import { compressMember, GZIP_LEVEL, withoutSystem } from './gzip-bytes.ts';

/** Where a record goes. */
export interface CopyTarget {
  /** Whether records are gzip members. */
  readonly isCompressed: boolean;
  append(piece: Uint8Array): Promise<void>;
}

/** What came of a copy. */
export type CopyResult =
  /** `length` is what an index says: without the line ends that separate plain records. */
  | {
      readonly kind: 'copied';
      readonly length: number;
      readonly bytes: number;
      readonly read: number;
    }
  /** Nothing usable was appended; what was must be taken back. */
  | { readonly kind: 'refused'; readonly reason: string };

/** Archives that are kept open. */
const MAX_OPEN = 16;
const PIECE_BYTES = 256 * 1024;
/** Records of zstd archives are decompressed in memory; larger ones are refused. */
const MAX_ZSTD_BYTES = 256 * 1024 * 1024;
/** ARC records are converted in memory; larger ones are refused. */
const MAX_ARC_BYTES = 256 * 1024 * 1024;
const RECORD_END = Buffer.from('\r\n\r\n');

/** How archives are found and opened. */
export interface ArchiveOpener {
  /** The place of an archive that a capture names; `undefined` when it is not there. */
  readonly locate: (file: string) => string | undefined;
  /** Opens an archive by its place; default `openInput`. */
  readonly openSource?: ((location: string) => Promise<ByteSource>) | undefined;
}

/** Copies records; keeps the archives of the last ones open. */
export class RecordCopier {
  readonly #opener: ArchiveOpener;
  readonly #archives: OpenArchives;

  constructor(opener: ArchiveOpener) {
    this.#opener = opener;
    this.#archives = new OpenArchives({ maxOpen: MAX_OPEN, openSource: opener.openSource });
  }

  /** Copies the record of a capture. Throws only what must end the run, such as a full disk. */
  async copy(capture: Capture, target: CopyTarget): Promise<CopyResult> {
    try {
      const location = this.#opener.locate(capture.file);
      if (location === undefined) return refuse(`the archive ${capture.file} is not there`);
      const access = await this.#archives.at(location);
      const measured = await measure(access, capture);
      if (measured.kind === 'refused') return measured;
      const { length } = measured;
      if (measured.kind === 'arc') {
        const stored = await storeConverted(access, capture, target);
        return { kind: 'copied', ...stored, read: length };
      }
      const copied = await store(new StoredRecord(access.source, capture.offset, length), target);
      return { kind: 'copied', ...copied, read: length };
    } catch (thrown) {
      if (!isAboutRecord(thrown)) throw thrown;
      return refuse(messageOf(thrown));
    }
  }

  close(): Promise<void> {
    return this.#archives.close();
  }
}

/** What was appended. */
interface Stored {
  readonly length: number;
  readonly bytes: number;
}

const refuse = (reason: string) => ({ kind: 'refused', reason }) as const;

/** A damaged record or archive costs that record; a full disk, or a defect of ours, ends the run. */
function isAboutRecord(thrown: unknown): boolean {
  if (thrown instanceof PinakesError) return thrown.next !== 'stop-run';
  return thrown instanceof Error && 'code' in thrown && String(thrown.code).startsWith('Z_');
}

/** Reads the record to see that it is whole, and gives its stored length. */
async function measure(access: RecordAccess, { offset, length }: Capture): Promise<Measured> {
  const record = await access.loadAt({ offset, ...(length > 0 && { length }) });
  const { format } = record.header;
  if (record.offset !== offset) return refuse(`no record starts at offset ${offset}`);
  if (format === 'arc' && record.time === '') return refuse('an ARC record without a time');
  const end = record.isStreamed ? await measureStreamed(access.source, offset) : record;
  if (end?.damage !== undefined) return refuse(describeDamage(end.damage));
  if (end?.storedLength === undefined) return refuse(`it is ${LOSS_REASONS['not-addressable']}`);
  return { kind: format, length: end.storedLength };
}

type Measured =
  | { readonly kind: 'warc' | 'arc'; readonly length: number }
  | Extract<CopyResult, { readonly kind: 'refused' }>;

/** An ARC record as a WARC record. It is held in memory as a whole, for its digests stand before it. */
async function storeConverted(
  { source }: RecordAccess,
  { offset }: Capture,
  target: CopyTarget,
): Promise<Stored> {
  const reader = new ArchiveReader(source, {
    startOffset: offset,
    endOffset: offset + 1,
    bufferLimit: MAX_ARC_BYTES,
    dictionary: await loadZstdDictionary(source),
  });
  const record = await reader.nextAsync();
  if (record === undefined || record.isStreamed) {
    const detail = 'an ARC record is too large to be converted';
    throw new PinakesError('INPUT_UNREADABLE', { input: source.name, detail });
  }
  const bytes = toWarcBytes(record, record.block);
  const counted = new CountedTarget(target);
  await counted.append(target.isCompressed ? await compressMember(bytes) : bytes);
  return counted.result(target.isCompressed ? 0 : RECORD_END.length);
}

function describeDamage(reason: LossReason): string {
  return `the record is damaged: ${LOSS_REASONS[reason]}`;
}

/** The end of a record that is too large to be held shows only when what follows is asked for. */
async function measureStreamed(source: ByteSource, offset: number) {
  const dictionary = await loadZstdDictionary(source);
  const reader = new ArchiveReader(source, {
    startOffset: offset,
    endOffset: offset + 1,
    dictionary,
  });
  const record = await reader.nextAsync();
  await reader.nextAsync();
  return record;
}

/** The bytes of a record in its archive. */
class StoredRecord {
  readonly source: ByteSource;
  readonly #offset: number;
  readonly length: number;

  constructor(source: ByteSource, offset: number, length: number) {
    this.source = source;
    this.#offset = offset;
    this.length = length;
  }

  async *pieces(): AsyncGenerator<Uint8Array> {
    for (let done = 0; done < this.length; ) {
      const piece = Buffer.allocUnsafe(Math.min(PIECE_BYTES, this.length - done));
      const count = await this.source.read(piece, this.#offset + done);
      if (count === 0) throw this.#tooShort();
      yield piece.subarray(0, count);
      done += count;
    }
  }

  async all(): Promise<Buffer> {
    const bytes = Buffer.allocUnsafe(this.length);
    if ((await this.source.read(bytes, this.#offset)) < bytes.length) throw this.#tooShort();
    return bytes;
  }

  async storage(): Promise<'gzip' | 'zstd' | 'plain'> {
    const start = Buffer.alloc(4);
    await this.source.read(start, this.#offset);
    if (start[0] === 0x1f && start[1] === 0x8b) return 'gzip';
    return start.readUInt32LE() === 0xfd2fb528 ? 'zstd' : 'plain';
  }

  #tooShort(): PinakesError {
    const { name } = this.source;
    return new PinakesError('INPUT_UNREADABLE', { input: name, detail: 'it became shorter' });
  }
}

async function store(record: StoredRecord, target: CopyTarget): Promise<Stored> {
  const counted = new CountedTarget(target);
  const storage = await record.storage();
  if (storage === 'gzip' && target.isCompressed) {
    for await (const piece of record.pieces()) await counted.append(piece);
    return counted.result(0);
  }
  if (target.isCompressed) {
    await pipeline(
      storage === 'zstd' ? unpackZstd(record) : withEnd(record.pieces()),
      createGzip({ level: GZIP_LEVEL }),
      (stored) => counted.appendAll(withoutSystem(stored)),
    );
    return counted.result(0);
  }
  if (storage === 'gzip') {
    await pipeline(record.pieces(), createGunzip(), (plain) => counted.appendAll(withEnd(plain)));
  } else {
    await counted.appendAll(storage === 'zstd' ? unpackZstd(record) : withEnd(record.pieces()));
  }
  return counted.result(RECORD_END.length);
}

async function* unpackZstd(record: StoredRecord): AsyncGenerator<Uint8Array> {
  const { source } = record;
  const fail = (detail: string) =>
    new PinakesError('INPUT_UNREADABLE', { input: source.name, detail });
  if (record.length > MAX_ZSTD_BYTES) throw fail('a record is too large');
  const plain = decompressZstd(await record.all(), {
    dictionary: await loadZstdDictionary(source),
    maxOutput: MAX_ZSTD_BYTES,
  });
  if (plain.truncated) throw fail(plain.error ?? 'a record is too large');
  yield* withEnd([plain.bytes]);
}

/** The record with the two line ends behind it: in plain archives they belong to no record, in members mostly they are. */
async function* withEnd(
  pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  let last: Buffer = Buffer.alloc(0);
  for await (const piece of pieces) {
    yield piece;
    last = Buffer.concat([last, piece.subarray(-RECORD_END.length)]).subarray(-RECORD_END.length);
  }
  if (!last.equals(RECORD_END)) yield RECORD_END;
}

class CountedTarget {
  readonly #target: CopyTarget;
  #bytes = 0;

  constructor(target: CopyTarget) {
    this.#target = target;
  }

  async append(piece: Uint8Array): Promise<void> {
    await this.#target.append(piece);
    this.#bytes += piece.length;
  }

  async appendAll(pieces: AsyncIterable<Uint8Array>): Promise<void> {
    for await (const piece of pieces) await this.append(piece);
  }

  result(separatorBytes: number): Stored {
    return { length: this.#bytes - separatorBytes, bytes: this.#bytes };
  }
}
