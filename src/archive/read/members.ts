// Stored members one after another: what storage each has, and where the next one is after damage.
import type { LossReason } from '../../model/capture.ts';
import type { ZstdDictionary } from '../zstd/zstd.ts';
import { GZIP_MAGIC, gzipHeaderLength } from './gzip.ts';
import { GzipMember } from './gzip-member.ts';
import { createInflater, type Inflater } from './inflate.ts';
import type { InputWindow } from './input-window.ts';
import { type Member, PlainMember, type Progress } from './member.ts';
import {
  findRecordStart,
  isArcStart,
  isRecordSample,
  isWarcStart,
  skipLineEnds,
  startsWith,
} from './record-start.ts';
import { ZSTD_MAGIC, ZstdMember } from './zstd-member.ts';

/** What `MemberSequence` tells of bytes that no member holds. */
export type ReportSkip = (offset: number, reason: LossReason, skippedBytes: number) => void;

/** Bytes of look-ahead needed to tell what starts at a place. */
const LOOK_AHEAD = 4096;
/** Decompressed bytes that show whether a member begins with a record. */
const SAMPLE_BYTES = 1024;

/**
 * Extra work that damaged members may cause: reading again from just behind a member's first byte
 * finds every good member, but a hostile file could make each attempt dear.
 */
const FREE_WASTE_BYTES = 64 * 1024 * 1024;
const WASTE_PER_BYTE = 32;

/** Walks the members of an archive file. Plain records count as members of their own. */
export class MemberSequence {
  /** Stored offset of the current member. */
  offset = 0;
  /** Members that start at or behind this offset are not opened, nor looked for. */
  endOffset = Number.POSITIVE_INFINITY;
  member: Member;
  readonly #window: InputWindow;
  readonly #report: ReportSkip;
  readonly #plain: PlainMember;
  readonly #gzip: GzipMember;
  readonly #zstd: ZstdMember;
  readonly #probe: Inflater = createInflater('raw');
  /** Kinds of storage that held good records so far: damage is searched for these. */
  readonly #confirmed = new Set<Member['storage']>();
  #isOpen = false;
  #search: { readonly offset: number; reason: LossReason | undefined } | undefined;
  #wasted = 0;

  constructor(window: InputWindow, report: ReportSkip, dictionary: ZstdDictionary | undefined) {
    this.#window = window;
    this.#report = report;
    this.#plain = new PlainMember(window);
    this.#gzip = new GzipMember(window);
    this.#zstd = new ZstdMember(window, dictionary);
    this.member = this.#plain;
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** Offset just behind the current member; right once it has ended or been closed. */
  get endOfMember(): number {
    return this.#window.position;
  }

  /** Opens the next member, passing over what is none; losses are reported. */
  openNext(): 'opened' | 'need-input' | 'end' {
    const window = this.#window;
    for (;;) {
      if (window.position >= this.endOffset) return this.#finish();
      const needed = this.#search === undefined ? LOOK_AHEAD : 2 * LOOK_AHEAD;
      if (window.end - window.start < needed && !window.isAtEnd) return 'need-input';
      if (window.start === window.end) return this.#finish();
      const storage = this.#search === undefined ? this.#storageHere() : this.#findNext();
      if (window.position >= this.endOffset) continue;
      if (storage === 'skip') continue;
      if (storage === 'need-input') return storage;
      const opened = storage !== undefined && this.#open(storage);
      if (opened === true) return 'opened';
      if (opened === 'need-input') return opened;
      this.#search ??= { offset: window.position, reason: undefined };
    }
  }

  /** Moves to `offset`; with `isInside` that is some place in a member, and the next one is looked for. */
  seek(offset: number, isInside: boolean): void {
    this.#isOpen = false;
    this.#search = isInside ? { offset, reason: 'garbage' } : undefined;
    this.#window.seek(offset);
  }

  /** Tells that the current member holds a record: its kind of storage is one of this file's. */
  confirm(): void {
    this.#confirmed.add(this.member.storage);
  }

  /**
   * Pulls more of a record that is known to go on: where a gzip member ends inside it, the next one
   * is taken as its continuation, as in files compressed in blocks, unless a record starts there.
   */
  pullOn(): Progress {
    const progress = this.member.pull();
    const { member } = this;
    if (progress !== 'end' || member !== this.#gzip || member.damage !== undefined) return progress;
    const window = this.#window;
    if (window.end - window.start < LOOK_AHEAD && !window.isAtEnd) return 'need-input';
    const length = gzipHeaderLength(window.buffer, window.start, window.end);
    if (typeof length !== 'number' || this.#startsRecord(window.start)) return 'end';
    window.start += length;
    this.#gzip.continue();
    return this.#gzip.pull();
  }

  /** Ends the current member. A damaged one is reported and searched for good ones inside it. */
  close(): void {
    this.#isOpen = false;
    const { damage } = this.member;
    if (damage === undefined) return;
    this.#wasted += this.#window.position - this.offset + this.member.producedBytes;
    const mayLookInside = this.#wasted < FREE_WASTE_BYTES + WASTE_PER_BYTE * this.offset;
    const from = mayLookInside ? this.offset + 1 : this.#window.position;
    this.#search = { offset: this.offset, reason: damage };
    this.#window.seek(from);
  }

  /** Gives up the place `offset` of the file and looks for the next member behind it. */
  searchBehind(offset: number, reason: LossReason): void {
    this.#isOpen = false;
    this.#search = { offset, reason };
    this.#window.seek(offset + 1);
  }

  #finish(): 'end' {
    if (this.#search !== undefined) this.#endSearch();
    return 'end';
  }

  #endSearch(): void {
    const search = this.#search;
    this.#search = undefined;
    if (search === undefined) return;
    const skipped = this.#window.position - search.offset;
    if (skipped > 0) this.#report(search.offset, search.reason ?? 'zeros', skipped);
  }

  #open(storage: Member['storage']): boolean | 'need-input' {
    const window = this.#window;
    const position = window.position;
    if (storage === 'gzip') {
      const length = gzipHeaderLength(window.buffer, window.start, window.end);
      if (length === 'need-input' && !window.isAtEnd) return 'need-input';
      if (typeof length !== 'number') return false;
      this.#endSearch();
      window.start += length;
      this.#gzip.open();
      this.member = this.#gzip;
    } else if (storage === 'zstd') {
      this.#endSearch();
      this.#zstd.open();
      this.member = this.#zstd;
    } else {
      this.#endSearch();
      this.member = this.#plain;
    }
    this.offset = position;
    this.#isOpen = true;
    return true;
  }

  /** Storage of what starts at the window's place; `undefined` when nothing does. */
  #storageHere(): Member['storage'] | 'skip' | 'need-input' | undefined {
    const { buffer, start, end } = this.#window;
    if (startsWith(buffer, start, end, GZIP_MAGIC)) return 'gzip';
    if (startsWith(buffer, start, end, ZSTD_MAGIC)) return 'zstd';
    const other = this.#zstd.skipOther();
    if (other === 'need-input') return other;
    if (other === 'skipped') return 'skip';
    if (other === 'bad') this.#report(this.#window.position, 'bad-dictionary', 0);
    // Between plain records any number of line ends may stand.
    const at = skipLineEnds(buffer, start, end);
    if (at > start) {
      this.#window.start = at;
      return 'skip';
    }
    return isWarcStart(buffer, start, end) || isArcStart(buffer, start, end) ? 'plain' : undefined;
  }

  /** Moves to the next likely member of a confirmed storage; `undefined` when none is in sight yet. */
  #findNext(): Member['storage'] | undefined {
    const window = this.#window;
    const { buffer, start, end } = window;
    const found = this.#candidate(window.isAtEnd ? end : end - LOOK_AHEAD);
    this.#noteKind(buffer, start, found.at);
    window.start = found.at;
    return found.storage;
  }

  /** The first place before `limit` where a member seems to start; `limit` itself if there is none. */
  #candidate(limit: number): { at: number; storage: Member['storage'] | undefined } {
    const { buffer, start, end } = this.#window;
    let best: { at: number; storage: Member['storage'] | undefined } = {
      at: limit,
      storage: undefined,
    };
    for (const storage of STORAGES) {
      if (this.#confirmed.size > 0 && !this.#confirmed.has(storage)) continue;
      const at =
        storage === 'plain'
          ? findRecordStart(buffer, start, end, 'any')
          : this.#findMagic(storage, best.at);
      if (at >= 0 && at < best.at) best = { at, storage };
    }
    return best;
  }

  #findMagic(storage: 'gzip' | 'zstd', limit: number): number {
    const { buffer, start } = this.#window;
    const magic = storage === 'gzip' ? GZIP_MAGIC : ZSTD_MAGIC;
    for (let at = start; ; at++) {
      at = buffer.indexOf(magic, at);
      if (at < 0 || at >= limit) return -1;
      if (storage === 'zstd' ? this.#zstd.startsRecord(at) : this.#startsRecord(at)) return at;
    }
  }

  /** Whether the gzip member at `at` begins with a record, as far as the look-ahead shows. */
  #startsRecord(at: number): boolean {
    const { buffer, end } = this.#window;
    const length = gzipHeaderLength(buffer, at, end);
    if (typeof length !== 'number') return false;
    const sample = Buffer.alloc(SAMPLE_BYTES);
    this.#probe.reset();
    this.#probe.step(buffer, at + length, Math.min(end, at + length + LOOK_AHEAD), sample, 0);
    return isRecordSample(sample.subarray(0, this.#probe.produced));
  }

  /** Zeros between members are padding and told apart from other garbage. */
  #noteKind(buffer: Buffer, start: number, end: number): void {
    const search = this.#search;
    if (search === undefined || search.reason !== undefined) return;
    for (let at = start; at < end; at++) {
      if (buffer[at] !== 0) {
        search.reason = 'garbage';
        return;
      }
    }
  }
}

const STORAGES = ['gzip', 'zstd', 'plain'] as const;
