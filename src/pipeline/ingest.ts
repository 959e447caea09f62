// Archives into a library: extracted file by file, settled, merged and indexed, able to go on after any interruption.
import type { RecordOptions } from '../extract/extract.ts';
import { type FileReport, type Library, type LibraryFile, toLibraryError } from '../index/index.ts';
import type { Loss } from '../model/capture.ts';
import { messageOf } from '../support/errors.ts';
import { deriveDocuments } from './derive.ts';
import type { EnrichOutcome } from './enrich-images.ts';
import { enterCollection } from './enter-collection.ts';
import { extractArchives, NO_TOTALS } from './extract-archives.ts';
import type { PlannedArchive } from './extract-plan.ts';
import { fingerprintOf, modifiedTimeOf } from './fingerprint.ts';
import { settleLibrary } from './ingest-settle.ts';
import { openIngestSink } from './ingest-sink.ts';
import { liftExpired } from './lift.ts';
import { addCounts } from './observation-counts.ts';
import { completeRemoval } from './remove.ts';
import { loadTakedown } from './takedown.ts';

/** What is to be ingested, and how. */
export interface IngestRun extends IngestOptions {
  readonly library: Library;
  readonly archives: readonly PlannedArchive[];
}

/** How archives are ingested. */
export interface IngestOptions {
  /** Files that an extraction for ingesting wrote; their archives need not be here. */
  readonly observations?: readonly string[] | undefined;
  /** Collection of the files. Default: that of files that are known already, `default` for new ones. */
  readonly collection?: string | undefined;
  /** What is read of each record, and what is left out. */
  readonly options?: RecordOptions;
  /** Lists all records, so that archived pages can be shown and `/cdx` answers. Default true. */
  readonly withCaptures?: boolean;
  /** Notes where pages link, for `link:`. Default true. */
  readonly withLinks?: boolean;
  /** Finds out what the pixels of images tell, and makes their thumbnails. Default false. */
  readonly withFacts?: boolean;
  /** With facts: scores images for the family filter, too. Default false. */
  readonly withNsfw?: boolean;
  /** Names of producers that look at images besides the usual ones, such as `ocr`. */
  readonly enrich?: readonly string[] | undefined;
  readonly workers?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onLoss?: (loss: Loss) => void;
  /** The system lets too few files be open for all threads: the run starts with this many, 0 for none besides the main one. */
  readonly onFewerWorkers?: ((workers: number) => void) | undefined;
  /** An archive was passed over, or could not be read to its end. */
  readonly onSkipped?: (archive: PlannedArchive, reason: SkipReason, detail?: string) => void;
  readonly onProgress?: (progress: IngestProgress) => void;
}

/** Why an archive was passed over. */
export type SkipReason =
  | 'known'
  | 'copy'
  | 'moved'
  | 'taken-down'
  | 'unreadable'
  | 'changed'
  | 'empty';

/** How far it is. */
export type IngestProgress =
  | {
      readonly step: 'reading';
      readonly records: number;
      readonly bytes: number;
      readonly archive: PlannedArchive;
    }
  | { readonly step: 'settling' }
  | { readonly step: 'indexing' | 'enriching'; readonly done: number; readonly total: number };

/** What came of it. */
export interface IngestOutcome {
  /** Archives that were read. */
  readonly files: number;
  /** Archives that were known already. */
  readonly known: number;
  readonly failed: number;
  readonly records: number;
  readonly bytes: number;
  readonly pages: number;
  readonly imageCaptures: number;
  readonly references: number;
  readonly rejected: Readonly<Record<string, number>>;
  readonly losses: number;
  readonly skippedBytes: number;
  /** Documents written or removed. */
  readonly changedDocuments: number;
  readonly enriched: EnrichOutcome;
}

/**
 * Documents wait for the end of the run, unless so many captures and references wait that nobody should have to. Many at a time are
 * cheaper: each transaction stores the counts of all its words and the pages of all indexes.
 */
export const MAX_WAITING = 500_000;

/**
 * Ingests archives. Each file is one transaction: it is in the library with all that it says, or not at all.
 * What is left to do after an interruption is kept in the library, so that the same call completes it.
 */
export async function ingestArchives(run: IngestRun): Promise<IngestOutcome> {
  try {
    return await ingest(run);
  } catch (thrown) {
    throw toLibraryError(run.library.folder, thrown);
  }
}

async function ingest(run: IngestRun): Promise<IngestOutcome> {
  const { library, signal } = run;
  // Style sheets say what they hold while they are read: they may be gone when a page that links them comes. Records that
  // revisits may stand for are kept with their digests.
  const options = {
    ...run.options,
    withSheets: true,
    withPayloadDigests: true,
    withOtherAnswers: true,
    withLinkKeys: run.withLinks !== false,
  };
  const isAborted = () => signal?.aborted === true;
  if (run.enrich !== undefined && run.enrich.length > 0) await checkNetworks(library.folder);
  await completeRemoval(library, { signal });
  await liftExpired(library);
  const takedown = loadTakedown(library);
  const chosen = await chooseArchives(run);
  const { wanted } = chosen;
  let { known, failed } = chosen;
  let changedDocuments = 0;
  const derive = async () => {
    const onProgress = (done: number, total: number) =>
      run.onProgress?.({ step: 'indexing', done, total });
    changedDocuments += await deriveDocuments(library, { signal, onProgress });
  };
  const withCaptures = run.withCaptures !== false;
  const sink = openIngestSink({
    ...run,
    collection: run.collection,
    archives: wanted,
    takedown,
    manner: mannerOf(run),
    onWaitingKeys: async (count) => {
      if (count >= MAX_WAITING) await derive();
      return count >= MAX_WAITING;
    },
  });
  let totals = NO_TOTALS;
  let settlingLosses = 0;
  try {
    totals = await extractArchives({
      archives: wanted,
      options,
      sink,
      withCaptures,
      workers: run.workers,
      onFewerWorkers: run.onFewerWorkers,
      tempFolder: library.folder,
      signal,
      isSettledElsewhere: true,
      onLoss: (loss) => run.onLoss?.(loss),
      onFailed: (archive, error) => {
        sink.fail(archive, messageOf(error));
        run.onSkipped?.(archive, 'unreadable', messageOf(error));
      },
      onProgress: ({ records, bytes }, archive) =>
        run.onProgress?.({ step: 'reading', records, bytes, archive }),
    });
    for (const path of run.observations ?? []) {
      if (isAborted()) break;
      const { ingestObservations } = await import('./ingest-observations.ts');
      const read = await ingestObservations(path, { run, sink, archives: wanted }, totals);
      totals = read.totals;
      known += read.known;
      failed += read.failed;
    }
  } finally {
    // What a file that was not finished has written so far is taken back.
    library.rollback();
    sink.abandon();
  }
  if (!isAborted()) {
    run.onProgress?.({ step: 'settling' });
    const settled = await settleLibrary(library, {
      options,
      signal,
      onLoss: (loss) => {
        settlingLosses++;
        run.onLoss?.(loss);
      },
    });
    totals = { ...totals, ...addCounts(totals, addCounts(settled, sink.counts)) };
  }
  if (!isAborted()) {
    await derive();
    await tidy(library, changedDocuments);
  }
  const enriched = run.withFacts === true && !isAborted() ? await addFacts(run) : NOTHING_ENRICHED;
  const { records, bytes, pages, imageCaptures, references, rejected, losses, skippedBytes } =
    totals;
  return {
    files: sink.files,
    known: known + sink.copies,
    failed: failed + totals.failedArchives + sink.vanished,
    records,
    bytes,
    pages,
    imageCaptures,
    references,
    rejected,
    losses: losses + settlingLosses,
    skippedBytes,
    changedDocuments,
    enriched,
  };
}

/** How a run reads files, for whoever reads them again. */
function mannerOf({
  options = {},
  withCaptures,
  withLinks,
}: IngestRun): Pick<FileReport, 'minSide' | 'isUnlisted' | 'isUnlinked'> {
  const { minSide } = options;
  return {
    ...(minSide !== undefined && { minSide }),
    ...(withCaptures === false && { isUnlisted: true }),
    ...(withLinks === false && { isUnlinked: true }),
  };
}

const NOTHING_ENRICHED: EnrichOutcome = { made: 0, failed: 0, skipped: 0, reasons: {} };

/** Before hours of reading, not behind them: throws for networks that cannot be used. */
async function checkNetworks(folder: string): Promise<void> {
  const { findTextModels, readModels } = await import('../enrich/enrich.ts');
  findTextModels();
  await readModels(folder);
}

async function addFacts({
  library,
  withNsfw = false,
  enrich,
  workers,
  signal,
  onProgress,
}: IngestRun): Promise<EnrichOutcome> {
  const { NETWORK_PRODUCERS } = await import('../enrich/enrich.ts');
  const { enrichImages } = await import('./enrich-images.ts');
  return enrichImages(library, {
    also: enrich,
    except: withNsfw ? [] : NETWORK_PRODUCERS.map(({ name }) => name),
    workers,
    signal,
    onProgress: (done, total) => onProgress?.({ step: 'enriching', done, total }),
  });
}

/** Archives that have to be read: new ones, changed ones, and those that could not be read to their end. */
async function chooseArchives(
  run: IngestRun,
): Promise<{ wanted: PlannedArchive[]; known: number; failed: number }> {
  const { library, collection, signal } = run;
  const isAborted = () => signal?.aborted === true;
  const takedown = loadTakedown(library);
  const wanted: PlannedArchive[] = [];
  let known = 0;
  let failed = 0;
  for (const archive of run.archives) {
    if (isAborted()) break;
    try {
      if (archive.grownTo !== undefined) {
        wanted.push(archive);
        continue;
      }
      const file = library.files.find(archive.name);
      if (file === undefined && archive.size === 0 && archive.told === undefined) {
        failed++;
        run.onSkipped?.(archive, 'empty');
        continue;
      }
      const isSame = file !== undefined && (await isUnchanged(library, file, archive, run));
      if (file === undefined || !isSame) wanted.push(archive);
      else {
        known++;
        if (collection !== undefined) enterCollection(library, file, collection);
        const reason = takedown.hidesFile(file.fingerprint) ? 'taken-down' : 'known';
        run.onSkipped?.(archive, reason);
      }
    } catch (thrown) {
      if (isAborted()) break;
      failed++;
      run.onSkipped?.(archive, 'unreadable', messageOf(thrown));
    }
  }
  return { wanted, known, failed };
}

/** Whether a file is as it was read. Size and time of change are believed when both are as before. */
async function isUnchanged(
  library: Library,
  file: LibraryFile,
  archive: PlannedArchive,
  { signal, withCaptures: isListed = true, withLinks = true }: IngestRun,
): Promise<boolean> {
  if (file.report.failure !== undefined || file.size !== archive.size) return false;
  // Read without its records, or links, which are wanted now.
  if (file.report.isUnlisted === true && isListed) return false;
  if (file.report.isUnlinked === true && withLinks) return false;
  const modified = modifiedTimeOf(archive.location);
  if (modified !== 0 && modified === file.modified) return true;
  const fingerprint = await fingerprintOf(archive.location, signal);
  if (fingerprint !== file.fingerprint) return false;
  library.transaction(() => library.files.update(file.id, { modified }));
  return true;
}

/** Merges the parts of the text index: wholly after large changes, a little after small ones. */
export async function tidy(library: Library, changes: number): Promise<void> {
  if (changes === 0) return;
  const total = await library.index.documentCount();
  const isLarge = changes > 1000 && changes * 5 > total;
  library.mergeText(isLarge ? 'wholly' : 'partly');
}
