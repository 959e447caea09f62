// Sorts any number of lines bytewise in bounded memory: sorted runs on disk, then a merge.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { messageOf, PinakesError } from '../../support/errors.ts';
import { writeAtomically } from '../../support/output-file.ts';
import {
  fileRun,
  memoryRun,
  mergeRuns,
  type Run,
  toBytes,
  writeRun,
} from './external-sort-runs.ts';

/** How lines are sorted. */
export interface SortOptions {
  /** Folder for temporary files, best the one of the output. Default: the system's. */
  readonly folder?: string;
  /** Memory for lines in bytes; the process takes a few times as much, and no more for more lines. Default 64 MiB. */
  readonly memoryBytes?: number;
  /** Whether equal lines become one. Default false. */
  readonly isUnique?: boolean;
  /** Stops the work: the next call throws the signal's reason, and temporary files are removed. */
  readonly signal?: AbortSignal;
}

/** Starts sorting. */
export function openLineSorter(options: SortOptions = {}): LineSorter {
  return new LineSorter(options);
}

const MEMORY_BYTES = 64 * 1024 * 1024;

/** What the engine needs for a string beside its characters, and its place in an array. */
const LINE_OVERHEAD_BYTES = 32;

/** Runs merged at a time: bounds open files and buffers. */
const MAX_RUNS = 64;

/**
 * Takes lines in any order and gives them back sorted, once. Made by `openLineSorter`; `close` removes
 * its temporary files, as does taking the lines to their end.
 */
export class LineSorter {
  readonly #options: SortOptions;
  readonly #memoryBytes: number;
  #lines: string[] = [];
  #usedBytes = 0;
  #folder: string | undefined;
  #runs: string[] = [];
  #runCount = 0;

  /** @internal use `openLineSorter` */
  constructor(options: SortOptions) {
    this.#options = options;
    this.#memoryBytes = options.memoryBytes ?? MEMORY_BYTES;
  }

  /** Adds a line without its line end. Throws `OUTPUT_UNWRITABLE` when there is no room for a run. */
  add(line: string): void {
    if (line.includes('\n')) throw new Error('pinakes: a line to sort cannot hold a line feed');
    // One character per byte: such strings compare as their bytes do. The copy is flat and holds on
    // to no larger text that the line was cut from.
    const bytes = Buffer.from(line, 'utf8').toString('latin1');
    this.#lines.push(bytes);
    this.#usedBytes += bytes.length + LINE_OVERHEAD_BYTES;
    if (this.#usedBytes >= this.#memoryBytes) this.#spill();
  }

  /** All lines in order, as pieces of whole lines with line ends. The sorter is closed at the end. */
  async *pieces(): AsyncGenerator<Buffer> {
    const { isUnique = false, signal } = this.#options;
    const open: Run[] = [memoryRun(this.#lines.sort())];
    try {
      this.#reduceRuns();
      for (const path of this.#runs) open.push(fileRun(path));
      for (const batch of mergeRuns(open, isUnique)) {
        signal?.throwIfAborted();
        yield toBytes(batch);
      }
    } finally {
      for (const run of open) run.close();
      this.close();
    }
  }

  /** Writes all lines in order to a file, which appears when it is whole. Gives its size in bytes. */
  async writeTo(path: string): Promise<number> {
    try {
      return await writeAtomically(path, this.pieces());
    } finally {
      this.close();
    }
  }

  /** Forgets all lines and removes temporary files. */
  close(): void {
    this.#lines = [];
    this.#usedBytes = 0;
    this.#runs = [];
    if (this.#folder !== undefined) rmSync(this.#folder, { recursive: true, force: true });
    this.#folder = undefined;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.close();
  }

  #spill(): void {
    this.#writeRun([memoryRun(this.#lines.sort())]);
    this.#lines = [];
    this.#usedBytes = 0;
  }

  /** Merges runs until all that are left can be merged at once. */
  #reduceRuns(): void {
    while (this.#runs.length > MAX_RUNS) {
      const merged = this.#runs.splice(0, MAX_RUNS);
      const open: Run[] = [];
      try {
        for (const path of merged) open.push(fileRun(path));
        this.#writeRun(open);
      } finally {
        for (const run of open) run.close();
      }
      for (const path of merged) rmSync(path);
    }
  }

  #writeRun(runs: readonly Run[]): void {
    const { folder = tmpdir(), isUnique = false, signal } = this.#options;
    try {
      signal?.throwIfAborted();
      this.#folder ??= mkdtempSync(join(folder, 'pinakes-sort-'));
      const path = join(this.#folder, `run-${this.#runCount++}`);
      writeRun(path, mergeRuns(runs, isUnique));
      this.#runs.push(path);
    } catch (cause) {
      this.close();
      if (signal?.aborted) throw cause;
      throw new PinakesError(
        'OUTPUT_UNWRITABLE',
        { output: folder, detail: messageOf(cause) },
        { where: { file: folder }, cause },
      );
    }
  }
}
