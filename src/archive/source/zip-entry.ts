// Opens one file of a zip: stored ones in place, deflated ones unpacked under a cap.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32, createInflateRaw } from 'node:zlib';
import { messageOf, PinakesError } from '../../support/errors.ts';
import { type ByteSource, memorySource, openFile, sliceSource } from './source.ts';
import { readPart, type ZipEntry, zipError } from './zip.ts';

/** How members are opened. */
export interface EntryOptions {
  /** Largest deflated member that is unpacked, in bytes; default 16 GB. */
  readonly maxMemberBytes?: number;
  /** Where large deflated members are unpacked to; default the system's temporary folder. */
  readonly tempFolder?: string;
}

/**
 * Random access to the contents of an entry under the name `name`. A stored entry is a slice of
 * the zip and costs nothing. A deflated one is unpacked now: in memory up to 4 MB, else into a
 * temporary file without a name, which is gone when the source is closed or the process ends.
 * Throws `WACZ_INVALID`.
 */
export async function openEntry(
  zip: ByteSource,
  entry: ZipEntry,
  options: EntryOptions & { readonly name: string },
): Promise<ByteSource> {
  const { name } = options;
  const offset = await dataOffset(zip, entry);
  if (entry.method === STORED) return sliceSource(zip, { offset, length: entry.size, name });
  if (entry.size > MAX_IN_MEMORY_BYTES) return unpackToFile(zip, entry, options);
  const chunks: Uint8Array[] = [];
  for await (const chunk of streamEntry(zip, entry, options)) chunks.push(chunk);
  return memorySource(Buffer.concat(chunks), name);
}

/**
 * The contents of an entry from start to end. Never gives more than the size in the directory, and
 * throws `WACZ_INVALID` at the end when size or checksum do not match.
 */
export async function* streamEntry(
  zip: ByteSource,
  entry: ZipEntry,
  { maxMemberBytes = DEFAULT_MAX_MEMBER_BYTES }: EntryOptions = {},
): AsyncGenerator<Uint8Array> {
  if (entry.method !== STORED && entry.size > maxMemberBytes) {
    throw zipError(zip, `${entry.name} unpacks to more than ${maxMemberBytes} bytes`);
  }
  const offset = await dataOffset(zip, entry);
  const stored = readChunks(zip, offset, entry.compressedSize);
  let size = 0;
  let checksum = 0;
  for await (const chunk of entry.method === STORED ? stored : inflated(zip, entry, stored)) {
    size += chunk.length;
    if (size > entry.size) break;
    checksum = crc32(chunk, checksum);
    yield chunk;
  }
  if (size !== entry.size) throw zipError(zip, `${entry.name} is not ${entry.size} bytes long`);
  if (checksum !== entry.crc32) throw zipError(zip, `the checksum of ${entry.name} does not match`);
}

const STORED = 0;
const DEFLATED = 8;
const DEFAULT_MAX_MEMBER_BYTES = 16 * 2 ** 30;
const MAX_IN_MEMORY_BYTES = 4 << 20;
const CHUNK_BYTES = 256 << 10;
const LOCAL_SIGNATURE = 0x04034b50;
const LOCAL_BYTES = 30;

/** Where the data starts; checks that the local header and the directory speak of the same file. */
async function dataOffset(zip: ByteSource, entry: ZipEntry): Promise<number> {
  const { name, nameBytes, method, headerOffset } = entry;
  if (entry.isEncrypted) throw zipError(zip, `${name} is encrypted`);
  if (method !== STORED && method !== DEFLATED) {
    throw zipError(zip, `${name} is compressed by method ${method}; only deflate is known`);
  }
  if (method === STORED && entry.size !== entry.compressedSize) {
    throw zipError(zip, `${name} is stored, yet has two sizes`);
  }
  const header = await readPart(zip, headerOffset, LOCAL_BYTES + nameBytes.length);
  const isSame =
    header.readUInt32LE(0) === LOCAL_SIGNATURE &&
    header.readUInt16LE(8) === method &&
    header.readUInt16LE(26) === nameBytes.length &&
    header.subarray(LOCAL_BYTES).equals(nameBytes);
  const offset = headerOffset + header.length + header.readUInt16LE(28);
  if (!isSame || offset + entry.compressedSize > entry.endLimit) {
    throw zipError(zip, `the local header of ${name} contradicts the directory`);
  }
  return offset;
}

async function* readChunks(
  zip: ByteSource,
  offset: number,
  length: number,
): AsyncGenerator<Uint8Array> {
  for (let done = 0; done < length; done += CHUNK_BYTES) {
    yield await readPart(zip, offset + done, Math.min(CHUNK_BYTES, length - done));
  }
}

async function* inflated(
  zip: ByteSource,
  entry: ZipEntry,
  stored: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const inflate = createInflateRaw();
  const feeding = pipeline(Readable.from(stored, { objectMode: false }), inflate);
  // Both ends see a failure; it is reported by the reading end below.
  feeding.catch(() => {});
  try {
    yield* inflate as AsyncIterable<Uint8Array>; // no encoding is set: bytes
  } catch (cause) {
    if (cause instanceof PinakesError) throw cause; // the zip itself could not be read
    throw zipError(zip, `${entry.name} cannot be unpacked: ${messageOf(cause)}`, cause);
  } finally {
    inflate.destroy();
  }
}

async function unpackToFile(
  zip: ByteSource,
  entry: ZipEntry,
  options: EntryOptions & { readonly name: string },
): Promise<ByteSource> {
  const { name, tempFolder = tmpdir() } = options;
  let folder: string | undefined;
  try {
    folder = await mkdtemp(join(tempFolder, 'pinakes-'));
    const path = join(folder, 'member');
    await writeFile(path, streamEntry(zip, entry, options), { flag: 'wx', mode: 0o600 });
    const unpacked = openFile(path);
    const named = sliceSource(unpacked, { offset: 0, length: entry.size, name });
    return { ...named, close: () => unpacked.close() };
  } catch (thrown) {
    if (thrown instanceof PinakesError) throw thrown;
    const details = { output: tempFolder, detail: messageOf(thrown) };
    throw new PinakesError('OUTPUT_UNWRITABLE', details, { cause: thrown });
  } finally {
    // The open file outlives its name: from here on nothing is left behind, whatever happens.
    if (folder !== undefined) await rm(folder, { recursive: true, force: true });
  }
}
