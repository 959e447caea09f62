// Payload digests as they are stored: the usual ones, base32 of SHA-1, take 20 bytes instead of 32, a mark of any takes 8.
import { hash } from 'node:crypto';
import { SHA1_BYTES, toDigestText, writeDigest } from './sha1-digest.ts';

/** A payload digest as it is stored; `''` when there is none. */
export type StoredDigest = Buffer | string;

/** What is stored of a digest; the same text always becomes the same. Others than SHA-1 stay text. */
export function toStoredDigest(digest: string): StoredDigest {
  const bytes = Buffer.alloc(SHA1_BYTES);
  return writeDigest(bytes, 0, digest) === 0 ? digest : bytes;
}

/** The digest that was stored. */
export function fromStoredDigest(digest: StoredDigest): string {
  return typeof digest === 'string' ? digest : toDigestText(digest, 0);
}

/**
 * The first 64 bits of a payload digest, by which a revisit finds what it stands for, as 16 hexadecimal digits; `''` for a record that
 * revisits cannot stand for.
 */
export type PayloadMark = string;

/** Bytes of a mark. */
export const MARK_BYTES = 8;

const scratch = Buffer.alloc(SHA1_BYTES);

/** The mark of a digest. One that is not SHA-1, or absent, has the mark of its text. */
export function toPayloadMark(digest: StoredDigest): PayloadMark {
  if (typeof digest !== 'string') return digest.toString('hex', 0, MARK_BYTES);
  return writeDigest(scratch, 0, digest) === 0
    ? hash('sha256', digest, 'hex').slice(0, MARK_BYTES * 2)
    : scratch.toString('hex', 0, MARK_BYTES);
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
