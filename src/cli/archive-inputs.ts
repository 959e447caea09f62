// What the commands that read archives have in common: how inputs are named, threads, and losses told.
import type { Loss } from '../model/capture.ts';
import { PinakesError } from '../support/errors.ts';
import { type InputPart, parsePart } from '../support/input-part.ts';
import { describeLoss } from './describe.ts';
import type { Log } from './log.ts';

/** Archives as positional arguments. */
export const ARCHIVE_PATHS = {
  help: 'archive files, folders, patterns, http(s)://, s3:// or webhdfs:// addresses',
  repeatable: true,
  listedBy: 'filesFrom',
} as const;

/** Number of threads. */
export const WORKERS_FLAG = {
  type: 'integer',
  min: 0,
  max: 256,
  placeholder: 'N',
  help: 'threads to read with; one for each core by default',
} as const;

/** A share of the inputs. */
export const PART_FLAG = {
  type: 'string',
  placeholder: 'K/N',
  sources: [],
  help: 'take the K-th of N shares of the inputs, chosen by their file names',
} as const;

/** The share that was asked for; throws `USAGE` where it is none. */
export function toPart(text: string | undefined, command: string): InputPart | undefined {
  if (text === undefined) return undefined;
  const part = parsePart(text);
  if (part !== undefined) return part;
  const detail = `--part ${text} is not K/N with K from 1 to N.`;
  throw new PinakesError('USAGE', { command, detail });
}

/** Says that fewer threads work than could. */
export function describeFewer(workers: number): string {
  const how = ['without threads', 'with one thread'][workers] ?? `with ${workers} threads`;
  return `Few files may be open at once: working ${how}. \`ulimit -n\` shows and raises the limit.`;
}

/** Losses named one by one; `pinakes doctor` lists all. */
const MAX_LISTED = 20;

/** Remembers the first losses of a run and tells them at its end. */
export interface LossList {
  add(loss: Loss): void;
  /** Losses so far, those that are not remembered too. */
  readonly count: number;
  /** Warns of each, and of how many more there were. */
  tell(log: Log): void;
}

/** An empty list. */
export function createLossList(): LossList {
  const listed: Loss[] = [];
  let count = 0;
  return {
    add(loss) {
      count++;
      if (listed.length < MAX_LISTED) listed.push(loss);
    },
    get count() {
      return count;
    },
    tell(log) {
      for (const loss of listed) log.warn(describeLoss(loss));
      if (count > listed.length) log.warn(`... and ${count - listed.length} more.`);
    },
  };
}
