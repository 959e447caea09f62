// The observations of one part of an input, made in a worker thread.
import { openInput } from '../archive/archive.ts';
import { loadZstdDictionary } from '../archive/read/zstd-member.ts';
import {
  extractArchive,
  type RecordOptions,
  toJsonLines,
  toSortLines,
} from '../extract/extract.ts';
import type { Loss } from '../model/capture.ts';
import type { TaskHandler } from '../support/worker-pool.ts';
import { toCaptureLines } from './capture-lines.ts';
import { countObservations, type ObservationCounts } from './observation-counts.ts';

/** A part of an archive. */
export interface ExtractTask {
  /** What `openInput` takes. */
  readonly location: string;
  /** Name of the archive in the output. */
  readonly name: string;
  readonly startOffset: number;
  readonly endOffset: number;
  readonly options: RecordOptions;
  /** Also lists the records, for the capture index. */
  readonly withCaptures: boolean;
}

/** What comes of a part, bit by bit. */
export interface ExtractMessage {
  /** Observations as JSON lines. */
  readonly lines: Uint8Array;
  /** Loose ends as sort lines. */
  readonly looseEnds: readonly string[];
  /** Entries of the capture index as lines; empty unless they were asked for. */
  readonly captures: Uint8Array;
  readonly losses: readonly Loss[];
  readonly counts: ObservationCounts;
  readonly records: number;
  readonly bytes: number;
}

/** Extracts one part. */
export const handle: TaskHandler<ExtractTask, ExtractMessage, void> = async (
  task,
  send,
  signal,
) => {
  const { startOffset, endOffset } = task;
  const source = await openInput(task.location);
  try {
    const dictionary = startOffset > 0 ? await loadZstdDictionary(source) : undefined;
    const named = { ...source, name: task.name };
    const range = { startOffset, endOffset, dictionary, withCaptures: task.withCaptures };
    for await (const batch of extractArchive(named, { ...task.options, ...range, signal })) {
      const { records, bytes, losses, observations } = batch;
      const counts = countObservations(observations);
      const lines = toJsonLines(observations);
      const looseEnds = batch.looseEnds.flatMap(toSortLines);
      const captures = toCaptureLines(batch.captures);
      const message = { lines, looseEnds, captures, losses, counts, records, bytes };
      await send(message, [lines.buffer, captures.buffer]);
    }
  } finally {
    await source.close();
  }
};
