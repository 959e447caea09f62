// The archives that benchmarks read, made when they are missing and kept for the next run.
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { mkdir, readFile, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { parseCdxLine } from '../../src/archive/archive.ts';
import { generateWarc } from '../generate-warc.ts';
import { type BombKind, writeBomb } from './bomb.ts';

/** Seed of everything generated. */
export const SEED = 42;

/** The archives of one folder. */
export interface Inputs {
  /** Where they lie. */
  readonly folder: string;
  /** A .warc.gz with the mix of a real crawl. */
  readonly archive: string;
  readonly archiveBytes: number;
  /** Its CDXJ file. */
  readonly index: string;
  /** The records of the archive from near one place up to near another. Bytes. */
  cut(from: number, to: number): Promise<Part>;
  /** A small archive of one record whose body is `bodyBytes` zeros. */
  bomb(kind: BombKind, bodyBytes: number): Promise<string>;
}

/** A part of the archive as a file of its own. */
export interface Part {
  readonly file: string;
  readonly bytes: number;
}

/** Opens a folder of inputs; its archive has about `sizeBytes`. */
export async function openInputs(folder: string, sizeBytes: number): Promise<Inputs> {
  await mkdir(folder, { recursive: true });
  const archive = join(folder, 'bench.warc.gz');
  if (!existsSync(archive)) await generateWarc({ out: archive, sizeBytes, seed: SEED });
  const { size: archiveBytes, mtimeMs } = await stat(archive);
  const index = join(folder, 'bench.cdxj');
  return {
    folder,
    archive,
    archiveBytes,
    index,
    async cut(from, to) {
      const file = join(folder, `bench-${from}-${to}.warc.gz`);
      const boundaries = [0, ...(await readOffsets(index)), archiveBytes];
      const start = boundaries.find((offset) => offset >= from) ?? archiveBytes;
      const end = boundaries.find((offset) => offset >= to) ?? archiveBytes;
      if (!(await isNewer(file, mtimeMs))) {
        const bytes = createReadStream(archive, { start, end: end - 1 });
        await writeWhole(file, (path) => pipeline(bytes, createWriteStream(path)));
      }
      return { file, bytes: end - start };
    },
    async bomb(kind, bodyBytes) {
      const file = join(folder, `bomb-${kind}-${bodyBytes}.warc.gz`);
      if (!existsSync(file)) await writeWhole(file, (path) => writeBomb(path, kind, bodyBytes));
      return file;
    },
  };
}

/** Where the responses and revisits of an index start, in order. */
async function readOffsets(index: string): Promise<readonly number[]> {
  const lines = (await readFile(index, 'utf8')).split('\n');
  return lines
    .map((line) => parseCdxLine(line, 'cdxj'))
    .flatMap((line) => (line.kind === 'entry' ? [line.entry.offset] : []))
    .sort((a, b) => a - b);
}

async function isNewer(file: string, timeMs: number): Promise<boolean> {
  return existsSync(file) && (await stat(file)).mtimeMs >= timeMs;
}

/** A run that is stopped must not leave half a file for the next one. */
async function writeWhole(file: string, write: (path: string) => Promise<void>): Promise<void> {
  const unfinished = `${file}.open`;
  await write(unfinished);
  await rename(unfinished, file);
}
