// The index of a WARC output: its lines sorted, and the revisits whose originals are not among them.
import { type CdxEntry, parseCdxLine } from '../../archive/archive.ts';
import { openLineSorter } from '../../archive/cdx/external-sort.ts';

/** Text of the pieces, line by line, without line ends. */
export async function* iterateLines(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let rest = '';
  const decoder = new TextDecoder();
  for await (const piece of pieces) {
    const lines = (rest + decoder.decode(piece, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest !== '') yield rest;
}

/** The lines in the order of an index, as pieces of whole lines. Memory is bounded; `folder` takes what goes beyond. */
export async function* sortLines(
  lines: AsyncIterable<string>,
  folder: string,
): AsyncGenerator<Uint8Array> {
  const sorter = openLineSorter({ folder });
  try {
    for await (const line of lines) sorter.add(line);
    yield* sorter.pieces();
  } finally {
    sorter.close();
  }
}

/** The revisits among CDXJ lines for whose payload there is no other line. */
export async function* findLoneRevisits(
  lines: AsyncIterable<string>,
  folder: string,
): AsyncGenerator<CdxEntry> {
  // By digest, and those with a payload of their own before the revisits of it.
  const byDigest = sortLines(keyedLines(lines), folder);
  let known = '';
  for await (const keyed of iterateLines(byDigest)) {
    const [digest = '', isRevisit = ''] = keyed.split(' ', 2);
    if (isRevisit === '0') known = digest;
    else if (digest !== known || digest === NO_DIGEST) {
      const parsed = parseCdxLine(keyed.slice(digest.length + 3), 'cdxj');
      if (parsed.kind === 'entry') yield parsed.entry;
    }
  }
}

const NO_DIGEST = '-';

async function* keyedLines(lines: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const line of lines) {
    const parsed = parseCdxLine(line, 'cdxj');
    if (parsed.kind === 'rejected') continue;
    const { digest, mime } = parsed.entry;
    // A digest of somebody's index may hold anything; blanks would shift the words.
    const key = digest.replace(/\s/g, '') || NO_DIGEST;
    yield `${key} ${mime === 'warc/revisit' ? 1 : 0} ${line}`;
  }
}
