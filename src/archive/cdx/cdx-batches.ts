// Blocks of lines become batches of entries and rejected lines.
import { parseCdxHeader, parseCdxLine } from './cdx.ts';
import type { CdxEntry, CdxRejectReason } from './cdx-entry.ts';
import type { CdxLegend } from './cdx-fields.ts';
import { LINE_FEED, type LineBlock } from './cdx-lines.ts';
import { compareToRange, hasTimeInRange, type LineRange } from './cdx-query.ts';

/** A line that was left out. */
export interface RejectedLine {
  readonly kind: 'rejected';
  /** The file that holds the line. */
  readonly file: string;
  /** Its number from 1; absent in the answers of a search, which does not count lines. */
  readonly line?: number;
  readonly reason: CdxRejectReason;
}

/** What some neighbouring lines of an index hold. */
export interface CdxBatch {
  readonly entries: readonly CdxEntry[];
  readonly rejected: readonly RejectedLine[];
}

/** How lines are read. */
export interface BatchOptions {
  /** Name of the file, for reports. */
  readonly file: string;
  readonly maxLineBytes: number;
  /** The legend of a header that was met before. */
  readonly legend?: CdxLegend | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Reads all lines. */
export async function* toBatches(
  blocks: AsyncIterable<LineBlock>,
  options: BatchOptions,
): AsyncGenerator<CdxBatch> {
  const reader = createReader(options);
  let line = 1;
  for await (const block of blocks) {
    options.signal?.throwIfAborted();
    if (typeof block === 'string') {
      reader.reject(block, line);
      if (block === 'too-long') line++;
    } else {
      const lines = block.toString('utf8').split('\n');
      if (lines.at(-1) === '') lines.pop();
      for (const text of lines) reader.read(text, line++);
    }
    yield reader.take();
  }
}

/** Reads the lines of a range; the others are compared as bytes and never decoded. */
export async function* toMatchingBatches(
  blocks: AsyncIterable<LineBlock>,
  range: LineRange,
  options: BatchOptions,
): AsyncGenerator<CdxBatch> {
  const reader = createReader(options);
  for await (const block of blocks) {
    options.signal?.throwIfAborted();
    let isBehind = false;
    if (typeof block === 'string') reader.reject(block);
    else isBehind = readMatching(block, range, reader);
    const batch = reader.take();
    if (batch.entries.length > 0 || batch.rejected.length > 0) yield batch;
    if (isBehind) return;
  }
}

/** Reads what matches; true when a line behind the range was met, after which none can match. */
function readMatching(block: Buffer, range: LineRange, reader: LineReader): boolean {
  for (let start = 0; start < block.length; ) {
    const lineFeed = block.indexOf(LINE_FEED, start);
    const end = lineFeed < 0 ? block.length : lineFeed;
    const order = compareToRange(block, start, end, range);
    if (order > 0) return true;
    const mayBeHeader = (block[start] ?? 0) <= 0x20; // no key begins so
    if (mayBeHeader || (order === 0 && hasTimeInRange(block, start, end, range))) {
      reader.read(block.toString('utf8', start, end));
    }
    start = end + 1;
  }
  return false;
}

interface LineReader {
  read(text: string, line?: number): void;
  reject(reason: CdxRejectReason, line?: number): void;
  /** What was read since the last call. */
  take(): CdxBatch;
}

function createReader({ file, maxLineBytes, legend: first }: BatchOptions): LineReader {
  let legend = first;
  let entries: CdxEntry[] = [];
  let rejected: RejectedLine[] = [];
  const reject = (reason: CdxRejectReason, line?: number) => {
    rejected.push({ kind: 'rejected', file, reason, ...(line !== undefined && { line }) });
  };
  return {
    reject,
    read(text, line) {
      const content = text.endsWith('\r') ? text.slice(0, -1) : text;
      if (content.length > maxLineBytes) return reject('too-long', line);
      // Comments and blank lines say nothing; a header may come again where files were joined.
      if (content === '' || content.startsWith('!')) return;
      const header = isHeaderLike(content) ? parseCdxHeader(content) : undefined;
      if (header !== undefined) {
        legend = header;
        return;
      }
      const result = parseCdxLine(content, legend);
      if (result.kind === 'entry') entries.push(result.entry);
      else reject(result.reason, line);
    },
    take() {
      const batch = { entries, rejected };
      entries = [];
      rejected = [];
      return batch;
    },
  };
}

/** Keys are in lower case: no line of captures looks like this. */
function isHeaderLike(line: string): boolean {
  return line.startsWith('CDX', 1) || line.startsWith('CDX');
}
