// Processes that meet at one library: writers one at a time, readers and copies always.
import type { ChildProcess } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openLibrary } from '../../src/index/index.ts';
import { makeCrawl } from '../fixtures/library-crawl.ts';
import { dumpLibrary } from '../fixtures/library-dump.ts';
import { type CliFolder, openCliFolder } from './run-cli.ts';

/** A folder with a crawl of some files, the first of which is in the library. */
async function openCrawl(): Promise<CliFolder> {
  const folder = await openCliFolder();
  for (const [name, bytes] of makeCrawl(4, 60)) await folder.write(`crawl/${name}`, bytes);
  const { code } = await folder.run([...INGEST, 'crawl/crawl-0.warc.gz']);
  expect(code).toBe(0);
  return folder;
}

const INGEST = ['ingest', '--library', 'library', '--quiet'];

/** Runs an ingest of everything; `atWork` is called when it holds the library. */
async function whileIngesting(
  folder: CliFolder,
  atWork: (child: ChildProcess) => Promise<void>,
): Promise<number> {
  let work: Promise<void> | undefined;
  const { code } = await folder.run([...INGEST, 'crawl'], {
    onStart: (child) => {
      child.stdin?.end();
      work = isOpened(folder, child).then(() => atWork(child));
    },
  });
  await work;
  return code;
}

/** The log grows when a writer has opened the library and is at work; while it opens it, readers may have to wait. */
async function isOpened(folder: CliFolder, child: ChildProcess): Promise<void> {
  const log = join(folder.path, 'library', 'library.sqlite-wal');
  while (child.exitCode === null && !(statSync(log, { throwIfNoEntry: false })?.size ?? 0)) {
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}

it('a second writer is refused at once, readers are served, and a death frees the lock', async () => {
  await using folder = await openCrawl();
  const code = await whileIngesting(folder, async (child) => {
    child.kill('SIGSTOP'); // holds the library for as long as we look
    const started = performance.now();
    await using _ = { [Symbol.asyncDispose]: async () => void child.kill('SIGKILL') };
    const refused = await folder.run([...INGEST, 'crawl', '--json']);
    expect(refused.code).toBe(2);
    expect(JSON.parse(refused.stderr).error.code).toBe('LIBRARY_LOCKED');
    expect(performance.now() - started).toBeLessThan(8000);
    const removal = await folder.run(['remove', '--collection', 'default', '--library', 'library']);
    expect(removal).toMatchObject({ code: 2 });
    const found = await folder.run(['search', 'harbour', '--library', 'library', '--json']);
    expect(found.code).toBe(0);
    expect((await folder.run(['doctor', '--library', 'library'])).code).toBe(0);
  });
  expect(code).toBe(-1);
  const after = await folder.run([...INGEST, 'crawl']);
  expect(after).toMatchObject({ code: 0, stderr: '' });
});

it('a backup beside a writer is whole and of one moment', async () => {
  await using folder = await openCrawl();
  let copies = 0;
  const code = await whileIngesting(folder, async (child) => {
    while (child.exitCode === null && copies < 2) {
      const copied = await folder.run([
        'backup',
        `copy-${copies}`,
        '--library',
        'library',
        '--quiet',
      ]);
      expect(copied).toMatchObject({ code: 0, stderr: '' });
      copies++;
    }
  });
  expect(code).toBe(0);
  expect(copies).toBeGreaterThan(0);
  for (let copy = 0; copy < copies; copy++) {
    const library = `copy-${copy}`;
    const checked = await folder.run(['doctor', '--library', library, '--thorough']);
    expect(checked).toMatchObject({ code: 0 });
    // Whatever the moment was, the copy can be completed to the same library.
    await folder.run(['ingest', 'crawl', '--library', library, '--quiet']);
  }
  const dumps = ['library', ...Array.from({ length: copies }, (_, copy) => `copy-${copy}`)];
  const texts = await Promise.all(
    dumps.map(async (name) => {
      expect(existsSync(join(folder.path, name, 'library.json'))).toBe(true);
      const library = await openLibrary(join(folder.path, name));
      const text = await dumpLibrary(library);
      library.close();
      return text;
    }),
  );
  expect(new Set(texts).size).toBe(1);
});
