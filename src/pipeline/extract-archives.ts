// Extraction of many archives: in parallel, in order, with a checkpoint after each of them.
import { type RecordOptions, toJsonLines } from '../extract/extract.ts';
import type { Loss } from '../model/capture.ts';
import { runTasks } from '../support/worker-pool.ts';
import type { PlannedArchive } from './extract-plan.ts';
import type { ExtractMessage, ExtractTask } from './extract-task.ts';
import { createInOrder } from './in-order.ts';
import {
  addCounts,
  countObservations,
  emptyCounts,
  type ObservationCounts,
} from './observation-counts.ts';
import { settleLooseEnds } from './settle.ts';

/** Where the results go. Its promises give back-pressure. */
export interface ExtractSink {
  /** Takes observations as JSON lines. */
  writeLines(lines: Uint8Array): Promise<void>;
  /** Keeps loose ends until all archives have been read. */
  keepLooseEnds(lines: readonly string[]): Promise<void>;
  /** Takes entries of the capture index as lines, where the run asks for them. */
  writeCaptures?(lines: Uint8Array): Promise<void>;
  /** All loose ends kept so far, those of an earlier run too. */
  looseEnds(): AsyncIterable<string>;
  /** An archive and all before it are done: a good moment to remember that. */
  archiveDone(archive: PlannedArchive, totals: ExtractTotals): Promise<void>;
}

/** What was found in all. */
export interface ExtractTotals extends ObservationCounts {
  readonly archives: number;
  readonly failedArchives: number;
  readonly records: number;
  readonly bytes: number;
  readonly losses: number;
  readonly skippedBytes: number;
}

/** Options of `extractArchives`. */
export interface ExtractRun {
  readonly archives: readonly PlannedArchive[];
  readonly options: RecordOptions;
  readonly sink: ExtractSink;
  /** Also lists the records for the sink's `writeCaptures`. Default false. */
  readonly withCaptures?: boolean;
  /** Totals of an earlier run that this one goes on from. */
  readonly totals?: ExtractTotals;
  readonly workers?: number | undefined;
  readonly tempFolder?: string | undefined;
  /** Loose ends are left to the sink. Default false: they are settled at the end. */
  readonly isSettledElsewhere?: boolean;
  readonly signal?: AbortSignal | undefined;
  readonly onLoss?: (loss: Loss) => void;
  readonly onFailed?: (archive: PlannedArchive, error: Error) => void;
  /** The system lets too few files be open for all threads. */
  readonly onFewerWorkers?: ((workers: number) => void) | undefined;
  readonly onProgress?: (
    message: Pick<ExtractMessage, 'records' | 'bytes' | 'losses'>,
    archive: PlannedArchive,
  ) => void;
}

/** Totals of nothing. */
export const NO_TOTALS: ExtractTotals = {
  ...emptyCounts(),
  archives: 0,
  failedArchives: 0,
  records: 0,
  bytes: 0,
  losses: 0,
  skippedBytes: 0,
};

const SETTLED_BATCH = 2000;

/**
 * Extracts all archives. The output is the same whatever the number of threads: observations in the
 * order of archives and records, then those that needed more than one record.
 */
export async function extractArchives(run: ExtractRun): Promise<ExtractTotals> {
  let totals = run.totals ?? NO_TOTALS;
  const parts = run.archives.flatMap((archive, index) => partsOf(archive, index, run));
  const places = new Map(parts.map((part, index) => [part.task, { ...part, index }] as const));
  const failed = new Set<number>();
  const isAborted = () => run.signal?.aborted === true;

  const order = createInOrder<ExtractMessage>({
    take: async (message) => {
      totals = add(totals, message);
      await run.sink.writeLines(message.lines);
      await run.sink.keepLooseEnds(message.looseEnds);
      if (message.captures.length > 0) await run.sink.writeCaptures?.(message.captures);
    },
    onFinished: async (index) => {
      const part = parts[index];
      if (part === undefined || !part.isLast || isAborted()) return;
      const failures = failed.has(part.archiveIndex) ? 1 : 0;
      totals = {
        ...totals,
        archives: totals.archives + 1,
        failedArchives: totals.failedArchives + failures,
      };
      await run.sink.archiveDone(part.archive, totals);
    },
  });

  const finishing: Promise<void>[] = [];
  await runTasks<ExtractTask, ExtractMessage, void>({
    tasks: parts.map((part) => part.task),
    module: new URL(import.meta.url.replace(/extract-archives(?=\.[jt]s$)/, 'extract-task')),
    ...(run.workers !== undefined && { workers: run.workers }),
    signal: run.signal,
    onFewerWorkers: run.onFewerWorkers,
    onMessage: async (message, task) => {
      const place = places.get(task);
      if (place === undefined) return;
      for (const loss of message.losses) run.onLoss?.(loss);
      run.onProgress?.(message, place.archive);
      await order.add(place.index, message);
    },
    onOutcome: (outcome, task) => {
      const place = places.get(task);
      if (place === undefined) return;
      if (outcome.kind === 'failed') {
        failed.add(place.archiveIndex);
        run.onFailed?.(place.archive, outcome.error);
      }
      finishing.push(order.finish(place.index));
    },
  });
  await Promise.all(finishing);
  if (!isAborted() && run.isSettledElsewhere !== true) {
    const onLoss = (loss: Loss): void => {
      totals = { ...totals, losses: totals.losses + 1 };
      run.onLoss?.(loss);
    };
    for await (const counts of writeSettled(run, onLoss))
      totals = { ...totals, ...addCounts(totals, counts) };
  }
  return totals;
}

/** Settles the loose ends and writes what comes of them. */
async function* writeSettled(
  run: ExtractRun,
  onLoss: (loss: Loss) => void,
): AsyncGenerator<ObservationCounts> {
  const { sink, options, tempFolder, signal } = run;
  const locations = new Map(run.archives.map(({ name, location }) => [name, location]));
  const locate = (name: string) => locations.get(name) ?? name;
  const settings = { options, locate, onLoss, tempFolder, signal };
  for await (const observations of settleLooseEnds(sink.looseEnds(), settings)) {
    for (let from = 0; from < observations.length; from += SETTLED_BATCH) {
      const batch = observations.slice(from, from + SETTLED_BATCH);
      await sink.writeLines(toJsonLines(batch));
      yield countObservations(batch);
    }
  }
}

function partsOf(
  archive: PlannedArchive,
  archiveIndex: number,
  { options, withCaptures = false }: ExtractRun,
): { task: ExtractTask; archive: PlannedArchive; archiveIndex: number; isLast: boolean }[] {
  const { location, name, starts, grownTo = Number.POSITIVE_INFINITY } = archive;
  return starts.map((startOffset, index) => {
    const endOffset = starts[index + 1] ?? grownTo;
    const isLast = index === starts.length - 1;
    return {
      task: { location, name, startOffset, endOffset, options, withCaptures },
      archive,
      archiveIndex,
      isLast,
    };
  });
}

function add(totals: ExtractTotals, message: ExtractMessage): ExtractTotals {
  const skipped = message.losses.reduce((sum, loss) => sum + loss.skippedBytes, 0);
  return {
    ...totals,
    ...addCounts(totals, message.counts),
    records: totals.records + message.records,
    bytes: totals.bytes + message.bytes,
    losses: totals.losses + message.losses.length,
    skippedBytes: totals.skippedBytes + skipped,
  };
}
