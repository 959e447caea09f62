// Reads the directory of a zip file through any byte source, trusting none of it.
import { isUtf8 } from 'node:buffer';
import { PinakesError } from '../../support/errors.ts';
import type { ByteSource } from './source.ts';

/** One file inside a zip, as the central directory describes it. */
export interface ZipEntry {
  readonly name: string;
  /** The name as stored: zips of old tools are not UTF-8. */
  readonly nameBytes: Uint8Array;
  /** Compression method: 0 stored, 8 deflated; others cannot be opened. */
  readonly method: number;
  readonly isEncrypted: boolean;
  readonly crc32: number;
  /** Stored size in bytes. */
  readonly compressedSize: number;
  /** Size of the contents in bytes. */
  readonly size: number;
  /** Where its local header starts. */
  readonly headerOffset: number;
  /** Where the next entry or the directory starts: its data must end before. */
  readonly endLimit: number;
}

/**
 * Reads all entries, in the order of the directory. Throws `WACZ_INVALID` for a file that is no zip
 * or is cut off, and for one no honest tool writes: names that lead out of the archive or appear
 * twice, entries that share bytes, more than 100,000 of them.
 */
export async function readZipEntries(source: ByteSource): Promise<ZipEntry[]> {
  const end = await findEnd(source);
  if (end.count > MAX_ENTRIES) throw zipError(source, `it claims ${end.count} entries`);
  if (end.length > MAX_DIRECTORY_BYTES || end.offset + end.length > end.endOffset) {
    throw zipError(source, 'its directory does not fit in the file');
  }
  const directory = await readPart(source, end.offset, end.length);
  const entries = parseDirectory(source, directory, end.count);
  return withLimits(source, entries, end.offset);
}

/** Reads a part of a zip that must be there. */
export async function readPart(
  source: ByteSource,
  position: number,
  length: number,
): Promise<Buffer> {
  const bytes = Buffer.alloc(length);
  if (position < 0 || (await source.read(bytes, position)) < length) {
    throw zipError(source, 'it ends early');
  }
  return bytes;
}

/** The error for a zip that cannot be used. */
export function zipError(source: ByteSource, detail: string, cause?: unknown): PinakesError {
  return new PinakesError(
    'WACZ_INVALID',
    { input: source.name, detail },
    { where: { file: source.name }, ...(cause !== undefined && { cause }) },
  );
}

const MAX_ENTRIES = 100_000;
const MAX_DIRECTORY_BYTES = 64 << 20;
const MAX_NAME_BYTES = 1024;

const END_SIGNATURE = 0x06054b50;
const END_BYTES = 22;
const ZIP64_LOCATOR_SIGNATURE = 0x07064b50;
const ZIP64_LOCATOR_BYTES = 20;
const ZIP64_END_SIGNATURE = 0x06064b50;
const ZIP64_END_BYTES = 56;
const ENTRY_SIGNATURE = 0x02014b50;
const ENTRY_BYTES = 46;
const LOCAL_HEADER_BYTES = 30;
const ZIP64_EXTRA = 0x0001;
const MAX_UINT32 = 0xffffffff;

/** What the end record says about the directory. */
interface DirectoryEnd {
  readonly count: number;
  readonly offset: number;
  readonly length: number;
  /** Where the end records start; the directory lies before. */
  readonly endOffset: number;
}

async function findEnd(source: ByteSource): Promise<DirectoryEnd> {
  const tailBytes = Math.min(source.size, ZIP64_LOCATOR_BYTES + END_BYTES + 0xffff);
  const tailOffset = source.size - tailBytes;
  const tail = await readPart(source, tailOffset, tailBytes);
  for (let at = tail.length - END_BYTES; at >= 0; at -= 1) {
    // The comment must reach the end of the file, so a signature inside a comment does not count.
    const isEnd = tail.readUInt32LE(at) === END_SIGNATURE;
    if (!isEnd || tail.readUInt16LE(at + 20) !== tail.length - at - END_BYTES) continue;
    const locatorAt = at - ZIP64_LOCATOR_BYTES;
    if (locatorAt >= 0 && tail.readUInt32LE(locatorAt) === ZIP64_LOCATOR_SIGNATURE) {
      return readZip64End(source, toNumber(source, tail.readBigUInt64LE(locatorAt + 8)));
    }
    return {
      count: tail.readUInt16LE(at + 10),
      length: tail.readUInt32LE(at + 12),
      offset: tail.readUInt32LE(at + 16),
      endOffset: tailOffset + at,
    };
  }
  throw zipError(source, 'it is not a zip file or is cut off');
}

async function readZip64End(source: ByteSource, endOffset: number): Promise<DirectoryEnd> {
  const record = await readPart(source, endOffset, ZIP64_END_BYTES);
  if (record.readUInt32LE(0) !== ZIP64_END_SIGNATURE) {
    throw zipError(source, 'its zip64 end record is damaged');
  }
  const field = (at: number) => toNumber(source, record.readBigUInt64LE(at));
  return { count: field(32), length: field(40), offset: field(48), endOffset };
}

/** Nothing in a zip may be larger than the zip, so sizes and offsets always fit a number. */
function toNumber(source: ByteSource, value: bigint): number {
  if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw zipError(source, 'it holds an absurd number');
  return Number(value);
}

type RawEntry = Omit<ZipEntry, 'endLimit'>;

function parseDirectory(source: ByteSource, directory: Buffer, count: number): RawEntry[] {
  const entries: RawEntry[] = [];
  const names = new Set<string>();
  let at = 0;
  while (entries.length < count) {
    if (at + ENTRY_BYTES > directory.length || directory.readUInt32LE(at) !== ENTRY_SIGNATURE) {
      throw zipError(source, 'its directory is damaged');
    }
    const nameEnd = at + ENTRY_BYTES + directory.readUInt16LE(at + 28);
    const extraEnd = nameEnd + directory.readUInt16LE(at + 30);
    const entryEnd = extraEnd + directory.readUInt16LE(at + 32);
    if (entryEnd > directory.length) throw zipError(source, 'its directory is damaged');
    const header = directory.subarray(at, nameEnd);
    const entry = toEntry(source, header, directory.subarray(nameEnd, extraEnd));
    if (names.has(entry.name)) throw zipError(source, `it holds ${entry.name} twice`);
    names.add(entry.name);
    entries.push(entry);
    at = entryEnd;
  }
  return entries;
}

function toEntry(source: ByteSource, header: Buffer, extra: Buffer): RawEntry {
  const nameBytes = header.subarray(ENTRY_BYTES);
  const name = toName(source, nameBytes);
  const wide = zip64Fields(extra);
  // Zip64 gives only the fields that overflow, in this order.
  const read = (at: number) => {
    const value = header.readUInt32LE(at);
    if (value !== MAX_UINT32) return value;
    const wider = wide.shift();
    if (wider === undefined) throw zipError(source, `the zip64 sizes of ${name} are missing`);
    return toNumber(source, wider);
  };
  const size = read(24);
  const compressedSize = read(20);
  const headerOffset = read(42);
  return {
    name,
    nameBytes,
    method: header.readUInt16LE(10),
    // Bit 0: encrypted; bit 6: strongly encrypted; bit 13: the directory's own values are masked.
    isEncrypted: (header.readUInt16LE(8) & 0x2041) !== 0,
    crc32: header.readUInt32LE(16),
    compressedSize,
    size,
    headerOffset,
  };
}

function zip64Fields(extra: Buffer): bigint[] {
  for (let at = 0; at + 4 <= extra.length; ) {
    const end = at + 4 + extra.readUInt16LE(at + 2);
    if (extra.readUInt16LE(at) === ZIP64_EXTRA && end <= extra.length) {
      const count = Math.min(3, Math.floor((end - at - 4) / 8));
      return Array.from({ length: count }, (_, i) => extra.readBigUInt64LE(at + 4 + i * 8));
    }
    at = end;
  }
  return [];
}

function toName(source: ByteSource, bytes: Buffer): string {
  // WACZ names are ASCII or UTF-8; in the code pages of old tools only other files are named.
  const name = bytes.toString(isUtf8(bytes) ? 'utf8' : 'latin1');
  const segments = name.replace(/\/$/, '').split('/');
  const isUnsafe =
    bytes.length > MAX_NAME_BYTES ||
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused
    /[\x00-\x1f\x7f\\]/.test(name) ||
    segments.some((segment) => segment === '' || segment === '.' || segment === '..');
  if (isUnsafe)
    throw zipError(source, `it holds a file named ${JSON.stringify(name.slice(0, 80))}`);
  return name;
}

/** Entries that share bytes are how small zips unpack to petabytes; no tool writes them. */
function withLimits(source: ByteSource, entries: RawEntry[], directoryOffset: number): ZipEntry[] {
  const limits = new Map<RawEntry, number>();
  let limit = directoryOffset;
  for (const entry of entries.toSorted((a, b) => b.headerOffset - a.headerOffset)) {
    const headerBytes = LOCAL_HEADER_BYTES + entry.nameBytes.length;
    if (entry.headerOffset + headerBytes + entry.compressedSize > limit) {
      throw zipError(source, `${entry.name} overlaps what follows it`);
    }
    limits.set(entry, limit);
    limit = entry.headerOffset;
  }
  return entries.map((entry) => ({ ...entry, endLimit: limits.get(entry) ?? directoryOffset }));
}
