// An ingest, a look at pixels, a removal or a merge that dies at any moment is completed by running it again, and loses nothing.
import type { ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openLibrary } from '../../src/index/index.ts';
import { seededRandom } from '../fixtures/image-bytes.ts';
import { makeCrawl } from '../fixtures/library-crawl.ts';
import { dumpLibrary } from '../fixtures/library-dump.ts';
import { type CliFolder, openCliFolder } from './run-cli.ts';

/** Rounds of dying; PINAKES_CRASH_ROUNDS asks for more. */
const ROUNDS = Number(process.env['PINAKES_CRASH_ROUNDS'] ?? 3);
/** From here on it is a fault of the test if all rounds died at the same place; few rounds may, on a machine that is busy with something else. */
const MANY_ROUNDS = 20;
const INGEST = ['ingest', 'crawl', '--library', 'library', '--json', '--quiet'];

let folder: CliFolder;
let clean: string;
/** From the moment at which the library appears to the end. */
let workMs: number;

beforeAll(async () => {
  folder = await openCliFolder();
  for (const [name, bytes] of makeCrawl(6, 80)) await folder.write(`crawl/${name}`, bytes);
  let started = 0;
  const { code, stderr } = await folder.run(INGEST, {
    onStart: (child) => {
      child.stdin?.end();
      const watch = setInterval(() => {
        if (!existsSync(join(folder.path, 'library', 'library.sqlite'))) return;
        clearInterval(watch);
        started = performance.now();
      }, 1);
    },
  });
  workMs = performance.now() - started;
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  clean = await dump();
});
afterAll(() => folder[Symbol.asyncDispose]());

async function dump(): Promise<string> {
  const library = await openLibrary(join(folder.path, 'library'));
  try {
    return await dumpLibrary(library);
  } finally {
    library.close();
  }
}

async function dropLibrary(): Promise<void> {
  await rm(join(folder.path, 'library'), { recursive: true, force: true });
}

/** How far an ingest had come when it died. */
async function stage(): Promise<string> {
  if (!existsSync(join(folder.path, 'library', 'library.sqlite'))) return 'before the library';
  try {
    const library = await openLibrary(join(folder.path, 'library'));
    const files = library.files.list().length;
    const waiting = library.work.countKeys();
    const open = library.work.countRevisits();
    library.close();
    if (files < 6) return `${files} files read`;
    if (open > 0) return 'all files read';
    return waiting > 0 ? 'settled' : 'indexed';
  } catch {
    return 'making the library';
  }
}

/** Sends a signal some time after the library has appeared; at a negative time before that. */
const signalAfter = (ms: number, signal: NodeJS.Signals) => (child: ChildProcess) => {
  child.stdin?.end();
  const database = join(folder.path, 'library', 'library.sqlite');
  let timer: NodeJS.Timeout | undefined;
  const send = () => child.kill(signal);
  const watch = setInterval(() => {
    if (timer !== undefined || !existsSync(database)) return;
    timer = setTimeout(send, ms);
  }, 1);
  if (ms < 0) setTimeout(send, -ms);
  child.on('exit', () => {
    clearInterval(watch);
    clearTimeout(timer);
  });
};

describe('an ingest that is killed', () => {
  it(
    `at ${ROUNDS} random moments becomes what it would have been`,
    async () => {
      const random = seededRandom(2026);
      const stages: string[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        await dropLibrary();
        // Spread over the whole run, so that no stage is left out; now and then twice.
        const moments = [((round + random()) / ROUNDS) * workMs];
        if (random() < 0.3) moments.push(random() * workMs);
        if (round % 10 === 9) moments.push(-random() * 500);
        for (const ms of moments) await folder.run(INGEST, { onStart: signalAfter(ms, 'SIGKILL') });
        stages.push(await stage());
        const { code, stderr, stdout } = await folder.run(INGEST);
        expect({ code, stderr }).toEqual({
          code: 0,
          stderr: '',
        });
        expect(JSON.parse(stdout)).toMatchObject({ failedFiles: 0, losses: 0 });
        expect(await dump()).toBe(clean);
      }
      expectDifferentPlaces(stages);
      if (ROUNDS > 5) process.stderr.write(`${JSON.stringify(countOf(stages))}\n`);
    },
    60_000 + ROUNDS * 20_000,
  );
});

it('an ingest that is interrupted ends with 130, and the same command goes on', async () => {
  await dropLibrary();
  const { code, stderr } = await folder.run(INGEST, {
    onStart: signalAfter(0, 'SIGINT'),
  });
  expect(code).toBe(130);
  expect(stderr).toContain('INTERRUPTED');
  expect(stderr).not.toContain('    at ');
  const again = await folder.run(INGEST);
  expect(again.code).toBe(0);
  expect(await dump()).toBe(clean);
});

describe('a look at the pixels that is killed', () => {
  const ENRICH = ['enrich', '--library', 'library', '--workers', '1', '--json', '--quiet'];
  const inside = (name: string) => join(folder.path, name);

  it(
    `at ${ROUNDS} random moments tells the same facts in the end`,
    async () => {
      await dropLibrary();
      expect((await folder.run([...INGEST, '--no-thumbnails'])).code).toBe(0);
      await cp(inside('library'), inside('unseen'), { recursive: true });
      const started = performance.now();
      expect((await folder.run(ENRICH)).code).toBe(0);
      const enrichMs = performance.now() - started;
      const whole = await dump();
      const random = seededRandom(23);
      const left: number[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        await dropLibrary();
        await cp(inside('unseen'), inside('library'), { recursive: true });
        const ms = ((round + random()) / ROUNDS) * enrichMs;
        await folder.run(ENRICH, { onStart: signalAfter(ms, 'SIGKILL') });
        const { code, stdout } = await folder.run(ENRICH);
        expect(code).toBe(0);
        // The pictures of this crawl end early: what is kept of them is the reason.
        left.push((JSON.parse(stdout) as { readonly failed: number }).failed);
        expect(await dump()).toBe(whole);
      }
      expectDifferentPlaces(left);
    },
    60_000 + ROUNDS * 20_000,
  );
});

describe('a removal that is killed', () => {
  const SECRET = 'http://www.example.org/images/1';
  const REMOVE = ['remove', '--url-prefix', SECRET, '--library', 'library', '--json', '--quiet'];
  const inside = (name: string) => join(folder.path, name);

  it(
    `at ${ROUNDS} random moments leaves no trace when it is run again`,
    async () => {
      await dropLibrary();
      expect((await folder.run(INGEST)).code).toBe(0);
      await cp(inside('library'), inside('whole'), { recursive: true });
      const started = performance.now();
      expect((await folder.run(REMOVE)).code).toBe(0);
      const removalMs = performance.now() - started;
      const removed = await dump();
      expect(removed).not.toBe(clean);
      const random = seededRandom(8);
      for (let round = 0; round < ROUNDS; round++) {
        await dropLibrary();
        await cp(inside('whole'), inside('library'), { recursive: true });
        // The first part of the time is the start of the program.
        const ms = (0.3 + (0.7 * (round + random())) / ROUNDS) * removalMs;
        await folder.run(REMOVE, { onStart: signalAfter(ms, 'SIGKILL') });
        // 1: nothing was left to be removed, only to be erased.
        const { code, stderr } = await folder.run(REMOVE);
        expect({ isDone: code === 0 || code === 1, stderr }).toEqual({ isDone: true, stderr: '' });
        expect(await dump()).toBe(removed);
        const bytes = await readFile(join(inside('library'), 'library.sqlite'));
        expect(bytes.includes('example.org/images/1')).toBe(false);
      }
    },
    60_000 + ROUNDS * 20_000,
  );
});

describe('a merge that is killed', () => {
  const MERGE = ['merge', 'part-1', 'part-2', '--library', 'library', '--json', '--quiet'];

  it(
    `at ${ROUNDS} random moments becomes what it would have been`,
    async () => {
      for (const part of [1, 2]) {
        const into = ['--part', `${part}/2`, '--library', `part-${part}`, '--quiet'];
        expect((await folder.run(['ingest', 'crawl', ...into])).code).toBe(0);
      }
      await dropLibrary();
      const started = performance.now();
      expect((await folder.run(MERGE)).code).toBe(0);
      const mergeMs = performance.now() - started;
      expect(await dump()).toBe(clean);
      const random = seededRandom(13);
      const stages: string[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        await dropLibrary();
        // The library appears when the program has started, which takes the first part of the time.
        const ms = ((round + random()) / ROUNDS) * 0.6 * mergeMs;
        await folder.run(MERGE, { onStart: signalAfter(ms, 'SIGKILL') });
        stages.push(await stage());
        const { code, stderr } = await folder.run(MERGE);
        expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
        expect(await dump()).toBe(clean);
      }
      expectDifferentPlaces(stages);
    },
    60_000 + ROUNDS * 20_000,
  );
});

/** Says that kills spread over the run hit different moments of it. */
function expectDifferentPlaces(places: readonly (string | number)[]): void {
  if (places.length >= MANY_ROUNDS) expect(new Set(places).size).toBeGreaterThan(1);
}

function countOf(values: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1;
  return counts;
}
