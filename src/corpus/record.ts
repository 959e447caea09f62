// One record of a corpus: a capture, and what has been derived from it so far.
import type { CdxEntry } from '../archive/archive.ts';
import type { Timestamp } from '../model/capture.ts';
import type { Field } from '../model/enrichment.ts';
import { type Derived, forgetValues } from './derive-values.ts';
import { EMPTY_PLAN, type EnrichPlan, keyPathOf } from './plan.ts';
import type { Failure, RecordView } from './record-view.ts';

/** What is kept of a record between the steps of a run. */
export interface RecordState extends Derived {
  readonly capture: CdxEntry;
}

/**
 * A capture with its index fields and the values it was enriched with. `Shape` names the values by path, with their types.
 * Values of a record are there when a data set is read; inside `filter` and other steps they are derived when asked for.
 */
export class CorpusRecord<Shape extends object = object> {
  /** Line of the index that the record stands for. */
  readonly capture: CdxEntry;
  #state: RecordState | undefined;
  #plan: EnrichPlan = EMPTY_PLAN;
  #probe: 'none' | 'watching' | 'asked' = 'none';
  /** @internal Number of its source in the run. */
  readonly source: number;

  /** @internal records are made by data sets */
  constructor(capture: CdxEntry, source: number, state?: RecordState) {
    this.capture = capture;
    this.source = source;
    this.#state = state;
  }

  /** SURT key of the URL. */
  get surt(): string {
    return this.capture.surt;
  }

  /** Time of the capture: 14 digits, UTC. */
  get time(): Timestamp {
    return this.capture.time;
  }

  /** Year of the capture. */
  get year(): number {
    return Number(this.capture.time.slice(0, 4));
  }

  get url(): string {
    return this.capture.url;
  }

  /** Media type as the server declared it, lower case. */
  get mime(): string {
    return this.capture.mime;
  }

  /** HTTP status; 0 where there is none. */
  get status(): number {
    return this.capture.status;
  }

  /** SHA-1 of the payload in base32. */
  get digest(): string {
    return this.capture.digest;
  }

  /** Archive that holds the record. */
  get file(): string {
    return this.capture.file;
  }

  /** Where the record starts in its archive, bytes. */
  get offset(): number {
    return this.capture.offset;
  }

  /** Stored bytes of the record. */
  get length(): number {
    return this.capture.length;
  }

  /** A value by its path, or by the enrichment or field that gives it; `undefined` when deriving it failed. */
  get<Path extends keyof Shape & string>(path: Path | Field<Path, unknown>): Shape[Path] {
    const name: string = typeof path === 'string' ? path : path.path;
    const values = this.#state?.values;
    if (!this.#plan.wantedPaths.has(name)) {
      throw new Error(`pinakes: nobody asked for \`${name}\`: add it with \`enrich\` before`);
    }
    if (values?.has(name)) return values.get(name) as Shape[Path]; // as its enrichment gave it
    if (!this.isDerived) this.#ask();
    return undefined as Shape[Path]; // shapes have `undefined` in their types
  }

  /** What could not be derived, and why. */
  get failures(): readonly Failure[] {
    if (!this.isDerived) this.#ask();
    return this.#state?.failures ?? [];
  }

  /** @internal Whether all that was asked for was derived, or tried. */
  get isDerived(): boolean {
    const tried = this.#state?.tried;
    return this.#plan.wanted.every((enrichment) => tried?.has(keyPathOf(enrichment)));
  }

  /** @internal What the record shall have from here on. */
  set plan(plan: EnrichPlan) {
    this.#plan = plan;
  }

  /** @internal */
  get plan(): EnrichPlan {
    return this.#plan;
  }

  /** @internal What is kept of the record. */
  get state(): RecordState {
    this.#state ??= {
      capture: this.capture,
      values: new Map(),
      failures: [],
      tried: new Set(),
    };
    return this.#state;
  }

  /** @internal Tries a function that may ask for values that are not there yet. */
  probe<Result>(work: () => Result): { readonly isAsked: boolean; readonly result: () => Result } {
    this.#probe = 'watching';
    try {
      const result = work();
      return { isAsked: this.#takeProbe(), result: () => result };
    } catch (thrown) {
      // It may have stumbled over the missing value: only the second time counts.
      const fail = () => {
        throw thrown;
      };
      return { isAsked: this.#takeProbe(), result: fail };
    }
  }

  /** The record as outputs see it. */
  toView(): RecordView {
    const { wantedPaths, forEachPaths } = this.#plan;
    const values = new Map<string, unknown>();
    for (const path of wantedPaths) {
      if (this.#state?.values.has(path) === true) values.set(path, this.#state.values.get(path));
    }
    const failures = this.#state?.failures ?? [];
    return { capture: this.capture, values, forEachPaths, failures };
  }

  /** @internal Drops values that nobody asked for, but for those that are needed later. */
  forget(isNeededLater: (path: string) => boolean): void {
    const { wantedPaths } = this.#plan;
    forgetValues(this.state, (path) => wantedPaths.has(path) || isNeededLater(path));
  }

  #takeProbe(): boolean {
    const isAsked = this.#probe === 'asked';
    this.#probe = 'none';
    return isAsked;
  }

  #ask(): void {
    if (this.#probe === 'none') {
      throw new Error(
        'pinakes: the values of this record are not derived yet: take them out inside `map`, or read the data set to its end',
      );
    }
    this.#probe = 'asked';
  }
}
