// Base32 of SHA-1, the usual payload digest, as 20 bytes instead of 32 letters, and back.

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const TEXT_LENGTH = 32;
/** Bytes of a SHA-1. */
export const SHA1_BYTES = 20;

/** The value of each character of the alphabet by its code; 32 for others. */
const VALUES = Uint8Array.from({ length: 128 }, (_, code) => {
  const value = ALPHABET.indexOf(String.fromCharCode(code));
  return value < 0 ? 32 : value;
});

/** Writes the 20 bytes of base32 of SHA-1 and gives where they end; of others nothing is valid, and it gives `at`. */
export function writeDigest(bytes: Buffer, at: number, digest: string): number {
  if (digest.length !== TEXT_LENGTH) return at;
  let bits = 0;
  let waiting = 0;
  let end = at;
  for (let i = 0; i < TEXT_LENGTH; i++) {
    const value = VALUES[digest.charCodeAt(i)] ?? 32;
    if (value === 32) return at;
    waiting = ((waiting << 5) | value) & 0xfff;
    bits += 5;
    if (bits < 8) continue;
    bits -= 8;
    bytes[end++] = waiting >> bits;
  }
  return end;
}

/** Ten bits as two characters. */
const PAIRS: readonly string[] = Array.from(
  { length: 1024 },
  (_, value) => ALPHABET.charAt(value >> 5) + ALPHABET.charAt(value & 31),
);

/** The text of the 20 bytes that `writeDigest` wrote. */
export function toDigestText(bytes: Uint8Array, at: number): string {
  let text = '';
  for (let i = at; i < at + SHA1_BYTES; i += 5) {
    const first = bytes[i] ?? 0;
    const second = bytes[i + 1] ?? 0;
    const third = bytes[i + 2] ?? 0;
    const fourth = bytes[i + 3] ?? 0;
    const fifth = bytes[i + 4] ?? 0;
    const left = pair((first << 2) | (second >> 6)) + pair(((second & 63) << 4) | (third >> 4));
    text += left + pair(((third & 15) << 6) | (fourth >> 2)) + pair(((fourth & 3) << 8) | fifth);
  }
  return text;
}

function pair(value: number): string {
  return PAIRS[value] ?? '';
}
