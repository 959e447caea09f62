// Writes ZIP files as a stream: members are stored as they are, for what goes in is compressed already.
import { createReadStream } from 'node:fs';
import { crc32 } from 'node:zlib';

/** A member of a ZIP file. */
export interface ZipMember {
  /** Path inside the ZIP, with slashes. */
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  readonly crc32: number;
  /** The bytes, once. */
  pieces(): AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

/** A member of bytes in memory. */
export function memberOfBytes(name: string, bytes: Uint8Array): ZipMember {
  return { name, size: bytes.length, crc32: crc32(bytes), pieces: () => [bytes] };
}

/** A member of a file, which is read twice: its checksum stands before its bytes. */
export async function memberOfFile(name: string, path: string): Promise<ZipMember> {
  let size = 0;
  let checksum = 0;
  for await (const piece of readFile(path)) {
    size += piece.length;
    checksum = crc32(piece, checksum);
  }
  return { name, size, crc32: checksum, pieces: () => readFile(path) };
}

/** What a ZIP file without the extensions for large ones can hold. */
const MAX_BYTES = 0xffff_ffff;
const MAX_MEMBERS = 0xffff;

/**
 * The bytes of a ZIP file of some members, in their order; the same members give the same bytes. Names are UTF-8.
 * Throws `RangeError` for more than 4 GB or 65,535 members, which callers see to.
 */
export async function* zipBytes(
  members: AsyncIterable<ZipMember> | Iterable<ZipMember>,
): AsyncGenerator<Uint8Array> {
  const directory: Buffer[] = [];
  let offset = 0;
  for await (const member of members) {
    const name = Buffer.from(member.name);
    const head = headOf(member, name);
    if (offset + head.length + member.size > MAX_BYTES || directory.length === MAX_MEMBERS) {
      throw new RangeError('pinakes: too much for one ZIP file');
    }
    directory.push(entryOf(member, name, offset));
    yield head;
    let left = member.size;
    for await (const piece of member.pieces()) {
      left -= piece.length;
      yield piece;
    }
    if (left !== 0) throw new Error(`pinakes: ${member.name} has changed while it was packed`);
    offset += head.length + member.size;
  }
  const entries = Buffer.concat(directory);
  yield entries;
  yield endOf({ count: directory.length, size: entries.length, offset });
}

function readFile(path: string): AsyncIterable<Buffer> {
  return createReadStream(path, { highWaterMark: PIECE_BYTES });
}

const PIECE_BYTES = 256 * 1024;
/** The first version of the format that knows folders. */
const VERSION = 20;
/** The name is UTF-8. */
const FLAGS = 0x0800;
const STORED = 0;
/** 1 January 1980, the first day there is: times of captures stand in the files themselves. */
const DATE = 0x0021;

/** The header before the bytes of a member. */
function headOf({ size, crc32: checksum }: ZipMember, name: Buffer): Buffer {
  const head = Buffer.alloc(30);
  head.writeUInt32LE(0x04034b50, 0);
  head.writeUInt16LE(VERSION, 4);
  writeCommon(head, 6, { size, checksum, nameBytes: name.length });
  return Buffer.concat([head, name]);
}

/** The entry of a member in the directory at the end. */
function entryOf({ size, crc32: checksum }: ZipMember, name: Buffer, offset: number): Buffer {
  const entry = Buffer.alloc(46);
  entry.writeUInt32LE(0x02014b50, 0);
  entry.writeUInt16LE(VERSION, 4);
  entry.writeUInt16LE(VERSION, 6);
  writeCommon(entry, 8, { size, checksum, nameBytes: name.length });
  entry.writeUInt32LE(offset, 42);
  return Buffer.concat([entry, name]);
}

/** Flags, method, time, checksum, sizes and length of the name, which both have in this order. */
function writeCommon(
  target: Buffer,
  at: number,
  {
    size,
    checksum,
    nameBytes,
  }: { readonly size: number; readonly checksum: number; readonly nameBytes: number },
): void {
  target.writeUInt16LE(FLAGS, at);
  target.writeUInt16LE(STORED, at + 2);
  target.writeUInt16LE(0, at + 4);
  target.writeUInt16LE(DATE, at + 6);
  target.writeUInt32LE(checksum, at + 8);
  target.writeUInt32LE(size, at + 12);
  target.writeUInt32LE(size, at + 16);
  target.writeUInt16LE(nameBytes, at + 20);
}

function endOf({
  count,
  size,
  offset,
}: {
  readonly count: number;
  readonly size: number;
  readonly offset: number;
}): Buffer {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(size, 12);
  end.writeUInt32LE(offset, 16);
  return end;
}
