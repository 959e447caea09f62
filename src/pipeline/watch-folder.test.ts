// Archives that arrive are told once, when they are whole.
import { rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { imageRecord, openLibraryFolder } from '../../test/fixtures/library-archives.ts';
import { watchFolder } from './watch-folder.ts';

const NOW = Date.UTC(2026, 0, 1);

/** Watches while `steps` are done, one after each look that tells of something; gives what was told. */
async function watch(
  folder: string,
  steps: readonly ((paths: readonly string[]) => boolean)[],
): Promise<{ readonly told: string[][]; readonly problems: string[] }> {
  const stop = new AbortController();
  const told: string[][] = [];
  const problems: string[] = [];
  await watchFolder({
    folder,
    intervalMs: 1,
    settleMs: 5000,
    now: () => NOW,
    signal: stop.signal,
    onArrival: async (paths) => {
      const step = steps[told.length];
      told.push(paths.map((path) => path.split('/').at(-1) ?? '').sort());
      if (told.length >= steps.length) stop.abort();
      return step?.(paths) ?? true;
    },
    onProblem: (detail) => {
      problems.push(detail);
      stop.abort();
    },
  });
  return { told, problems };
}

const age = (path: string, ageMs: number) =>
  utimesSync(path, new Date(NOW - ageMs), new Date(NOW - ageMs));

it('tells of whole archives once, again when they change or were not taken', async () => {
  await using folder = await openLibraryFolder();
  const one = await folder.archive('one.warc', imageRecord('http://a.test/1.png', '2010', 'one'));
  const two = await folder.archive('two.warc', imageRecord('http://a.test/2.png', '2010', 'two'));
  age(one, 60_000);
  age(two, 1000); // somebody may still write to it
  writeFileSync(join(folder.path, 'three.warc'), ''); // nothing of it has come yet
  const { told, problems } = await watch(folder.path, [
    () => false,
    () => {
      age(two, 6000);
      return true;
    },
    () => {
      writeFileSync(one, 'more');
      age(one, 7000);
      return true;
    },
    () => true,
  ]);
  expect(told).toEqual([['one.warc'], ['one.warc'], ['two.warc'], ['one.warc']]);
  expect(problems).toEqual([]);
});

it('tells of a folder that cannot be read, and goes on', async () => {
  await using folder = await openLibraryFolder();
  const gone = join(folder.path, 'gone');
  rmSync(gone, { recursive: true, force: true });
  const { problems } = await watch(gone, []);
  expect(problems).toEqual([expect.stringContaining(gone)]);
});
