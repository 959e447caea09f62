// Damage of all kinds to small archives; `run.ts` does the same for as long as one likes.
import { expect, it } from 'vitest';
import { fuzzArchives } from './archive-fuzz.ts';
import { fuzzBodies } from './body-fuzz.ts';
import { fuzzRobustly } from './robust-fuzz.ts';
import { loadSeeds } from './seeds.ts';

/** No reading may take longer than this. It takes about 1 ms, and 5 s can only be a hang. */
const MAX_MS_PER_RUN = 5000;
const TIMEOUT_MS = 90_000;

const { compressed, plain } = loadSeeds();

it('loses no record of a compressed archive outside the damage', { timeout: TIMEOUT_MS }, () => {
  expect(compressed.length).toBeGreaterThan(3);
  expect(fuzzArchives(compressed, { runs: 20_000, maxMsPerRun: MAX_MS_PER_RUN })).toEqual([]);
});

it('loses hardly a record of a plain archive outside the damage', { timeout: TIMEOUT_MS }, () => {
  const runs = 10_000;
  const failures = fuzzArchives(plain, { runs, maxMsPerRun: MAX_MS_PER_RUN });
  // Nothing in a plain file but its lengths says where a record ends. A cut as long as the distance
  // to a later record makes a length point exactly there, and the records between look like a body
  // that happens to hold records, as some do. An ARC record begins with its URL, so a letter before
  // it makes another scheme, and zeros in place of a line end make one line of two.
  // Seen about once in 40,000 runs.
  expect(
    failures.every(({ detail }) => / lost the record /.test(detail)),
    show(failures),
  ).toBe(true);
  expect(failures.length, show(failures)).toBeLessThanOrEqual(runs / 5000);
});

it('survives damage in several places', { timeout: TIMEOUT_MS }, () => {
  const seeds = [...compressed, ...plain];
  const options = { maxMsPerRun: MAX_MS_PER_RUN };
  expect(fuzzRobustly(seeds, { runs: 1000, ...options })).toEqual([]);
  const before = process.memoryUsage.rss();
  expect(fuzzRobustly(seeds, { firstRun: 1000, runs: 10_000, ...options })).toEqual([]);
  // Measured: 20 to 35 MB. What is kept of each run would show as hundreds.
  expect(process.memoryUsage.rss() - before).toBeLessThan(300e6);
});

it('reads bodies in any coding within the limit', { timeout: TIMEOUT_MS }, () => {
  expect(fuzzBodies({ runs: 10_000, maxMsPerRun: MAX_MS_PER_RUN })).toEqual([]);
});

function show(failures: readonly object[]): string {
  return JSON.stringify(failures, undefined, 1);
}
