// Bytes of an index file as blocks of whole lines: many lines at a time, none of them unbounded.
import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { ByteSource } from '../source/source.ts';
import type { CdxRejectReason } from './cdx-entry.ts';
import type { LineRange } from './cdx-query.ts';

/** Whole lines (the last of a file may lack its line end), or why lines are missing here. */
export type LineBlock = Buffer | CdxRejectReason;

/** How an index is stored: as lines, compressed as a whole, or in compressed blocks with a summary. */
export type CdxKind = 'plain' | 'gzip' | 'zipnum';

/** Where the lines of an index come from. */
export interface LineStore {
  readonly kind: CdxKind;
  /** All lines. */
  all(): AsyncIterable<LineBlock>;
  /** All lines of the range, some before it, and the lines behind it. */
  near(range: LineRange): AsyncIterable<LineBlock>;
  close(): Promise<void>;
}

/** The byte that ends a line. */
export const LINE_FEED = 0x0a;

/** Reads grow from the first to the second, so that a search reads little and a scan reads fast. */
const FIRST_READ_BYTES = 1 << 14;
const READ_BYTES = 1 << 18;

/** The bytes of a source from a place on, in pieces that nobody else writes to. */
export async function* readPieces(source: ByteSource, from = 0): AsyncGenerator<Buffer> {
  let size = FIRST_READ_BYTES;
  for (let at = from; at < source.size; ) {
    const piece = await readAt(source, at, size);
    if (piece.length === 0) return;
    yield piece;
    at += piece.length;
    size = Math.min(size * 2, READ_BYTES);
  }
}

/** Up to `length` bytes from a place of a source. */
export async function readAt(source: ByteSource, at: number, length: number): Promise<Buffer> {
  const target = Buffer.allocUnsafe(Math.max(0, Math.min(length, source.size - at)));
  // Local files at once: a search reads in some twenty places, and each wait costs more than the reading.
  const count = source.readSync?.(target, at) ?? (await source.read(target, at));
  return target.subarray(0, count);
}

/**
 * The decompressed bytes of a gzip file of one member or many. Damaged data ends it with `'corrupt'`;
 * what came before is given.
 */
export async function* gunzipPieces(source: ByteSource): AsyncGenerator<LineBlock> {
  const gunzip = createGunzip({ chunkSize: READ_BYTES });
  const input = Readable.from(readPieces(source), { objectMode: false });
  input.once('error', (error) => gunzip.destroy(error));
  try {
    for await (const piece of input.pipe(gunzip)) yield piece as Buffer; // a byte stream without encoding
  } catch (error) {
    if (!isZlibError(error)) throw error; // the source, not its contents
    yield 'corrupt';
  } finally {
    input.destroy();
  }
}

/** Cuts pieces between lines. A line over the limit is left out and `'too-long'` stands in its place. */
export async function* toLineBlocks(
  pieces: AsyncIterable<LineBlock>,
  maxLineBytes: number,
): AsyncGenerator<LineBlock> {
  let begun: Buffer[] = [];
  let begunBytes = 0;
  for await (const piece of pieces) {
    if (typeof piece === 'string') {
      // Half a line could pass for a whole one that says something else.
      begun = [];
      begunBytes = 0;
      yield piece;
      continue;
    }
    const end = piece.lastIndexOf(LINE_FEED) + 1;
    if (end > 0) {
      const isTooLong = begunBytes > maxLineBytes;
      if (isTooLong) yield 'too-long';
      const start = isTooLong ? piece.indexOf(LINE_FEED) + 1 : 0;
      const lines = piece.subarray(start, end);
      yield begun.length === 0 ? lines : Buffer.concat([...begun, lines]);
      begun = [];
      begunBytes = 0;
    }
    begunBytes += piece.length - end;
    // Of a line that is too long already, only its length is kept.
    if (begunBytes > maxLineBytes) begun = [];
    else if (end < piece.length) begun.push(piece.subarray(end));
  }
  if (begunBytes > maxLineBytes) yield 'too-long';
  else if (begunBytes > 0) yield Buffer.concat(begun);
}

function isZlibError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('Z_');
}
