// The header of the record at the current place of a member.
import type { LossReason } from '../../model/capture.ts';
import { findHeaderEnd } from './header-fields.ts';
import type { MemberSequence } from './members.ts';
import { parseArcHeader, parseWarcHeader, type RecordHeader } from './record-header.ts';
import { findVersionLine, isArcStart, isWarcStart, MAX_ARC_LINE } from './record-start.ts';

/** Longest record header that is read. */
const MAX_HEADER_BYTES = 1 << 20;

/** A header and its length in bytes, or why there is none. */
export type HeaderReading =
  | { readonly kind: 'header'; readonly header: RecordHeader; readonly length: number }
  | { readonly kind: 'lost'; readonly reason: LossReason };

/** Reads the header at the member's place, which stays there. */
export function readRecordHeader(members: MemberSequence): HeaderReading | 'need-input' {
  const known = pullUntil(members, 6);
  if (known === 'need-input') return known;
  const { member } = members;
  const isWarc =
    isWarcStart(member.buffer, member.start, member.end) ||
    member.buffer.toString('latin1', member.start, member.start + 5) === 'WARC-';
  const length = isWarc ? findWarcHeaderEnd(members) : findArcLineEnd(members);
  if (length === 'need-input') return length;
  if (length === 'too-long') return { kind: 'lost', reason: 'header-too-long' };
  if (length === 'cut-off') return { kind: 'lost', reason: 'truncated' };
  if (length === 'none') return { kind: 'lost', reason: 'bad-header' };
  const bytes = member.buffer.subarray(member.start, member.start + length);
  const header = isWarc ? parseWarcHeader(bytes) : parseArcHeader(bytes);
  if (header === undefined) return { kind: 'lost', reason: 'bad-header' };
  return { kind: 'header', header, length };
}

/** Pulls until `count` bytes of a record are at hand; `end` when there are fewer. */
export function pullUntil(members: MemberSequence, count: number): 'ok' | 'end' | 'need-input' {
  const { member } = members;
  while (member.end - member.start < count) {
    const progress = members.pullOn();
    if (progress !== 'more') return progress;
  }
  return 'ok';
}

type Length = number | 'none' | 'cut-off' | 'too-long' | 'need-input';

/** Headers are looked through in slices of this size; nearly all fit into the first. */
const SLICE_BYTES = 4096;
/** A blank line, or a version line, may straddle two slices. */
const OVERLAP_BYTES = 32;

function findWarcHeaderEnd(members: MemberSequence): Length {
  return findEnd(members, MAX_HEADER_BYTES, findHeaderEndOrNext);
}

/**
 * Index behind the blank line that ends a header, -1 when it is not in sight, `torn` when the version
 * line of the next record comes first: damage ate what lay between. By slices, so that a file of
 * nothing but version lines costs no more than its length.
 */
function findHeaderEndOrNext(buffer: Buffer, start: number, end: number): number | 'torn' {
  for (let from = start; from < end; from += SLICE_BYTES - OVERLAP_BYTES) {
    const sliceEnd = Math.min(end, from + SLICE_BYTES);
    const blank = findHeaderEnd(buffer, from, sliceEnd);
    const next = findVersionLine(buffer, Math.max(from, start + 5), blank < 0 ? sliceEnd : blank);
    if (next >= 0) return 'torn';
    if (blank >= 0) return blank;
  }
  return -1;
}

function findArcLineEnd(members: MemberSequence): Length {
  const { member } = members;
  if (!isArcStart(member.buffer, member.start, member.end)) return 'none';
  return findEnd(
    members,
    MAX_ARC_LINE,
    (buffer, start, end) => buffer.subarray(0, end).indexOf(10, start) + 1 || -1,
  );
}

/** Length up to the index that `find` gives, pulling more as long as it gives -1. */
function findEnd(
  members: MemberSequence,
  maxBytes: number,
  find: (buffer: Buffer, start: number, end: number) => number | 'torn',
): Length {
  const { member } = members;
  for (;;) {
    const end = find(member.buffer, member.start, member.end);
    if (end === 'torn') return 'none';
    if (end >= 0) return end - member.start;
    if (member.end - member.start > maxBytes) return 'too-long';
    const progress = members.pullOn();
    if (progress === 'need-input') return progress;
    if (progress === 'end') return 'cut-off';
  }
}
