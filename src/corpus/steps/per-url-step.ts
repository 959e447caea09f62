// One capture of each URL: the latest, the earliest, or the nearest to a moment.
import type { Timestamp } from '../../model/capture.ts';
import { toMillis } from '../../model/timestamp.ts';
import type { CorpusRecord } from '../record.ts';
import type { Run } from '../run.ts';
import type { Step } from '../step.ts';
import { sortStep, toBatches } from './key-steps.ts';

/** Which capture of a URL is meant. */
export type Choice =
  | { readonly kind: 'latest' }
  | { readonly kind: 'earliest' }
  | { readonly kind: 'nearest'; readonly time: Timestamp };

/** One record of each SURT, in the order of SURTs. */
export function perUrlStep(
  parent: Step<CorpusRecord>,
  choice: Choice,
  text: string,
): Step<CorpusRecord> {
  const sorted = parent.isSorted ? parent : bySurt(parent);
  return {
    text,
    parents: [sorted],
    plan: parent.plan,
    isPerItem: false,
    isSorted: true,
    run: (run) => toBatches(choose(run, sorted, choice), (record) => record),
  };
}

function bySurt(parent: Step<CorpusRecord>): Step<CorpusRecord> {
  const keyOf = ({ surt, time }: CorpusRecord) => `${surt} ${time}`;
  return sortStep(parent, keyOf, {}, 'sort by SURT and time');
}

async function* choose(
  run: Run,
  sorted: Step<CorpusRecord>,
  choice: Choice,
): AsyncGenerator<CorpusRecord> {
  const isBetter = toComparison(choice);
  let best: CorpusRecord | undefined;
  for await (const batch of run.open(sorted)) {
    run.settle(batch);
    for (const next of batch.items) {
      if (best !== undefined && best.surt !== next.surt) {
        yield best;
        best = next;
      } else if (best === undefined || isBetter(next, best)) best = next;
    }
  }
  if (best !== undefined) yield best;
}

/** Whether a record that comes later in the order is to be preferred. */
function toComparison(choice: Choice): (next: CorpusRecord, best: CorpusRecord) => boolean {
  switch (choice.kind) {
    case 'latest':
      return (next, best) => next.time >= best.time;
    case 'earliest':
      return (next, best) => next.time < best.time;
    case 'nearest': {
      const wanted = toMillis(choice.time);
      const distance = ({ time }: CorpusRecord) => Math.abs(toMillis(time) - wanted);
      return (next, best) => distance(next) < distance(best);
    }
  }
}
