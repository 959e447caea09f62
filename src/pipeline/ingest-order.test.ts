// What a library says depends on the set of its files: not on their order, on batches, on what was there before.
import { utimes } from 'node:fs/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  imageBytes,
  imageId,
  imageRecord,
  type LibraryFolder,
  openLibraryFolder,
  pageRecord,
  revisitRecord,
  sheetRecord,
} from '../../test/fixtures/library-archives.ts';
import { dumpLibrary } from '../../test/fixtures/library-dump.ts';
import { dumpRows } from '../../test/fixtures/library-rows-dump.ts';
import { aFile, HOST } from '../../test/fixtures/record-arbitraries.ts';
import type { Library } from '../index/index.ts';
import { loadImageDetails } from './image-details.ts';
import { removeFromLibrary } from './remove.ts';

const dumpOf = (folder: LibraryFolder, library: string) =>
  folder.look(library, async (opened) => `${await dumpLibrary(opened)}\n${dumpRows(opened)}`);

const remove = async (folder: LibraryFolder, name: string, collection: string) => {
  const library = await folder.open(name, { access: 'write' });
  try {
    await removeFromLibrary(library, { collections: [collection], isRemembered: false });
  } finally {
    library.close();
  }
};

const pagesOf = async (library: Library, name: string): Promise<string[]> =>
  (await loadImageDetails(library, imageId(name)))?.pages.map(
    ({ url, time }) => `${url} ${time}`,
  ) ?? [];

const seenIn = (folder: LibraryFolder, name: string) =>
  folder.look('library', (library) => pagesOf(library, name));

describe('a style sheet', () => {
  const page = () => pageRecord(HOST, '20100101', { title: 'Harbour', sheets: ['/style.css'] });
  const sheet = (time: string, text: string) => sheetRecord(`${HOST}style.css`, time, text);
  const image = (name: string) => imageRecord(`${HOST}${name}.png`, '20100101', name);
  const shows = (name: string) => `body { background: url(${name}.png) }`;

  it.each([
    [['page.warc'], ['sheet.warc'], ['image.warc']],
    [['image.warc'], ['sheet.warc'], ['page.warc']],
    [['sheet.warc', 'image.warc'], ['page.warc']],
    [['page.warc', 'image.warc'], ['sheet.warc']],
  ])('gives its images to pages of other runs: %j %j', async (...runs) => {
    await using folder = await openLibraryFolder();
    await folder.archive('page.warc', page());
    await folder.archive('sheet.warc', sheet('20100101', shows('one')));
    await folder.archive('image.warc', image('one'));
    for (const run of runs) {
      await folder.ingest(
        'library',
        run.map((name) => `${folder.path}/${name}`),
      );
    }
    expect(await seenIn(folder, 'one')).toEqual([`${HOST} 20100101000000`]);
  });

  it('that is captured nearer to the page takes the page over, and gives it back when it goes', async () => {
    await using folder = await openLibraryFolder();
    const rest = await folder.archive('a.warc', page(), image('one'), image('two'));
    const far = await folder.archive('far.warc', sheet('20120101', shows('one')));
    const near = await folder.archive('near.warc', sheet('20091231', shows('two')));
    await folder.ingest('library', [rest, far]);
    expect(await seenIn(folder, 'one')).toHaveLength(1);
    await folder.ingest('library', [near], { collection: 'near' });
    expect(await seenIn(folder, 'one')).toEqual([]);
    expect(await seenIn(folder, 'two')).toHaveLength(1);
    await remove(folder, 'library', 'near');
    expect(await seenIn(folder, 'one')).toHaveLength(1);
    expect(await seenIn(folder, 'two')).toEqual([]);
  });

  it('imports others, up to four levels and in circles', async () => {
    await using folder = await openLibraryFolder();
    const level = (number: number, next: number) =>
      sheetRecord(
        `${HOST}${number === 0 ? 'style' : number}.css`,
        '2010',
        `@import "${next}.css"; ${shows(`level${number}`)}`,
      );
    const circle = sheetRecord(`${HOST}2.css`, '2010', `@import "3.css"; @import "1.css";`);
    const names = [0, 1, 3, 4].map((number) => `level${number}`);
    const files = [page(), level(0, 1), level(1, 2), circle, level(3, 4), level(4, 5)];
    const images = names.map(image);
    for (const [index, record] of [...images, ...files].entries()) {
      await folder.ingest('library', [await folder.archive(`${index}.warc`, record)]);
    }
    const seen = [];
    for (const name of names) seen.push((await seenIn(folder, name)).length);
    expect(seen).toEqual([1, 1, 1, 0]);
  });

  it('counts its references as pairs of images and pages', async () => {
    await using folder = await openLibraryFolder();
    const path = await folder.archive('a.warc', page(), image('one'), sheet('2010', shows('one')));
    await folder.ingest('library', [path], { create: { referencedOnly: true } });
    await folder.look('library', async (library) => {
      expect(JSON.parse(await dumpLibrary(library)).stats.matched).toMatchObject({
        pairs: 1,
        bySurt: 1,
        indexed: 1,
      });
    });
  });

  it('keeps the images that it holds in itself, whoever links it', async () => {
    await using folder = await openLibraryFolder();
    const inside = `data:image/png;base64,${imageBytes('inside').toString('base64')}`;
    const path = await folder.archive('a.warc', sheet('2010', `a { background: url(${inside}) }`));
    await folder.ingest('library', [path]);
    expect(await seenIn(folder, 'inside')).toEqual([]);
    await folder.ingest('library', [await folder.archive('b.warc', page())]);
    expect(await seenIn(folder, 'inside')).toEqual([`${HOST} 20100101000000`]);
  });
});

describe('a settled revisit', () => {
  const photo = `${HOST}photo.png`;
  const timesOf = (folder: LibraryFolder) =>
    folder.look('library', async (library) =>
      (await loadImageDetails(library, imageId('photo')))?.versions.map(({ time }) =>
        time.slice(0, 4),
      ),
    );

  it('waits again when its original goes, and is settled when it comes back', async () => {
    await using folder = await openLibraryFolder();
    const original = await folder.archive('a.warc', imageRecord(photo, '2010', 'photo'));
    const revisit = await folder.archive(
      'b.warc',
      revisitRecord(photo, '2012', imageBytes('photo')),
    );
    await folder.ingest('library', [original], { collection: 'one' });
    await folder.ingest('library', [revisit], { collection: 'two' });
    expect(await timesOf(folder)).toEqual(['2010', '2012']);
    await remove(folder, 'library', 'one');
    expect(await timesOf(folder)).toBeUndefined();
    await folder.ingest('library', [original], { collection: 'one' });
    expect(await timesOf(folder)).toEqual(['2010', '2012']);
    await folder.archive('a.warc', imageRecord(photo, '2010', 'another photo'));
    await folder.ingest('library', [original], { collection: 'one' });
    expect(await timesOf(folder)).toBeUndefined();
  });

  it('is settled with another original when its own goes', async () => {
    await using folder = await openLibraryFolder();
    const records = ['2010', '2011'].map((year) => imageRecord(photo, year, 'photo'));
    const revisit = revisitRecord(photo, '2012', imageBytes('photo'));
    for (const [index, record] of [...records, revisit].entries()) {
      const path = await folder.archive(`${index}.warc`, record);
      await folder.ingest('library', [path], { collection: `${index}` });
    }
    await remove(folder, 'library', '1');
    expect(await timesOf(folder)).toEqual(['2010', '2012']);
  });
});

/** Files 0 and 1 are of the collection `even`, the others of `odd`. */
const FILES = 4;
const collectionOf = (file: number) => (file < 2 ? 'even' : 'odd');
type Step =
  | { readonly kind: 'write'; readonly file: number; readonly records: readonly Buffer[] }
  | { readonly kind: 'ingest'; readonly files: readonly number[] }
  | { readonly kind: 'remove'; readonly collection: string };
const batch = fc.constantFrom([0], [1], [2], [3], [0, 1], [1, 0], [2, 3], [3, 2]);
const aStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: batch.map((files) => ({ kind: 'ingest', files }) as const) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('write' as const),
      file: fc.nat(FILES - 1),
      records: aFile,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('remove' as const),
      collection: fc.constantFrom('even', 'odd'),
    }),
  },
);

describe('a library', () => {
  it('says what its files say, whatever order, batches, changes and removals led to them', async () => {
    const world = fc.tuple(
      fc.array(aFile, { minLength: FILES, maxLength: FILES }),
      fc.array(aStep, { minLength: 5, maxLength: 9 }),
      fc.shuffledSubarray([0, 1, 2, 3], { minLength: FILES }),
    );
    await fc.assert(
      fc.asyncProperty(world, async ([files, steps, lastOrder]) => {
        await using folder = await openLibraryFolder();
        let clock = 1000;
        const write = async (file: number, records: readonly Buffer[]) => {
          // Files with the same bytes would be copies of each other.
          const mark = pageRecord(`${HOST}file/${file}`, '2000');
          const path = await folder.archive(`${file}.warc`, mark, ...records);
          await utimes(path, clock, clock++);
        };
        const ingest = (library: string, batchFiles: readonly number[]) =>
          folder.ingest(
            library,
            batchFiles.map((file) => `${folder.path}/${file}.warc`),
            { collection: collectionOf(batchFiles[0] ?? 0) },
          );
        for (const [file, records] of files.entries()) await write(file, records);
        const inside = new Set<number>();
        for (const step of steps) {
          if (step.kind === 'write') await write(step.file, step.records);
          else if (step.kind === 'ingest') {
            await ingest('lived', step.files);
            for (const file of step.files) inside.add(file);
          } else if ([...inside].some((file) => collectionOf(file) === step.collection)) {
            await remove(folder, 'lived', step.collection);
            for (const file of inside)
              if (collectionOf(file) === step.collection) inside.delete(file);
          }
        }
        // Those that were written again since they were read.
        for (const file of lastOrder) if (inside.has(file)) await ingest('lived', [file]);
        fc.pre(inside.size > 0);
        for (const collection of ['even', 'odd']) {
          const own = [...inside].filter((file) => collectionOf(file) === collection);
          if (own.length > 0) await ingest('clean', own);
        }
        expect(await dumpOf(folder, 'lived')).toBe(await dumpOf(folder, 'clean'));
      }),
      { numRuns: Number(process.env['PINAKES_ORDER_RUNS'] ?? 12), seed: 2026, endOnFailure: true },
    );
  });
});
