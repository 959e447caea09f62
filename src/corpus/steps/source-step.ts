// The first step: captures of a source become records.

import type { InputPart } from '../../support/input-part.ts';
import { EMPTY_PLAN } from '../plan.ts';
import { CorpusRecord } from '../record.ts';
import type { Run } from '../run.ts';
import type { CaptureSource, CorpusLoss } from '../source/capture-source.ts';
import type { Batch, Step } from '../step.ts';
import { newTally } from '../tally.ts';
import { allOf, printWhere, type Where } from '../where/where.ts';

/** Records of a source that meet a condition. */
export interface SourceStep extends Step<CorpusRecord> {
  readonly kind: 'source';
  readonly source: CaptureSource;
  readonly where: Where | undefined;
}

/** Records that are worked on together: as many as keep a thread busy, and few enough bytes to hold at once. */
const BATCH_RECORDS = 64;
const BATCH_BYTES = 4 * 1024 * 1024;

/** The records of a source. */
export function sourceStep(source: CaptureSource, where?: Where): SourceStep {
  return {
    kind: 'source',
    source,
    where,
    text: toText(source, where),
    parents: [],
    plan: EMPTY_PLAN,
    isPerItem: false,
    isSorted: source.isSorted,
    run: (run) => readSource(source, where, run),
  };
}

function toText({ part }: CaptureSource, where: Where | undefined): string {
  const text = where === undefined ? 'all captures' : `captures where ${printWhere(where)}`;
  return part === undefined ? text : `${text}${printPart(part)}`;
}

/** How the text of the first step ends where it is one of some parts. */
export function printPart({ number, count }: InputPart): string {
  return `, part ${number}/${count}`;
}

/**
 * A step with one more condition, which the source checks: it passes through enrichments and filters, which it does not
 * depend on. `undefined` where another step stands in between.
 */
export function narrow<R extends CorpusRecord>(step: Step<R>, more: Where): Step<R> | undefined {
  if (isSource(step)) {
    const where = step.where === undefined ? more : allOf([step.where, more]);
    return sourceStep(step.source, where) as Step<CorpusRecord> as Step<R>; // as before, but fewer
  }
  if (!('rebuild' in step)) return undefined;
  const { rebuild, parents } = step as Step<R> & Rebuildable<R>; // it has the function
  const [parent] = parents as readonly Step<R>[]; // steps that can be rebuilt have one parent of records
  const narrowed = parent && narrow(parent, more);
  return narrowed && rebuild(narrowed);
}

/** A step that can be put on another parent without a change of meaning. */
export interface Rebuildable<R> {
  rebuild(parent: Step<R>): Step<R>;
}

/** Whether a step is the first one. */
export function isSource(step: Step<unknown>): step is SourceStep {
  return 'kind' in step && step.kind === 'source';
}

async function* readSource(
  source: CaptureSource,
  where: Where | undefined,
  run: Run,
): AsyncGenerator<Batch<CorpusRecord>> {
  const number = run.use(source);
  let items: CorpusRecord[] = [];
  let tally = newTally();
  let bytes = 0;
  let upTo = 0;
  const { signal } = run.options;
  const onLoss = (loss: CorpusLoss) => run.lose(loss, tally);
  for await (const batch of source.captures(where, { signal, onLoss })) {
    tally.lines += batch.lines;
    tally.indexBytes += batch.bytes;
    for (const capture of batch.captures) {
      items.push(new CorpusRecord(capture, number));
      bytes += capture.length;
      if (items.length < BATCH_RECORDS && bytes < BATCH_BYTES) continue;
      upTo += items.length;
      yield { items, upTo, tally };
      items = [];
      tally = newTally();
      bytes = 0;
    }
  }
  yield { items, upTo: upTo + items.length, tally };
}
