// Making documents by steps, against ingesting into a library, and with two workers against one.
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Benchmark } from '../harness/benchmark.ts';
import { cpuRatio, cpuSecondsOf, interleave, median, type Sample } from '../harness/sample.ts';
import { runPinakes } from '../harness/subject.ts';

const PINAKES = fileURLToPath(new URL('../../bin/pinakes', import.meta.url));
const FILES = 4;

/** Processor time of `pinakes run-steps` and of `pinakes ingest`, and the time that two workers save. */
export const runSteps: Benchmark = {
  name: 'run-steps',
  about: `Four parts of the archive become documents by \`pinakes run-steps\`, with one worker and with two, in turns with \`pinakes ingest\` of the same files without
thumbnails and scores; all are whole runs of the program and give the same documents. How much sooner two workers are done is told by the clock, so it says something on an idle machine alone.`,
  mostRounds: 3,
  async run({ inputs, rounds, isQuick }) {
    const each = (isQuick ? inputs.archiveBytes : 200_000_000) / FILES;
    const files: string[] = [];
    for (let at = 0; at < FILES; at++) {
      files.push((await inputs.cut(at * each, (at + 1) * each)).file);
    }
    const folder = await mkdtemp(join(inputs.folder, 'steps-'));
    const parts = join(folder, 'parts');
    const { stdout } = await promisify(execFile)(process.execPath, [PINAKES, 'plan', ...files]);
    await writeFile(parts, stdout);
    let made = 0;
    const steps = (workers: number) => () => {
      const out = join(folder, `steps-${made++}`);
      const flags = ['--out', out, '--workers', String(workers), '--quiet', '--json'];
      return timed(() => runPinakes(['run-steps', parts, ...flags]));
    };
    try {
      const { ingested, one, two } = await interleave(rounds, {
        ingested: () => {
          const flags = ['--no-thumbnails', '--nsfw', 'off', '--workers', '1', '--quiet', '--json'];
          const library = join(folder, `library-${made++}`);
          return runPinakes(['ingest', ...files, '--library', library, ...flags]);
        },
        one: steps(1),
        two: steps(2),
      });
      const speedups = one.map(({ result }, round) => result / two[round]!.result);
      return [
        { name: 'Ingesting', value: cpuSecondsOf(ingested), unit: 'CPU-s' },
        { name: 'All steps', value: cpuSecondsOf(one), unit: 'CPU-s' },
        {
          name: 'All steps to ingesting',
          value: cpuRatio(one, ingested),
          unit: 'times',
          goal: { bound: 'at most', value: 1.25 },
        },
        {
          name: 'Extra processor time of two workers',
          value: (cpuRatio(two, one) - 1) * 100,
          unit: 'percent',
        },
        {
          name: 'Two workers to one, by the clock',
          value: median(speedups),
          unit: 'times',
          goal: { bound: 'at least', value: 1.7 },
        },
      ];
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};

/** A sample with the seconds that it took. */
async function timed(run: () => Promise<Sample<null>>): Promise<Sample<number>> {
  const start = performance.now();
  const sample = await run();
  return { ...sample, result: (performance.now() - start) / 1000 };
}
