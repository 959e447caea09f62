// What a data set would do when it is read, told from the index alone.
import type { CorpusRecord } from './record.ts';
import { Run, type RunOptions } from './run.ts';
import { type Step, stepsOf } from './step.ts';
import { isSource } from './steps/source-step.ts';

/** What reading a data set means. */
export interface Explanation {
  /** How each source finds its captures. */
  readonly sources: readonly { readonly text: string; readonly isScan: boolean }[];
  /** Steps that the index answers, in order. */
  readonly fromIndex: readonly string[];
  /** Steps behind them: the first one that looks at a value opens archives. */
  readonly fromArchives: readonly string[];
  /** Captures that the index leaves over. */
  readonly captures: number;
  /** Their stored bytes: the most that is read from archives. */
  readonly bytes: number;
  /** Bytes of all archives; `undefined` when that is not known. */
  readonly storedBytes: number | undefined;
}

/** Explains a step. The steps before the first enrichment are run on the index. */
export async function explainStep(
  last: Step<CorpusRecord>,
  options: RunOptions,
): Promise<Explanation> {
  const steps = stepsOf(last);
  const isIndexed = (step: Step<unknown>) => step.plan.wanted.length === 0;
  const selection = lastIndexed(last);
  const totals = { captures: 0, bytes: 0 };
  for (const step of selection) await addTotals(totals, step, options);
  const sources = steps.filter(isSource);
  return {
    sources: sources.map(({ source, where }) => source.explain(where)),
    fromIndex: steps.filter(isIndexed).map(({ text }) => text),
    fromArchives: steps.filter((step) => !isIndexed(step)).map(({ text }) => text),
    ...totals,
    storedBytes: storedBytesOf(sources.flatMap(({ source }) => source.inputs)),
  };
}

/** The last steps of records without values: one, or one for each branch of a union. */
function lastIndexed(step: Step<CorpusRecord>): Step<CorpusRecord>[] {
  if (step.plan.wanted.length === 0) return [step];
  // The parents of steps with values are steps of records.
  return (step.parents as readonly Step<CorpusRecord>[]).flatMap(lastIndexed);
}

async function addTotals(
  totals: { captures: number; bytes: number },
  step: Step<CorpusRecord>,
  options: RunOptions,
): Promise<void> {
  const run = new Run(step, options);
  try {
    for await (const { items } of run.open(step)) {
      totals.captures += items.length;
      for (const { length } of items) totals.bytes += length;
    }
  } finally {
    await run.close();
  }
}

function storedBytesOf(
  inputs: readonly { readonly kind: string; readonly bytes: number | undefined }[],
): number | undefined {
  const archives = inputs.filter(({ kind }) => kind === 'archive');
  if (archives.length === 0 || archives.some(({ bytes }) => bytes === undefined)) return undefined;
  return archives.reduce((sum, { bytes = 0 }) => sum + bytes, 0);
}
