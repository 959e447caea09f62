// Rows that find what a revisit repeats by its digest alone: digest, place, type, status and length as bytes in order.
import { hash } from 'node:crypto';
import {
  MAX_NUMBER_BYTES,
  MAX_PLACE_BYTES,
  numberLength,
  offsetEnd,
  type Place,
  readNumber,
  readOffset,
  readTime,
  timeEnd,
  writeNumber,
  writePlace,
} from './captures-bytes.ts';
import type { CaptureRow } from './captures-codec.ts';
import { writeDigest } from './captures-digest.ts';
import { mimeNumber, mimeOfNumber } from './captures-mime.ts';

/** What a row of `original` says. */
export type OriginalRow = Place & Pick<CaptureRow, 'length' | 'mime' | 'status'>;

/**
 * Bytes of a digest that rows begin with. Digests that share them are taken for the same: of 100 million
 * digests about one pair in 15 such indexes does.
 */
const DIGEST_BYTES = 7;
const USUAL_STATUS = 200;

const key = Buffer.allocUnsafe(32);

/** The row of a capture. The bytes have memory of their own. */
export function toOriginal(capture: CaptureRow): Buffer {
  const { mime, status, length } = capture;
  const number = mimeNumber(mime);
  const max = DIGEST_BYTES + MAX_PLACE_BYTES + 4 * MAX_NUMBER_BYTES;
  const bytes = Buffer.allocUnsafe(number === 0 ? max + mime.length * 3 : max);
  let end = writePlace(bytes, writeKey(bytes, capture.digest), capture);
  end = writeNumber(bytes, end, status === USUAL_STATUS ? 0 : status + 1);
  end = writeNumber(bytes, end, length);
  bytes[end++] = number;
  if (number === 0) end += bytes.write(mime, end);
  return bytes.subarray(0, end);
}

/** The ends of the range of rows that a digest may have: all of a row lies between them. */
export function originalRange(digest: string): { readonly start: Buffer; readonly end: Buffer } {
  const start = Buffer.allocUnsafe(DIGEST_BYTES);
  writeKey(start, digest);
  return { start, end: Buffer.concat([start, Buffer.alloc(MAX_PLACE_BYTES, 0xff)]) };
}

/** The first row that a digest can have behind all of a time. */
export function originalsAfter(digest: string, time: number): Buffer {
  const bytes = Buffer.allocUnsafe(DIGEST_BYTES + MAX_PLACE_BYTES);
  const end = writePlace(bytes, writeKey(bytes, digest), { time: time + 1, file: -1, offset: -1 });
  return bytes.subarray(0, end);
}

/** Reads a row. */
export function readOriginal(bytes: Buffer): OriginalRow {
  const time = readTime(bytes, DIGEST_BYTES);
  let at = timeEnd(bytes, DIGEST_BYTES);
  const next = (): number => {
    const value = readNumber(bytes, at);
    at += numberLength(bytes[at] ?? 0);
    return value;
  };
  const file = next();
  const offset = readOffset(bytes, at);
  at = offsetEnd(bytes, at);
  const status = next();
  const length = next();
  const mime = mimeOfNumber(bytes[at] ?? 0) ?? bytes.toString('utf8', at + 1);
  return { time, file, offset, length, mime, status: status === 0 ? USUAL_STATUS : status - 1 };
}

/** Writes the beginning of the rows of a digest; gives where it ends. */
function writeKey(bytes: Buffer, digest: string): number {
  if (writeDigest(key, 0, digest) === 0) hash('sha256', digest, 'buffer').copy(key);
  key.copy(bytes, 0, 0, DIGEST_BYTES);
  return DIGEST_BYTES;
}
