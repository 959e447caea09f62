// A library as programs use it, and any text as a query of a real index.
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  imageRecord,
  openLibraryFolder,
  pageRecord,
} from '../../test/fixtures/library-archives.ts';
import { didYouMean } from '../search/search.ts';
import { openLibrary } from './open-library.ts';

const records = () => {
  const src = 'http://example.org/photo.png';
  const images = [{ src, alt: 'fishing boats', caption: 'Barcos à noite' }];
  return [
    imageRecord(src, '20100101', 'photo'),
    pageRecord('http://example.org/', '20100101', { title: 'Harbour', images }),
  ];
};

it('knows places by name', async () => {
  await using folder = await openLibraryFolder();
  const src = 'http://example.org/porto.png';
  const images = [{ src, caption: 'A bridge in Porto, Portugal' }];
  const path = await folder.archive(
    'a.warc.gz',
    imageRecord(src, '20100101', 'bridge'),
    pageRecord('http://example.org/', '20100101', { images }),
  );
  const place = join(folder.path, 'library');
  await using library = await openLibrary(place, { access: 'write', create: {} });
  await library.ingest([path], { workers: 0 });
  for (const query of ['near:"Porto" 20km', 'place:Portugal']) {
    expect((await library.search({ query })).total.value, query).toBe(1);
    expect((await library.timeline({ query })).buckets, query).toHaveLength(1);
  }
  const { total, warnings } = await library.search({ query: 'near:Berlin' });
  expect([total.value, warnings]).toEqual([0, []]);
});

it('does all of a dozen verbs', async () => {
  await using folder = await openLibraryFolder();
  const path = await folder.archive('a.warc.gz', ...records());
  const broken = await folder.archive('broken.wacz', Buffer.from('PK\x03\x04'));
  const place = join(folder.path, 'library');
  await using library = await openLibrary(place, { access: 'write', create: { mode: 'compact' } });
  const options = { collection: 'harbours', workers: 0 };
  const result = await library.ingest([path, broken], options);
  expect(result).toMatchObject({ files: 1, imageCaptures: 1 });
  expect(result.unreadable.map(({ name }) => name)).toEqual([broken]);
  const query = 'boat collection:harbours';
  const { items, total } = await library.search({ query, limit: 1 });
  expect(items.map(({ url }) => url)).toEqual(['http://example.org/photo.png']);
  expect(total.value).toBe(1);
  expect(await library.facets({ query, names: ['type'] })).toEqual([
    { facet: 'type', values: [{ value: 'image/png', count: 1 }], parts: ['all'] },
  ]);
  expect((await library.timeline({ query })).buckets).toHaveLength(1);
  expect(await library.suggest({ text: 'fish' })).toMatchObject([{ text: 'fishing' }]);
  const { id = '' } = items[0] ?? {};
  expect(await library.image({ id })).toMatchObject({ versionCount: 1, pages: [{}] });
  expect(await library.image({ id: 'none' })).toBeUndefined();
  expect(await library.stats({ collection: 'harbours' })).toMatchObject({ documents: 1 });
  await library.backup(join(folder.path, 'copy'));
  await using copy = await openLibrary(join(folder.path, 'copy'));
  expect((await copy.search({ query: '' })).items).toEqual(
    items.map((item) => ({ ...item, score: 0 })),
  );
  for await (const finding of library.check({ isThorough: true })) {
    expect(finding, finding.detail).toMatchObject({ isHealthy: true });
  }
  await using joined = await openLibrary(join(folder.path, 'joined'), {
    access: 'write',
    create: {},
  });
  expect(await joined.merge([copy.folder, place])).toMatchObject({ files: 1, known: 1 });
  expect((await joined.search({ query })).items).toEqual(items);
  await expect(joined.merge([joined.folder])).rejects.toThrow(/into itself/);
  expect(await library.remove({ images: [id] })).toMatchObject({ captures: 1 });
  expect((await library.search({ query: '' })).total.value).toBe(0);
  expect(library).toMatchObject({ folder: place, settings: { mode: 'compact' }, warnings: [] });
});

it('says in the words of a library what cannot be done', async () => {
  await using folder = await openLibraryFolder();
  await folder.ingest('library', [await folder.archive('a.warc.gz', ...records())]);
  const place = join(folder.path, 'library');
  const library = await openLibrary(place);
  await expect(library.ingest([])).rejects.toMatchObject({ code: 'LIBRARY_READ_ONLY' });
  await expect(library.merge([])).rejects.toMatchObject({ code: 'LIBRARY_READ_ONLY' });
  await expect(library.remove({ images: [] })).rejects.toMatchObject({ code: 'LIBRARY_READ_ONLY' });
  const aborted = { query: 'boat', signal: AbortSignal.abort(new Error('enough')) };
  await expect(library.search(aborted)).rejects.toThrow('enough');
  await expect(library.facets(aborted)).rejects.toThrow('enough');
  await expect(library.search({ query: '', limit: 0 })).rejects.toMatchObject({ code: 'USAGE' });
  await library.close();
  await library.close();
  await expect(library.search({ query: '' })).rejects.toMatchObject({ code: 'LIBRARY_CLOSED' });
  const other = { access: 'write', create: { mode: 'full' } } as const;
  await expect(openLibrary(place, other)).rejects.toThrow(/was made with mode compact, not full/);
});

it('any text is a query: it finds something or nothing, and never fails', async () => {
  await using folder = await openLibraryFolder();
  await folder.ingest('library', [await folder.archive('a.warc.gz', ...records())]);
  await using library = await openLibrary(join(folder.path, 'library'));
  const piece = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 8 }),
    fc.constantFrom('boats', 'AND', 'OR', 'NOT', 'NEAR(a b)', '"', "'", '(', ')', '{imgAlt}:', '^'),
    fc.constantFrom('*', '-', '+', '~', 'site:', 'year:', 'from:', 'type:', ';', '--', '\0', '\n'),
  );
  const query = fc.array(piece, { maxLength: 20 }).map((pieces) => pieces.join(' '));
  await fc.assert(
    fc.asyncProperty(query, async (text) => {
      for (const profile of ['pinakes', 'paper', 'arquivo'] as const) {
        const { total, items } = await library.search({ query: text, profile });
        expect(items).toHaveLength(total.value);
      }
      await didYouMean(library.index, { query: text });
      await library.suggest({ text });
    }),
    { numRuns: 150 },
  );
  for (const text of [
    'boats '.repeat(2000),
    'x'.repeat(10_000),
    '('.repeat(10_000),
    '"a '.repeat(5000),
  ]) {
    expect((await library.search({ query: text })).total.relation).toBe('eq');
  }
});
