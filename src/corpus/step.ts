// A step of a data set: what it is made from, and how it is read. Steps are never changed.
import { isTextVersion } from '../model/enrichment.ts';
import type { Settings } from '../model/producer.ts';
import type { EnrichPlan } from './plan.ts';
import type { Run } from './run.ts';
import type { Tally } from './tally.ts';

/** Neighbouring items of a step. */
export interface Batch<T> {
  readonly items: readonly T[];
  /** Items of the last step that is not `isPerItem` (the boundary) that these and all before come from. */
  readonly upTo: number;
  /** What was done for these items since the boundary. Whoever uses the items up adds it to the run's. */
  readonly tally: Tally;
}

/** A step. */
export interface Step<T> {
  /** One line for people and for the manifest. */
  readonly text: string;
  readonly parents: readonly Step<unknown>[];
  /** The values that its records shall have; empty where items are no records. */
  readonly plan: EnrichPlan;
  /** Whether each item comes from one item of the parent, alone and in order: then a run can go on in the middle. */
  readonly isPerItem: boolean;
  /** Whether records come in the order of SURT and time. */
  readonly isSorted: boolean;
  /** Seed of a random choice, for the manifest. */
  readonly seed?: number;
  /** Whether it runs a function of the caller's, whose text does not tell what it depends on. */
  readonly hasFunction?: boolean;
  /** What the functions of the data set depend on, as the caller has declared it. */
  readonly parameters?: Settings;
  run(run: Run): AsyncIterable<Batch<T>>;
}

/** A step with all it is made from, sources first. */
export function stepsOf(last: Step<unknown>): Step<unknown>[] {
  const steps = new Set<Step<unknown>>();
  const add = (step: Step<unknown>): void => {
    for (const parent of step.parents) add(parent);
    steps.add(step);
  };
  add(last);
  return [...steps];
}

/** All declared parameters of a data set; `undefined` where nobody declared any. */
export function parametersOf(last: Step<unknown>): Settings | undefined {
  const declared = stepsOf(last).flatMap(({ parameters }) => parameters ?? []);
  return declared.length === 0 ? undefined : Object.assign({}, ...declared);
}

/**
 * Whether an interrupted run can go on: what a function depends on besides its text must have been declared, or the
 * output might become that of two different functions.
 */
export function canResume(last: Step<unknown>): boolean {
  const steps = stepsOf(last);
  const isByText = steps.some(
    ({ hasFunction, plan }) =>
      hasFunction === true || plan.order.some(({ version }) => isTextVersion(version)),
  );
  return !isByText || parametersOf(last) !== undefined;
}

/** The step behind which all work on single items. */
export function boundaryOf(last: Step<unknown>): Step<unknown> {
  let step = last;
  while (step.isPerItem) {
    const [parent] = step.parents;
    if (parent === undefined) break;
    step = parent;
  }
  return step;
}

/** A function as the text of a step: on one line, not too long. */
export function toText(work: (...given: never[]) => unknown): string {
  const text = work.toString().replace(/\s+/g, ' ');
  return text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)} …` : text;
}

const MAX_TEXT = 2000;
