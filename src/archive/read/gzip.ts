// The gzip container around one member (RFC 1952): header and trailer.

/** First bytes of a gzip member with method deflate. */
export const GZIP_MAGIC = Buffer.from([0x1f, 0x8b, 0x08]);

/** CRC-32 and length, behind the compressed data of each member. */
export const GZIP_TRAILER_BYTES = 8;

/** A header with an extra field, a name and a comment stays far below this in real files. */
const MAX_HEADER_BYTES = 1 << 17;

const FLAG_HEADER_CRC = 2;
const FLAG_EXTRA = 4;
const FLAG_NAME = 8;
const FLAG_COMMENT = 16;
const RESERVED_FLAGS = 0xe0;

/**
 * Length of the gzip header at `start`, or `'need-input'` when it goes on behind `end`, or
 * `'invalid'`.
 */
export function gzipHeaderLength(
  buffer: Uint8Array,
  start: number,
  end: number,
): number | 'need-input' | 'invalid' {
  if (end - start < 10) return startsLikeMagic(buffer, start, end) ? 'need-input' : 'invalid';
  if (!startsLikeMagic(buffer, start, end)) return 'invalid';
  const flags = buffer[start + 3] ?? 0;
  if (flags === 0) return 10; // as nearly all archives have it
  if (flags & RESERVED_FLAGS) return 'invalid';
  let at = start + 10;
  if (flags & FLAG_EXTRA) {
    if (at + 2 > end) return 'need-input';
    at += 2 + (buffer[at] ?? 0) + ((buffer[at + 1] ?? 0) << 8);
  }
  for (const flag of [FLAG_NAME, FLAG_COMMENT]) {
    if ((flags & flag) === 0) continue;
    const zero = at < end ? buffer.subarray(0, end).indexOf(0, at) : -1;
    if (zero < 0) return end - start > MAX_HEADER_BYTES ? 'invalid' : 'need-input';
    at = zero + 1;
  }
  if (flags & FLAG_HEADER_CRC) at += 2;
  if (at - start > MAX_HEADER_BYTES) return 'invalid';
  return at > end ? 'need-input' : at - start;
}

function startsLikeMagic(buffer: Uint8Array, start: number, end: number): boolean {
  for (let i = 0; i < GZIP_MAGIC.length && start + i < end; i++) {
    if (buffer[start + i] !== GZIP_MAGIC[i]) return false;
  }
  return true;
}
