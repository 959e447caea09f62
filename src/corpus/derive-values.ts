// Derives the values of one record in the order of a plan: what fails is noted, and what needs it is passed over.
import type { Capture } from '../model/capture.ts';
import {
  type AnyEnrichment,
  ARCHIVED,
  type Archived,
  type DeriveContext,
  type Field,
} from '../model/enrichment.ts';
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

/**
 * Derives what is not there yet. `archived` is called when the first enrichment needs the response; what it throws
 * counts as the failure of that enrichment. Gives a promise only where an enrichment does.
 */
export function deriveValues(
  record: Derived,
  order: readonly AnyEnrichment[],
  archived: () => Archived,
): void | Promise<void> {
  const { capture, values } = record;
  const get = <Value>({ path }: Field<string, Value>) => values.get(path) as Value | undefined; // as its enrichment gave it
  // One context for all: by it they know of each other's work on the record.
  return deriveFrom(0, { record, order, archived, context: { capture, get } });
}

/** What stays the same while one record is worked on. */
interface Derivation {
  readonly record: Derived;
  readonly order: readonly AnyEnrichment[];
  readonly archived: () => Archived;
  readonly context: DeriveContext;
}

function deriveFrom(first: number, derivation: Derivation): void | Promise<void> {
  const { record, order } = derivation;
  for (let at = first; at < order.length; at++) {
    const enrichment = order[at];
    if (enrichment === undefined || record.tried.has(keyPathOf(enrichment))) continue;
    record.tried.add(keyPathOf(enrichment));
    const { needs } = enrichment;
    // Its source has failed; that is told already.
    if (needs.giver !== undefined && !record.values.has(needs.path)) continue;
    try {
      const given = derive(enrichment, derivation);
      if (given instanceof Promise) {
        return given
          .then(
            (settled) => store(record, enrichment, settled),
            (thrown: unknown) => fail(record, enrichment, thrown),
          )
          .then(() => deriveFrom(at + 1, derivation));
      }
      store(record, enrichment, given);
    } catch (thrown) {
      fail(record, enrichment, thrown);
    }
  }
}

function derive(
  enrichment: AnyEnrichment,
  { record, archived, context }: Derivation,
): object | Promise<object> {
  const { needs, isForEach, gives } = enrichment;
  const { capture, values } = record;
  if (needs === ARCHIVED) return enrichment.deriveAll(archived(), context);
  if (needs.giver === undefined) return enrichment.deriveAll(capture, context);
  const input = values.get(needs.path);
  if (!isForEach) return enrichment.deriveAll(input, context);
  if (!Array.isArray(input)) throw new Error(`\`${needs.path}\` is no list`);
  const all = input.map((one: unknown) => enrichment.deriveAll(one, context));
  if (!all.some((one) => one instanceof Promise)) return transpose(all, gives);
  return Promise.all(all).then((settled) => transpose(settled, gives));
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
