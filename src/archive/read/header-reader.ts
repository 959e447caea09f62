// The header of the record at the current place of a member.
import type { LossReason } from '../../model/capture.ts';
import { lastScan, scanHeader } from './header-scan.ts';
import type { MemberSequence } from './members.ts';
import { parseArcHeader, parseScannedHeader, type RecordHeader } from './record-header.ts';
import { isArcStart, isWarcStart, MAX_ARC_LINE } from './record-start.ts';

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
  const { buffer, start } = member;
  const header = isWarc
    ? parseScannedHeader(buffer, start, lastScan)
    : parseArcHeader(buffer.subarray(start, start + length));
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

/** Length of the header; none when the next record starts before its end: damage ate what lay between. */
function findWarcHeaderEnd(members: MemberSequence): Length {
  return findEnd(members, MAX_HEADER_BYTES, findBlankLine);
}

function findBlankLine(buffer: Buffer, start: number, end: number): number | 'torn' {
  const scan = scanHeader(buffer, start, end, 'record');
  if (scan.isTorn) return 'torn';
  return scan.length < 0 ? -1 : start + scan.length;
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
