// A sorted copy of indexes that cannot be searched as they are: out of order, compressed as a whole, or too many.
import { join } from 'node:path';
import { type CdxEntry, formatCdxLine } from '../../archive/archive.ts';
import { openLineSorter } from '../../archive/cdx/external-sort.ts';
import { toSurt } from '../../model/surt.ts';
import type { CorpusLoss } from './capture-source.ts';
import { type IndexFile, openIndexFile } from './index-file.ts';

/** Losses that are kept one by one; of more there is a number. */
const MAX_LOSSES = 10_000;

/** A copy and what was lost in making it. */
export interface SortedCopy {
  readonly file: IndexFile;
  readonly losses: readonly CorpusLoss[];
}

/**
 * Sorts the captures of some indexes into one file of a folder, in bounded memory. Keys that are no SURTs are
 * computed from the URLs.
 */
export async function makeSortedCopy(
  files: readonly IndexFile[],
  options: {
    readonly folder: string;
    readonly name: string;
    readonly signal?: AbortSignal | undefined;
  },
): Promise<SortedCopy> {
  const { folder, signal } = options;
  const losses: CorpusLoss[] = [];
  let more = 0;
  const onLoss = (loss: CorpusLoss) => {
    if (losses.length < MAX_LOSSES) losses.push(loss);
    else more++;
  };
  const sorter = openLineSorter({ folder, ...(signal && { signal }) });
  try {
    for (const file of files) {
      for await (const { captures } of file.captures(undefined, undefined, { signal, onLoss })) {
        for (const capture of captures) sorter.add(formatCdxLine(withSurt(capture), 'cdxj'));
      }
    }
    const path = join(folder, options.name);
    await sorter.writeTo(path);
    if (more > 0) {
      const reason = `${more} more lines that cannot be read`;
      losses.push({ kind: 'index-line', file: files[0]?.name ?? '', reason });
    }
    const name = files.length === 1 ? (files[0]?.name ?? path) : path;
    return { file: await openIndexFile(path, { name, signal }), losses };
  } finally {
    sorter.close();
  }
}

function withSurt(capture: CdxEntry): CdxEntry {
  const isWeb = /^https?:\/\//i.test(capture.url);
  return isWeb && !capture.surt.includes(')') ? { ...capture, surt: toSurt(capture.url) } : capture;
}
