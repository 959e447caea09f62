// Small versions of the benchmarks: their bounds are wide, so that only a real loss breaks them.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { examineArchive, openFile } from 'pinakes/archive';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fullParse } from '../../bench/benchmarks/full-parse.ts';
import { libraryIndex } from '../../bench/benchmarks/library-index.ts';
import { libraryReaders } from '../../bench/benchmarks/library-readers.ts';
import { librarySearch } from '../../bench/benchmarks/library-search.ts';
import { libraryUpsert } from '../../bench/benchmarks/library-upsert.ts';
import { peakMemory } from '../../bench/benchmarks/peak-memory.ts';
import { randomAccess } from '../../bench/benchmarks/random-access.ts';
import { BENCHMARKS } from '../../bench/benchmarks.ts';
import type { BenchContext, Benchmark } from '../../bench/harness/benchmark.ts';
import { openInputs } from '../../bench/harness/inputs.ts';
import { type Outcome, toText, updatePage } from '../../bench/harness/report.ts';
import { cpuRatio, interleave, median, quantile, type Sample } from '../../bench/harness/sample.ts';
import { observePage } from '../../bench/library-corpus.ts';

let folder: string;
let context: BenchContext;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'pinakes-bench-'));
  context = { inputs: await openInputs(folder, 6e6), rounds: 2, images: 20_000, isQuick: true };
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it('reads the same records as warcio.js in less than half of its processor time', async () => {
  const figures = await fullParse.run(context);
  const ratio = figures.find(({ unit }) => unit === 'times')!;
  expect(ratio.value).toBeGreaterThanOrEqual(2.5);
});

it('fetches thousands of records by their place for each second of processor time', async () => {
  const [records] = await randomAccess.run({ ...context, rounds: 1 });
  expect(records!.value).toBeGreaterThanOrEqual(3_000);
});

it('keeps memory flat whatever a record inflates to', async () => {
  const figures = await peakMemory.run({ ...context, rounds: 1 });
  expect(figures).toHaveLength(6);
  for (const { name, value } of figures) expect(value, name).toBeLessThan(200);
});

it('makes a library of 20,000 images, and answers queries from it', async () => {
  const made = await libraryIndex.run({ ...context, rounds: 1 });
  const speed = made.find(({ unit }) => unit === 'images/CPU-s')!;
  expect(speed.value).toBeGreaterThanOrEqual(1_000);
  const disk = made.find(({ name }) => name === 'Disk for each image')!;
  // The list of words and their stems takes some 250 bytes of it; in a larger library, the same words serve many more images.
  expect(disk.value).toBeLessThan(1_600);
  const asked = await librarySearch.run({ ...context, rounds: 1 });
  expect(asked.length).toBeGreaterThan(5);
  for (const { name, value, unit } of asked) {
    if (unit === 'CPU-ms') expect(value, name).toBeLessThan(60);
  }
});

it('merges a further crawl into the library', async () => {
  const [speed] = await libraryUpsert.run({ ...context, rounds: 1 });
  expect(speed!.value).toBeGreaterThanOrEqual(250);
});

it('answers queries while another process writes', async () => {
  const figures = await libraryReaders.run({ ...context, rounds: 1 });
  const beside = figures.find(({ name }) => name === 'Median beside a writer')!;
  expect(beside.value).toBeLessThan(100);
});

it('generates as many texts and words for the library as it says', () => {
  const counts = { images: 0, titles: 0, alts: 0, captions: 0, words: 0 };
  for (let page = 0; page < 1000; page++) {
    for (const observation of observePage(page, { round: 0, file: 'a.warc.gz' })) {
      if (observation.kind !== 'reference') continue;
      const { title, alt, caption, url, page: on } = observation;
      const texts = [title, alt, caption, url, on.title, on.url].join(' ');
      counts.images++;
      if (title !== '') counts.titles++;
      if (alt !== '') counts.alts++;
      if (caption !== '') counts.captions++;
      counts.words += texts.match(/[a-z0-9]+/g)!.length;
    }
  }
  expect(counts.images).toBe(4000);
  expect(Math.abs(counts.words / counts.images - 46.6)).toBeLessThan(0.5);
  expect(Math.abs(counts.titles / counts.images - 0.25)).toBeLessThan(0.03);
  expect(Math.abs(counts.alts / counts.images - 0.5)).toBeLessThan(0.03);
  expect(Math.abs(counts.captions / counts.images - 0.88)).toBeLessThan(0.03);
});

it('cuts an archive between records', async () => {
  const { inputs } = context;
  const first = await inputs.cut(0, 2e6);
  const second = await inputs.cut(2e6, 4e6);
  expect(first.bytes).toBeGreaterThanOrEqual(2e6);
  expect(first.bytes + second.bytes).toBeGreaterThanOrEqual(4e6);
  expect(first.bytes + second.bytes).toBeLessThan(inputs.archiveBytes);
  // What begins in the middle of a record would be a loss.
  const source = openFile(second.file);
  expect((await examineArchive(source)).losses).toEqual([]);
  await source.close();
});

it('measures in turns and compares round by round', async () => {
  const order: string[] = [];
  const take = (name: string, seconds: number[]) => async (): Promise<Sample> => {
    order.push(name);
    return { cpuSeconds: seconds.shift()!, peakBytes: 0, result: undefined };
  };
  const samples = await interleave(3, { a: take('a', [2, 40, 6]), b: take('b', [1, 10, 2]) });
  expect(order).toEqual(['a', 'b', 'b', 'a', 'a', 'b']);
  expect(cpuRatio(samples.a, samples.b)).toBe(3);
  expect(median([4, 1, 3, 2])).toBe(2.5);
  expect(quantile([4, 1, 3, 2], 0.95)).toBe(4);
  expect(quantile([4, 1, 3, 2], 0.5)).toBe(2);
});

it('says of each goal whether it was reached', () => {
  const text = toText(outcomeOf('speed', 5));
  expect(text).toContain('5x  at least 4x, stretch 8x  yes, stretch no');
  expect(toText(outcomeOf('speed', 3.9))).toMatch(/NO$/m);
  expect(toText(outcomeOf('speed', 8))).toContain('yes, both');
});

it('rewrites its own section of the page and nothing else', () => {
  const first = updatePage('# Page\n\nWords.\n', outcomeOf('one', 5));
  const both = `${updatePage(first, outcomeOf('two', 6))}\nMore words.\n`;
  const again = updatePage(both, outcomeOf('one', 7));
  expect(again).toBe(both.replace('| 5x |', '| 7x |'));
  expect(again).toMatch(
    /^# Page\n\nWords\.\n\n<!-- bench one -->[\s\S]*<!-- bench two -->[\s\S]*\nMore words\.\n$/,
  );
});

it('has a name of its own for every benchmark', () => {
  expect(new Set(BENCHMARKS.map(({ name }) => name)).size).toBe(BENCHMARKS.length);
});

function outcomeOf(name: string, value: number): Outcome {
  const benchmark: Benchmark = { name, about: 'About it.', run: async () => [] };
  return {
    benchmark,
    figures: [
      { name: 'Ratio', value, unit: 'times', goal: { bound: 'at least', value: 4, stretch: 8 } },
    ],
    circumstances: {
      date: '2025-01-31',
      node: '20.19.0',
      processor: 'A processor',
      cores: 2,
      load: [0.5, 1],
      rounds: 5,
      command: 'npm run bench',
    },
  };
}
