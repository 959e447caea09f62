// Parts of records that are compressed once and put into many members: what makes a large archive quick to generate.
import { createHash, type Hash } from 'node:crypto';
import { brotliCompressSync, constants, crc32, deflateRawSync } from 'node:zlib';

/** Bytes, and the same bytes as blocks of a deflate stream that others may follow. */
export interface StoredPart {
  readonly bytes: Buffer;
  readonly deflated: Buffer;
}

/** Compresses a part. */
export function toPart(bytes: Buffer): StoredPart {
  // The flush ends the last block at a byte and forgets what came before: any other part can follow.
  return { bytes, deflated: deflateRawSync(bytes, { finishFlush: constants.Z_FULL_FLUSH }) };
}

/** A gzip member of some parts. */
export function toMember(parts: readonly StoredPart[]): Buffer {
  const crc = parts.reduce((value, { bytes }) => crc32(bytes, value), 0);
  const length = parts.reduce((sum, { bytes }) => sum + bytes.length, 0);
  return Buffer.concat([
    GZIP_HEADER,
    ...parts.map(({ deflated }) => deflated),
    gzipEnd(crc, length),
  ]);
}

/** How a body travels. */
export interface Travel {
  readonly coding: 'plain' | 'gzip' | 'brotli';
  readonly isChunked: boolean;
}

/** A body of a pool: captures share its bytes and add a few of their own at its end. */
export class PooledBody {
  readonly contentType: string;
  readonly #bytes: Buffer;
  readonly #ways = new Map<string, Way>();

  constructor(contentType: string, bytes: Buffer) {
    this.contentType = contentType;
    this.#bytes = bytes;
  }

  /** The body with `tail` added, as it is stored, and the SHA-1 of that. */
  store(tail: Buffer, travel: Travel): { readonly parts: readonly StoredPart[]; sha1: Buffer } {
    const { part, crc, sha1 } = this.#way(travel);
    const codedTail =
      travel.coding === 'plain'
        ? tail
        : travel.coding === 'brotli'
          ? brotliEnd(tail)
          : Buffer.concat([
              toPart(tail).deflated,
              gzipEnd(crc32(tail, crc), this.#bytes.length + tail.length),
            ]);
    const end = travel.isChunked ? Buffer.concat([toChunk(codedTail), LAST_CHUNK]) : codedTail;
    return { parts: [part, toPart(end)], sha1: sha1.copy().update(end).digest() };
  }

  /** What all captures that travel in one way share. */
  #way(travel: Travel): Way {
    const key = `${travel.coding} ${travel.isChunked}`;
    const known = this.#ways.get(key);
    if (known !== undefined) return known;
    const coded = encode(this.#bytes, travel.coding);
    const wire = travel.isChunked ? toChunks(coded) : coded;
    const way = {
      part: toPart(wire),
      crc: crc32(this.#bytes),
      sha1: createHash('sha1').update(wire),
    };
    this.#ways.set(key, way);
    return way;
  }
}

interface Way {
  readonly part: StoredPart;
  /** Of the bytes before coding. */
  readonly crc: number;
  readonly sha1: Hash;
}

const GZIP_HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]);
const CHUNK_BYTES = 8192;
const LAST_CHUNK = Buffer.from('0\r\n\r\n');

/** An empty last block, the checksum and the length (RFC 1952). */
function gzipEnd(crc: number, length: number): Buffer {
  const end = Buffer.from([3, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
  end.writeUInt32LE(crc, 2);
  end.writeUInt32LE(length, 6);
  return end;
}

function encode(bytes: Buffer, coding: Travel['coding']): Buffer {
  if (coding === 'plain') return bytes;
  if (coding === 'gzip') return Buffer.concat([GZIP_HEADER, toPart(bytes).deflated]);
  return brotliCompressSync(bytes, {
    finishFlush: constants.BROTLI_OPERATION_FLUSH,
    params: { [constants.BROTLI_PARAM_QUALITY]: 5 },
  });
}

/** A meta-block that is not compressed, and an empty last one (RFC 7932 section 9.2). */
function brotliEnd(tail: Buffer): Buffer {
  // From the lowest bit on: not the last one, a length of four nibbles, the length less one, not compressed.
  const head = ((tail.length - 1) << 3) | (1 << 19);
  return Buffer.concat([
    Buffer.from([head & 255, (head >> 8) & 255, head >> 16]),
    tail,
    Buffer.from([3]),
  ]);
}

function toChunk(bytes: Buffer): Buffer {
  return Buffer.concat([
    Buffer.from(`${bytes.length.toString(16)}\r\n`),
    bytes,
    Buffer.from('\r\n'),
  ]);
}

function toChunks(bytes: Buffer): Buffer {
  const chunks: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) {
    chunks.push(toChunk(bytes.subarray(at, at + CHUNK_BYTES)));
  }
  return Buffer.concat(chunks);
}
