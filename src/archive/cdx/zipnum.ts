// ZipNum indexes: sorted lines in compressed blocks, and a sorted summary of where each block begins.
import { gunzipSync } from 'node:zlib';
import type { ByteSource } from '../source/source.ts';
import {
  LINE_FEED,
  type LineBlock,
  type LineStore,
  readAt,
  readPieces,
  toLineBlocks,
} from './cdx-lines.ts';
import { compareToRange } from './cdx-query.ts';
import { seekLine } from './cdx-search.ts';
import { type OpenSource, openParts } from './zipnum-parts.ts';
import { parseSummaryLine, toDefaultPart } from './zipnum-summary.ts';

/** Limits of one block: real ones hold 3,000 lines, some 100 KB compressed. */
const MAX_BLOCK_BYTES = 1 << 25;
const MAX_BLOCK_LINES_BYTES = 1 << 27;

/** As much of a summary as holds its header. */
const HEAD_BYTES = 1 << 14;

/** The lines behind the summary in `source`. `open` opens the neighbours of the summary. */
export async function openZipNum(
  source: ByteSource,
  { open, maxLineBytes }: { readonly open: OpenSource; readonly maxLineBytes: number },
): Promise<LineStore> {
  const parts = await openParts(source.name, open);
  const head = await readAt(source, 0, HEAD_BYTES);
  const defaultPart = toDefaultPart(head.toString());
  const readBlock = async (line: Buffer): Promise<LineBlock> => {
    const block = parseSummaryLine(line.toString(), defaultPart);
    if (block === undefined || block.length > MAX_BLOCK_BYTES) return 'block';
    const part = await parts.get(block.part);
    return part ? decompress(await readAt(part, block.offset, block.length)) : 'block';
  };
  const lines = (from: number) => summaryLines(source, from, maxLineBytes);
  return {
    kind: 'zipnum',
    async *all() {
      for await (const line of lines(0)) yield readBlock(line);
    },
    async *near(range) {
      // The range may begin inside the block of the last line before it.
      let before: Buffer | undefined;
      const from = await seekLine(source, range.start);
      for await (const line of lines(from)) {
        const order = compareToRange(line, 0, line.length, range);
        if (order >= 0 && before !== undefined) yield readBlock(before);
        if (order > 0) return;
        before = order < 0 ? line : undefined;
        if (order === 0) yield readBlock(line);
      }
      if (before !== undefined) yield readBlock(before);
    },
    close: () => parts.close(),
  };
}

/** Lines of the summary that may name a block, one by one: each stands for thousands. */
async function* summaryLines(
  source: ByteSource,
  from: number,
  maxLineBytes: number,
): AsyncGenerator<Buffer> {
  for await (const lines of toLineBlocks(readPieces(source, from), maxLineBytes)) {
    if (typeof lines === 'string') continue;
    for (let start = 0; start < lines.length; ) {
      const lineFeed = lines.indexOf(LINE_FEED, start);
      const end = lineFeed < 0 ? lines.length : lineFeed;
      const isComment = lines[start] === 0x21;
      if (end > start && !isComment) yield lines.subarray(start, end);
      start = end + 1;
    }
  }
}

function decompress(bytes: Buffer): LineBlock {
  try {
    return gunzipSync(bytes, { maxOutputLength: MAX_BLOCK_LINES_BYTES });
  } catch {
    return 'corrupt'; // the reader of the batch learns of it
  }
}
