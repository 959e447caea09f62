// What steps have kept for libraries, read back: parts of archives become the archives that a library takes.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { LibrarySettings, TakedownEntry } from '../index/index.ts';
import { messageOf, PinakesError } from '../support/errors.ts';
import { addReasons } from './observation-counts.ts';
import type { ArchiveEnd, ObservationLine } from './observation-file.ts';
import { isObservationFile, MAX_LINE_BYTES } from './observation-file.ts';
import { toKeptProblem } from './observation-line.ts';
import type { PartEnd, PartStart } from './steps/library-rows.ts';
import { readRows, readTaskEnd, rowPath } from './steps/row-files.ts';
import { EXTRACT_FOLDER, ROWS_FOLDER, RUN_FILE } from './steps/run-steps.ts';
import { readLines } from './text-lines.ts';

/** What a run of steps has kept. */
export interface KeptArchives {
  readonly folder: string;
  /** How the library is made. */
  readonly settings: Pick<LibrarySettings, 'mode' | 'referencedOnly'>;
  /**
   * The lines of all archives; before those of an archive `onTakedowns` is told what the run left out. Throws an `Error` for
   * rows that cannot be. An archive that lacks a part has a failure.
   */
  lines(
    onTakedowns: (entries: readonly TakedownEntry[]) => Promise<void>,
  ): AsyncGenerator<ObservationLine>;
}

/** Where jobs of Spark write what they keep: files whose lines are rows, an archive in one file, sorted by key and rank. */
const LIBRARY_FOLDER = 'library';

/** Whether a folder is the result of `run-steps` or of a job on Spark. */
export function isStepsResult(folder: string): boolean {
  return [RUN_FILE, LIBRARY_FOLDER].some((name) => existsSync(join(folder, name)));
}

/** Opens a result. Throws `INPUT_UNREADABLE` where it was made without keeping anything for libraries. */
export async function openKeptArchives(folder: string): Promise<KeptArchives> {
  const refuse = (detail: string) =>
    new PinakesError('INPUT_UNREADABLE', { input: folder, detail });
  const files: SortedFile[] = [];
  for (const file of listFiles(folder)) {
    const first = await firstRowOf(file);
    // The place alone: there may be millions of files.
    if (first !== undefined) files.push({ ...file, key: first.key, rank: first.rank });
  }
  const [begin] = files.sort((a, b) => compare(a.key, b.key) || compare(a.rank, b.rank));
  if (begin === undefined) throw refuse('its steps were done without --for-library');
  try {
    const first = await firstRowOf(begin);
    const row = parseRow(first?.json ?? '');
    if (row.kind !== 'part') throw new Error('its first row is not that of a part');
    const { mode, referencedOnly } = row;
    return {
      folder,
      settings: { mode, referencedOnly },
      lines: (onTakedowns) => toArchives(concat(files), onTakedowns),
    };
  } catch (thrown) {
    throw refuse(messageOf(thrown));
  }
}

/** A file of rows; how many it must have, where that is known. */
interface KeptFile {
  readonly path: string;
  readonly rows?: number;
}

/** With key and rank of its first row. */
interface SortedFile extends KeptFile {
  readonly key: string;
  readonly rank: string;
}

interface KeptRow {
  readonly key: string;
  readonly rank: string;
  readonly json: string;
}

function listFiles(folder: string): KeptFile[] {
  const written = join(folder, LIBRARY_FOLDER);
  if (existsSync(written)) {
    return readdirSync(written)
      .filter(isObservationFile)
      .map((name) => ({ path: join(written, name) }));
  }
  const extracted = join(folder, ROWS_FOLDER, EXTRACT_FOLDER);
  return readdirSync(extracted).flatMap((name) => {
    const task = join(extracted, name);
    const { files = [] } = readTaskEnd(task) ?? {};
    return files
      .filter(({ table }) => table === 'library')
      .map((file) => ({ path: rowPath(task, file), rows: file.rows }));
  });
}

async function* rowsOf({ path, rows }: KeptFile): AsyncGenerator<KeptRow> {
  const lines = rows === undefined ? readLines(path, MAX_LINE_BYTES) : readRows({ path, rows });
  for await (const line of lines) {
    const [key = '', rank = ''] = line.split('\t', 2);
    yield { key, rank, json: line.slice(key.length + rank.length + 2) };
  }
}

async function* concat(files: readonly KeptFile[]): AsyncGenerator<KeptRow> {
  for (const file of files) yield* rowsOf(file);
}

/** What is wrong behind it is told when it is read. */
async function firstRowOf(file: KeptFile): Promise<KeptRow | undefined> {
  for await (const first of rowsOf(file)) return first;
  return undefined;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** An archive whose parts come one after another. */
class OpenArchive {
  readonly name: string;
  /** Whether the part at hand was there already: an archive was planned twice. */
  isRepeated = false;
  isInPart = false;
  #next: number | null = 0;
  #failure: string | undefined;
  #report = {
    ...{ records: 0, bytes: 0, pages: 0, imageCaptures: 0, references: 0 },
    ...{ losses: 0, skippedBytes: 0, truncatedPages: 0 },
  };
  #rejected: Readonly<Record<string, number>> = {};
  #placesRejected: Readonly<Record<string, number>> = {};

  constructor(name: string) {
    this.name = name;
  }

  begin({ start, end }: PartStart): void {
    if (this.isInPart) throw new Error(`a part of ${this.name} has no end`);
    this.isInPart = true;
    this.isRepeated = this.#next === null || start < this.#next;
    if (this.isRepeated) return;
    if (start !== this.#next) this.#lacks(this.#next);
    this.#next = end;
  }

  end({ kind: _, rejected, placesRejected, failure, ...counts }: PartEnd): void {
    if (!this.isInPart) throw new Error(`a part of ${this.name} has no beginning`);
    this.isInPart = false;
    if (this.isRepeated) return;
    this.#failure ??= failure;
    for (const name of COUNTS) this.#report[name] += counts[name] ?? 0;
    this.#rejected = addReasons(this.#rejected, rejected);
    this.#placesRejected = addReasons(this.#placesRejected, placesRejected);
  }

  finish(): ArchiveEnd {
    if (this.isInPart) throw new Error(`it is cut off within ${this.name}`);
    if (this.#next !== null) this.#lacks(this.#next);
    const failure = this.#failure === undefined ? {} : { failure: this.#failure };
    const reasons = { rejected: this.#rejected, placesRejected: this.#placesRejected };
    return { kind: 'archive-end', ...this.#report, ...reasons, ...failure };
  }

  #lacks(start: number | null): void {
    this.#failure ??= `its part from ${start} is missing`;
  }
}

const COUNTS = [
  ...(['records', 'bytes', 'pages', 'imageCaptures', 'references'] as const),
  ...(['losses', 'skippedBytes', 'truncatedPages'] as const),
];

async function* toArchives(
  rows: AsyncIterable<KeptRow>,
  onTakedowns: (entries: readonly TakedownEntry[]) => Promise<void>,
): AsyncGenerator<ObservationLine> {
  let archive: OpenArchive | undefined;
  let last: KeptRow | undefined;
  for await (const row of rows) {
    // Sorted by somebody else, rows of a part that was read twice stand side by side.
    if (last?.key === row.key && last.rank === row.rank) continue;
    last = row;
    const line = parseRow(row.json);
    if (line.kind === 'part') {
      if (archive?.name !== line.name) {
        if (archive !== undefined) yield archive.finish();
        archive = new OpenArchive(line.name);
        await onTakedowns(line.takedowns);
        const { start: _s, end: _e, mode: _m, referencedOnly: _r, takedowns: _t, ...told } = line;
        yield { ...told, kind: 'archive' };
      }
      archive.begin(line);
    } else if (archive === undefined) throw new Error('a row stands before its part');
    else if (line.kind === 'part-end') archive.end(line);
    else if (!archive.isInPart) throw new Error(`a row of ${archive.name} stands between parts`);
    else if (!archive.isRepeated) yield line;
  }
  if (archive !== undefined) yield archive.finish();
}

type KeptLine =
  | PartStart
  | PartEnd
  | Exclude<ObservationLine, { readonly kind: 'extract' | 'archive' | 'archive-end' | 'end' }>;

function parseRow(json: string): KeptLine {
  let line: unknown;
  try {
    line = JSON.parse(json);
  } catch {
    throw new Error('a row is not JSON');
  }
  const problem = toKeptProblem(line);
  if (problem !== undefined) throw new Error(`a row cannot be: ${problem}`);
  return line as KeptLine; // checked by `toKeptProblem`
}
