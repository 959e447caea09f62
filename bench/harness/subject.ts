// Runs what is to be measured in a bare Node process of its own and brings back what it used.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Sample } from './sample.ts';

/** A module in `bench/subjects`: what `prepare` does is not measured, the work it returns is. */
export interface SubjectModule {
  // `never`: each subject has arguments of its own kind.
  prepare(args: never): Promise<() => unknown>;
}

/** What a subject is given. */
export type SubjectArgs<M extends SubjectModule> = Parameters<M['prepare']>[0];

/** What a subject's work gives. */
export type SubjectResult<M extends SubjectModule> = Awaited<
  ReturnType<Awaited<ReturnType<M['prepare']>>>
>;

/**
 * Measures a subject in a process of its own.
 *
 * @example
 * const sample = await runSubject<typeof import('../subjects/surt.ts')>('surt', { index, passes: 5 });
 */
export async function runSubject<M extends SubjectModule>(
  name: string,
  args: SubjectArgs<M>,
): Promise<Sample<SubjectResult<M>>> {
  await build();
  return measure([join(BUILT, 'main.js'), name, JSON.stringify(args)]);
}

/** Measures a whole run of the command line, its start included. Its output must be small. */
export async function runPinakes(args: readonly string[]): Promise<Sample<null>> {
  await build();
  return measure([
    '--import',
    join(BUILT, 'usage-at-exit.js'),
    join(ROOT, 'bin', 'pinakes'),
    ...args,
  ]);
}

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const BUILT = join(ROOT, 'bench', 'data', 'built', 'subjects');
const TSC = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;

const run = promisify(execFile);
let building: Promise<unknown> | undefined;

/** Compiles the subjects once: a loader of TypeScript would take 45 MB in the measured process. */
function build(): Promise<unknown> {
  building ??= run(process.execPath, [TSC, '-p', join(ROOT, 'bench', 'tsconfig.json')]);
  return building;
}

/** Runs a process whose last line of output is its sample. */
async function measure<Result>(args: readonly string[]): Promise<Sample<Result>> {
  const { stdout } = await run(process.execPath, [...args], {
    cwd: ROOT,
    maxBuffer: MAX_OUTPUT_BYTES,
  });
  // Written by our own `main.ts` or `usage-at-exit.ts`.
  return JSON.parse(stdout.trimEnd().split('\n').at(-1)!) as Sample<Result>;
}
