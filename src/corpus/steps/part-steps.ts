// Steps that give a part of the items, or those of two data sets: limit, sample, union.
import { createHash } from 'node:crypto';
import { EMPTY_PLAN, extendPlan } from '../plan.ts';
import { CorpusRecord } from '../record.ts';
import type { Run } from '../run.ts';
import type { Batch, Step } from '../step.ts';
import { newTally } from '../tally.ts';
import { toBatches } from './key-steps.ts';

/** The first items. */
export function limitStep<T>(parent: Step<T>, count: number): Step<T> {
  return {
    text: `limit ${count}`,
    parents: [parent],
    plan: parent.plan,
    isPerItem: false,
    isSorted: parent.isSorted,
    run: (run) => takeFirst(run, parent, count),
  };
}

/** Items chosen at random, the same ones for the same seed; in the order of the data set. */
export function sampleStep<T>(parent: Step<T>, count: number, seed: number): Step<T> {
  return {
    text: `sample ${count} seed ${seed}`,
    seed,
    parents: [parent],
    plan: parent.plan,
    isPerItem: false,
    isSorted: parent.isSorted,
    async *run(run) {
      yield* toBatches(choose(run, parent, count, seed), (item) => item);
    },
  };
}

/** The records of one data set, then those of another; each shall have what either has asked for. */
export function unionStep(
  first: Step<CorpusRecord>,
  second: Step<CorpusRecord>,
): Step<CorpusRecord> {
  const plan = second.plan.wanted.reduce(extendPlan, first.plan);
  return {
    ...joinStep(first, second),
    plan,
    async *run(run) {
      for await (const batch of joined(run, first, second)) {
        for (const record of batch.items) record.plan = plan;
        yield batch;
      }
    },
  };
}

/** The same for items that are no records. */
export function concatStep<T>(first: Step<T>, second: Step<T>): Step<T> {
  return { ...joinStep(first, second), plan: EMPTY_PLAN, run: (run) => joined(run, first, second) };
}

function joinStep(first: Step<unknown>, second: Step<unknown>) {
  return { text: 'union', parents: [first, second], isPerItem: false, isSorted: false } as const;
}

async function* joined<T>(run: Run, first: Step<T>, second: Step<T>): AsyncGenerator<Batch<T>> {
  let upTo = 0;
  for (const step of [first, second]) {
    for await (const batch of run.open(step)) {
      run.settle(batch);
      upTo += batch.items.length;
      yield { items: batch.items, upTo, tally: newTally() };
    }
  }
}

async function* takeFirst<T>(run: Run, parent: Step<T>, count: number): AsyncGenerator<Batch<T>> {
  let upTo = 0;
  if (count <= 0) return;
  for await (const batch of run.open(parent)) {
    run.settle(batch);
    const taken = batch.items.slice(0, count - upTo);
    upTo += taken.length;
    if (taken.length > 0) yield { items: taken, upTo, tally: newTally() };
    if (upTo === count) return;
  }
}

interface Chosen<T> {
  readonly lot: string;
  readonly number: number;
  readonly item: T;
}

/** Keeps the items with the smallest lots: which ones does not depend on their order. */
async function* choose<T>(
  run: Run,
  parent: Step<T>,
  count: number,
  seed: number,
): AsyncGenerator<T> {
  let kept: Chosen<T>[] = [];
  let highest: string | undefined;
  let number = 0;
  for await (const batch of run.open(parent)) {
    run.settle(batch);
    for (const item of batch.items) {
      const lot = drawLot(item, number, seed);
      if (highest === undefined || lot < highest) kept.push({ lot, number, item });
      number++;
    }
    // Now and then the largest go; twice the count at most is held.
    if (kept.length >= 2 * count + LEAST_KEPT) {
      kept = smallest(kept, count);
      highest = kept.at(-1)?.lot;
    }
  }
  const chosen = smallest(kept, count).sort((a, b) => a.number - b.number);
  for (const { item } of chosen) yield item;
}

const LEAST_KEPT = 64;

function smallest<T>(kept: readonly Chosen<T>[], count: number): Chosen<T>[] {
  const inOrder = [...kept].sort((a, b) =>
    a.lot === b.lot ? a.number - b.number : a.lot < b.lot ? -1 : 1,
  );
  return inOrder.slice(0, count);
}

function drawLot(item: unknown, number: number, seed: number): string {
  const name =
    item instanceof CorpusRecord
      ? `${item.surt} ${item.time} ${item.file} ${item.offset}`
      : `${number}`;
  return createHash('sha256').update(`${seed} ${name}`).digest('hex').slice(0, 24);
}
