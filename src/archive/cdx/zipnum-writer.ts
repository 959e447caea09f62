// Writes a ZipNum index: sorted lines in gzip blocks, a summary of where each begins, and a `.loc` file.
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { writeAtomically } from '../../support/output-file.ts';
import { LINE_FEED } from './cdx-lines.ts';
import { formatSummaryLine } from './zipnum-summary.ts';

/** How an index is written. */
export interface ZipNumWriterOptions {
  /** Folder of the files, made when it is missing. */
  readonly folder: string;
  /** Name of the files before `.cdx.gz`, `.idx` and `.loc`. */
  readonly name: string;
  /** Lines in a block. Default 3000, as others have it. */
  readonly linesPerBlock?: number;
}

/**
 * Writes sorted lines, given in pieces of whole lines (as `LineSorter` gives them). The lines come
 * first and the summary last, so that a summary never speaks of blocks that are not there. Gives the
 * path of the summary, which `openCdx` takes.
 */
export async function writeZipNum(
  pieces: AsyncIterable<Buffer>,
  options: ZipNumWriterOptions,
): Promise<string> {
  const { folder, name, linesPerBlock = 3000 } = options;
  const part = `${name}.cdx.gz`;
  const summary: string[] = [];
  async function* compressed(): AsyncGenerator<Buffer> {
    let offset = 0;
    for await (const block of toBlocks(pieces, linesPerBlock)) {
      const stored = await compress(block);
      const firstLine = block.toString('utf8', 0, block.indexOf(LINE_FEED));
      const place = { part: name, offset, length: stored.length };
      summary.push(`${formatSummaryLine(firstLine, place, summary.length + 1)}\n`);
      offset += stored.length;
      yield stored;
    }
  }
  const write = (file: string, contents: AsyncIterable<Uint8Array>) =>
    writeAtomically(join(folder, file), contents);
  await write(part, compressed());
  await write(`${name}.loc`, oneText(`${name}\t${part}\n`));
  await write(`${name}.idx`, oneText(summary.join('')));
  return join(folder, `${name}.idx`);
}

const compress = promisify(gzip);

async function* toBlocks(pieces: AsyncIterable<Buffer>, size: number): AsyncGenerator<Buffer> {
  let begun: Buffer[] = [];
  let lines = 0;
  for await (const piece of pieces) {
    let start = 0;
    for (let end = piece.indexOf(LINE_FEED) + 1; end > 0; end = piece.indexOf(LINE_FEED, end) + 1) {
      if (++lines < size) continue;
      yield Buffer.concat([...begun, piece.subarray(start, end)]);
      begun = [];
      lines = 0;
      start = end;
    }
    begun.push(piece.subarray(start));
  }
  if (lines > 0) yield Buffer.concat(begun);
}

async function* oneText(text: string): AsyncGenerator<Buffer> {
  yield Buffer.from(text);
}
