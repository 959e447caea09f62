// An index of many archives: read in parallel, sorted on disk, written in one piece.

import { type CdxFormat, formatCdxHeader } from '../archive/cdx/cdx.ts';
import { openLineSorter } from '../archive/cdx/external-sort.ts';
import type { Input } from '../archive/source/inputs.ts';
import type { Loss } from '../model/capture.ts';
import { runTasks } from '../support/worker-pool.ts';
import type { IndexMessage, IndexTask } from './index-task.ts';

/** Options of `indexArchives`. */
export interface IndexOptions {
  readonly format: CdxFormat;
  /** Whether lines name files by their whole path. Default: by the last part of it, as others do. */
  readonly withPaths?: boolean;
  /**
   * Whether the lines that a WACZ carries are taken where they prove right, instead of reading its
   * archives. Default false.
   */
  readonly isStoredIndexUsed?: boolean;
  /** Whether keys of responses to POST and the like have what was sent. Default false. */
  readonly withRequests?: boolean;
  /** Whether lines of CDXJ have redirects and robot flags, which pywb leaves out. Default false. */
  readonly withRedirects?: boolean;
  /** Threads. Default: one for each core. */
  readonly workers?: number | undefined;
  /** Folder for temporary files. Default: the system's. */
  readonly tempFolder?: string;
  readonly signal?: AbortSignal;
  readonly onLoss?: (loss: Loss) => void;
  /** Called with what a person may want to know besides. */
  readonly onNote?: (note: string) => void;
  /** Called for an input that could not be read at all, or not to its end. */
  readonly onFailed?: (input: Input, error: Error) => void;
  readonly onProgress?: (records: number, bytes: number, input: Input) => void;
}

/** What was indexed. */
export interface IndexReport {
  readonly files: number;
  readonly failedFiles: number;
  readonly records: number;
  readonly lines: number;
  readonly losses: number;
  readonly skippedBytes: number;
}

/** The sorted lines of an index, to be written once, and the report of how they were come by. */
export interface SortedIndex {
  readonly report: IndexReport;
  /** Header and lines as pieces of bytes. Temporary files are removed at the end. */
  pieces(): AsyncIterable<Buffer>;
  close(): void;
}

/** Indexes all inputs. Memory is bounded; the lines are sorted bytewise, header first. */
export async function indexArchives(
  inputs: readonly Input[],
  options: IndexOptions,
): Promise<SortedIndex> {
  const sorter = openLineSorter({
    ...(options.tempFolder !== undefined && { folder: options.tempFolder }),
  });
  const report = { files: 0, failedFiles: 0, records: 0, lines: 0, losses: 0, skippedBytes: 0 };
  const byTask = new Map(inputs.map((input) => [toTask(input, options), input] as const));
  try {
    await runTasks<IndexTask, IndexMessage, void>({
      tasks: [...byTask.keys()],
      module: new URL(import.meta.url.replace(/index-archives(?=\.[jt]s$)/, 'index-task')),
      ...(options.workers !== undefined && { workers: options.workers }),
      signal: options.signal,
      onMessage: (message, task) => {
        for (const line of message.lines) sorter.add(line);
        for (const loss of message.losses) {
          report.losses++;
          report.skippedBytes += loss.skippedBytes;
          options.onLoss?.(loss);
        }
        for (const note of message.notes ?? []) options.onNote?.(note);
        report.lines += message.lines.length;
        report.records += message.records;
        const input = byTask.get(task);
        if (input !== undefined) options.onProgress?.(message.records, message.bytes, input);
      },
      onOutcome: (outcome, task) => {
        report.files++;
        if (outcome.kind === 'done') return;
        report.failedFiles++;
        const input = byTask.get(task);
        if (input !== undefined) options.onFailed?.(input, outcome.error);
      },
    });
  } catch (thrown) {
    sorter.close();
    throw thrown;
  }
  return {
    report,
    close: () => sorter.close(),
    async *pieces() {
      const header = formatCdxHeader(options.format);
      if (header !== undefined) yield Buffer.from(`${header}\n`);
      yield* sorter.pieces();
    },
  };
}

function toTask({ location }: Input, options: IndexOptions): IndexTask {
  const { format, withPaths = false, isStoredIndexUsed = false } = options;
  const { withRequests = false, withRedirects = false } = options;
  return { location, format, withPaths, isStoredIndexUsed, withRequests, withRedirects };
}
