// The generated library that benchmarks search and change: made when it is missing or of another kind, and kept.
import { cpSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { SCHEMA } from '../../src/index/schema.ts';
import { CORPUS_VERSION } from '../library-corpus.ts';
import type { BenchContext } from './benchmark.ts';
import type { Sample } from './sample.ts';
import { runSubject, type SubjectResult } from './subject.ts';

type LibraryIndex = typeof import('../subjects/library-index.ts');

/** Folder of the library of this run. Nobody may change it: `copyLibrary` is for that. */
export async function openGeneratedLibrary(context: BenchContext): Promise<string> {
  const folder = folderOf(context);
  const note = join(folder, NOTE);
  const isThere = existsSync(note) && readFileSync(note, 'utf8') === parametersOf(context);
  if (!isThere) await makeLibrary(context);
  return folder;
}

/** Makes the library anew and gives what that took. */
export async function makeLibrary(
  context: BenchContext,
): Promise<Sample<SubjectResult<LibraryIndex>>> {
  const folder = folderOf(context);
  const unfinished = `${folder}.open`;
  const { images } = context;
  const sample = await runSubject<LibraryIndex>('library-index', { folder: unfinished, images });
  writeFileSync(join(unfinished, NOTE), parametersOf(context));
  rmSync(folder, { recursive: true, force: true });
  renameSync(unfinished, folder);
  return sample;
}

/** Gives a copy that may be changed to `work`, and removes it afterwards. */
export async function withCopy<T>(
  context: BenchContext,
  work: (folder: string) => Promise<T>,
): Promise<T> {
  const folder = await openGeneratedLibrary(context);
  const copy = `${folder}-copy`;
  rmSync(copy, { recursive: true, force: true });
  cpSync(folder, copy, { recursive: true });
  try {
    return await work(copy);
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

/** Says with what a library was made. */
const NOTE = 'bench.json';

function parametersOf({ images }: BenchContext): string {
  return JSON.stringify({ images, corpus: CORPUS_VERSION, schema: crc32(SCHEMA) });
}

function folderOf({ inputs, images }: BenchContext): string {
  return join(inputs.folder, `library-${images}`);
}
