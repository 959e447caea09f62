// What `pinakes step` and `pinakes run-steps` have in common: settings that all steps of a run must share.
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseTimestamp } from '../model/timestamp.ts';
import type { TaskSettings } from '../pipeline/steps/step-task.ts';
import { PinakesError } from '../support/errors.ts';
import type { Host } from './command.ts';

/** Flags of the settings. */
export const STEP_FLAGS = {
  dedupe: {
    type: 'choice',
    choices: ['compact', 'oldest', 'full'],
    default: 'compact',
    placeholder: 'MODE',
    help: 'what a document has of the pages that show its image; `full` makes one for each page',
  },
  referencedOnly: { type: 'boolean', help: 'leave out images that no page shows' },
  minSize: {
    type: 'integer',
    min: 1,
    default: 51,
    placeholder: 'PIXELS',
    help: 'images with a shorter side are rejected',
  },
  maxPageSize: {
    type: 'size',
    default: '16MB',
    placeholder: 'SIZE',
    help: 'pages are read up to this size; longer ones are truncated and reported',
  },
  takedowns: {
    type: 'string',
    placeholder: 'FILE',
    sources: [],
    help: 'leave out what this list names, such as `takedowns.tsv` of a library',
  },
  forLibrary: {
    type: 'boolean',
    sources: [],
    help: 'also keep what `pinakes merge` makes a library of',
  },
  until: {
    type: 'string',
    placeholder: 'TIME',
    sources: [],
    help: 'leave out images first captured later, for an embargo',
  },
  nsfw: {
    type: 'choice',
    choices: ['on', 'off'],
    default: 'on',
    placeholder: 'ON|OFF',
    help: 'score images for the family filter, where facts are made',
  },
} as const;

/** Values of the flags. */
export interface StepFlagValues {
  readonly dedupe: 'compact' | 'oldest' | 'full';
  readonly referencedOnly: boolean;
  readonly minSize: number;
  readonly maxPageSize: number;
  readonly takedowns: string | undefined;
  readonly forLibrary: boolean;
  readonly until: string | undefined;
  readonly nsfw: 'on' | 'off';
}

/** The settings of the flags. */
export async function toTaskSettings(
  flags: StepFlagValues,
  host: Host,
  command: string,
): Promise<TaskSettings> {
  const until = flags.until === undefined ? undefined : parseTimestamp(flags.until);
  if (flags.until !== undefined && until === undefined) {
    const detail = `--until ${flags.until} is no time such as 2024 or 20240131.`;
    throw new PinakesError('USAGE', { command, detail });
  }
  return {
    mode: flags.dedupe,
    referencedOnly: flags.referencedOnly,
    options: { minSide: flags.minSize, maxPageBytes: flags.maxPageSize },
    takedowns:
      flags.takedowns === undefined
        ? []
        : await readTakedowns(resolve(host.cwd, flags.takedowns), command),
    forLibrary: flags.forLibrary,
    embargo: until ?? '',
    withNsfw: flags.nsfw === 'on',
    locations: {},
  };
}

async function readTakedowns(path: string, command: string): Promise<TaskSettings['takedowns']> {
  const { readTakedownFile } = await import('../index/index.ts');
  if (!existsSync(path)) throw new PinakesError('INPUT_NOT_FOUND', { input: path });
  // Files are known by fingerprints, which parts of them do not tell.
  const listed = readTakedownFile(path);
  const files = listed.filter(({ kind }) => kind === 'file').length;
  if (files > 0) {
    const detail = `${path} names ${files} whole files, which steps cannot tell. Leave these out of the plan.`;
    throw new PinakesError('USAGE', { command, detail });
  }
  return listed;
}
