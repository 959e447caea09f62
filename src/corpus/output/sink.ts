// The contract of an output: takes records in a fixed order, survives a kill, and gives whole files at the end.
import type { RecordView } from '../record-view.ts';

/** A file that was written. */
export interface OutputFile {
  readonly path: string;
  readonly bytes: number;
  /** SHA-256 of its bytes, hexadecimal. */
  readonly sha256: string;
}

/** How far an output is. */
export interface Progress {
  /** Captures that were worked off, those without a record in the output too. */
  readonly consumed: number;
  /** Records in the output. */
  readonly written: number;
}

/** How an output is opened. */
export interface SinkOptions {
  /**
   * Tells one run from others: a hash of the inputs and the pipeline. What an interrupted run with the same key has
   * written is gone on with; what another has left is written anew.
   */
  readonly runKey: string;
  /** Whether to go on after an interrupted run; default true. Pipelines that cannot skip ahead say false. */
  readonly mayResume?: boolean;
}

/** An output that is being written. */
export interface Sink {
  /** What an earlier run has left, durable: the caller skips `consumed` captures. All 0 for a new one. */
  readonly resumed: Progress;
  /** Takes records; `consumed` counts all captures worked off, with those of these records. */
  write(records: readonly RecordView[], consumed: number): Promise<void>;
  /** Makes the files whole and gives them their names. */
  finish(): Promise<readonly OutputFile[]>;
  /** Ends without a result; what is durable stays for a later run. */
  abort(): Promise<void>;
}
