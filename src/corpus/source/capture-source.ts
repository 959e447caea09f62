// The contract of a place that captures come from: index files, archives, a library, a CDX server.
import type { ArchiveRecord, CdxEntry, Original, RevisitTarget } from '../../archive/archive.ts';
import type { InputPart } from '../../support/input-part.ts';
import type { KeyRange, Where } from '../where/where.ts';

/** Neighbouring captures of a source. */
export interface CaptureBatch {
  /** Those that meet the condition, in the order of the source. */
  readonly captures: readonly CdxEntry[];
  /** Captures looked at for this batch, those left out too. */
  readonly lines: number;
  /** Bytes of the index read for this batch. */
  readonly bytes: number;
}

/** Something that was read, or could not be, named for the manifest. */
export interface SourceInput {
  readonly kind: 'index' | 'archive' | 'library' | 'server';
  /** Path or URL without credentials. */
  readonly name: string;
  /** Bytes; `undefined` where nobody knows. */
  readonly bytes: number | undefined;
}

/** Something that was lost on the way. */
export interface CorpusLoss {
  readonly kind: 'index-line' | 'archive' | 'record';
  /** File or server. */
  readonly file: string;
  /** Offset of a record, or number of a line; absent where there is none. */
  readonly place?: number;
  /** URL of the capture, when it is one. */
  readonly url?: string;
  /** What to tell a person. */
  readonly reason: string;
}

/** How a source would answer a condition. */
export interface SourcePlan {
  /** One sentence for a person, e.g. `binary search in index.cdxj for keys from … to …`. */
  readonly text: string;
  /** Whether all lines must be looked at. */
  readonly isScan: boolean;
}

/** How captures are read. */
export interface CaptureOptions {
  readonly signal?: AbortSignal | undefined;
  /** Called for lines that could not be read. */
  readonly onLoss?: ((loss: CorpusLoss) => void) | undefined;
  /** Only captures with these keys are wanted; others may come, too. */
  readonly range?: KeyRange | undefined;
}

/** Loads a record. Its body is read up to a little more than `maxBytes`. Rejects where it cannot be had. */
export type LoadRecord = (maxBytes: number) => Promise<ArchiveRecord>;

/** Where captures come from. Made by the functions of this folder. */
export interface CaptureSource {
  /** Files, folders and servers that it stands for; a fingerprint costs a reading and is taken apart. */
  readonly inputs: readonly SourceInput[];
  /** Whether captures come in bytewise order of SURT and time. */
  readonly isSorted: boolean;
  /** Set when it is one of some parts. */
  readonly part?: InputPart;
  /** How a condition is answered. */
  explain(where: Where | undefined): SourcePlan;
  /** The captures that meet a condition, always in the same order. */
  captures(where: Where | undefined, options?: CaptureOptions): AsyncIterable<CaptureBatch>;
  /** What `openInput` takes for an archive named in a capture; `undefined` when it is not there. */
  locate(file: string): string | undefined;
  /** Loads the record of a capture whose archive is not there, where something else has it; absent where nothing has. */
  replay?(capture: CdxEntry): LoadRecord | undefined;
  /** The original of a revisit; `undefined` when there is none. */
  findOriginal(target: RevisitTarget, signal?: AbortSignal): Promise<Original | undefined>;
  /** Removes temporary files and closes what is open. */
  close(): Promise<void>;
}
