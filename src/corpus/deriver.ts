// Derives the values of records: in this thread, or in others where the enrichments can be made again there.
import { realpathSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { pathToFileURL } from 'node:url';
import type { Capture } from '../model/capture.ts';
import type { AnyEnrichment } from '../model/enrichment.ts';
import { OpenFailure } from '../model/open-enrichments.ts';
import { messageOf, PinakesError } from '../support/errors.ts';
import { createThreadPool, type ThreadPool } from '../support/thread-pool.ts';
import { type ComputePlan, toComputePlan } from './compute-plan.ts';
import { type Outcome, RecordComputer, type StoredPlace } from './compute-records.ts';
import type { ComputeAnswer, ComputedRecord, ComputeTask, SentRecord } from './compute-task.ts';
import type { EnrichPlan } from './plan.ts';
import type { CorpusRecord } from './record.ts';
import type { CaptureSource, CorpusLoss } from './source/capture-source.ts';
import { addCount, type Tally } from './tally.ts';

/** What a deriver works with. */
export interface DeriverOptions {
  /** Threads; 0 derives here. Default: one for each core. */
  readonly workers?: number | undefined;
  /** Threads are started when deriving here has taken so long; milliseconds, default 1000. */
  readonly threadsAfterMs?: number | undefined;
  /** Larger bodies are cut. Bytes, default 64 MiB. */
  readonly maxPayloadBytes?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  /** All that is asked for anywhere in the run: what is needed later is kept. */
  readonly enrichments: readonly AnyEnrichment[];
  /** The source that a record carries the number of. */
  readonly sourceOf: (number: number) => CaptureSource | undefined;
  readonly lose: (loss: CorpusLoss, tally: Tally) => void;
}

const MAX_PAYLOAD_BYTES = 64 * 1024 * 1024;
/** Each thread takes 0.4 s of processor time to start and to get quick (measured with `string` on Node 20). */
const THREADS_AFTER_MS = 1000;
/** Batches under way for each thread. */
const BATCHES_PER_THREAD = 2;
/** What a thread may take in the end to close what enrichments have opened there. */
const CLOSE_MS = 5000;

type AnyRecord = CorpusRecord<object>;

/** Derives values during one run. */
export class Deriver {
  readonly #options: DeriverOptions;
  readonly #plans = new Map<EnrichPlan, ComputePlan>();
  readonly #computer: RecordComputer;
  /** Modules that threads cannot import, or in which they do not find an enrichment. */
  readonly #unimportable = new Set([mainModule()]);
  #turn: Promise<unknown> = Promise.resolve();
  #threads: Threads | undefined;
  /** Time that deriving in this thread took so far. */
  #derivedMs = 0;

  constructor(options: DeriverOptions) {
    this.#options = options;
    this.#computer = new RecordComputer(this.#payloadLimit);
  }

  /** Batches that may be under way at once. */
  get ahead(): number {
    return this.#threads === undefined ? 1 : this.#threads.size * BATCHES_PER_THREAD;
  }

  /** Derives what the plans of these records ask for. Never throws for what a record is like. */
  async derive(records: readonly AnyRecord[], tally: Tally): Promise<void> {
    const byPlan = new Map<EnrichPlan, AnyRecord[]>();
    for (const record of records) {
      if (record.isDerived) continue;
      const same = byPlan.get(record.plan);
      if (same === undefined) byPlan.set(record.plan, [record]);
      else same.push(record);
    }
    for (const [plan, same] of byPlan) await this.#derivePlan(plan, same, tally);
  }

  async close(): Promise<void> {
    await this.#turn;
    const threads = this.#threads;
    this.#threads = undefined;
    const hasOpened = this.#options.enrichments.some(({ open }) => open !== undefined);
    try {
      await this.#computer.close();
    } finally {
      await threads?.close(hasOpened ? CLOSE_MS : 0);
    }
  }

  get #payloadLimit(): { readonly maxPayloadBytes: number } {
    return { maxPayloadBytes: this.#options.maxPayloadBytes ?? MAX_PAYLOAD_BYTES };
  }

  async #derivePlan(plan: EnrichPlan, records: readonly AnyRecord[], tally: Tally): Promise<void> {
    const failuresBefore = records.map(({ state }) => state.failures.length);
    const places = records.map((record) => this.#placeOf(record));
    let work = this.#workOf(plan);
    // Replays are asked for one capture at a time, whatever could be done at once.
    const isReplayed = places.some(({ kind }) => kind === 'replayed');
    let threads = isReplayed ? undefined : this.#threadsFor(work);
    while (threads !== undefined) {
      if (await this.#deriveInThreads({ threads, work, records, places, tally })) break;
      // Threads do not find an enrichment: it is derived here from now on.
      this.#plans.clear();
      work = this.#workOf(plan);
      threads = this.#threadsFor(work);
    }
    const order = threads === undefined ? work.order : work.local;
    // One at a time: the reader of an archive uses its memory again.
    const isKept = (path: string) => plan.wantedPaths.has(path) || work.isNeededLater(path);
    const job = { records, places, tally };
    const own = this.#turn.then(() => this.#deriveHere(order, isKept, job));
    this.#turn = own.catch(() => {});
    await own;
    for (const [at, record] of records.entries()) {
      record.forget(work.isNeededLater);
      for (const { path } of record.state.failures.slice(failuresBefore[at])) {
        addCount(tally.failures, path, 1);
      }
    }
  }

  #workOf(plan: EnrichPlan): ComputePlan {
    const known = this.#plans.get(plan);
    if (known !== undefined) return known;
    const all = this.#options.enrichments;
    const isImportable = (home: string) => !this.#unimportable.has(home);
    const work = toComputePlan(plan, { all, isImportable });
    this.#plans.set(plan, work);
    return work;
  }

  #placeOf(record: AnyRecord): StoredPlace {
    const stored = this.#storedPlace(record, record.capture);
    if (stored.kind === 'stored') return stored;
    const load = this.#options.sourceOf(record.source)?.replay?.(record.capture);
    return load === undefined ? stored : { kind: 'replayed', load };
  }

  #storedPlace(record: AnyRecord, { file, offset, length }: Stored): StoredPlace {
    const location = this.#options.sourceOf(record.source)?.locate(file);
    if (location === undefined)
      return { kind: 'missing', reason: `the archive ${file} is not there` };
    return { kind: 'stored', location, offset, length, isOriginal: false };
  }

  #threadsFor(work: ComputePlan): Threads | undefined {
    if (work.remote.length === 0) return undefined;
    if (this.#threads !== undefined) return this.#threads;
    const size = this.#options.workers ?? availableParallelism();
    const isCompiled = import.meta.url.endsWith('.js'); // threads cannot load sources
    const { threadsAfterMs = THREADS_AFTER_MS } = this.#options;
    if (size === 0 || !isCompiled || this.#derivedMs < threadsAfterMs) return undefined;
    const module = new URL('./compute-task.js', import.meta.url);
    this.#threads = createThreadPool({ size, module });
    return this.#threads;
  }

  /** False when threads cannot do this work. */
  async #deriveInThreads({
    threads,
    work,
    ...job
  }: Job & { readonly threads: Threads; readonly work: ComputePlan }): Promise<boolean> {
    const { records, places } = job;
    let left = records.map((_, place) => place);
    while (left.length > 0) {
      const sent = left.map((at) => toSent(records[at], places[at]));
      const answers = await this.#askThreads(threads, work, sent);
      if (answers === undefined) return false;
      const revisits: number[] = [];
      for (const [n, at] of left.entries()) {
        const record = records[at];
        const answer = answers[n];
        if (record === undefined || answer === undefined) continue;
        if (await this.#follow(at, answer.outcome, job)) revisits.push(at);
        else take(record, answer);
      }
      left = revisits;
    }
    return true;
  }

  async #deriveHere(
    order: EnrichPlan['order'],
    isKept: (path: string) => boolean,
    job: Job,
  ): Promise<void> {
    const { records, places } = job;
    const startMs = performance.now();
    let left = [...records.entries()];
    while (left.length > 0) {
      const assignments = left.map(([at, { state }]) => ({
        derived: state,
        place: places[at] ?? NO_ORIGINAL,
      }));
      const outcomes = await this.#computer
        .compute(assignments, order, isKept)
        .catch(stopAtUnopened);
      const revisits: typeof left = [];
      for (const [n, [at, record]] of left.entries()) {
        const outcome = outcomes[n];
        if (outcome === undefined) continue;
        if (await this.#follow(at, outcome, job)) revisits.push([at, record]);
      }
      left = revisits;
    }
    this.#derivedMs += performance.now() - startMs;
  }

  /** Counts a record that was opened. True when it repeats another: then that one's place is noted, to be opened next. */
  async #follow(
    at: number,
    { bytes, loss, revisit }: Outcome,
    { records, places, tally }: Job,
  ): Promise<boolean> {
    const record = records[at];
    if (record === undefined) return false;
    if (bytes > 0) {
      tally.records++;
      tally.archiveBytes += bytes;
    }
    const { file, offset, url } = record.capture;
    if (loss !== undefined)
      this.#options.lose({ kind: 'record', file, place: offset, url, reason: loss }, tally);
    if (revisit === undefined) return false;
    const original = await this.#options
      .sourceOf(record.source)
      ?.findOriginal(revisit, this.#options.signal);
    // Revisits of revisits might lead in a circle: one step is followed.
    const isFirst = places[at]?.kind === 'stored' && !places[at].isOriginal;
    const place = original && isFirst ? this.#storedPlace(record, original) : NO_ORIGINAL;
    places[at] = place.kind === 'stored' ? { ...place, isOriginal: true } : place;
    return true;
  }

  /**
   * Asks a thread; `undefined` where it does not find an enrichment. Should it die of the records, each is tried alone, so
   * that only the guilty one fails.
   */
  async #askThreads(
    threads: Threads,
    work: ComputePlan,
    records: readonly SentRecord[],
  ): Promise<readonly ComputedRecord[] | undefined> {
    const { remote: enrichments, outputs } = work;
    const task = { enrichments, outputs, ...this.#payloadLimit, records };
    const answer = await threads.ask(task).catch((thrown: unknown) => messageOf(thrown));
    if (typeof answer !== 'string') {
      if (answer.kind === 'computed') return answer.records;
      if (answer.kind === 'unopened') throw unopened(answer.enrichment, answer.message);
      this.#unimportable.add(answer.home);
      return undefined;
    }
    if (records.length === 1) return [toFailed(work, answer)];
    const answers: ComputedRecord[] = [];
    for (const record of records) {
      const own = await this.#askThreads(threads, work, [record]);
      if (own === undefined) return undefined;
      answers.push(...own);
    }
    return answers;
  }
}

/** A run whose enrichment cannot be opened ends, whoever found out. */
function stopAtUnopened(thrown: unknown): never {
  if (thrown instanceof OpenFailure) throw unopened(thrown.enrichment, thrown.message, thrown);
  throw thrown;
}

function unopened(name: string, detail: string, cause?: unknown): PinakesError {
  return new PinakesError('ENRICHMENT_UNOPENED', { name, detail }, { cause });
}

/** Address of the module that the program was started with: a thread that imported it would run the program again. */
function mainModule(): string {
  const [, path = ''] = process.argv;
  try {
    return pathToFileURL(realpathSync(path)).href;
  } catch {
    return ''; // started without a file, as by `node --eval`
  }
}

/** Records that are derived together. */
interface Job {
  readonly records: readonly AnyRecord[];
  /** Where each of them lies; changed where it turns out to lie elsewhere. */
  readonly places: StoredPlace[];
  readonly tally: Tally;
}

type Threads = ThreadPool<ComputeTask, ComputeAnswer>;

type Stored = Pick<Capture, 'file' | 'offset' | 'length'>;

const NO_ORIGINAL: StoredPlace = {
  kind: 'missing',
  reason: 'it repeats an earlier capture, which is not in the corpus',
};

function toSent(
  record: AnyRecord | undefined,
  place: StoredPlace | undefined,
): ComputeTask['records'][number] {
  if (record === undefined || place === undefined) throw new Error('pinakes: no such record');
  const { capture, values, tried } = record.state;
  return { capture, place, values: [...values], tried: [...tried] };
}

function take({ state }: AnyRecord, { values, tried, failures }: ComputedRecord): void {
  for (const [path, value] of values) state.values.set(path, value);
  for (const path of tried) state.tried.add(path);
  state.failures.push(...failures);
}

/** What is told of a record that a thread died of. */
function toFailed({ outputs }: ComputePlan, message: string): ComputedRecord {
  return {
    values: [],
    tried: outputs,
    failures: outputs.map((path) => ({ path, enrichment: path, message })),
    outcome: { bytes: 0, loss: message, revisit: undefined },
  };
}
