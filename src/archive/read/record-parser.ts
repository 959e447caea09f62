// Records out of members: headers, blocks and what to make of lengths that are wrong.
import type { Loss, LossReason, Timestamp } from '../../model/capture.ts';
import type { ZstdDictionary } from '../zstd/zstd.ts';
import {
  findNextStart,
  isBoundaryAt,
  type RecordFormat,
  readBehindBlock,
  trimLineEnds,
} from './block-end.ts';
import { pullUntil, readRecordHeader } from './header-reader.ts';
import { MAX_HTTP_HEAD_BYTES } from './http-head.ts';
import { inferTime } from './infer-time.ts';
import type { InputWindow } from './input-window.ts';
import { OutputBuffer } from './member.ts';
import { MemberSequence, type ReportSkip } from './members.ts';
import { ArchiveRecord, type BlockStream, type RecordPlace } from './record.ts';
import type { RecordHeader } from './record-header.ts';
import { findRecordStart, MAX_ARC_LINE, skipLineEnds } from './record-start.ts';

/** Options of `RecordParser`. */
export interface ParserOptions {
  /** Blocks up to this size are held in memory whole; larger ones are streamed. Bytes. */
  readonly bufferLimit: number;
  readonly onLoss: (loss: Loss) => void;
  /** Dictionary of a zstd file that is not read from its start. */
  readonly dictionary?: ZstdDictionary | undefined;
}

type Wait = 'need-input';

/**
 * Parses records from an input window without ever waiting: it answers `need-input` when the window
 * must be filled, and goes on where it was at the next call. Records are valid until that call.
 */
export class RecordParser {
  readonly #window: InputWindow;
  readonly #members: MemberSequence;
  readonly #options: ParserOptions;
  readonly #scratch = new OutputBuffer();
  #current: ArchiveRecord | undefined;
  /** Bytes of the member that belong to the current record, still to be passed over. */
  #consumed = 0;
  /** Rest of a streamed block. */
  #streaming = 0;
  /** Where a streamed block of a plain file ended. */
  #streamEnd: number | undefined;
  #recordsInMember = 0;
  /** Decompressed offset of the next record in its member. */
  #innerOffset = 0;
  /** Format of the last record: what follows has the same. */
  #format: RecordFormat = 'warc';
  #isFormatKnown = false;
  /** Time of the last warcinfo record. */
  #infoTime: Timestamp | '' = '';

  constructor(window: InputWindow, options: ParserOptions) {
    this.#window = window;
    this.#options = options;
    const report: ReportSkip = (offset, reason, skipped) => this.#report(offset, reason, skipped);
    this.#members = new MemberSequence(window, report, options.dictionary);
  }

  /**
   * Moves to another part of the file: the first record at `from`, or behind it when that may lie
   * inside one, and no record that starts at or behind `to`.
   */
  seek(from: number, to: number, isInside: boolean): void {
    this.#current = undefined;
    this.#consumed = 0;
    this.#streaming = 0;
    this.#streamEnd = undefined;
    this.#members.endOffset = to;
    this.#members.seek(from, isInside);
  }

  /** The next record; `end` when there is none. */
  next(): ArchiveRecord | Wait | 'end' {
    if (this.#passCurrent() === 'need-input') return 'need-input';
    for (;;) {
      if (!this.#members.isOpen) {
        const opened = this.#members.openNext();
        if (opened !== 'opened') return opened;
        this.#recordsInMember = 0;
        this.#innerOffset = 0;
      }
      const record = this.#readRecord();
      if (record === 'need-input') return record;
      if (record !== 'none') {
        this.#current = record;
        return record;
      }
    }
  }

  /** Passes over what the caller left of the current record. */
  #passCurrent(): Wait | 'passed' {
    if (this.#current === undefined) return 'passed';
    while (this.#streaming > 0) {
      const chunk = this.#pullBlock();
      if (chunk === 'need-input') return chunk;
      if (chunk === undefined) break;
    }
    if (this.#current.isStreamed && this.#settleStreamed(this.#current) === 'need-input') {
      return 'need-input';
    }
    const { member } = this.#members;
    member.start += this.#consumed;
    this.#innerOffset += this.#consumed;
    this.#consumed = 0;
    this.#current = undefined;
    // Plain records are members of their own, so that whatever follows is looked at afresh.
    if (member.storage === 'plain') this.#members.close();
    return 'passed';
  }

  /** Finds the end of a streamed record behind its block, and with it the stored length. */
  #settleStreamed(record: ArchiveRecord): Wait | 'settled' {
    const isPlain = this.#members.member.storage === 'plain';
    this.#streamEnd ??= this.#window.position;
    const behind = this.#skipBlank();
    if (behind === 'need-input') return behind;
    const end = isPlain ? this.#streamEnd : this.#members.endOfMember;
    this.#streamEnd = undefined;
    record.settle({
      storedLength: end - record.offset,
      isAddressable: isPlain || (this.#recordsInMember === 1 && behind === 'end'),
      damage: record.damage ?? this.#members.member.damage,
    });
    return 'settled';
  }

  /** Reads the record at the member's place; `none` when the member holds no more. */
  #readRecord(): ArchiveRecord | Wait | 'none' {
    const blank = this.#skipBlank();
    if (blank !== 'ok') return blank === 'need-input' ? blank : this.#endMember();
    const found = readRecordHeader(this.#members);
    if (found === 'need-input') return found;
    if (found.kind === 'lost') return this.#giveUp(found.reason);
    const { header, length } = found;
    this.#members.confirm();
    this.#format = header.format;
    this.#isFormatKnown = true;
    if (header.blockLength > this.#options.bufferLimit) {
      const streamed = this.#streamBlock(header, length);
      if (streamed !== 'not-streamed') return streamed;
    }
    return this.#bufferBlock(header, length);
  }

  #endMember(): 'none' {
    this.#members.close();
    return 'none';
  }

  #skipBlank(): 'ok' | 'need-input' | 'end' {
    const { member } = this.#members;
    for (;;) {
      const at = skipLineEnds(member.buffer, member.start, member.end);
      // Line ends before the first record are no reason to call it a second one.
      if (this.#recordsInMember > 0) this.#innerOffset += at - member.start;
      member.start = at;
      if (at < member.end) return 'ok';
      const progress = member.pull();
      if (progress !== 'more') return progress;
    }
  }

  /** No record can be read here: goes on at the next one, in this member or behind it. */
  #giveUp(reason: LossReason): 'none' | Wait {
    const { member } = this.#members;
    if (member.storage === 'plain') {
      this.#members.searchBehind(this.#window.position, reason);
      return 'none';
    }
    return this.#skipInside(reason);
  }

  /** Looks for the next record start inside a compressed member. */
  #skipInside(reason: LossReason): 'none' | Wait {
    const { member } = this.#members;
    for (;;) {
      const from = member.start + 1;
      const format = this.#isFormatKnown ? this.#format : 'any';
      const at = findRecordStart(member.buffer, from, member.end, format);
      if (at >= 0) {
        this.#report(this.#members.offset, reason, 0);
        this.#innerOffset += at - member.start;
        member.start = at;
        return 'none';
      }
      const keep = Math.min(MAX_ARC_LINE, member.end - member.start - 1);
      if (member.end - member.start > this.#options.bufferLimit) {
        this.#innerOffset += member.end - keep - member.start;
        member.start = member.end - keep;
      }
      const progress = member.pull();
      if (progress === 'need-input') return progress;
      if (progress === 'end') {
        if (member.damage === undefined) this.#report(this.#members.offset, reason, 0);
        return this.#endMember();
      }
    }
  }

  /** A block too large to hold: `not-streamed` when its length proves wrong. */
  #streamBlock(header: RecordHeader, headerLength: number): ArchiveRecord | Wait | 'not-streamed' {
    const { member } = this.#members;
    const known = pullUntil(this.#members, headerLength + MAX_HTTP_HEAD_BYTES);
    if (known === 'need-input') return known;
    if (known === 'end') return 'not-streamed';
    const end = this.#window.position + headerLength + header.blockLength;
    if (member.storage === 'plain' && !isBoundaryAt(this.#window.source, end, this.#format)) {
      const range = { from: headerLength, limit: this.#options.bufferLimit };
      const next = findNextStart(this.#members, range, this.#format);
      if (next === 'need-input') return next;
      if (next >= 0) return 'not-streamed';
    }
    const block = member.buffer.subarray(member.start + headerLength, member.end);
    this.#streaming = header.blockLength;
    const stream: BlockStream = {
      pull: () => this.#pullBlock(),
      fillSync: () => this.#window.fillSync(),
      fill: () => this.#window.fill(),
    };
    const record = this.#record(header, block, stream);
    member.start += headerLength;
    this.#innerOffset += headerLength;
    this.#recordsInMember++;
    return record;
  }

  /** The next part of a streamed block; `undefined` at its end. */
  #pullBlock(): Buffer | Wait | undefined {
    const { member } = this.#members;
    if (this.#streaming === 0) return undefined;
    while (member.start === member.end) {
      const progress = this.#members.pullOn();
      if (progress === 'need-input') return progress;
      if (progress === 'end') {
        this.#streaming = 0;
        const damage = member.damage ?? this.#shortReason();
        this.#current?.markDamaged(damage);
        if (member.damage === undefined) this.#report(this.#members.offset, damage, 0);
        return undefined;
      }
    }
    const chunk = member.buffer.subarray(
      member.start,
      Math.min(member.end, member.start + this.#streaming),
    );
    member.start += chunk.length;
    this.#innerOffset += chunk.length;
    this.#streaming -= chunk.length;
    return chunk;
  }

  /** Reads a block into memory and settles what its true length is. */
  #bufferBlock(header: RecordHeader, headerLength: number): ArchiveRecord | Wait {
    const { member } = this.#members;
    const limit = this.#options.bufferLimit;
    const declared = Math.min(header.blockLength, limit);
    const hasLength = header.blockLength >= 0 && header.blockLength <= limit;
    if (hasLength) {
      const known = pullUntil(this.#members, headerLength + declared);
      if (known === 'need-input') return known;
      const end = readBehindBlock(this.#members, headerLength + declared, this.#format);
      if (end === 'need-input') return end;
      if (end >= 0) return this.#bufferedRecord(header, headerLength, declared, end, undefined);
    }
    // Whether another record starts inside what the length claims shows which of the two is wrong.
    const claim = { from: headerLength, limit: hasLength ? headerLength + declared : limit };
    const next = findNextStart(this.#members, claim, this.#format);
    if (next === 'need-input') return next;
    const available = member.end - member.start;
    if (next < 0 && hasLength && headerLength + declared <= available) {
      const end = headerLength + declared;
      return this.#bufferedRecord(header, headerLength, declared, end, undefined);
    }
    const end = next < 0 ? available : next;
    const length = trimLineEnds(member.buffer, member.start + headerLength, member.start + end);
    const damage = next < 0 && hasLength ? (member.damage ?? this.#shortReason()) : 'bad-length';
    return this.#bufferedRecord(header, headerLength, length, end, damage);
  }

  #shortReason(): LossReason {
    return this.#members.member.storage === 'plain' ? 'truncated' : 'bad-length';
  }

  #bufferedRecord(
    header: RecordHeader,
    headerLength: number,
    length: number,
    end: number,
    damage: LossReason | undefined,
  ): ArchiveRecord {
    const { member } = this.#members;
    const from = member.start + headerLength;
    const record = this.#record(header, member.buffer.subarray(from, from + length), undefined);
    this.#consumed = end;
    this.#recordsInMember++;
    const isPlain = member.storage === 'plain';
    const isLast = isPlain || member.start + end === member.end;
    const isAlone = isPlain || (this.#recordsInMember === 1 && isLast);
    record.settle({
      // As other indexers count it: the line ends that separate plain records belong to none.
      storedLength: isPlain
        ? headerLength + length
        : this.#members.endOfMember - this.#members.offset,
      isAddressable: isAlone,
      damage: damage ?? member.damage,
    });
    if (damage !== undefined && damage !== member.damage) {
      this.#report(this.#members.offset, damage, 0);
    }
    return record;
  }

  #record(header: RecordHeader, block: Buffer, rest: BlockStream | undefined): ArchiveRecord {
    const place = {
      file: this.#window.source.name,
      offset: this.#members.offset,
      innerOffset: this.#innerOffset,
      block,
      rest,
      scratch: this.#scratch,
    };
    const record = this.#withTime(new ArchiveRecord(header, place), place);
    if (header.type === 'warcinfo') this.#infoTime = record.header.time;
    return record;
  }

  /** A record as it is, or with the time that can be inferred where its own date cannot be understood. */
  #withTime(record: ArchiveRecord, place: RecordPlace): ArchiveRecord {
    const { header } = record;
    if (header.time !== '') return record;
    const inferred = inferTime(record, this.#infoTime);
    this.#report(place.offset, inferred === undefined ? 'bad-date' : 'inferred-date', 0);
    return inferred === undefined ? record : new ArchiveRecord({ ...header, ...inferred }, place);
  }

  #report(offset: number, reason: LossReason, skippedBytes: number): void {
    this.#options.onLoss({
      kind: 'loss',
      file: this.#window.source.name,
      offset,
      reason,
      skippedBytes,
    });
  }
}
