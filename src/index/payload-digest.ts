// Payload digests as they are stored: the usual ones, base32 of SHA-1, take 20 bytes instead of 32, a mark of any takes 8.
import { hash } from 'node:crypto';

/** A payload digest as it is stored; `''` when there is none. */
export type StoredDigest = Buffer | string;

/** Values of the letters and digits of base32, by their codes. */
const DIGITS = new Uint8Array(128);
for (const [value, letter] of [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'].entries()) {
  DIGITS[letter.charCodeAt(0)] = value;
}

const SHA1_BYTES = 20;
const SHA1_TEXT = /^[A-Z2-7]{32}$/;

/** What is stored of a digest; the same text always becomes the same. Others than SHA-1 stay text. */
export function toStoredDigest(digest: string): StoredDigest {
  if (!SHA1_TEXT.test(digest)) return digest;
  const bytes = Buffer.allocUnsafe(SHA1_BYTES);
  let bits = 0;
  let waiting = 0;
  for (let at = 0, next = 0; at < SHA1_BYTES; next++) {
    waiting = ((waiting << 5) | digitAt(digest, next)) & 0xfff;
    bits += 5;
    if (bits < 8) continue;
    bits -= 8;
    bytes[at++] = (waiting >> bits) & 0xff;
  }
  return bytes;
}

/**
 * The first 64 bits of a payload digest, by which a revisit finds what it stands for, as 16 hexadecimal digits; `''` for a record that
 * revisits cannot stand for.
 */
export type PayloadMark = string;

/** Bytes of a mark. */
export const MARK_BYTES = 8;

/** The mark of a digest. One that is not SHA-1, or absent, has the mark of its text. */
export function toPayloadMark(digest: StoredDigest): PayloadMark {
  if (typeof digest !== 'string') return digest.toString('hex', 0, MARK_BYTES);
  if (!SHA1_TEXT.test(digest)) return hash('sha256', digest, 'hex').slice(0, MARK_BYTES * 2);
  // Six digits and two bits of the seventh, then the other three bits of that, five digits and four bits of the next.
  const seventh = digitAt(digest, 6);
  const first = digitsAt(digest, 0, 6) * 4 + (seventh >> 3);
  const second = (seventh & 7) * 2 ** 29 + digitsAt(digest, 7, 5) * 16 + (digitAt(digest, 12) >> 1);
  return toHex(first) + toHex(second);
}

function digitsAt(digest: string, from: number, count: number): number {
  let value = 0;
  for (let at = from; at < from + count; at++) value = (value << 5) | digitAt(digest, at);
  return value;
}

function digitAt(digest: string, at: number): number {
  return DIGITS[digest.charCodeAt(at)] ?? 0;
}

/** 32 bits as eight digits. */
function toHex(value: number): string {
  return value.toString(16).padStart(8, '0');
}

/** The first 31 bits of a mark: a small integer to look it up by, which others may share. */
export function toMarkKey(mark: PayloadMark): number {
  return Number.parseInt(mark.slice(0, 8), 16) >>> 1;
}

/** A mark as the bytes of a column; `''` has none. */
export function toMarkBytes(mark: PayloadMark): Buffer {
  return Buffer.from(mark, 'hex');
}

/** The mark in a column. */
export function fromMarkBytes(bytes: unknown): PayloadMark {
  // A damaged database gives other things than the bytes that were stored.
  if (!Buffer.isBuffer(bytes)) throw new RangeError('a mark has no bytes');
  return bytes.toString('hex');
}
