// The generated archive that corpora are selected from, with its indexes: made when it is missing, and kept.
import { existsSync } from 'node:fs';
import { open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import {
  CORPUS_ARCHIVE_VERSION,
  type CorpusArchiveReport,
  makeCorpusArchive,
  REPORT,
} from '../corpus-archive.ts';
import { loadImagePool } from '../image-pool.ts';
import type { BenchContext } from './benchmark.ts';
import { SEED } from './inputs.ts';

/** Captures of the archive, at full and at small size. */
const CAPTURES = { full: 200_000, quick: 2_000 };
/** The long index has the lines of the archive so many times over. */
const COPIES = 10;

/** An archive and what can be selected from it. */
export interface CorpusInput extends CorpusArchiveReport {
  readonly folder: string;
  /** Its index with eleven fields, sorted. */
  readonly cdx: string;
  /** The same as CDXJ. */
  readonly cdxj: string;
}

/** Opens the archive of this run. */
export async function openCorpusInput({ inputs, isQuick }: BenchContext): Promise<CorpusInput> {
  const captures = isQuick ? CAPTURES.quick : CAPTURES.full;
  const folder = join(inputs.folder, `corpus-${captures}-${CORPUS_ARCHIVE_VERSION}`);
  if (!existsSync(join(folder, REPORT))) {
    const fileBytes = isQuick ? 10e6 : 250e6;
    const pictures = isQuick ? [] : await loadImagePool(inputs.folder, SEED);
    await makeCorpusArchive({ out: folder, captures, seed: SEED, fileBytes, pictures });
  }
  // Written by `makeCorpusArchive` of the same version.
  const report = JSON.parse(await readFile(join(folder, REPORT), 'utf8')) as CorpusArchiveReport;
  return { ...report, folder, cdx: join(folder, 'corpus.cdx'), cdxj: join(folder, 'corpus.cdxj') };
}

/** An index with many lines: those of `index` for ten other top-level domains, still in order. */
export async function openLongIndex(index: string): Promise<{ file: string; lines: number }> {
  const file = index.replace(/corpus(\.cdxj?)$/, 'long$1');
  const lines = (await readFile(index, 'latin1')).split('\n').filter((line) => line !== '');
  const headers = lines.filter((line) => line.startsWith(' '));
  if (!existsSync(file)) {
    const unfinished = `${file}.open`;
    await rm(unfinished, { force: true });
    const output = await open(unfinished, 'w');
    await output.write(headers.map((line) => `${line}\n`).join(''));
    for (let copy = 0; copy < COPIES; copy++) {
      const moved = lines.slice(headers.length).map((line) => `${moveTo(`q${copy}`, line)}\n`);
      await output.write(moved.join(''));
    }
    await output.close();
    await rename(unfinished, file);
  }
  return { file, lines: (lines.length - headers.length) * COPIES };
}

/** The line of a URL whose host has one more name at its end. */
function moveTo(ending: string, line: string): string {
  return `${ending},${line.replace(/(:\/\/[^/]+)\//, `$1.${ending}/`)}`;
}
