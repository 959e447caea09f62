// Merging gives the library that ingesting all files would have given, whatever the split, the order and the overlap.
import { readFileSync } from 'node:fs';
import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
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
} from '../../test/fixtures/library-archives.ts';
import { dumpLibrary } from '../../test/fixtures/library-dump.ts';
import { dumpRows } from '../../test/fixtures/library-rows-dump.ts';
import { aFile, CONTENTS, HOST } from '../../test/fixtures/record-arbitraries.ts';
import { THUMBNAIL } from '../enrich/enrich.ts';
import { openThumbnails, pictureMark } from '../index/index.ts';
import { type MergeOutcome, mergeLibraries } from './merge.ts';
import { type RemoveRequest, removeFromLibrary } from './remove.ts';

const PHOTO = `${HOST}photo.png`;

async function merge(
  folder: LibraryFolder,
  names: readonly string[],
  into: string,
  options: { readonly signal?: AbortSignal; readonly onCopy?: () => void } = {},
): Promise<MergeOutcome> {
  const sources = [];
  for (const name of names) sources.push(await folder.open(name));
  const target = await folder.open(into, { access: 'write', create: {} });
  try {
    return await mergeLibraries({
      sources,
      target,
      signal: options.signal,
      onProgress: ({ step }) => {
        if (step === 'copying') options.onCopy?.();
      },
    });
  } finally {
    for (const library of [target, ...sources]) library.close();
  }
}

async function remove(folder: LibraryFolder, name: string, request: RemoveRequest): Promise<void> {
  const library = await folder.open(name, { access: 'write' });
  await removeFromLibrary(library, request).finally(() => library.close());
}

const dumpOf = (folder: LibraryFolder, name: string) =>
  folder.look(name, async (library) => `${await dumpLibrary(library)}\n${dumpRows(library)}`);
/** What can be seen, without the truth behind it: files that hold something hidden differ in what was counted when they were read. */
const imagesOf = (folder: LibraryFolder, name: string) =>
  folder.look(name, async (library) => JSON.parse(await dumpLibrary(library)).images);

describe('a merged library', () => {
  it('is what ingesting all files would have given', async () => {
    const FILES = 4;
    const world = fc.record({
      files: fc.array(aFile, { minLength: FILES, maxLength: FILES }),
      // Each library has some of the files, some files are in several.
      libraries: fc.array(fc.shuffledSubarray([0, 1, 2, 3], { minLength: 1 }), {
        minLength: 1,
        maxLength: 3,
      }),
      order: fc.shuffledSubarray([0, 1, 2], { minLength: 3 }),
      hidden: fc.option(fc.constantFrom(...CONTENTS), { freq: 3 }),
    });
    await fc.assert(
      fc.asyncProperty(world, async ({ files, libraries, order, hidden }) => {
        await using folder = await openLibraryFolder();
        for (const [file, records] of files.entries()) {
          const mark = pageRecord(`${HOST}file/${file}`, '2000');
          const path = await folder.archive(`${file}.warc`, mark, ...records);
          await utimes(path, 1000 + file, 1000 + file);
        }
        const pathOf = (file: number) => `${folder.path}/${file}.warc`;
        const collectionOf = (file: number) => ({ collection: file < 2 ? 'even' : 'odd' });
        const takedown = { images: hidden === null ? [] : [imageId(hidden)] };
        for (const [number, members] of libraries.entries()) {
          for (const file of members) {
            await folder.ingest(`part-${number}`, [pathOf(file)], collectionOf(file));
          }
          if (number === 0 && hidden !== null) await remove(folder, 'part-0', takedown);
        }
        const names = order.filter((number) => number < libraries.length);
        await merge(
          folder,
          names.map((number) => `part-${number}`),
          'merged',
        );
        const all = [...new Set(libraries.flat())].sort();
        (await folder.open('whole', { access: 'write', create: {} })).close();
        if (hidden !== null) await remove(folder, 'whole', takedown);
        for (const file of all) await folder.ingest('whole', [pathOf(file)], collectionOf(file));
        if (hidden === null) {
          expect(await dumpOf(folder, 'merged')).toBe(await dumpOf(folder, 'whole'));
        } else {
          expect(await imagesOf(folder, 'merged')).toEqual(await imagesOf(folder, 'whole'));
        }
      }),
      { numRuns: Number(process.env['PINAKES_ORDER_RUNS'] ?? 8), seed: 2026, endOnFailure: true },
    );
  }, 300_000);

  it('settles revisits with originals of other libraries', async () => {
    await using folder = await openLibraryFolder();
    const one = await folder.archive('one.warc', imageRecord(PHOTO, '2010', 'photo'));
    const two = await folder.archive('two.warc', revisitRecord(PHOTO, '2012', imageBytes('photo')));
    await folder.ingest('first', [two]);
    await folder.ingest('second', [one]);
    const outcome = await merge(folder, ['first', 'second'], 'merged');
    expect(outcome).toMatchObject({ files: 2, known: 0, imageCaptures: 1, changedDocuments: 1 });
    await folder.look('merged', (library) => {
      const [found] = library.documents.all();
      expect(found?.document.matchingImages).toBe(2);
    });
  });

  it('is completed by the same call after an interruption, and left alone by the next', async () => {
    await using folder = await openLibraryFolder();
    const paths = [];
    for (const number of [0, 1, 2]) {
      const image = imageRecord(`${HOST}${number}.png`, '2010', `image ${number}`);
      const again = revisitRecord(`${HOST}${number}.png`, '2011', imageBytes('image 0'));
      paths.push(await folder.archive(`${number}.warc`, image, again));
    }
    await folder.ingest('part', paths);
    await folder.ingest('whole', paths);
    const controller = new AbortController();
    let copied = 0;
    const onCopy = () => {
      if (++copied === 2) controller.abort();
    };
    const first = await merge(folder, ['part'], 'merged', { signal: controller.signal, onCopy });
    expect(first.files).toBe(2);
    const second = await merge(folder, ['part'], 'merged');
    expect(second).toMatchObject({ files: 1, known: 2 });
    expect(await dumpOf(folder, 'merged')).toBe(await dumpOf(folder, 'whole'));
    const third = await merge(folder, ['part', 'whole'], 'merged');
    expect(third).toMatchObject({ files: 0, known: 6, changedDocuments: 0 });
  });

  it('has nothing of what was taken down in one of them, and keeps it out', async () => {
    await using folder = await openLibraryFolder();
    const secret = imageRecord(PHOTO, '2010', 'secret');
    const page = pageRecord(`${HOST}private/diary`, '2010', { title: 'Diary of zanzibar' });
    await folder.ingest('full', [await folder.archive('full.warc', secret, page)]);
    await folder.ingest('other', [
      await folder.archive('other.warc', imageRecord(`${HOST}b.png`, '2010', 'b')),
    ]);
    await remove(folder, 'other', {
      images: [imageId('secret')],
      urlPrefixes: [`${HOST}private/`],
    });
    // Also out of what was there before.
    await merge(folder, ['full'], 'merged');
    await merge(folder, ['other'], 'merged');
    await merge(folder, ['full', 'other'], 'fresh');
    for (const name of ['merged', 'fresh']) {
      await folder.look(name, async (library) => {
        expect(await library.index.documentCount()).toBe(1);
        expect(library.takedowns.list()).toHaveLength(2);
        expect([...library.captures.find({ surt: '', matchType: 'prefix' })].flat()).toHaveLength(
          1,
        );
      });
      const bytes = readFileSync(join(folder.path, name, 'library.sqlite'));
      expect(bytes.includes('zanzibar')).toBe(false);
    }
  });

  it('keeps the later state of a file that changed, whichever comes first', async () => {
    await using folder = await openLibraryFolder();
    for (const [library, content, clock] of [
      ['old', 'first', 1000],
      ['new', 'second', 2000],
    ] as const) {
      const path = await folder.archive('a.warc', imageRecord(PHOTO, '2010', content));
      await utimes(path, clock, clock);
      await folder.ingest(library, [path], { collection: library });
    }
    await merge(folder, ['old', 'new'], 'forwards');
    await merge(folder, ['new', 'old'], 'backwards');
    expect(await dumpOf(folder, 'forwards')).toBe(await dumpOf(folder, 'backwards'));
    await folder.look('forwards', (library) => {
      expect([...library.documents.all()].map(({ document }) => document.id)).toEqual([
        imageId('second'),
      ]);
      expect(library.files.collectionsOf(1)).toEqual(['new', 'old']);
    });
  });

  it('takes facts and thumbnails along, those of the later version where both have some', async () => {
    await using folder = await openLibraryFolder();
    const path = await folder.archive('a.warc', imageRecord(PHOTO, '2010', 'x'));
    const digest = imageId('x');
    for (const version of ['1', '2']) {
      const producer = { ...THUMBNAIL, version };
      await folder.ingest(`part-${version}`, [path]);
      const library = await folder.open(`part-${version}`, { access: 'write' });
      const value = { kind: 'json', value: { side: Number(version) } } as const;
      library.transaction(() => library.facts.put(digest, producer, value));
      library.close();
      const thumbnails = openThumbnails(library.folder, { access: 'write' });
      const pictures = [{ side: 100, bytes: Buffer.from(`picture ${version}`) }];
      thumbnails.putAll([{ digest, mark: pictureMark(producer), pictures }]);
      thumbnails.close();
    }
    for (const order of [
      ['part-1', 'part-2'],
      ['part-2', 'part-1'],
    ]) {
      const into = order.join();
      await merge(folder, order, into);
      const merged = openThumbnails(join(folder.path, into));
      expect(Buffer.from(merged.get(digest, 100)?.bytes ?? []).toString()).toBe('picture 2');
      merged.close();
      await folder.look(into, ({ facts }) => {
        expect(facts.of(digest).get(THUMBNAIL.name)).toEqual({ kind: 'json', value: { side: 2 } });
      });
    }
  });

  it('is refused where libraries were made in different ways', async () => {
    await using folder = await openLibraryFolder();
    const path = await folder.archive('a.warc', imageRecord(PHOTO, '2010', 'x'));
    await folder.ingest('full', [path], { create: { mode: 'full' } });
    await expect(merge(folder, ['full'], 'merged')).rejects.toMatchObject({
      code: 'LIBRARY_SETTINGS',
    });
  });
});
