// One task of `pinakes run-steps`, in a worker thread: a part of an archive, or the rows of one bucket.
import { openLineSorter } from '../../archive/cdx/external-sort.ts';
import type { RecordOptions } from '../../extract/extract.ts';
import type { TakedownEntry } from '../../index/index.ts';
import type { DedupeMode } from '../../model/image.ts';
import type { TaskHandler } from '../../support/worker-pool.ts';
import { toTakedown } from '../takedown.ts';
import { extractPart } from './extract-part.ts';
import type { PartLine } from './plan-line.ts';
import { RowFiles, type RowSource, readRows, type TaskEnd } from './row-files.ts';
import { openGroups } from './run-groups.ts';
import { openStep, type StepName } from './stages.ts';
import type { StepContext, StepSettings } from './step.ts';

/** The settings of all tasks, as they travel between threads. */
export interface TaskSettings {
  readonly mode: DedupeMode;
  readonly referencedOnly: boolean;
  readonly options: RecordOptions;
  readonly takedowns: readonly TakedownEntry[];
  readonly forLibrary: boolean;
  readonly embargo: string;
  readonly withNsfw: boolean;
  /** Where archives are opened whose names leave out passwords. */
  readonly locations: Readonly<Record<string, string>>;
}

/** A task. */
export type StepTask = {
  /** Folder that appears when the task is done. */
  readonly folder: string;
  readonly buckets: number;
  readonly settings: TaskSettings;
} & (
  | { readonly kind: 'extract'; readonly part: PartLine }
  | {
      readonly kind: 'rows';
      readonly step: StepName;
      readonly takes: readonly RowSource[];
      readonly knows: readonly RowSource[];
      readonly tempFolder: string;
    }
);

/** Told now and then. */
export interface StepMessage {
  readonly records: number;
  readonly bytes: number;
}

/** Does a task. */
export const handle: TaskHandler<StepTask, StepMessage, TaskEnd> = async (task, send, signal) => {
  const files = new RowFiles(task.folder, task.buckets);
  const context = { settings: toSettings(task.settings), emit: files.emit, poison: files.poison };
  if (task.kind === 'rows') {
    const read = await workOnRows(task, context, signal);
    signal.throwIfAborted();
    return files.finish({ read, records: 0, bytes: 0, losses: 0 });
  }
  let losses = 0;
  const { records, bytes } = await extractPart(task.part, context, {
    signal,
    onLoss: () => losses++,
    onStretch: () => new Promise(setImmediate),
  });
  signal.throwIfAborted();
  await send({ records, bytes });
  return files.finish({ read: 1, records, bytes, losses });
};

/** Settings as steps know them. */
export function toSettings({ locations, ...settings }: TaskSettings): StepSettings {
  const takedown = toTakedown(settings.takedowns);
  return { ...settings, takedown, locate: (name) => locations[name] ?? name };
}

async function workOnRows(
  task: Extract<StepTask, { kind: 'rows' }>,
  context: StepContext,
  signal: AbortSignal,
): Promise<number> {
  const sorter = openLineSorter({ folder: task.tempFolder, signal, isUnique: true });
  try {
    let read = 0;
    const keys = new Set<string>();
    for (const source of task.takes) {
      for (const line of readRows(source)) {
        if (task.knows.length > 0) keys.add(keyOf(line));
        sorter.add(line);
        read++;
      }
    }
    for (const source of task.knows) {
      for (const line of readRows(source)) if (keys.has(keyOf(line))) sorter.add(line);
    }
    keys.clear();
    const step = await openStep(task.step, context);
    try {
      const groups = openGroups(step, context.poison);
      for await (const piece of sorter.pieces()) {
        signal.throwIfAborted();
        const text = piece.toString('utf8');
        let start = 0;
        for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', start)) {
          const waiting = groups.add(text.slice(start, at));
          if (waiting !== undefined) await waiting;
          start = at + 1;
        }
      }
      await groups.finish();
    } finally {
      await step.close?.();
    }
    return read;
  } finally {
    sorter.close();
  }
}

function keyOf(line: string): string {
  return line.slice(0, line.indexOf('\t'));
}
