// What a run did, for the manifest and for people.
import type { CorpusLoss, SourceInput } from './source/capture-source.ts';

/** One step of a pipeline. */
export interface StepReport {
  /** The step as text, e.g. `where mime=text/html` or `filter (r) => r.status === 200`. */
  readonly text: string;
  /** Items that came in and went out. */
  readonly in: number;
  readonly out: number;
}

/** What a run did. */
export interface RunReport {
  readonly inputs: readonly SourceInput[];
  /** From the source to the last step. */
  readonly steps: readonly StepReport[];
  /** Index lines looked at, and bytes of them. */
  readonly index: { readonly lines: number; readonly bytes: number };
  /** Records opened in archives, and their stored bytes. */
  readonly archives: { readonly records: number; readonly bytes: number };
  /** Derivations that failed, by path. */
  readonly failures: Readonly<Record<string, number>>;
  /** All losses, and the first of them. */
  readonly lossCount: number;
  readonly losses: readonly CorpusLoss[];
}
