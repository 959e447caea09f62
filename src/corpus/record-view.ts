// What outputs see of a record: its capture, the values asked for, and what failed.
import type { CdxEntry } from '../archive/archive.ts';

/** A derivation that failed; whatever needs its value was not tried. */
export interface Failure {
  /** Where the value would stand. */
  readonly path: string;
  /** Name of the enrichment. */
  readonly enrichment: string;
  readonly message: string;
}

/** A record as outputs see it. */
export interface RecordView {
  readonly capture: CdxEntry;
  /** The values that were asked for, by path, in the order they were asked for. Bytes are views. */
  readonly values: ReadonlyMap<string, unknown>;
  /** Paths whose value is a list with an entry for each entry of the list it was derived from. */
  readonly forEachPaths: ReadonlySet<string>;
  readonly failures: readonly Failure[];
}
