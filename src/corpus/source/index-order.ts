// Whether an index can be searched: samples tell if its keys are SURTs and its lines in order.
import { type ByteSource, type CdxIndex, parseCdxLine } from '../../archive/archive.ts';
import { type LineBlock, readAt } from '../../archive/cdx/cdx-lines.ts';

/** Bytes at the start that are looked at line by line, and samples taken from the rest. */
const HEAD_BYTES = 1 << 17;
/** Lines that are parsed to see what their keys are: that of one tells mostly, and opening an index shall be quick. */
const PARSED_LINES = 64;
const SAMPLES = 24;
const SAMPLE_BYTES = 1 << 13;
const LINE_FEED = 0x0a;
const LETTER_C = 0x43;

/**
 * Whether lines begin with SURT keys in bytewise order, as far as the start of the index and samples tell. Files
 * sorted by the rules of a language, and old ones with keys in the usual order of hosts, are told apart so.
 */
export async function looksSorted(index: CdxIndex, source: ByteSource): Promise<boolean> {
  const { legend } = index;
  if (legend !== undefined && (legend.columns.key !== 0 || legend.delimiter !== ' ')) return false;
  const head = await headOf(index.blocks());
  const hasSurts = head.slice(0, PARSED_LINES).every((line) => hasSurt(line, index));
  if (!hasSurts || !areInOrder(head)) return false;
  if (index.kind !== 'plain' || source.size <= HEAD_BYTES) return true;
  const samples: Buffer[] = [];
  for (let number = 0; number < SAMPLES; number++) {
    const at = Math.floor((source.size / SAMPLES) * number);
    const line = firstLine(await readAt(source, at, SAMPLE_BYTES), at === 0);
    if (line !== undefined) samples.push(line);
  }
  return areInOrder(samples);
}

async function headOf(blocks: AsyncIterable<LineBlock>): Promise<Buffer[]> {
  const lines: Buffer[] = [];
  let bytes = 0;
  for await (const block of blocks) {
    if (typeof block === 'string') break;
    const limit = Math.min(block.length, HEAD_BYTES - bytes);
    for (let start = 0; start < limit; ) {
      const lineFeed = block.indexOf(LINE_FEED, start);
      const end = lineFeed < 0 ? block.length : lineFeed;
      if (isCaptureLine(block, start, end)) lines.push(block.subarray(start, end));
      start = end + 1;
    }
    bytes += block.length;
    if (bytes >= HEAD_BYTES) break;
  }
  return lines;
}

/** Neither blank nor a comment nor a header. */
function isCaptureLine(block: Buffer, start: number, end: number): boolean {
  const first = block[start] ?? 0;
  if (end === start || first <= 0x21) return false;
  const mayBeHeader = first === LETTER_C || block[start + 1] === LETTER_C;
  return !mayBeHeader || !block.subarray(start, start + 4).includes('CDX');
}

/** The first line of a sample that tells of a capture; `isStart`: the sample begins with a line. */
export function firstLine(sample: Buffer, isStart: boolean): Buffer | undefined {
  const start = isStart ? 0 : sample.indexOf(LINE_FEED) + 1;
  if (start === 0 && !isStart) return undefined;
  const end = sample.indexOf(LINE_FEED, start);
  return end > start && isCaptureLine(sample, start, end) ? sample.subarray(start, end) : undefined;
}

/** By key and time; what is behind them may be in any order. */
function areInOrder(lines: readonly Buffer[]): boolean {
  const heads = lines.map((line) => {
    const timeEnd = line.indexOf(' ', line.indexOf(' ') + 1);
    return timeEnd < 0 ? line : line.subarray(0, timeEnd);
  });
  return heads.every((head, at) => at === 0 || Buffer.compare(heads[at - 1] ?? head, head) <= 0);
}

/** A line of a web page has a key with a host that ends in a bracket. */
function hasSurt(line: Buffer, { legend }: CdxIndex): boolean {
  const result = parseCdxLine(line.toString(), legend);
  if (result.kind === 'rejected' || !/^https?:\/\//i.test(result.entry.url)) return true;
  return result.entry.surt.includes(')');
}
