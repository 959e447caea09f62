// Payload digests as they are stored: the usual ones, base32 of SHA-1, take 20 bytes instead of 32.

/** A payload digest as it is stored; `''` when there is none. */
export type StoredDigest = Buffer | string;

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const SHA1_TEXT = /^[A-Z2-7]{32}$/;

/** What is stored of a digest; the same text always becomes the same. Others than SHA-1 stay text. */
export function toStoredDigest(digest: string): StoredDigest {
  if (!SHA1_TEXT.test(digest)) return digest;
  const bytes = Buffer.alloc(20);
  let bits = 0;
  let waiting = 0;
  let at = 0;
  for (const character of digest) {
    waiting = ((waiting << 5) | ALPHABET.indexOf(character)) & 0xfff;
    bits += 5;
    if (bits < 8) continue;
    bits -= 8;
    bytes[at++] = (waiting >> bits) & 0xff;
  }
  return bytes;
}
