// One reading of a data set: counts what passes, derives values, and knows what was lost.
import { Deriver } from './deriver.ts';
import type { CorpusRecord } from './record.ts';
import type { RunReport } from './run-report.ts';
import type { CaptureSource, CorpusLoss } from './source/capture-source.ts';
import { type Batch, boundaryOf, type Step, stepsOf } from './step.ts';
import { addCount, addLoss, addTally, type CarriedTally, newTally, type Tally } from './tally.ts';

/** How data sets are read. */
export interface RunOptions {
  /** Threads for deriving values; 0 derives in this one. Default: one for each core. */
  readonly workers?: number | undefined;
  /** Threads are started when deriving here has taken so long; milliseconds, default 1000. */
  readonly threadsAfterMs?: number | undefined;
  /** Larger bodies are cut, and marked so. Bytes, default 64 MiB. */
  readonly maxPayloadBytes?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Called for index lines, archives and records that could not be read. */
  readonly onLoss?: ((loss: CorpusLoss) => void) | undefined;
  /** Called now and then with what has been done so far. */
  readonly onProgress?: ((report: RunReport) => void) | undefined;
}

/** Least time between two calls of `onProgress`. */
const PROGRESS_MS = 100;

/** How far an interrupted run has come. */
export interface EarlierRun {
  /** Items of the boundary that were dealt with. */
  readonly consumed: number;
  /** What `carry` gave then. */
  readonly carried: CarriedTally | undefined;
}

/** One reading of a data set. */
export class Run {
  readonly options: RunOptions;
  readonly #steps: readonly Step<unknown>[];
  readonly #boundary: Step<unknown>;
  readonly #skip: number;
  readonly #total = newTally();
  /** What is done behind the boundary, for checkpoints. */
  readonly #carried = newTally();
  readonly #sources: CaptureSource[] = [];
  readonly #deriver: Deriver;
  #toldMs = 0;

  /** `earlier` is how far an interrupted run of the same steps has come. */
  constructor(last: Step<unknown>, options: RunOptions, earlier?: EarlierRun) {
    this.options = options;
    this.#steps = stepsOf(last);
    this.#boundary = boundaryOf(last);
    this.#skip = earlier?.consumed ?? 0;
    if (earlier?.carried !== undefined) this.#resume(earlier.carried);
    this.#deriver = new Deriver({
      ...options,
      enrichments: [...new Set(this.#steps.flatMap(({ plan }) => plan.order))],
      sourceOf: (number) => this.#sources[number],
      lose: (loss, tally) => this.lose(loss, tally),
    });
  }

  /** Reads a step; what it gives is counted. */
  async *open<T>(step: Step<T>): AsyncGenerator<Batch<T>> {
    let skip = step === this.#boundary ? this.#skip : 0;
    for await (const batch of step.run(this)) {
      this.options.signal?.throwIfAborted();
      addCount(batch.tally.out, step, batch.items.length);
      const skipped = Math.min(skip, batch.items.length);
      skip -= skipped;
      if (skipped === 0) yield batch;
      else if (skipped === batch.items.length) addTally(this.#total, batch.tally);
      else yield { ...batch, items: batch.items.slice(skipped) };
    }
  }

  /** Adds what was done for a batch, whose items are used up, to what the run did. */
  settle({ tally }: Batch<unknown>): void {
    addTally(this.#total, tally);
    const { options } = this;
    if (options.onProgress === undefined || performance.now() - this.#toldMs < PROGRESS_MS) return;
    this.#toldMs = performance.now();
    options.onProgress(this.report());
  }

  /** The same for a batch that an output has taken: a run that goes on after it will not do that again. */
  settleOutput(batch: Batch<unknown>): void {
    this.settle(batch);
    addTally(this.#carried, batch.tally);
  }

  /** What a checkpoint has to carry. */
  carry(): CarriedTally {
    const { out, records, archiveBytes, failures, lossCount, losses } = this.#carried;
    const boundary = this.#steps.indexOf(this.#boundary);
    return {
      out: this.#steps.map((step, at) => (at <= boundary ? 0 : (out.get(step) ?? 0))),
      records,
      archiveBytes,
      failures: Object.fromEntries(failures),
      lossCount,
      losses,
    };
  }

  /** Batches that may be under way at once. */
  readonly ahead = (): number => this.#deriver.ahead;

  /** Notes that a source takes part; gives the number that its records carry. */
  use(source: CaptureSource): number {
    const known = this.#sources.indexOf(source);
    return known >= 0 ? known : this.#sources.push(source) - 1;
  }

  /** Notes a loss. */
  lose(loss: CorpusLoss, tally: Tally): void {
    addLoss(tally, loss);
    this.options.onLoss?.(loss);
  }

  /** Notes what an output could not take. */
  loseInOutput(loss: CorpusLoss): void {
    this.lose(loss, this.#total);
    addLoss(this.#carried, loss);
  }

  /** Counts a record that an output has read. */
  readInOutput(bytes: number): void {
    for (const tally of [this.#total, this.#carried]) {
      tally.records++;
      tally.archiveBytes += bytes;
    }
  }

  /** Derives what the plans of these records ask for. */
  derive(records: readonly CorpusRecord[], tally: Tally): Promise<void> {
    return this.#deriver.derive(records, tally);
  }

  /** What was done so far. */
  report(): RunReport {
    const { out, lines, indexBytes, records, archiveBytes, failures, lossCount, losses } =
      this.#total;
    const countOf = (step: Step<unknown>) => out.get(step) ?? 0;
    return {
      inputs: this.#sources.flatMap(({ inputs }) => inputs),
      steps: this.#steps.map((step) => ({
        text: step.text,
        in: step.parents.length === 0 ? lines : sum(step.parents.map(countOf)),
        out: countOf(step),
      })),
      index: { lines, bytes: indexBytes },
      archives: { records, bytes: archiveBytes },
      failures: Object.fromEntries([...failures].sort()),
      lossCount,
      losses: [...losses],
    };
  }

  close(): Promise<void> {
    return this.#deriver.close();
  }

  #resume({ out, failures, ...counts }: CarriedTally): void {
    const counted = new Map(this.#steps.map((step, at) => [step, out[at] ?? 0]));
    const before: Tally = {
      ...newTally(),
      ...counts,
      losses: [...counts.losses],
      out: counted,
      failures: new Map(Object.entries(failures)),
    };
    addTally(this.#total, before);
    addTally(this.#carried, before);
  }
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}
