// One index file: read through or searched, whatever its format; what is not in order is sorted first.
import {
  type ByteSource,
  type CdxEntry,
  type CdxIndex,
  openCdx,
  openInput,
} from '../../archive/archive.ts';
import { CDX_REJECT_REASONS } from '../../archive/cdx/cdx-entry.ts';
import { readAt } from '../../archive/cdx/cdx-lines.ts';
import { compareBytewise } from '../where/key-ranges.ts';
import type { KeyRange, Where } from '../where/where.ts';
import { readLineBlocks } from './block-reader.ts';
import type { CaptureBatch, CaptureOptions, CorpusLoss } from './capture-source.ts';
import { firstLine, looksSorted } from './index-order.ts';
import { LineFilter, MAX_LINE_BYTES, type RejectReason } from './line-filter.ts';
import { compareCaptures } from './merge-captures.ts';

/** How an index file is opened. */
export interface IndexFileOptions {
  /** What it is called in reports; default its path. */
  readonly name?: string;
  /** Changes captures before they are tested; such lines are all parsed. */
  readonly change?: ((entry: CdxEntry) => CdxEntry) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Opens an index: plain, gzip, or the summary of a ZipNum index. Throws `INPUT_UNREADABLE` and the like. */
export async function openIndexFile(
  location: string,
  options: IndexFileOptions = {},
): Promise<IndexFile> {
  const { signal } = options;
  const openPart = (name: string) => openInput(name, signal === undefined ? {} : { signal });
  const source = await openPart(location);
  const index = await openCdx(source, { open: openPart });
  try {
    return new IndexFile(index, source, await looksSorted(index, source), options);
  } catch (thrown) {
    await index.close();
    throw thrown;
  }
}

/** An open index file. Made by `openIndexFile`. */
export class IndexFile {
  /** For reports. */
  readonly name: string;
  /** Stored size in bytes. */
  readonly bytes: number;
  /** Whether keys are SURTs and lines in bytewise order, as far as samples tell. */
  readonly isSorted: boolean;
  /** Whether a range of keys can be found without reading what is before it. */
  readonly isSearchable: boolean;
  readonly #index: CdxIndex;
  readonly #source: ByteSource;
  readonly #change: IndexFileOptions['change'];

  /** @internal use `openIndexFile` */
  constructor(
    index: CdxIndex,
    source: ByteSource,
    isSorted: boolean,
    { name, change }: IndexFileOptions,
  ) {
    this.name = name ?? index.name;
    this.bytes = index.size;
    this.isSorted = isSorted;
    this.isSearchable = isSorted && index.kind !== 'gzip';
    this.#index = index;
    this.#source = source;
    this.#change = change;
  }

  /** The captures that meet a condition, in the order of the file; of some ranges of keys, if they are given. */
  async *captures(
    where: Where | undefined,
    ranges: readonly KeyRange[] | undefined,
    options: CaptureOptions = {},
  ): AsyncGenerator<CaptureBatch> {
    if (ranges === undefined || !this.isSearchable) {
      yield* this.#read(where, undefined, options);
      return;
    }
    for (const range of ranges) yield* this.#read(where, range, options);
  }

  /** Keys of some captures, evenly spread over the file; one that is compressed is read for them. */
  async sampleKeys(count: number): Promise<string[]> {
    if (this.#index.kind === 'gzip') return this.#readKeys();
    const keys: string[] = [];
    for (let number = 0; number < count; number++) {
      const at = Math.floor((this.#source.size / count) * number);
      const line = firstLine(await readAt(this.#source, at, SAMPLE_BYTES), at === 0);
      if (line !== undefined) keys.push(keyOf(line));
    }
    return keys;
  }

  /** The first key of each block. */
  async #readKeys(): Promise<string[]> {
    const keys: string[] = [];
    for await (const block of this.#index.blocks()) {
      const line = typeof block === 'string' ? undefined : firstLine(block, true);
      if (line !== undefined) keys.push(keyOf(line));
    }
    return keys;
  }

  close(): Promise<void> {
    return this.#index.close();
  }

  async *#read(
    where: Where | undefined,
    range: KeyRange | undefined,
    { signal, onLoss }: CaptureOptions,
  ): AsyncGenerator<CaptureBatch> {
    const bounds = range && { start: Buffer.from(range.start), end: Buffer.from(range.end) };
    const filter = new LineFilter({
      where,
      legend: this.#index.legend,
      change: this.#change,
      // A search does not know the number of the line where it begins.
      onReject: (reason, line) => onLoss?.(this.#toLoss(reason, range ? undefined : line)),
    });
    const checkOrder = this.isSorted ? this.#orderCheck(onLoss) : () => {};
    const isPlainScan = bounds === undefined && this.#index.kind === 'plain';
    const blocks = isPlainScan
      ? readLineBlocks(this.#source, MAX_LINE_BYTES)
      : this.#index.blocks(bounds);
    for await (const block of blocks) {
      signal?.throwIfAborted();
      const before = filter.lines;
      const bytes = typeof block === 'string' ? 0 : block.length;
      if (bounds !== undefined && typeof block !== 'string' && isBehind(block, 0, bounds.end))
        return;
      const read = typeof block === 'string' ? [] : filter.read(block);
      // Around a range there are lines of other ranges, which come in their turn.
      const captures = range === undefined ? read : read.filter(({ surt }) => isIn(surt, range));
      if (typeof block === 'string') filter.reject(block);
      checkOrder(captures);
      yield { captures, lines: filter.lines - before, bytes };
      if (bounds === undefined || typeof block === 'string') continue;
      const lastLine = block.lastIndexOf(0x0a, block.length - 2) + 1;
      if (isBehind(block, lastLine, bounds.end)) return;
    }
  }

  #toLoss(reason: RejectReason, line: number | undefined): CorpusLoss {
    return {
      kind: 'index-line',
      file: this.name,
      reason: CDX_REJECT_REASONS[reason],
      ...(line !== undefined && { place: line }),
    };
  }

  /** Says once when captures are out of order: then a search may have missed some. */
  #orderCheck(onLoss: CaptureOptions['onLoss']): (captures: readonly CdxEntry[]) => void {
    let last: CdxEntry | undefined;
    let isTold = false;
    return (captures) => {
      for (const capture of captures) {
        if (!isTold && last !== undefined && compareCaptures(last, capture) > 0) {
          isTold = true;
          onLoss?.({
            kind: 'index-line',
            file: this.name,
            url: capture.url,
            reason: 'lines that are not in bytewise order (LC_ALL=C sort): captures may be missing',
          });
        }
        last = capture;
      }
    };
  }
}

/** Lines are longer only where they hold whole documents. */
const SAMPLE_BYTES = 1 << 14;

function keyOf(line: Buffer): string {
  return line.subarray(0, Math.max(0, line.indexOf(' '))).toString('utf8');
}

function isIn(key: string, { start, end }: KeyRange): boolean {
  return compareBytewise(key, start) >= 0 && compareBytewise(key, end) < 0;
}

/** Whether the line at a place is not smaller than the end of a range. */
function isBehind(block: Buffer, lineStart: number, end: Buffer): boolean {
  return (
    block.compare(end, 0, end.length, lineStart, Math.min(block.length, lineStart + end.length)) >=
    0
  );
}
