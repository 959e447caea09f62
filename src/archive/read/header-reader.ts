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
  if (length === 'none') return { kind: 'lost', reason: 'bad-header' };
  const bytes = member.buffer.subarray(member.start, member.start + length);
  // A version line inside a header is that of the next record: damage ate what lay between.
  const isTorn = isWarc && findVersionLine(bytes, 5, bytes.length) >= 0;
  const header = isTorn ? undefined : isWarc ? parseWarcHeader(bytes) : parseArcHeader(bytes);
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

type Length = number | 'none' | 'too-long' | 'need-input';

function findWarcHeaderEnd(members: MemberSequence): Length {
  return findEnd(members, MAX_HEADER_BYTES, (buffer, start, end) =>
    findHeaderEnd(buffer, start, end),
  );
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
  find: (buffer: Buffer, start: number, end: number) => number,
): Length {
  const { member } = members;
  for (;;) {
    const end = find(member.buffer, member.start, member.end);
    if (end >= 0) return end - member.start;
    if (member.end - member.start > maxBytes) return 'too-long';
    const progress = members.pullOn();
    if (progress === 'need-input') return progress;
    if (progress === 'end') return 'none';
  }
}
