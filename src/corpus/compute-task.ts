// The part of deriving values that runs in worker threads.
import type { CdxEntry } from '../archive/archive.ts';
import { OpenFailure } from '../model/open-enrichments.ts';
import type { RemoteEnrichment } from './compute-plan.ts';
import { type Outcome, RecordComputer, type StoredPlace } from './compute-records.ts';
import { type LoadedEnrichments, loadEnrichments } from './load-enrichments.ts';
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

/** What came of a piece of work: records, or why a thread can do nothing for it. */
export type ComputeAnswer =
  | { readonly kind: 'computed'; readonly records: readonly ComputedRecord[] }
  /** A module cannot be imported here, or lacks the enrichment. */
  | { readonly kind: 'missing'; readonly home: string; readonly reason: string }
  /** An enrichment cannot open what it works with. */
  | { readonly kind: 'unopened'; readonly enrichment: string; readonly message: string };

let computer: RecordComputer | undefined;
/** By what was told: all tasks of a run tell the same. */
const loaded = new Map<string, LoadedEnrichments>();

/** Works on some records. Archives and enrichments stay open for the next ones. */
export async function handle(task: ComputeTask): Promise<ComputeAnswer> {
  const key = JSON.stringify(task.enrichments);
  const found = loaded.get(key) ?? (await loadEnrichments(task.enrichments));
  loaded.set(key, found);
  if (found.kind === 'missing') return found;
  computer ??= new RecordComputer(task);
  const outputs = new Set(task.outputs);
  const assignments = task.records.map(({ capture, place, values, tried }) => {
    const failures: Failure[] = [];
    return {
      derived: { capture, values: new Map(values), tried: new Set(tried), failures },
      place,
    };
  });
  try {
    const outcomes = await computer.compute(assignments, found.order, (path) => outputs.has(path));
    const records = assignments.flatMap(({ derived: { values, tried, failures } }, at) => {
      const outcome = outcomes[at];
      if (outcome === undefined) return [];
      return {
        values: [...values],
        tried: [...tried],
        failures,
        outcome,
      };
    });
    return { kind: 'computed', records };
  } catch (thrown) {
    if (!(thrown instanceof OpenFailure)) throw thrown;
    return { kind: 'unopened', enrichment: thrown.enrichment, message: thrown.message };
  }
}

/** Closes archives, and what enrichments have opened in this thread. */
export async function close(): Promise<void> {
  await computer?.close();
  computer = undefined;
}
