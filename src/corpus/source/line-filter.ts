// Blocks of index lines become the captures that meet a condition; lines that do not are never decoded.
import {
  type CdxEntry,
  type CdxLine,
  parseCdxHeader,
  parseCdxLine,
} from '../../archive/archive.ts';
import type { CdxLegend } from '../../archive/cdx/cdx-fields.ts';
import { type CaptureTest, compileWhere, timeSpanOf, type Where } from '../where/where.ts';
import { compileLineTest, type LineTest } from './line-tests.ts';
import { LineScanner } from './scanned-line.ts';

/** Why a line is not an index line. */
export type RejectReason = Extract<CdxLine, { readonly kind: 'rejected' }>['reason'];

/** How lines are filtered. */
export interface LineFilterOptions {
  /** `undefined` lets all captures through. */
  readonly where: Where | undefined;
  /** The header of the file, if it has one. */
  readonly legend: CdxLegend | undefined;
  /** Called for lines that cannot be read, with their number in the file. */
  readonly onReject: (reason: RejectReason, line: number) => void;
  /** Changes captures before they are tested; such lines are all parsed. */
  readonly change?: ((entry: CdxEntry) => CdxEntry) | undefined;
  /** Longer lines are rejected; bytes, default 1 MiB. */
  readonly maxLineBytes?: number;
}

const LINE_FEED = 0x0a;
/** Longest line, unless told otherwise. */
export const MAX_LINE_BYTES = 1 << 20;

/** Filters the blocks of one file, in their order. */
export class LineFilter {
  /** Lines of captures that were looked at, those that cannot be read too. */
  lines = 0;
  readonly #options: LineFilterOptions;
  readonly #maxLineBytes: number;
  readonly #test: CaptureTest | undefined;
  readonly #lineTest: LineTest | undefined;
  readonly #scanner: LineScanner;
  #legend: CdxLegend | undefined;
  #line = 0;

  constructor(options: LineFilterOptions) {
    const { where, legend, change } = options;
    this.#options = options;
    this.#maxLineBytes = options.maxLineBytes ?? MAX_LINE_BYTES;
    this.#test = where && compileWhere(where);
    this.#lineTest = change === undefined ? where && compileLineTest(where) : undefined;
    this.#legend = legend;
    this.#scanner = new LineScanner(legend, timeSpanOf(where ?? ALL));
  }

  /** The captures in a block of whole lines that meet the condition. */
  read(block: Buffer): CdxEntry[] {
    const found: CdxEntry[] = [];
    const scanner = this.#scanner;
    const test = this.#lineTest;
    const limit = block.length;
    if (test !== undefined) scanner.setBlock(block);
    for (let start = 0; start < limit; ) {
      if (test !== undefined && scanner.scan(start) && scanner.end - start <= this.#maxLineBytes) {
        this.#line++;
        this.lines++;
        if (!scanner.isOutside && test(scanner))
          this.#take(block.toString('latin1', start, scanner.end), found, undefined);
        start = scanner.next;
        continue;
      }
      const lineFeed = block.indexOf(LINE_FEED, start);
      const end = lineFeed < 0 ? limit : lineFeed;
      this.#line++;
      this.#readText(block.toString('utf8', start, end), found);
      start = end + 1;
    }
    if (test !== undefined) scanner.setBlock(NO_BYTES); // a block is not held on to
    return found;
  }

  /** Notes lines that could not even be had. */
  reject(reason: RejectReason): void {
    if (reason === 'too-long') {
      this.#line++;
      this.lines++;
    }
    this.#options.onReject(reason, this.#line);
  }

  /** A line that may be anything. */
  #readText(text: string, found: CdxEntry[]): void {
    const content = text.endsWith('\r') ? text.slice(0, -1) : text;
    if (content === '' || content.startsWith('!')) return; // says nothing
    if (content.length <= this.#maxLineBytes && this.#readHeader(content)) return;
    this.lines++;
    if (content.length > this.#maxLineBytes) this.#options.onReject('too-long', this.#line);
    else this.#take(content, found, this.#test);
  }

  /** A header may come again where files were joined. */
  #readHeader(content: string): boolean {
    const isHeaderLike = content.startsWith('CDX', 1) || content.startsWith('CDX');
    const legend = isHeaderLike ? parseCdxHeader(content) : undefined;
    if (legend === undefined) return false;
    this.#legend = legend;
    this.#scanner.setLegend(legend);
    return true;
  }

  #take(text: string, found: CdxEntry[], test: CaptureTest | undefined): void {
    const { change, onReject } = this.#options;
    const line = parseCdxLine(text, this.#legend);
    if (line.kind === 'rejected') {
      onReject(line.reason, this.#line);
      return;
    }
    const entry = change === undefined ? line.entry : change(line.entry);
    if (test === undefined || test(entry)) found.push(entry);
  }
}

const NO_BYTES = Buffer.alloc(0);
/** Holds for all captures. */
const ALL: Where = { kind: 'and', conditions: [] };
