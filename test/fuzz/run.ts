// Fuzzing by hand, for as long as one likes:
//   npx tsx test/fuzz/run.ts --runs 1000000 --first 0
// and the same damage again, alone (name and number are those that a failure prints):
//   npx tsx test/fuzz/run.ts --kind plain --seed own.warc --first 1234 --runs 1
import { parseArgs } from 'node:util';
import { type Failure, fuzzArchives } from './archive-fuzz.ts';
import { fuzzBodies } from './body-fuzz.ts';
import { fuzzRobustly } from './robust-fuzz.ts';
import { loadSeeds } from './seeds.ts';

const { values } = parseArgs({
  options: {
    kind: { type: 'string', multiple: true, default: ['compressed', 'plain', 'robust', 'body'] },
    runs: { type: 'string', default: '100000' },
    first: { type: 'string', default: '0' },
    seed: { type: 'string', default: '' },
  },
});

/** Runs between two lines of the report. */
const STEP = 20_000;
const MAX_MS_PER_RUN = 5000;

const loaded = loadSeeds();
const only = <T extends { readonly name: string }>(seeds: readonly T[]) =>
  seeds.filter(({ name }) => values.seed === '' || name === values.seed);
const compressed = only(loaded.compressed);
const plain = only(loaded.plain);

type Fuzz = (firstRun: number, runs: number) => readonly Failure[];

const kinds: Readonly<Record<string, Fuzz>> = {
  compressed: (firstRun, runs) =>
    fuzzArchives(compressed, { firstRun, runs, maxMsPerRun: MAX_MS_PER_RUN }),
  plain: (firstRun, runs) => fuzzArchives(plain, { firstRun, runs, maxMsPerRun: MAX_MS_PER_RUN }),
  robust: (firstRun, runs) =>
    fuzzRobustly([...compressed, ...plain], { firstRun, runs, maxMsPerRun: MAX_MS_PER_RUN }),
  body: (firstRun, runs) => fuzzBodies({ firstRun, runs, maxMsPerRun: MAX_MS_PER_RUN }),
};

const first = Number(values.first);
const end = first + Number(values.runs);
for (const kind of values.kind) {
  const fuzz = kinds[kind];
  if (fuzz === undefined) throw new Error(`--kind is one of ${Object.keys(kinds).join(', ')}`);
  const started = performance.now();
  let failed = 0;
  for (let run = first; run < end; run += STEP) {
    const failures = fuzz(run, Math.min(STEP, end - run));
    for (const failure of failures) console.log(`${kind}: ${JSON.stringify(failure)}`);
    failed += failures.length;
    const seconds = Math.round((performance.now() - started) / 1000);
    const rssMb = Math.round(process.memoryUsage.rss() / 1e6);
    const done = Math.min(run + STEP, end) - first;
    console.log(`${kind}: ${done} runs, ${failed} failures, ${seconds} s, ${rssMb} MB`);
  }
}
