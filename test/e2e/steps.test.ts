// Units of work and the step that reads them, as a scheduler would start them: the library is that of the archives.
import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import {
  imageBytes,
  imageRecord,
  type LibraryFolder,
  openLibraryFolder,
  pageRecord,
  revisitRecord,
} from '../fixtures/library-archives.ts';

const BIN = join(import.meta.dirname, '..', '..', 'bin', 'pinakes');

function pinakes(args: readonly string[], input = '') {
  return spawnSync(process.execPath, [BIN, ...args], { input, encoding: 'utf8' });
}

async function writeArchives(folder: LibraryFolder): Promise<string[]> {
  const images = [{ src: 'http://img.test/a.png', alt: 'harbour' }];
  return [
    await folder.archive('pages.warc', pageRecord('http://one.test/', '2001', { images })),
    await folder.archive('images.warc', imageRecord('http://img.test/a.png', '2002', 'a')),
    await folder.archive(
      'more.warc',
      revisitRecord('http://img.test/b.png', '2003', imageBytes('a')),
    ),
  ];
}

const documentsOf = (folder: LibraryFolder, name: string) =>
  folder.look(name, async (library) =>
    [...library.documents.all()].map(({ document }) => document),
  );

it('gives the library that the archives give', async () => {
  await using folder = await openLibraryFolder();
  const paths = await writeArchives(folder);
  await folder.ingest('direct', paths);
  const planned = pinakes(['plan', ...paths]);
  expect(planned.status).toBe(0);
  const outputs: string[] = [];
  // Each by a process of its own, the last first.
  for (const [number, line] of planned.stdout.trim().split('\n').reverse().entries()) {
    const { status, stdout } = pinakes(['step', 'extract'], `${line}\n`);
    expect(status).toBe(0);
    outputs.push(join(folder.path, `part-0000${number}-of-a-job.txt`));
    await writeFile(outputs[number] ?? '', stdout);
  }
  const flags = ['--no-thumbnails', '--nsfw', 'off', '--library', join(folder.path, 'steps')];
  expect(pinakes(['ingest', ...outputs, ...flags]).status).toBe(0);
  const documents = await documentsOf(folder, 'steps');
  expect(documents).toHaveLength(1);
  expect(documents).toMatchObject([{ matchingImages: 2, matchingPages: 1 }]);
  expect(JSON.stringify(documents)).toBe(JSON.stringify(await documentsOf(folder, 'direct')));
});

it('tells of an archive that has gone, and goes on', async () => {
  await using folder = await openLibraryFolder();
  const paths = await writeArchives(folder);
  const [first = '', ...others] = pinakes(['plan', ...paths])
    .stdout.trim()
    .split('\n');
  const gone = first.replaceAll('images.warc', 'gone.warc').replaceAll('pages.warc', 'gone.warc');
  const { status, stdout, stderr } = pinakes(['step', 'extract'], [gone, ...others, ''].join('\n'));
  expect(status).toBe(3);
  expect(stderr).toContain('gone.warc could not be read');
  const ends = stdout.split('\n').filter((line) => line.startsWith('{"kind":"archive-end"'));
  expect(ends.map((line) => 'failure' in JSON.parse(line))).toEqual([true, false, false]);
  expect(stdout).toMatch(/\{"kind":"end","archives":3\}\n$/);
});

it('prints nothing for lines of another version or of something else', async () => {
  await using folder = await openLibraryFolder();
  const [line = ''] = pinakes(['plan', ...(await writeArchives(folder))]).stdout.split('\n');
  const later = JSON.stringify({ ...JSON.parse(line), version: '999.0.0' });
  for (const [wrong, reason] of [
    [later, 'planned by version 999.0.0'],
    ['crawl.warc.gz', 'not a line of `pinakes plan`'],
    ['{"kind":"archive"', 'not a line of `pinakes plan`'],
  ] as const) {
    const { status, stdout, stderr } = pinakes(['step', 'extract'], `${line}\n${wrong}\n`);
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toContain(`Line 2 of the standard input cannot be used: it`);
    expect(stderr).toContain(reason);
  }
});
