// A library is made anew from what is stored, and what was lost is read again.
import { existsSync } from 'node:fs';
import {
  type CopiedTable,
  type Library,
  type LibraryFile,
  openLibrary,
  repairThumbnails,
  startRebuild,
} from '../index/index.ts';
import type { Loss } from '../model/capture.ts';
import { deriveDocuments } from './derive.ts';
import { enrichImages } from './enrich-images.ts';
import { ingestInputs } from './ingest-inputs.ts';

/** What a repair did. */
export interface RepairOutcome {
  readonly tables: readonly CopiedTable[];
  readonly documents: number;
  /** Where the old database is kept. */
  readonly kept: string;
  /** Archives that were read again, since some of their rows were lost. */
  readonly readAgain: number;
  /** Those that could not be: they are not where they were. */
  readonly notRead: readonly string[];
  /** Images that have got their lost thumbnails again. */
  readonly thumbnails: number;
}

/** How a library is repaired. */
export interface RepairOptions {
  readonly onProgress?: (done: number, total: number) => void;
  readonly onLoss?: (loss: Loss) => void;
  readonly signal?: AbortSignal | undefined;
}

/** Why such a file is read again. */
const ROWS_LOST = 'some of its rows were lost when the library was repaired';

/**
 * Makes the database of a library anew: the stored rows are copied, the index is derived from them. The old database stays beside the
 * new one. Archives of which rows were lost are read again, as far as they are where they were; the others by the
 * next ingest that finds them. Lost thumbnails are made again. Throws `LIBRARY_LOST` where nothing can be saved.
 */
export async function repairLibrary(
  folder: string,
  options: RepairOptions = {},
): Promise<RepairOutcome> {
  const rebuild = startRebuild(folder);
  let rebuilt: Pick<RepairOutcome, 'tables' | 'kept'>;
  try {
    const { library, tables, incomplete } = rebuild;
    markIncomplete(library, incomplete);
    await deriveDocuments(library, { onProgress: options.onProgress });
    rebuilt = { tables, kept: rebuild.finish() };
  } catch (error) {
    rebuild.abandon();
    throw error;
  }
  const library = await openLibrary(folder, { access: 'write' });
  try {
    const refilled = await refill(library, options);
    return { ...rebuilt, ...refilled, documents: await library.index.documentCount() };
  } finally {
    library.close();
  }
}

function markIncomplete(library: Library, incomplete: ReadonlySet<number> | 'all'): void {
  library.transaction(() => {
    for (const { id, report } of library.files.list()) {
      if (incomplete !== 'all' && !incomplete.has(id)) continue;
      library.files.update(id, { report: { ...report, failure: ROWS_LOST } });
    }
  });
}

/** Reads archives again that have lost rows, and makes lost thumbnails. */
async function refill(
  library: Library,
  { signal, onLoss }: RepairOptions,
): Promise<Pick<RepairOutcome, 'readAgain' | 'notRead' | 'thumbnails'>> {
  const lost = library.files.list().filter(({ report }) => report.failure === ROWS_LOST);
  const there = lost.filter(({ location }) => existsSync(containerOf(location)));
  // Each is read as it was read before.
  const byManner = new Map<string, LibraryFile[]>();
  for (const file of there) {
    const { minSide, isUnlisted = false, isUnlinked = false } = file.report;
    const manner = JSON.stringify([minSide, isUnlisted, isUnlinked]);
    byManner.set(manner, [...(byManner.get(manner) ?? []), file]);
  }
  let readAgain = 0;
  for (const files of byManner.values()) {
    const { minSide, isUnlisted, isUnlinked } = files[0]?.report ?? {};
    const inputs = new Set(files.map(({ location }) => containerOf(location)));
    const outcome = await ingestInputs(library, [...inputs], {
      ...(minSide !== undefined && { options: { minSide } }),
      ...(onLoss && { onLoss }),
      withCaptures: isUnlisted !== true,
      withLinks: isUnlinked !== true,
      signal,
    });
    readAgain += outcome.files;
  }
  const notRead = lost.filter((file) => !there.includes(file)).map(({ name }) => name);
  repairThumbnails(library.folder);
  const { made } = await enrichImages(library, { isOnlyLostWanted: true, signal });
  return { readAgain, notRead, thumbnails: made };
}

/** The file that holds an archive: a member of a WACZ is named behind it. */
function containerOf(location: string): string {
  return existsSync(location) ? location : location.replace(/#.*$/s, '');
}
