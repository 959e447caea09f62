// What was done for some items: counted with them, so that a run that goes on after a kill tells the same numbers.
import type { CorpusLoss } from './source/capture-source.ts';
import type { Step } from './step.ts';

/** Counts that belong to one batch, or to all batches so far. */
export interface Tally {
  /** Items that each step gave. */
  readonly out: Map<Step<unknown>, number>;
  /** Index lines looked at, and their bytes. */
  lines: number;
  indexBytes: number;
  /** Records opened in archives, and their stored bytes. */
  records: number;
  archiveBytes: number;
  /** Derivations that failed, by path. */
  readonly failures: Map<string, number>;
  lossCount: number;
  /** The first losses. */
  readonly losses: CorpusLoss[];
}

/** Losses that are listed one by one. */
const MAX_LISTED_LOSSES = 1000;

/** Nothing was done yet. */
export function newTally(): Tally {
  return {
    out: new Map(),
    lines: 0,
    indexBytes: 0,
    records: 0,
    archiveBytes: 0,
    failures: new Map(),
    lossCount: 0,
    losses: [],
  };
}

/** Adds what is counted in another one. */
export function addTally(to: Tally, from: Tally): void {
  for (const [step, count] of from.out) addCount(to.out, step, count);
  to.lines += from.lines;
  to.indexBytes += from.indexBytes;
  to.records += from.records;
  to.archiveBytes += from.archiveBytes;
  for (const [path, count] of from.failures) addCount(to.failures, path, count);
  to.lossCount += from.lossCount;
  for (const loss of from.losses) noteLoss(to, loss);
}

/** Notes a loss in the list, if that is not full; counting it is the caller's. */
function noteLoss({ losses }: Tally, loss: CorpusLoss): void {
  if (losses.length < MAX_LISTED_LOSSES) losses.push(loss);
}

/** Counts a loss. */
export function addLoss(tally: Tally, loss: CorpusLoss): void {
  tally.lossCount++;
  noteLoss(tally, loss);
}

/** Adds to a count. */
export function addCount<Key>(counts: Map<Key, number>, key: Key, count: number): void {
  counts.set(key, (counts.get(key) ?? 0) + count);
}

/** The part of a tally that a checkpoint carries: what is done behind the boundary is not done again. */
export interface CarriedTally {
  /** By the place of the step in the run. */
  readonly out: readonly number[];
  readonly records: number;
  readonly archiveBytes: number;
  readonly failures: Readonly<Record<string, number>>;
  readonly lossCount: number;
  readonly losses: readonly CorpusLoss[];
}
