// Units of work and the step that reads them, as a scheduler would start them: the library is that of the archives.
import { spawnSync } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROW_STEPS } from '../../src/cli/commands/step.ts';
import { STAGES, STEP_NAMES } from '../../src/pipeline/steps/stages.ts';
import {
  answerRecord,
  imageBytes,
  imageRecord,
  type LibraryFolder,
  openLibraryFolder,
  pageRecord,
  revisitRecord,
  sheetRecord,
} from '../fixtures/library-archives.ts';
import { dumpLibrary } from '../fixtures/library-dump.ts';
import { dumpRows } from '../fixtures/library-rows-dump.ts';

const DEMO = join(import.meta.dirname, '..', '..', 'demo', 'archives');
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
  const planned = pinakes(['plan', '--whole', ...paths]);
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
  const [first = '', ...others] = pinakes(['plan', '--whole', ...paths])
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
  const [line = ''] = pinakes(['plan', '--whole', ...(await writeArchives(folder))]).stdout.split(
    '\n',
  );
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

/** All steps as a shell would do them, with a sort between; gives the rows of the result. */
function runByHand(parts: string): string[] {
  const extracted = parts.split('\n').map((part) => pinakes(['step', 'extract'], `${part}\n`));
  let rows = extracted.flatMap(({ stdout }) => stdout.trim().split('\n'));
  for (const { step, takes, knows = [], again, replaces } of STAGES) {
    if (step === 'facts') continue;
    let given = rows;
    for (let round = 0; round <= (again?.rounds ?? 0); round++) {
      const isOf = (tables: readonly string[]) => (row: string) =>
        tables.includes(row.slice(0, row.indexOf('\t')));
      const taken = given.filter(isOf(takes));
      if (taken.length === 0) break;
      const sorted = [...taken, ...rows.filter(isOf(knows))].sort((a, b) =>
        Buffer.compare(Buffer.from(toSortKey(a)), Buffer.from(toSortKey(b))),
      );
      const ends = given.filter(isOf(['#end']));
      const { status, stdout, stderr } = pinakes(
        ['step', step],
        [...sorted, ...ends, ''].join('\n'),
      );
      expect([step, status, stderr]).toEqual([step, 0, '']);
      given = stdout.trim().split('\n');
      if (replaces !== undefined) rows = rows.filter((row) => !isOf([replaces])(row));
      rows = [...rows.map((row) => without(row, replaces)), ...given];
      if (again === undefined || !given.some(isOf([again.until]))) break;
    }
  }
  return rows.filter((row) => row.startsWith('document\t'));
}

const toSortKey = (row: string) => row.split('\t').slice(1, 3).join('\t');

/** The end of a step no longer tells of rows that were replaced. */
function without(row: string, table: string | undefined): string {
  if (table === undefined || !row.startsWith('#end\t')) return row;
  const at = row.lastIndexOf('\t') + 1;
  const end = JSON.parse(row.slice(at));
  delete end.written[table];
  return row.slice(0, at) + JSON.stringify(end);
}

it('makes documents by steps on lines, as run-steps and ingest do', async () => {
  await using folder = await openLibraryFolder();
  const images = [
    { src: 'http://img.test/a.png', alt: 'harbour' },
    { src: 'http://old.test/a.png', alt: 'moved' },
    { src: 'http://img.test/photo-150x150.jpg', alt: 'small' },
  ];
  const paths = [
    ...(await writeArchives(folder)),
    await folder.archive(
      'z.warc.gz',
      pageRecord('http://two.test/', '2004', { images, sheets: ['http://two.test/s.css'] }),
      answerRecord('http://old.test/a.png', '2004', 301, 'http://img.test/b.png'),
      sheetRecord('http://two.test/s.css', '2004', 'a { background: url(bg.png) }'),
      imageRecord('http://two.test/bg.png', '2004', 'bg'),
      imageRecord('http://img.test/photo.jpg', '2004', 'photo', 300),
      imageRecord('http://img.test/photo-150x150.jpg', '2004', 'photo small', 150),
    ),
  ];
  await folder.ingest('direct', paths);
  const expected = (await documentsOf(folder, 'direct')).map((one) => JSON.stringify(one)).sort();
  expect(expected.length).toBe(4);
  expect(expected.join()).toContain('"picture"');
  const parts = pinakes(['plan', ...paths]).stdout.trim();
  const byHand = runByHand(parts).map((row) => row.slice(row.indexOf('{')));
  expect(byHand.sort()).toEqual(expected);
  await writeFile(join(folder.path, 'parts'), parts);
  const out = join(folder.path, 'out');
  const done = pinakes(['run-steps', join(folder.path, 'parts'), '--out', out, '--json']);
  expect([done.status, JSON.parse(done.stdout).documents]).toEqual([0, 4]);
  const files = await readdir(join(out, 'documents'));
  const texts = files.map((name) => readFile(join(out, 'documents', name), 'utf8'));
  const found = (await Promise.all(texts)).flatMap((text) => text.split('\n').filter(Boolean));
  expect(found.sort()).toEqual(expected);
}, 120_000);

it('keeps what `merge` makes the library of, that ingesting the same archives would have made', async () => {
  await using folder = await openLibraryFolder();
  const inside = (name: string) => join(folder.path, name);
  const library = (name: string) => ['--library', inside(name)];
  let parts = '';
  for (const collection of await readdir(DEMO)) {
    const named = [join(DEMO, collection), '--collection', collection];
    parts += pinakes(['plan', ...named]).stdout;
    const flags = ['--no-thumbnails', '--nsfw', 'off', ...library('direct')];
    expect(pinakes(['ingest', ...named, ...flags]).status).toBe(0);
  }
  await writeFile(inside('parts'), parts);
  const kept = ['--for-library', '--out', inside('out')];
  expect(pinakes(['run-steps', inside('parts'), ...kept]).status).toBe(0);
  const merged = pinakes(['merge', inside('out'), ...library('merged'), '--json']);
  expect(merged.status).toBe(0);
  expect(JSON.parse(merged.stdout)).toMatchObject({ files: 11, knownFiles: 0, failedFiles: 0 });
  const dumpOf = (name: string) =>
    folder.look(name, async (one) => `${await dumpLibrary(one)}\n${dumpRows(one)}`);
  expect(await dumpOf('merged')).toBe(await dumpOf('direct'));
  const again = pinakes(['merge', inside('out'), ...library('merged')]);
  expect(again.stdout).toContain('0 files of 1 sources, 11 known already');
  await writeFile(inside('one'), parts.slice(0, parts.indexOf('\n')));
  const without = pinakes(['run-steps', inside('one'), '--out', inside('without')]);
  expect(without.status).toBe(0);
  const refused = pinakes(['merge', inside('without'), ...library('merged')]);
  expect([refused.status, refused.stderr]).toEqual([2, expect.stringContaining('--for-library')]);
}, 120_000);

it('refuses rows that are cut off, unsorted, of another version or of another step', async () => {
  await using folder = await openLibraryFolder();
  const parts = pinakes(['plan', ...(await writeArchives(folder))]).stdout;
  const { stdout } = pinakes(['step', 'extract'], parts);
  const rows = stdout.trim().split('\n');
  const end = rows.pop() ?? '';
  expect(end).toMatch(/^#end\t/);
  const mine = rows.filter((row) => /^(?:turn|reference)\t/.test(row));
  const sorted = mine.sort((a, b) => (toSortKey(a) < toSortKey(b) ? -1 : 1));
  const merge = (...lines: string[]) => pinakes(['step', 'merge-surt'], `${lines.join('\n')}\n`);
  expect(merge(...sorted, end)).toMatchObject({ status: 0 });
  for (const [lines, reason] of [
    [sorted, 'has no end'],
    [[...sorted.slice(1), end], 'were written'],
    [[end], 'got none of its rows'],
    [[...sorted.slice().reverse(), end], 'not sorted'],
    [[...sorted, end.replace(/"version":"[^"]*"/, '"version":"0.0.1"')], 'of version 0.0.1'],
    [[...sorted, 'fact\ta\t0\t1', end], 'no rows of the table "fact"'],
  ] as const) {
    const { status, stderr } = merge(...lines);
    expect([status, stderr]).toEqual([2, expect.stringContaining(reason)]);
  }
  const poisoned = merge(
    ...sorted,
    'turn\tzz\t0\t{',
    end.replace(/"turn":(\d+)/, (_, n) => `"turn":${Number(n) + 1}`),
  );
  expect([poisoned.status, poisoned.stdout]).toEqual([3, expect.stringContaining('#poison\t')]);
}, 60_000);

it('names all steps', () => {
  expect(ROW_STEPS).toEqual(STEP_NAMES);
});
