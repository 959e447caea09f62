// Where the block of a record really ends: told by what follows it.

import type { ByteSource } from '../source/source.ts';
import { GZIP_MAGIC } from './gzip.ts';
import type { MemberSequence } from './members.ts';
import {
  findRecordStart,
  isArcStart,
  isWarcStart,
  MAX_ARC_LINE,
  skipLineEnds,
  startsWith,
} from './record-start.ts';
import { ZSTD_MAGIC } from './zstd-member.ts';

/** Format of a file's records: what follows one has the same. */
export type RecordFormat = 'warc' | 'arc';

/** Bytes that show whether a record starts. */
const BOUNDARY_BYTES = 16;

/**
 * Distance from the record's start to where the next thing starts, when `blockEnd` is followed by
 * a record or by nothing; -1 when it is not.
 */
export function readBehindBlock(
  { member }: MemberSequence,
  blockEnd: number,
  format: RecordFormat,
): number | 'need-input' {
  for (;;) {
    const from = member.start + blockEnd;
    const at = skipLineEnds(member.buffer, from, member.end);
    if (member.end - at < BOUNDARY_BYTES) {
      const progress = member.pull();
      if (progress === 'need-input') return progress;
      if (progress === 'more') continue;
    }
    if (from > member.end) return -1;
    // Any word and a colon looks like an ARC record, so there the line end before it must be seen.
    const isSeparate = format === 'warc' || at > from;
    const isRight =
      at === member.end || (isSeparate && isBoundary(member.buffer, at, member.end, format));
    return isRight ? at - member.start : -1;
  }
}

/** Distance to the next record start between the header and `limit`; -1 when there is none. */
export function findNextStart(
  { member }: MemberSequence,
  range: { readonly from: number; readonly limit: number },
  format: RecordFormat,
): number | 'need-input' {
  for (;;) {
    const at = findRecordStart(member.buffer, member.start + range.from, member.end, format);
    if (at >= 0 && at < member.start + range.limit) return at - member.start;
    if (at >= 0 || member.end - member.start > range.limit + MAX_ARC_LINE) return -1;
    const progress = member.pull();
    if (progress === 'need-input') return progress;
    if (progress === 'end') return -1;
  }
}

/** Whether a record, or the end of the file, is at a place of a plain file that is not in memory. */
export function isBoundaryAt(source: ByteSource, position: number, format: RecordFormat): boolean {
  if (position >= source.size) return position === source.size;
  if (source.readSync === undefined) return true; // remote: found out at the end of the block
  const sample = Buffer.alloc(64);
  const count = source.readSync(sample, position);
  const at = skipLineEnds(sample, 0, count);
  const isEnd = at === count && position + count === source.size;
  return isEnd || isBoundary(sample, at, count, format);
}

/** Length of a block without the line ends that separate records. */
export function trimLineEnds(buffer: Buffer, start: number, end: number): number {
  let at = end;
  for (let i = 0; i < 4 && at > start && (buffer[at - 1] === 10 || buffer[at - 1] === 13); i++) {
    at--;
  }
  return at - start;
}

/** Whether a record of this format, plain or compressed, may start at `at`. */
function isBoundary(buffer: Buffer, at: number, end: number, format: RecordFormat): boolean {
  const isPlain = format === 'warc' ? isWarcStart(buffer, at, end) : isArcStart(buffer, at, end);
  return isPlain || [GZIP_MAGIC, ZSTD_MAGIC].some((magic) => startsWith(buffer, at, end, magic));
}
