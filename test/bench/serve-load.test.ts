// The load benchmark in small: ten seconds, a library of 20,000 images, bounds that only a real loss breaks.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { serveLoad } from '../../bench/benchmarks/serve-load.ts';
import { openInputs } from '../../bench/harness/inputs.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'pinakes-load-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it('answers fifty clients without an error, at a bounded cost and in flat memory', async () => {
  const inputs = await openInputs(folder, 1e5);
  // Throws when a single request goes wrong.
  const figures = await serveLoad.run({ inputs, rounds: 1, images: 20_000, isQuick: true });
  const figure = (name: string) => figures.find((each) => each.name.startsWith(name))!.value;
  expect(figure('Processor time')).toBeLessThan(8);
  expect(figure('Requests')).toBeGreaterThan(20);
  expect(figure('Latency, mean')).toBeLessThan(2500);
  expect(figure('Ratio')).toBeLessThan(1.5);
  expect(figure('1 client, 99th')).toBeGreaterThanOrEqual(figure('1 client, median'));
  expect(figure('50 clients, queries')).toBeGreaterThan(20);
});
