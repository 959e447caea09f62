// Observations that were extracted elsewhere on their way into a library, as if their archives were read here.
import { toSortLines } from '../extract/extract.ts';
import type { LibraryFile } from '../index/index.ts';
import { messageOf } from '../support/errors.ts';
import { toCaptureLines } from './capture-lines.ts';
import { enterCollection } from './enter-collection.ts';
import type { ExtractTotals } from './extract-archives.ts';
import type { PlannedArchive } from './extract-plan.ts';
import type { IngestRun } from './ingest.ts';
import type { IngestSink } from './ingest-sink.ts';
import { addCounts } from './observation-counts.ts';
import {
  type ArchiveEnd,
  type ArchiveStart,
  type ObservationLine,
  readObservations,
} from './observation-file.ts';

/** Where observations go. */
export interface ObservationTarget {
  readonly run: Pick<
    IngestRun,
    'library' | 'signal' | 'collection' | 'withCaptures' | 'onSkipped' | 'onProgress'
  >;
  readonly sink: IngestSink;
  /** The archives that the sink expects: each is added before its first line. */
  readonly archives: PlannedArchive[];
}

/** What came of a file of observations. */
export interface ObservationsRead {
  readonly totals: ExtractTotals;
  readonly known: number;
  readonly failed: number;
}

/** Lines that are handed over together. */
const LINES_AT_ONCE = 2000;

/** Stores what a file of observations says. */
export function ingestObservations(
  path: string,
  target: ObservationTarget,
  totals: ExtractTotals,
): Promise<ObservationsRead> {
  return storeObservations({ lines: readObservations(path), path }, target, totals);
}

/** Observations, and where they come from. */
export interface ObservationSource {
  readonly lines: AsyncIterable<ObservationLine>;
  /** For messages. */
  readonly path: string;
}

/**
 * Stores observations. Each archive is one transaction: one that is cut off, or has a line that
 * cannot be, leaves nothing behind, and what comes behind it is not read.
 */
export async function storeObservations(
  { lines, path }: ObservationSource,
  target: ObservationTarget,
  totals: ExtractTotals,
): Promise<ObservationsRead> {
  const { run, sink, archives } = target;
  const { library, signal } = run;
  const reading = { totals, known: 0, failed: 0 };
  let current: PlannedArchive | undefined;
  let waiting: ObservationLine[] = [];
  const flush = async (): Promise<void> => {
    const lines = waiting;
    waiting = [];
    if (current !== undefined) await hand(lines, sink, run.withCaptures !== false);
  };
  try {
    for await (const line of lines) {
      if (signal?.aborted === true) break;
      if (line.kind === 'extract' || line.kind === 'end') continue;
      if (line.kind === 'archive') {
        const file = library.files.find(line.name);
        current = isKnown(file, line) ? undefined : toArchive(line);
        if (current === undefined && file !== undefined) {
          reading.known++;
          const collection = run.collection ?? line.collection;
          if (collection !== undefined) enterCollection(library, file, collection);
          run.onSkipped?.(toArchive(line), 'known');
        } else if (current !== undefined) archives.push(current);
        continue;
      }
      if (line.kind !== 'archive-end') {
        if (current !== undefined) waiting.push(line);
        if (waiting.length >= LINES_AT_ONCE) await flush();
        continue;
      }
      await flush();
      if (current === undefined) continue;
      if (line.failure !== undefined) {
        sink.fail(current, line.failure);
        run.onSkipped?.(current, 'unreadable', line.failure);
      }
      reading.totals = addReport(reading.totals, line);
      const { records, bytes } = line;
      run.onProgress?.({ step: 'reading', records, bytes, archive: current });
      await sink.archiveDone(current, reading.totals);
      current = undefined;
    }
  } catch (thrown) {
    reading.failed++;
    const file = { name: path, location: path, size: 0, starts: [0] };
    run.onSkipped?.(file, 'unreadable', messageOf(thrown));
  }
  // What an archive that is not whole has written so far is taken back.
  if (current !== undefined) {
    library.rollback();
    sink.abandon();
    archives.pop();
  }
  return reading;
}

function isKnown(file: LibraryFile | undefined, { fingerprint }: ArchiveStart): boolean {
  return file?.report.failure === undefined && file?.fingerprint === fingerprint;
}

function toArchive({ name, location, size, kind: _, ...told }: ArchiveStart): PlannedArchive {
  return { name, location, size, starts: [0], told };
}

/** Hands lines over as extraction does, those of one kind together. */
async function hand(
  lines: readonly ObservationLine[],
  sink: IngestSink,
  withCaptures: boolean,
): Promise<void> {
  const observations: string[] = [];
  const ends: string[] = [];
  const records = [];
  for (const line of lines) {
    switch (line.kind) {
      case 'page':
      case 'reference':
      case 'capture':
        observations.push(JSON.stringify(line));
        break;
      case 'revisit':
      case 'sheet':
      case 'sheet-link':
      case 'other':
        ends.push(...toSortLines(line));
        break;
      case 'record':
        records.push({ ...line, file: '' });
        break;
    }
  }
  await sink.writeLines(Buffer.from(observations.map((text) => `${text}\n`).join('')));
  await sink.keepLooseEnds(ends);
  if (withCaptures && records.length > 0) await sink.writeCaptures?.(toCaptureLines(records));
}

function addReport(totals: ExtractTotals, report: ArchiveEnd): ExtractTotals {
  return {
    ...totals,
    ...addCounts(totals, { truncatedPages: 0, placesRejected: {}, ...report }),
    archives: totals.archives + 1,
    failedArchives: totals.failedArchives + (report.failure === undefined ? 0 : 1),
    records: totals.records + report.records,
    bytes: totals.bytes + report.bytes,
    losses: totals.losses + report.losses,
    skippedBytes: totals.skippedBytes + report.skippedBytes,
  };
}
