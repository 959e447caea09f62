// What a step is: a pure function from rows with one key to rows with others.
import type { RecordOptions } from '../../extract/extract.ts';
import type { TakedownEntry } from '../../index/index.ts';
import type { DedupeMode } from '../../model/image.ts';
import type { Takedown } from '../takedown.ts';
import type { EmitRow } from './step-row.ts';

/** Settings that all steps of a run share. */
export interface StepSettings {
  readonly mode: DedupeMode;
  /** Leaves out images that no page shows. */
  readonly referencedOnly: boolean;
  /** What is read of each record. */
  readonly options: RecordOptions;
  readonly takedown: Takedown;
  /** The list that `takedown` was made of. */
  readonly takedowns: readonly TakedownEntry[];
  /** Also keeps what a library needs. */
  readonly forLibrary: boolean;
  /** Documents whose oldest capture is later than this are left out; `''`: none. */
  readonly embargo: string;
  /** Whether images are scored for the family filter as well. */
  readonly withNsfw: boolean;
  /** Where the archive of a name is opened. */
  readonly locate: (name: string) => string;
}

/** What a step works with. */
export interface StepContext {
  readonly settings: StepSettings;
  readonly emit: EmitRow;
  /** Tells of something that could not be used; the work goes on. */
  readonly poison: (what: string, reason: string) => void;
}

/** The rows of one key, one after another in the order of ranks. */
export interface KeyGroup {
  add(rank: string, json: string): void;
  finish(): void | Promise<void>;
}

/** A step at work. */
export interface OpenStep {
  group(key: string): KeyGroup;
  close?(): Promise<void>;
}

/** Opens a step. */
export type StepMaker = (context: StepContext) => OpenStep | Promise<OpenStep>;

/** Rank of what is known of a key; it comes before what asks for it. */
export const KNOWN = '0';
/** Rank of what asks for what is known of a key. */
export const ASKS = '1';
/** Among what is known of a content: an address that gave others, too. */
export const CONTESTED = '1';
/** Among what is known of a content: what its pixels tell. */
export const FACT_RANK = '2';
