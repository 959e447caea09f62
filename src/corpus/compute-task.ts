// The part of deriving values that runs in worker threads.
import type { CdxEntry } from '../archive/archive.ts';
import type { AnyEnrichment, Field } from '../model/enrichment.ts';
import type { RemoteEnrichment } from './compute-plan.ts';
import { type Outcome, RecordComputer, type StoredPlace } from './compute-records.ts';
import { keyPathOf, needsArchive, pathsOf } from './plan.ts';
import type { Failure } from './record-view.ts';

/** A record as a thread gets it. */
export interface SentRecord {
  readonly capture: CdxEntry;
  readonly place: StoredPlace;
  /** Values and tried paths that are known already. */
  readonly values: readonly (readonly [path: string, value: unknown])[];
  readonly tried: readonly string[];
}

/** A piece of work. */
export interface ComputeTask {
  readonly enrichments: readonly RemoteEnrichment[];
  /** Paths of the values to give back. */
  readonly outputs: readonly string[];
  readonly records: readonly SentRecord[];
  readonly maxPayloadBytes: number;
}

/** What came of one record. */
export interface ComputedRecord {
  readonly values: readonly (readonly [path: string, value: unknown])[];
  readonly tried: readonly string[];
  readonly failures: readonly Failure[];
  readonly outcome: Outcome;
}

let computer: RecordComputer | undefined;

/** Works on some records. Archives stay open for the next ones. */
export async function handle(task: ComputeTask): Promise<ComputedRecord[]> {
  const order = await loadEnrichments(task.enrichments);
  const outputs = new Set(task.outputs);
  computer ??= new RecordComputer(task);
  const results: ComputedRecord[] = [];
  for (const { capture, place, values, tried } of task.records) {
    const failures: Failure[] = [];
    const derived = { capture, values: new Map(values), tried: new Set(tried), failures };
    const left = order.filter((enrichment) => !derived.tried.has(keyPathOf(enrichment)));
    const outcome = await computer.compute({ derived, place }, order, needsArchive(left));
    results.push({
      values: [...derived.values].filter(([path]) => outputs.has(path)),
      // What stays here was not tried, as far as others can tell.
      tried: [...derived.tried].filter((path) => outputs.has(path) || !derived.values.has(path)),
      failures,
      outcome,
    });
  }
  return results;
}

/** Makes enrichments again from what was told about them. */
export async function loadEnrichments(told: readonly RemoteEnrichment[]): Promise<AnyEnrichment[]> {
  const givers = new Map<string, AnyEnrichment>();
  const all: AnyEnrichment[] = [];
  for (const one of told) {
    const enrichment = rebind(await load(one), one, givers);
    for (const path of pathsOf(enrichment)) givers.set(path, enrichment);
    all.push(enrichment);
  }
  return all;
}

/** An enrichment with its two ways to be given another source. */
type Rebindable = AnyEnrichment & {
  on(source: Field<string, never>): AnyEnrichment;
  onEach(source: Field<string, readonly never[]>): AnyEnrichment;
};

async function load({ origin }: RemoteEnrichment): Promise<Rebindable> {
  const loaded = await import(origin.module);
  const found = loaded[origin.export];
  return typeof found === 'function' ? found(...(origin.arguments ?? [])) : found;
}

function rebind(
  enrichment: Rebindable,
  { source, isForEach }: RemoteEnrichment,
  givers: ReadonlyMap<string, AnyEnrichment>,
): AnyEnrichment {
  if (source === enrichment.needs.path && !isForEach) return enrichment;
  const field = { path: source, giver: givers.get(source) };
  return isForEach ? enrichment.onEach(field) : enrichment.on(field);
}
