// What steps have kept on its way into a library, as if the archives were read here.
import type { Library } from '../index/index.ts';
import { enterCollection } from './enter-collection.ts';
import { NO_TOTALS } from './extract-archives.ts';
import type { PlannedArchive } from './extract-plan.ts';
import { importTakedowns } from './import-takedowns.ts';
import type { IngestRun } from './ingest.ts';
import { storeObservations } from './ingest-observations.ts';
import { openIngestSink } from './ingest-sink.ts';
import type { KeptArchives } from './kept-archives.ts';
import type { MergeOutcome, MergeSkipReason } from './merge.ts';
import type { ArchiveStart, ObservationLine } from './observation-file.ts';
import { loadTakedown } from './takedown.ts';

/** How it is taken. */
export interface TakingOptions {
  readonly signal: AbortSignal | undefined;
  /** An archive was passed over, or is not whole: what there is of it was stored. */
  readonly onSkipped: (
    archive: Pick<PlannedArchive, 'name'>,
    reason: MergeSkipReason,
    detail: string | undefined,
  ) => void;
  /** An archive is about to be stored. */
  readonly onFile: (name: string) => void;
}

/** What was taken. */
export type TakenCounts = Omit<MergeOutcome, 'changedDocuments' | 'thumbnails'>;

/** Stores all archives, each in one transaction. What the run had left out is taken down here, too, before it could be seen. */
export async function takeKept(
  kept: KeptArchives,
  target: Library,
  { signal, onSkipped, onFile }: TakingOptions,
): Promise<TakenCounts> {
  const archives: PlannedArchive[] = [];
  let known = 0;
  let superseded = 0;
  let takenDown = 0;
  const skipped: Required<Pick<IngestRun, 'onSkipped'>> = {
    onSkipped: (file, reason, detail) => {
      if (reason === 'taken-down') takenDown++;
      else if (reason !== 'unreadable') known++;
      const told = reason === 'taken-down' || reason === 'unreadable' ? reason : 'known';
      onSkipped(file, told, detail);
    },
  };
  let takedown = loadTakedown(target);
  const sink = openIngestSink({
    library: target,
    archives,
    collection: undefined,
    get takedown() {
      return takedown;
    },
    ...skipped,
    onWaitingKeys: async () => false,
  });
  const imported = new Set<string>();
  const lines = kept.lines(async (entries) => {
    const text = JSON.stringify(entries);
    if (entries.length === 0 || imported.has(text)) return;
    imported.add(text);
    await importTakedowns(target, entries, signal);
    takedown = loadTakedown(target);
  });
  const run: Pick<IngestRun, 'library' | 'signal' | 'onSkipped' | 'onProgress'> = {
    ...{ library: target, signal, ...skipped },
    onProgress: (progress) => {
      if (progress.step === 'reading') onFile(progress.archive.name);
    },
  };
  try {
    const onOlder = (file: ArchiveStart) => {
      superseded++;
      onSkipped(file, 'superseded', undefined);
    };
    const source = { lines: withoutOlder(lines, target, onOlder), path: kept.folder };
    const { totals, failed } = await storeObservations(source, { run, sink, archives }, NO_TOTALS);
    const { records, bytes, pages, imageCaptures, references, losses } = totals;
    return {
      ...{
        files: sink.files,
        known,
        superseded,
        takenDown,
        failed: failed + totals.failedArchives,
      },
      ...{ records, bytes, pages, imageCaptures, references, losses },
    };
  } finally {
    // What an archive that was not finished has written so far is taken back.
    target.rollback();
    sink.abandon();
  }
}

/** Leaves out archives of which the library has a later state. */
async function* withoutOlder(
  lines: AsyncIterable<ObservationLine>,
  target: Library,
  onOlder: (file: ArchiveStart) => void,
): AsyncGenerator<ObservationLine> {
  let isOlder = false;
  for await (const line of lines) {
    if (line.kind === 'archive') {
      const twin = target.files.find(line.name);
      isOlder =
        twin !== undefined && twin.report.failure === undefined && twin.modified > line.modified;
      if (twin !== undefined && isOlder) {
        if (line.collection !== undefined) enterCollection(target, twin, line.collection);
        onOlder(line);
      }
    }
    if (!isOlder) yield line;
  }
}
