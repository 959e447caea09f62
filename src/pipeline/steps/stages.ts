// The steps in their order, and the tables that each takes: what a scheduler has to know.

import type { OpenStep, StepContext, StepMaker } from './step.ts';
import type { StepTable } from './step-row.ts';

/** Steps that take rows. Each is loaded when it is needed: some bring a gazetteer or decoders along. */
const LOADERS = {
  settle: async () => (await import('./settle-step.ts')).settleStep,
  sheets: async () => (await import('./sheets-step.ts')).sheetsStep,
  'merge-surt': async () => (await import('./merge-surt-step.ts')).mergeSurtStep,
  facts: async () => (await import('./facts-step.ts')).factsStep,
  'merge-digest': async () => (await import('./merge-digest-step.ts')).mergeDigestStep,
  kin: async () => (await import('./kin-step.ts')).kinStep,
  join: async () => (await import('./join-step.ts')).joinStep,
  group: async () => (await import('./group-step.ts')).groupStep,
  pictures: async () => (await import('./group-step.ts')).picturesStep,
  finish: async () => (await import('./finish-step.ts')).finishStep,
} as const satisfies Readonly<Record<string, () => Promise<StepMaker>>>;

/** Names of the steps that take rows. */
export const STEP_NAMES = Object.keys(LOADERS) as readonly StepName[]; // its own keys

/** Opens a step. */
export async function openStep(name: StepName, context: StepContext): Promise<OpenStep> {
  const make: StepMaker = await LOADERS[name]();
  return make(context);
}

/** Name of a step that takes rows. */
export type StepName = keyof typeof LOADERS;

/** One step at work on all rows of some tables. */
export interface Stage {
  readonly step: StepName;
  /** Tables of which all rows are taken. */
  readonly takes: readonly StepTable[];
  /** Tables of which only the rows are taken whose keys `takes` has: what is known of what is asked for. */
  readonly knows?: readonly StepTable[];
  /** The step is done again with what it gave last, so often at most, until it gives no row of this table. */
  readonly again?: { readonly until: StepTable; readonly rounds: number };
  /** Rows of this table stand in place of those that earlier steps gave. */
  readonly replaces?: StepTable;
  /** Done only when facts were asked for. */
  readonly isOptional?: boolean;
}

/** What follows `extract`. */
export const STAGES: readonly Stage[] = [
  { step: 'settle', takes: ['revisit'], knows: ['original'] },
  { step: 'sheets', takes: ['link'], knows: ['sheet'], again: { until: 'link', rounds: 3 } },
  { step: 'merge-surt', takes: ['turn', 'reference'] },
  { step: 'merge-surt', takes: ['hop'], knows: ['turn'], again: { until: 'hop', rounds: 4 } },
  { step: 'facts', takes: ['content'], isOptional: true },
  { step: 'merge-digest', takes: ['content', 'fact'] },
  { step: 'kin', takes: ['kin'] },
  { step: 'join', takes: ['edge'], replaces: 'edge', again: { until: 'unsettled', rounds: 40 } },
  { step: 'group', takes: ['edge'], knows: ['member'] },
  { step: 'pictures', takes: ['group'] },
  { step: 'finish', takes: ['document', 'picture'], replaces: 'document' },
];
