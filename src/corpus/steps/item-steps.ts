// Steps that work on each item alone: filter, enrich, map.
import type { Settings } from '../../model/producer.ts';
import { evaluate } from '../evaluate.ts';
import { mapInOrder } from '../map-in-order.ts';
import { EMPTY_PLAN, type EnrichPlan } from '../plan.ts';
import type { CorpusRecord } from '../record.ts';
import type { Run } from '../run.ts';
import type { Batch, Step } from '../step.ts';
import type { Rebuildable } from './source-step.ts';

/** Items for which a function says true. */
export function filterStep<T>(
  parent: Step<T>,
  isKept: (item: T) => boolean,
  text: string,
): Step<T> & Rebuildable<T> {
  return {
    rebuild: (other) => filterStep(other, isKept, text),
    text,
    parents: [parent],
    plan: parent.plan,
    isPerItem: true,
    isSorted: parent.isSorted,
    run: (run) =>
      mapInOrder(run.open(parent), run.ahead, async (batch) => {
        const kept = await evaluate(run, batch, isKept);
        return { ...batch, items: batch.items.filter((_, place) => kept[place]) };
      }),
  };
}

/** Records that shall have further values. Nothing is derived before somebody looks. */
export function enrichStep(
  parent: Step<CorpusRecord>,
  plan: EnrichPlan,
  text: string,
): Step<CorpusRecord> & Rebuildable<CorpusRecord> {
  return {
    rebuild: (other) => enrichStep(other, plan, text),
    text,
    parents: [parent],
    plan,
    isPerItem: true,
    isSorted: parent.isSorted,
    async *run(run) {
      for await (const batch of run.open(parent)) {
        for (const record of batch.items) record.plan = plan;
        yield batch;
      }
    },
  };
}

/** The same records, whose functions depend on what is declared here. */
export function parametersStep<T>(parent: Step<T>, parameters: Settings): Step<T> & Rebuildable<T> {
  return {
    rebuild: (other) => parametersStep(other, parameters),
    text: `parameters ${JSON.stringify(parameters)}`,
    parents: [parent],
    plan: parent.plan,
    isPerItem: true,
    isSorted: parent.isSorted,
    parameters,
    run: (run) => run.open(parent),
  };
}

/** A step that runs a function of the caller's; so does the same step on another parent. */
export function withFunction<T>(step: Step<T> & Partial<Rebuildable<T>>): Step<T> {
  const { rebuild } = step;
  return {
    ...step,
    hasFunction: true,
    ...(rebuild !== undefined && { rebuild: (other: Step<T>) => withFunction(rebuild(other)) }),
  };
}

/** What a function makes of each item: any number of others. */
export function flatMapStep<T, Result>(
  parent: Step<T>,
  work: (item: T) => readonly Result[],
  text: string,
): Step<Result> {
  return {
    text,
    parents: [parent],
    plan: EMPTY_PLAN,
    isPerItem: true,
    isSorted: false,
    run: (run) =>
      mapInOrder(run.open(parent), run.ahead, async (batch) => ({
        ...batch,
        items: (await evaluate(run, batch, work)).flat(),
      })),
  };
}

/** The batches of a step with all values of its records derived. */
export function readDerived<T>(run: Run, step: Step<T>): AsyncGenerator<Batch<T>> {
  if (step.plan.wanted.length === 0) return run.open(step);
  return mapInOrder(run.open(step), run.ahead, async (batch) => {
    // A step with a plan gives records.
    await run.derive(batch.items as unknown as readonly CorpusRecord[], batch.tally);
    return batch;
  });
}
