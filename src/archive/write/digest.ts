// Digests as archive files write them: SHA-1 in base32, and record names derived from content.
import { createHash, hash } from 'node:crypto';

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** A SHA-1 that is fed piece by piece. */
export interface Sha1 {
  update(bytes: Uint8Array): void;
  /** The 32 base32 characters of everything fed so far; ends the digest. */
  toBase32(): string;
}

/** Starts a SHA-1. */
export function createSha1(): Sha1 {
  const hash = createHash('sha1');
  return {
    update: (bytes) => void hash.update(bytes),
    toBase32: () => encodeBase32(hash.digest()),
  };
}

/** SHA-1 of the given pieces, one after the other, as 32 base32 characters without a prefix. */
export function sha1Base32(...pieces: readonly Uint8Array[]): string {
  const [only] = pieces;
  if (only !== undefined && pieces.length === 1) return encodeBase32(hash('sha1', only, 'buffer'));
  const sha1 = createSha1();
  for (const piece of pieces) sha1.update(piece);
  return sha1.toBase32();
}

/**
 * A digest as a header field or an index gives it, in one form: without the name of the usual algorithm (`sha1:X` and `sha-1:X` are `X`),
 * with other names as headers write them (`SHA-256:x`, as some index files have it, is `sha256:x`).
 */
export function bareDigest(value: string): string {
  const bare = value.trim();
  if (bare.slice(0, 5).toLowerCase() === 'sha1:') return bare.slice(5);
  const colon = bare.indexOf(':');
  if (colon < 0 || colon > 12) return bare;
  const name = bare.slice(0, colon).toLowerCase().replace('-', '');
  return name === 'sha1' ? bare.slice(colon + 1) : `${name}${bare.slice(colon)}`;
}

/** A UUID (version 5 layout) that is the same for the same name, for output that must repeat. */
export function uuidFromName(name: string): string {
  const bytes = createHash('sha1').update(name).digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x50, 6); // version 5
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8); // variant of RFC 9562
  const hex = bytes.toString('hex');
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    hex.slice(12, 16),
    hex.slice(16, 20),
    hex.slice(20),
  ].join('-');
}

/** RFC 4648 base32 without padding; SHA-1 has 160 bits and never needs any. */
export function encodeBase32(bytes: Uint8Array): string {
  let text = '';
  let pending = 0;
  let bits = 0;
  for (const byte of bytes) {
    pending = (pending << 8) | byte;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += BASE32.charAt((pending >>> bits) & 31);
    }
    pending &= (1 << bits) - 1;
  }
  if (bits > 0) text += BASE32.charAt((pending << (5 - bits)) & 31);
  return text;
}
