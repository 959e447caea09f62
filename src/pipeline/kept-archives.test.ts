// What steps have kept makes the library that ingesting the archives would have given.
import { mkdir, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  imageId,
  imageRecord,
  type LibraryFolder,
  openLibraryFolder,
  pageRecord,
} from '../../test/fixtures/library-archives.ts';
import { dumpLibrary } from '../../test/fixtures/library-dump.ts';
import { dumpRows } from '../../test/fixtures/library-rows-dump.ts';
import { aFile, CONTENTS, HOST } from '../../test/fixtures/record-arbitraries.ts';
import type { TakedownEntry } from '../index/index.ts';
import type { Timestamp } from '../model/capture.ts';
import { planExtraction } from './extract-plan.ts';
import { openKeptArchives } from './kept-archives.ts';
import { mergeLibraries } from './merge.ts';
import { type PartLine, parsePlanLine, printPartLines } from './steps/plan-line.ts';
import { runSteps, type StepsRun } from './steps/run-steps.ts';

const SETTINGS: StepsRun['settings'] = {
  ...{ mode: 'compact', referencedOnly: false, options: {}, takedowns: [] },
  ...{ forLibrary: true, embargo: '', withNsfw: false },
};

/** Each archive in parts of so many records. */
async function plan(paths: readonly string[], cuts: readonly number[] = []): Promise<PartLine[]> {
  const { archives } = await planExtraction(paths);
  return archives
    .flatMap((archive) => {
      const starts = [0, ...cuts.filter((at) => at < archive.size)];
      return printPartLines({ ...archive, starts }, { version: '1', collection: 'default' });
    })
    .map((line) => parsePlanLine(line, '1'))
    .filter((line): line is PartLine => typeof line !== 'string' && line.kind === 'part');
}

async function keep(folder: LibraryFolder, name: string, parts: readonly PartLine[], more = {}) {
  const out = join(folder.path, name);
  await runSteps({ parts, out, workers: 0, settings: { ...SETTINGS, ...more } });
  return out;
}

async function merge(folder: LibraryFolder, outs: readonly string[], into: string) {
  const kept = [];
  for (const out of outs) kept.push(await openKeptArchives(out));
  const target = await folder.open(into, { access: 'write', create: {} });
  const told: string[] = [];
  try {
    const outcome = await mergeLibraries({
      ...{ kept, sources: [], target },
      onSkipped: (_, { name }, reason, detail) => told.push(`${name} ${reason} ${detail}`),
    });
    return { outcome, told };
  } finally {
    target.close();
  }
}

const dumpOf = (folder: LibraryFolder, name: string) =>
  folder.look(name, async (library) => {
    const all = `${await dumpLibrary(library)}\n${dumpRows(library)}`;
    // Bytes at borders that are no beginnings of records are read, and counted, on both sides.
    return all.replace(/"bytes": \d+/g, '').replaceAll(`"${name}"`, '""');
  });

it('is what ingesting the archives would have given, whatever the parts', async () => {
  const world = fc.record({
    files: fc.array(aFile, { minLength: 3, maxLength: 3 }),
    // Where parts begin: also within a record, which then belongs to the part before.
    cuts: fc.uniqueArray(fc.integer({ min: 1, max: 4000 }), { maxLength: 3 }),
    hidden: fc.option(fc.constantFrom(...CONTENTS), { freq: 3 }),
  });
  await fc.assert(
    fc.asyncProperty(world, async ({ files, cuts, hidden }) => {
      await using folder = await openLibraryFolder();
      const paths: string[] = [];
      for (const [file, records] of files.entries()) {
        const mark = pageRecord(`${HOST}file/${file}`, '2000');
        paths.push(await folder.archive(`${file}.warc`, mark, ...records));
      }
      const takedowns = hidden === null ? [] : [takedownOf(imageId(hidden))];
      const direct = await folder.open('direct', { access: 'write', create: {} });
      direct.transaction(() => {
        for (const entry of takedowns) direct.takedowns.add(entry);
      });
      direct.close();
      await folder.ingest('direct', paths);
      const [first = '', ...others] = paths;
      const sorted = [...cuts].sort((a, b) => a - b);
      const outs = [
        await keep(folder, 'one', await plan([first], sorted), { takedowns }),
        await keep(folder, 'two', await plan(others, sorted), { takedowns }),
      ];
      const { outcome } = await merge(folder, outs, 'merged');
      expect(outcome).toMatchObject({ files: 3, known: 0, failed: 0 });
      expect(await dumpOf(folder, 'merged')).toBe(await dumpOf(folder, 'direct'));
    }),
    { numRuns: 15 },
  );
});

it('copies nothing twice, and joins what a library has', async () => {
  await using folder = await openLibraryFolder();
  const [a, b] = await writeTwo(folder);
  await folder.ingest('merged', [a], { collection: 'first' });
  await folder.ingest('direct', [a], { collection: 'first' });
  await folder.ingest('direct', [a, b], { collection: 'default' });
  const parts = await plan([a, b]);
  // Planned twice, read twice, kept once.
  const out = await keep(folder, 'out', [...parts, ...parts]);
  expect((await merge(folder, [out], 'merged')).outcome).toMatchObject({ files: 1, known: 1 });
  expect(await dumpOf(folder, 'merged')).toBe(await dumpOf(folder, 'direct'));
  expect((await merge(folder, [out], 'merged')).outcome).toMatchObject({ files: 0, known: 2 });
});

it('keeps the later state of an archive', async () => {
  await using folder = await openLibraryFolder();
  const image = (name: string) => imageRecord('http://one.test/a.png', '2002', name);
  const path = await folder.archive('a.warc', image('first'));
  await utimes(path, 1000, 1000);
  const earlier = await keep(folder, 'earlier', await plan([path]));
  await folder.archive('a.warc', image('second'), image('third'));
  await utimes(path, 2000, 2000);
  await folder.ingest('merged', [path], { collection: 'default' });
  const later = await keep(folder, 'later', await plan([path]));
  const before = await dumpOf(folder, 'merged');
  const { outcome, told } = await merge(folder, [earlier], 'merged');
  expect([outcome.superseded, told]).toEqual([1, [`${path} superseded undefined`]]);
  expect(await dumpOf(folder, 'merged')).toBe(before);
  await merge(folder, [earlier, later], 'other');
  expect(await dumpOf(folder, 'other')).toBe(before);
});

it('tells of archives that lack a part, and of rows that cannot be', async () => {
  await using folder = await openLibraryFolder();
  const [a, b] = await writeTwo(folder);
  const [head, tail, ...whole] = [...(await plan([a], [300])), ...(await plan([b]))];
  if (head === undefined || tail === undefined) throw new Error('no parts');
  const out = await keep(folder, 'out', [tail, ...whole]);
  const lacking = await merge(folder, [out], 'merged');
  expect(lacking.outcome).toMatchObject({ files: 2, failed: 1 });
  expect(lacking.told).toEqual([`${a} unreadable its part from 0 is missing`]);
  // What was missing comes later.
  const complete = await keep(folder, 'complete', [head, tail]);
  expect((await merge(folder, [complete], 'merged')).outcome).toMatchObject({
    files: 1,
    failed: 0,
  });
  await folder.ingest('direct', [a, b]);
  expect(await dumpOf(folder, 'merged')).toBe(await dumpOf(folder, 'direct'));

  const rows = join(out, 'rows', 'extract', '1');
  const [name = ''] = (await readdir(rows)).filter((one) => one.startsWith('library-'));
  const text = await readFile(join(rows, name), 'utf8');
  await writeFile(join(rows, name), text.slice(0, text.lastIndexOf('\n', text.length - 2) + 1));
  const damaged = await merge(folder, [out], 'damaged');
  expect(damaged.told.join()).toContain('it has not the');
  expect(damaged.outcome.failed).toBe(2);
});

it('reads rows that somebody else has sorted, and refuses those that are not', async () => {
  await using folder = await openLibraryFolder();
  const [a, b] = await writeTwo(folder);
  await folder.ingest('direct', [a, b]);
  const out = await keep(folder, 'out', await plan([a, b], [300]));
  const lines = await libraryRows(out);
  await rm(join(out, 'rows'), { recursive: true });
  await writeLibrary(folder, 'sorted', [...lines, ...lines].sort());
  const sorted = join(folder.path, 'sorted');
  expect((await merge(folder, [sorted], 'merged')).outcome).toMatchObject({ files: 2, failed: 0 });
  expect(await dumpOf(folder, 'merged')).toBe(await dumpOf(folder, 'direct'));

  await writeLibrary(folder, 'unsorted', [...lines.slice(0, 1), ...lines.slice(2, 4)]);
  const { told } = await merge(folder, [join(folder.path, 'unsorted')], 'other');
  expect(told.join()).toContain('it is cut off within');
  await writeLibrary(folder, 'hostile', [lines[0] ?? '', 'a\t1\t{"kind":"page","url":1}']);
  const hostile = await merge(folder, [join(folder.path, 'hostile')], 'other');
  expect(hostile.told.join()).toContain('a row cannot be: `url` is not what it must be');
  const without = await keep(folder, 'without', await plan([a]), { forLibrary: false });
  await expect(openKeptArchives(without)).rejects.toMatchObject({ code: 'INPUT_UNREADABLE' });
});

async function writeTwo(folder: LibraryFolder): Promise<[string, string]> {
  const images = [{ src: '/a.png', alt: 'a harbour' }];
  return [
    await folder.archive(
      'a.warc',
      pageRecord('http://one.test/', '2001', { images, title: 'Harbour' }),
      imageRecord('http://one.test/a.png', '2002', 'a'),
    ),
    await folder.archive(
      'b.warc',
      imageRecord('http://one.test/a.png', '2003', 'b'),
      pageRecord('http://two.test/', '2004', { images, title: 'Another' }),
      imageRecord('http://two.test/a.png', '2002', 'a'),
    ),
  ];
}

/** What a job writes: key, rank and JSON of all rows. */
async function libraryRows(out: string): Promise<string[]> {
  const extracted = join(out, 'rows', 'extract');
  const texts: string[] = [];
  for (const part of await readdir(extracted)) {
    for (const name of await readdir(join(extracted, part))) {
      if (name.startsWith('library-')) {
        texts.push(await readFile(join(extracted, part, name), 'utf8'));
      }
    }
  }
  return texts.flatMap((text) => text.split('\n').filter(Boolean)).sort();
}

async function writeLibrary(folder: LibraryFolder, name: string, lines: readonly string[]) {
  await mkdir(join(folder.path, name, 'library'), { recursive: true });
  const path = join(folder.path, name, 'library', 'part-00000-a.txt');
  await writeFile(path, lines.map((line) => `${line}\n`).join(''));
}

function takedownOf(value: string): TakedownEntry {
  return { kind: 'image', value, time: '20200101000000' as Timestamp };
}
