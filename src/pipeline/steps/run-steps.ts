// All steps on one machine: parts of archives in, documents out, able to go on after any interruption.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { PinakesError } from '../../support/errors.ts';
import { writeAtomically } from '../../support/output-file.ts';
import { runTasks } from '../../support/worker-pool.ts';
import type { PartLine } from './plan-line.ts';
import {
  type Poison,
  type RowFile,
  type RowSource,
  readRows,
  readTaskEnd,
  rowPath,
  type TaskEnd,
} from './row-files.ts';
import { STAGES, type Stage } from './stages.ts';
import { STEP_FORMAT } from './step-format.ts';
import type { StepTable } from './step-row.ts';
import type { StepMessage, StepTask, TaskSettings } from './step-task.ts';

/** A run of all steps. */
export interface StepsRun {
  readonly parts: readonly PartLine[];
  /** Folder of the result, and of what is between the steps. */
  readonly out: string;
  /** Results of earlier runs whose archives belong to this one as well. */
  readonly joined?: readonly string[];
  readonly settings: Omit<TaskSettings, 'locations'>;
  /** Also finds out what pixels tell. */
  readonly withFacts?: boolean;
  /** Shares of the work between two steps. Default: four for each thread, more where there is much to sort. */
  readonly buckets?: number | undefined;
  readonly workers: number;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: (progress: StepsProgress) => void;
}

/** How far it is. */
export interface StepsProgress {
  readonly step: string;
  readonly done: number;
  readonly total: number;
}

/** What came of it. */
export interface StepsOutcome {
  readonly parts: number;
  readonly records: number;
  readonly bytes: number;
  readonly losses: number;
  readonly documents: number;
  /** Rows that went from one step to the next. */
  readonly rows: number;
  readonly poison: readonly Poison[];
}

/** Where the documents are, in files of lines sorted by id. */
export const DOCUMENTS_FOLDER = 'documents';
/** Where rows are. */
export const ROWS_FOLDER = 'rows';
/** What a folder was begun with is told there. */
export const RUN_FILE = 'run.json';
/** Where the rows of archives are, for runs that join others and for libraries. */
export const EXTRACT_FOLDER = 'extract';

/** What a folder was begun with. */
interface RunFile {
  readonly format: number;
  readonly buckets: number;
  /** Of the parts and the settings: another run does not go on with them. */
  readonly fingerprint: string;
}

/** Does all steps. The same call goes on where one that was killed stopped: what a task has written is whole or not there. */
export async function runSteps(run: StepsRun): Promise<StepsOutcome> {
  return new Runner(run).run();
}

/** Rows between two steps: those of some tasks. */
interface Rows {
  readonly folder: string;
  readonly files: readonly RowFile[];
}

class Runner {
  readonly #run: StepsRun;
  readonly #settings: TaskSettings;
  readonly #buckets: number;
  readonly #rows: string;
  #available: Rows[] = [];
  #count = 0;
  #poison: Poison[] = [];
  #read = { records: 0, bytes: 0, losses: 0 };

  constructor(run: StepsRun) {
    this.#run = run;
    this.#rows = join(run.out, ROWS_FOLDER);
    const named = run.parts.filter(({ name, location }) => name !== location);
    const locations = Object.fromEntries(named.map(({ name, location }) => [name, location]));
    this.#settings = { ...run.settings, locations };
    this.#buckets = this.#begin();
  }

  async run(): Promise<StepsOutcome> {
    const { parts, joined = [], withFacts = false } = this.#run;
    const extracted = parts.map((part, index): StepTask => {
      const folder = join(this.#rows, EXTRACT_FOLDER, String(index));
      return { kind: 'extract', part, folder, ...this.#shared };
    });
    this.#add(await this.#perform('extract', extracted, { isPoisonKept: true }));
    for (const out of joined) this.#addJoined(out);
    for (const [number, stage] of STAGES.entries()) {
      if (stage.isOptional === true && !withFacts) continue;
      await this.#stage(stage, number);
    }
    const documents = await this.#writeDocuments();
    for (const name of readdirSync(this.#rows)) {
      if (name !== EXTRACT_FOLDER) rmSync(join(this.#rows, name), { recursive: true, force: true });
    }
    const outcome: StepsOutcome = {
      parts: parts.length,
      ...this.#read,
      documents,
      rows: this.#count,
      poison: this.#poison,
    };
    await writeAtomically(join(this.#run.out, 'report.json'), lines([JSON.stringify(outcome)]));
    return outcome;
  }

  get #shared() {
    return { buckets: this.#buckets, settings: this.#settings };
  }

  /** Begins a run, or finds out that this one was begun here. */
  #begin(): number {
    const { out, parts, joined = [], workers, withFacts = false } = this.#run;
    const others = joined.map((other) => ({ other, begun: readRunFile(other) }));
    const { locations: _, ...settings } = this.#settings;
    const named = parts.map(({ location: _l, ...part }) => part);
    const known = [settings, named, withFacts, others.map(({ begun }) => begun)];
    const fingerprint = createHash('sha256').update(JSON.stringify(known)).digest('hex');
    const begun = existsSync(join(out, RUN_FILE)) ? readRunFile(out) : undefined;
    if (begun !== undefined) {
      if (begun.fingerprint === fingerprint) return begun.buckets;
      const detail = `${out} has the work of other parts or settings. Name another folder.`;
      throw new PinakesError('USAGE', { command: 'run-steps', detail });
    }
    const buckets = others[0]?.begun.buckets ?? this.#run.buckets ?? bucketsFor(parts, workers);
    const unlike = others.find((other) => other.begun.buckets !== buckets);
    if (unlike !== undefined) {
      const detail = `${unlike.other} has other shares than the results that it is joined with. Make it anew with --buckets ${buckets}.`;
      throw new PinakesError('USAGE', { command: 'run-steps', detail });
    }
    mkdirSync(join(this.#rows), { recursive: true });
    const file: RunFile = { format: STEP_FORMAT, buckets, fingerprint };
    void this.#writeBegun(file);
    return buckets;
  }

  #writing: Promise<unknown> = Promise.resolve();
  #writeBegun(file: RunFile): void {
    this.#writing = writeAtomically(join(this.#run.out, RUN_FILE), lines([JSON.stringify(file)]));
  }

  /** Rows of archives that another run has read. */
  #addJoined(out: string): void {
    const folder = join(out, ROWS_FOLDER, EXTRACT_FOLDER);
    for (const name of readdirSync(folder)) {
      const own = join(folder, name);
      const end = readTaskEnd(own);
      if (end === undefined) {
        const detail = 'its run was not finished';
        throw new PinakesError('INPUT_UNREADABLE', { input: own, detail });
      }
      this.#available.push({ folder: own, files: end.files });
    }
  }

  async #stage(stage: Stage, number: number): Promise<void> {
    const { step, takes, knows = [], again, replaces } = stage;
    let from: readonly Rows[] = this.#available;
    for (let round = 0; round <= (again?.rounds ?? 0); round++) {
      const tasks: StepTask[] = [];
      for (let bucket = 0; bucket < this.#buckets; bucket++) {
        const taken = filesOf(from, takes, bucket);
        if (taken.length === 0) continue;
        const folder = join(this.#rows, `${number}-${step}-${round}`, String(bucket));
        const known = filesOf(this.#available, knows, bucket);
        const tempFolder = this.#rows;
        tasks.push({
          kind: 'rows',
          step,
          folder,
          takes: taken,
          knows: known,
          tempFolder,
          ...this.#shared,
        });
      }
      const given = await this.#perform(step, tasks);
      const isReplacing = replaces !== undefined && tasks.length > 0;
      if (isReplacing) this.#available = without(this.#available, replaces);
      this.#add(given);
      from = given;
      if (
        again === undefined ||
        !given.some(({ files }) => files.some(({ table }) => table === again.until))
      )
        return;
    }
  }

  #add(given: readonly Rows[]): void {
    this.#available = [...this.#available, ...given];
  }

  /** Does the tasks that are not done yet. */
  async #perform(
    step: string,
    tasks: readonly StepTask[],
    { isPoisonKept = false } = {},
  ): Promise<Rows[]> {
    await this.#writing;
    const { signal, workers, onProgress } = this.#run;
    const ends = new Map<StepTask, TaskEnd>();
    for (const task of tasks) {
      const end = readTaskEnd(task.folder);
      if (end !== undefined) ends.set(task, end);
    }
    let left = tasks.filter((task) => !ends.has(task));
    for (let tries = 0; tries < MAX_TRIES && left.length > 0; tries++) {
      const failed = new Map<StepTask, Error>();
      onProgress?.({ step, done: ends.size, total: tasks.length });
      await runTasks<StepTask, StepMessage, TaskEnd>({
        tasks: left,
        module: new URL(import.meta.url.replace(/run-steps(?=\.[jt]s$)/, 'step-task')),
        workers: isSmall(left) ? 0 : workers,
        signal,
        onMessage: () => {},
        onOutcome: (outcome, task) => {
          if (outcome.kind === 'done') ends.set(task, outcome.result);
          else failed.set(task, outcome.error);
          onProgress?.({ step, done: ends.size, total: tasks.length });
        },
      });
      signal?.throwIfAborted();
      left = [...failed.keys()];
      const [error] = failed.values();
      if (error === undefined || tries + 1 < MAX_TRIES) continue;
      // Rows cannot be left out; a part that brings its process down can, and is told.
      if (!isPoisonKept) throw error;
      for (const [task, { message }] of failed) {
        const what = task.kind === 'extract' ? `${task.part.name} from ${task.part.start}` : step;
        this.#poison.push({ what, reason: message });
      }
    }
    const given: Rows[] = [];
    for (const task of tasks) {
      const end = ends.get(task);
      if (end === undefined) continue;
      this.#poison.push(...end.poison);
      this.#read.records += end.records;
      this.#read.bytes += end.bytes;
      this.#read.losses += end.losses;
      for (const { table, rows } of end.files) if (table !== 'library') this.#count += rows;
      given.push({ folder: task.folder, files: end.files });
    }
    return given;
  }

  async #writeDocuments(): Promise<number> {
    const folder = join(this.#run.out, DOCUMENTS_FOLDER);
    mkdirSync(folder, { recursive: true });
    let documents = 0;
    for (let bucket = 0; bucket < this.#buckets; bucket++) {
      const sources = filesOf(this.#available, ['document'], bucket);
      for (const { rows } of sources) documents += rows;
      const name = `part-${String(bucket).padStart(5, '0')}.ndjson`;
      await writeAtomically(join(folder, name), toDocumentLines(sources));
    }
    return documents;
  }
}

const MAX_TRIES = 2;
const PART_BYTES = 64 * 1024 * 1024;
const MAX_BUCKETS = 512;

/** Starting threads costs more than sorting so many rows. */
const FEW_ROWS = 20_000;

function isSmall(tasks: readonly StepTask[]): boolean {
  let rows = 0;
  for (const task of tasks) {
    if (task.kind === 'extract') return false;
    for (const source of task.takes) rows += source.rows;
    // Of what is known only the keys are looked at, mostly.
    for (const source of task.knows) rows += source.rows / 4;
  }
  return rows < FEW_ROWS;
}

function bucketsFor(parts: readonly PartLine[], workers: number): number {
  const bytes = parts.reduce((sum, { start, end, size }) => sum + (end ?? size) - start, 0);
  const wanted = Math.max(4 * Math.max(1, workers), Math.ceil(bytes / (16 * PART_BYTES)));
  return Math.min(MAX_BUCKETS, wanted);
}

function filesOf(rows: readonly Rows[], tables: readonly StepTable[], bucket: number): RowSource[] {
  return rows.flatMap(({ folder, files }) =>
    files
      .filter((file) => file.bucket === bucket && tables.includes(file.table))
      .map((file) => ({ path: rowPath(folder, file), rows: file.rows })),
  );
}

function without(rows: readonly Rows[], table: StepTable): Rows[] {
  return rows.map(({ folder, files }) => ({
    folder,
    files: files.filter((file) => file.table !== table),
  }));
}

function readRunFile(out: string): RunFile {
  try {
    const file = JSON.parse(readFileSync(join(out, RUN_FILE), 'utf8')) as RunFile; // checked by its format
    if (file.format === STEP_FORMAT) return file;
  } catch {
    // Told below.
  }
  const detail = 'it is no result of `pinakes run-steps` of this version';
  throw new PinakesError('INPUT_UNREADABLE', { input: out, detail });
}

/** Documents come sorted by id from the last step. */
async function* toDocumentLines(sources: readonly RowSource[]): AsyncGenerator<Buffer> {
  let text = '';
  for (const source of sources) {
    for (const line of readRows(source)) {
      text += `${line.slice(line.indexOf('\t', line.indexOf('\t') + 1) + 1)}\n`;
      if (text.length < WRITTEN_CHARACTERS) continue;
      yield Buffer.from(text);
      text = '';
    }
  }
  yield Buffer.from(text);
}

const WRITTEN_CHARACTERS = 1 << 20;

async function* lines(all: readonly string[]): AsyncGenerator<Buffer> {
  yield Buffer.from(`${all.join('\n')}\n`);
}
