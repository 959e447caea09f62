// Finds images on the live web and leaves what was fetched in a library.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { recoverOpenFiles } from '../archive/write/warc-writer-recover.ts';
import type { Library } from '../index/index.ts';
import { ARCHIVE_FOLDER, ingestComplete } from './crawl-into-library.ts';
import { FIND_PREFIX, type FindEnd, type FindOptions, FindSession } from './find-session.ts';

/** Options of `findIntoLibrary`. */
export interface LibraryFind extends Omit<FindOptions, 'archiveFolder' | 'indexOf'> {
  /** Open for writing. */
  readonly library: Library;
  /** Time for finding; fetching what is kept comes after it. Milliseconds. */
  readonly budgetMs: number;
  /** Images that are fetched whole, the best first. Default 100. */
  readonly keep?: number;
  /** Collection of what is fetched. Default `find`. */
  readonly collection?: string;
  /** Makes thumbnails at the end. Default true. */
  readonly withThumbnails?: boolean;
  readonly signal?: AbortSignal | undefined;
  /** Called at the start with the search. */
  readonly onSession?: (session: FindSession) => void;
  /** A further image was fetched whole. */
  readonly onKept?: (done: number) => void;
}

/** What came of it. */
export interface FindOutcome {
  readonly end: FindEnd;
  readonly session: FindSession;
  /** Images that are in the library now. */
  readonly whole: number;
}

/**
 * Finds images within a time, fetches the best of them whole, and ingests all of it. A run that was killed leaves an
 * archive whose whole records the next run into the library takes over.
 */
export async function findIntoLibrary(run: LibraryFind): Promise<FindOutcome> {
  const { library, budgetMs, keep = 100, signal, withThumbnails = true } = run;
  const archiveFolder = await prepareArchive(library);
  const session = new FindSession({ ...run, archiveFolder, indexOf: () => library.index });
  run.onSession?.(session);
  try {
    const end = await session.run(budgetMs, signal);
    // The stop button is meant: nothing more is asked of anybody.
    const kept = end === 'stopped' ? 0 : keep;
    const whole = await session.keep(kept, signal ?? new AbortController().signal, run.onKept);
    return { end, session, whole };
  } finally {
    await session.closeArchive();
    await ingestFound(
      { library, signal },
      { collection: run.collection ?? 'find', withThumbnails },
    );
  }
}

/** The archive folder of a library, without files that a killed writer left open. */
export async function prepareArchive(library: Library): Promise<string> {
  const archiveFolder = archiveFolderOf(library);
  await mkdir(archiveFolder, { recursive: true });
  await recoverOpenFiles(archiveFolder);
  return archiveFolder;
}

/** Where a library keeps what was fetched for it. */
export function archiveFolderOf({ folder }: Library): string {
  return join(folder, ARCHIVE_FOLDER);
}

/** Ingests the archive files of searches that are not in the library yet. */
export async function ingestFound(
  run: { readonly library: Library; readonly signal?: AbortSignal | undefined },
  { collection, withThumbnails }: { readonly collection: string; readonly withThumbnails: boolean },
): Promise<void> {
  const archiveFolder = archiveFolderOf(run.library);
  await ingestComplete(run, { archiveFolder, prefix: FIND_PREFIX, collection, withThumbnails });
}
