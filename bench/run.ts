// Runs benchmarks and writes down what they gave:
//   npm run bench                       all of them, at full size, into docs/performance.md
//   npm run bench -- full-parse surt    these, and their sections of the page
//   npm run bench -- --quick            on small inputs; the page stays as it is
//   npm run bench -- library-search --images 3000000
//                                       with a library of another size; the page stays as it is
import { readFile, writeFile } from 'node:fs/promises';
import { availableParallelism, cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { BENCHMARKS } from './benchmarks.ts';
import type { BenchContext, Benchmark } from './harness/benchmark.ts';
import { openInputs } from './harness/inputs.ts';
import { type Outcome, toText, updatePage } from './harness/report.ts';

const PAGE = fileURLToPath(new URL('../docs/performance.md', import.meta.url));
const DATA = fileURLToPath(new URL('./data', import.meta.url));
const QUICK_IMAGES = 20_000;
const FULL_IMAGES = 1_000_000;

const { positionals: names, values } = parseArgs({
  allowPositionals: true,
  options: { quick: { type: 'boolean', default: false }, images: { type: 'string' } },
});
const chosen = choose(names);
const images = toImages(values.images, values.quick);
const context = await openContext(values.quick, images);
const isKept = !values.quick && images === FULL_IMAGES;
const command = ['npm run bench', ...(names.length > 0 ? ['--', ...names] : [])].join(' ');
if (values.quick) console.log('Small inputs: the goals below are meant for full size.\n');
for (const benchmark of chosen) {
  const outcome = await perform(benchmark, context, command);
  console.log(toText(outcome));
  // One by one: a run of an hour that fails at its end keeps what it has.
  if (isKept) await writeFile(PAGE, updatePage(await readFile(PAGE, 'utf8'), outcome));
}

async function openContext(isQuick: boolean, images: number): Promise<BenchContext> {
  return isQuick
    ? { inputs: await openInputs(join(DATA, 'quick'), 6e6), rounds: 3, images, isQuick }
    : { inputs: await openInputs(DATA, 600e6), rounds: 5, images, isQuick };
}

function toImages(wanted: string | undefined, isQuick: boolean): number {
  if (wanted === undefined) return isQuick ? QUICK_IMAGES : FULL_IMAGES;
  const images = Number(wanted);
  if (Number.isInteger(images / 1000) && images >= QUICK_IMAGES) return images;
  throw new Error(`\`--images\` must be a multiple of 1000 from ${QUICK_IMAGES} on.`);
}

function choose(wanted: readonly string[]): readonly Benchmark[] {
  const known = BENCHMARKS.map(({ name }) => name);
  const unknown = wanted.find((name) => !known.includes(name));
  if (unknown !== undefined) {
    throw new Error(`There is no benchmark \`${unknown}\`; there are ${known.join(', ')}.`);
  }
  return BENCHMARKS.filter(({ name }) => wanted.length === 0 || wanted.includes(name));
}

async function perform(
  benchmark: Benchmark,
  context: BenchContext,
  command: string,
): Promise<Outcome> {
  const loadBefore = currentLoad();
  const rounds = Math.min(context.rounds, benchmark.mostRounds ?? context.rounds);
  const figures = await benchmark.run({ ...context, rounds });
  return {
    benchmark,
    figures,
    circumstances: {
      date: new Date().toISOString().slice(0, 10),
      node: process.versions.node,
      processor: cpus()[0]?.model.trim() ?? 'unknown processor',
      cores: availableParallelism(),
      load: [loadBefore, currentLoad()],
      rounds,
      command,
    },
  };
}

/** Processes that wanted to run, on average over the last minute. */
function currentLoad(): number {
  return loadavg()[0] ?? 0;
}
