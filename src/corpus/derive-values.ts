// Derives the values of records in the order of a plan: what fails is noted, and what needs it is passed over.
import type { Capture } from '../model/capture.ts';
import {
  type AnyEnrichment,
  ARCHIVED,
  type Archived,
  type DeriveContext,
  type Field,
} from '../model/enrichment.ts';
import type { OpenEnrichments } from '../model/open-enrichments.ts';
import { messageOf } from '../support/errors.ts';
import { keyPathOf } from './plan.ts';
import type { Failure } from './record-view.ts';

/** What is known of a record while its values are derived. */
export interface Derived {
  readonly capture: Capture;
  /** By path. */
  readonly values: Map<string, unknown>;
  readonly failures: Failure[];
  /** First paths of all enrichments that were tried, whatever came of it. */
  readonly tried: Set<string>;
}

/** A record to derive from. */
export interface Derivable {
  readonly derived: Derived;
  /** Called when the first enrichment needs the response; what it throws counts as the failure of that enrichment. */
  readonly archived: () => Archived;
}

/**
 * Derives what is not there yet of some records: each enrichment of all of them, then the next. `opened` has what they
 * work with. Gives a promise only where an enrichment does.
 */
export function deriveValues(
  records: readonly Derivable[],
  order: readonly AnyEnrichment[],
  opened: OpenEnrichments,
): void | Promise<void> {
  return deriveFrom(0, order, { records: records.map(withContext), opened });
}

/** Drops values that nobody asked for. Should one be needed all the same, it is derived again. */
export function forgetValues({ values, tried }: Derived, isKept: (path: string) => boolean): void {
  for (const path of values.keys()) {
    if (isKept(path)) continue;
    values.delete(path);
    tried.delete(path);
  }
}

/** Records that are worked on together. */
interface Work {
  readonly records: readonly RecordInWork[];
  readonly opened: OpenEnrichments;
}

interface RecordInWork extends Derivable {
  /** One for all enrichments: by it they know of each other's work on the record. */
  readonly context: DeriveContext;
}

function withContext(record: Derivable): RecordInWork {
  const { capture, values } = record.derived;
  const get = <Value>({ path }: Field<string, Value>) => values.get(path) as Value | undefined; // as its enrichment gave it
  return { ...record, context: { capture, get } };
}

function deriveFrom(
  first: number,
  order: readonly AnyEnrichment[],
  work: Work,
): void | Promise<void> {
  for (let at = first; at < order.length; at++) {
    const enrichment = order[at];
    if (enrichment === undefined) continue;
    const waiting = deriveOne(enrichment, work);
    if (waiting !== undefined) return waiting.then(() => deriveFrom(at + 1, order, work));
  }
}

/** Derives the values of one enrichment for all records that still want it. */
function deriveOne(enrichment: AnyEnrichment, work: Work): void | Promise<void> {
  const path = keyPathOf(enrichment);
  const { needs } = enrichment;
  const wanting = work.records.filter(({ derived: { tried, values } }) => {
    if (tried.has(path)) return false;
    tried.add(path);
    // Its source may have failed; that is told already.
    return needs.giver === undefined || values.has(needs.path);
  });
  if (wanting.length === 0) return;
  if (enrichment.deriveMany !== undefined) return deriveBatch(enrichment, wanting, work.opened);
  const resource = work.opened.resourceOf(enrichment);
  const waiting = wanting.flatMap((record) => deriveSingle(enrichment, record, resource) ?? []);
  return waiting.length === 0 ? undefined : Promise.all(waiting).then(() => {});
}

function deriveSingle(
  enrichment: AnyEnrichment,
  record: RecordInWork,
  resource: unknown,
): void | Promise<void> {
  const { isForEach, gives, deriveAll } = enrichment;
  const { derived, context } = record;
  const settle = (given: object) => store(derived, enrichment, given);
  const refuse = (thrown: unknown) => fail(derived, enrichment, thrown);
  try {
    const all = inputsOf(enrichment, record).map((one) => deriveAll(one, context, resource));
    const finish = (given: readonly object[]) =>
      settle(isForEach ? transpose(given, gives) : (given[0] ?? {}));
    if (!all.some((one) => one instanceof Promise))
      finish(all as object[]); // none is a promise
    else return Promise.all(all).then(finish).catch(refuse);
  } catch (thrown) {
    refuse(thrown);
  }
}

/** All inputs of all records at once. One that fails takes the value of its own record with it, and no other. */
async function deriveBatch(
  enrichment: AnyEnrichment,
  records: readonly RecordInWork[],
  opened: OpenEnrichments,
): Promise<void> {
  const inputs: unknown[] = [];
  const contexts: DeriveContext[] = [];
  const shares: { readonly record: RecordInWork; readonly from: number; readonly to: number }[] =
    [];
  for (const record of records) {
    const from = inputs.length;
    try {
      for (const input of inputsOf(enrichment, record)) {
        inputs.push(input);
        contexts.push(record.context);
      }
      shares.push({ record, from, to: inputs.length });
    } catch (thrown) {
      fail(record.derived, enrichment, thrown);
    }
  }
  const results = await opened.derive(enrichment, inputs, contexts);
  for (const { record, from, to } of shares) {
    const given: object[] = [];
    for (const result of results.slice(from, to)) {
      if (result.kind === 'given') given.push(result.given);
      else {
        fail(record.derived, enrichment, new Error(result.message));
        break;
      }
    }
    if (given.length < to - from) continue;
    const { isForEach, gives } = enrichment;
    store(record.derived, enrichment, isForEach ? transpose(given, gives) : (given[0] ?? {}));
  }
}

/** What an enrichment derives from: one input, or each of a list. */
function inputsOf({ needs, isForEach }: AnyEnrichment, record: RecordInWork): readonly unknown[] {
  const { capture, values } = record.derived;
  if (needs === ARCHIVED) return [record.archived()];
  if (needs.giver === undefined) return [capture];
  const input = values.get(needs.path);
  if (!isForEach) return [input];
  if (!Array.isArray(input)) throw new Error(`\`${needs.path}\` is no list`);
  return input;
}

/** A list of objects as an object of lists. */
function transpose(rows: readonly object[], names: readonly string[]): object {
  return Object.fromEntries(names.map((name) => [name, rows.map((row) => takeValue(row, name))]));
}

function store(record: Derived, enrichment: AnyEnrichment, given: object): void {
  for (const name of enrichment.gives) {
    const path = enrichment.fields[name]?.path ?? name;
    record.values.set(path, takeValue(given, name));
  }
}

function takeValue(given: object, name: string): unknown {
  return (given as Readonly<Record<string, unknown>>)[name]; // an enrichment gives an object of its names
}

function fail(record: Derived, enrichment: AnyEnrichment, thrown: unknown): void {
  const path = keyPathOf(enrichment);
  record.failures.push({ path, enrichment: enrichment.name, message: messageOf(thrown) });
}
