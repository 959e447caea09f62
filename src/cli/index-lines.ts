// Index lines on their way to the output.
import type { CdxLine } from '../archive/cdx/cdx-entry.ts';

/** Single lines out of pieces of whole lines. */
export async function* linesOf(pieces: AsyncIterable<Buffer>): AsyncGenerator<string> {
  for await (const piece of pieces) yield* piece.toString('utf8').slice(0, -1).split('\n');
}

/** The entries of lines, for `--json`. */
export async function* entriesOf(
  lines: AsyncIterable<string>,
  parse: (line: string) => CdxLine,
): AsyncGenerator<object> {
  for await (const line of lines) {
    const parsed = parse(line);
    if (parsed.kind === 'entry') yield parsed.entry; // the others are header lines
  }
}
