// A library in three calls, and any text as a query of a real index.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  imageRecord,
  openLibraryFolder,
  pageRecord,
} from '../../test/fixtures/library-archives.ts';
import { didYouMean, suggest } from '../search/search.ts';
import { ingest, search } from './use-library.ts';

const records = () => {
  const src = 'http://example.org/photo.png';
  const images = [{ src, alt: 'fishing boats', caption: 'Barcos à noite' }];
  return [
    imageRecord(src, '20100101', 'photo'),
    pageRecord('http://example.org/', '20100101', { title: 'Harbour', images }),
  ];
};

it('a library is opened, filled and searched', async () => {
  await using folder = await openLibraryFolder();
  const path = await folder.archive('a.warc.gz', ...records());
  const library = await folder.open('library', { access: 'write', create: {} });
  const broken = await folder.archive('broken.wacz', Buffer.from('PK\x03\x04'));
  const result = await ingest(library, [path, broken], { collection: 'harbours', workers: 0 });
  expect(result).toMatchObject({ files: 1, imageCaptures: 1 });
  expect(result.unreadable.map(({ name }) => name)).toEqual([broken]);
  const answer = search(library, 'boat collection:harbours', { limit: 1 });
  expect(answer.items.map(({ url }) => url)).toEqual(['http://example.org/photo.png']);
  library.close();
});

it('any text is a query: it finds something or nothing, and never fails', async () => {
  await using folder = await openLibraryFolder();
  await folder.ingest('library', [await folder.archive('a.warc.gz', ...records())]);
  const library = await folder.open('library');
  const piece = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 8 }),
    fc.constantFrom('boats', 'AND', 'OR', 'NOT', 'NEAR(a b)', '"', "'", '(', ')', '{imgAlt}:', '^'),
    fc.constantFrom('*', '-', '+', '~', 'site:', 'year:', 'from:', 'type:', ';', '--', '\0', '\n'),
  );
  const query = fc.array(piece, { maxLength: 20 }).map((pieces) => pieces.join(' '));
  fc.assert(
    fc.property(query, (text) => {
      for (const profile of ['pinakes', 'paper', 'arquivo'] as const) {
        const { total, items } = search(library, text, { profile });
        expect(items).toHaveLength(total.value);
      }
      didYouMean(library.index, text);
      suggest(library.index, text);
    }),
    { numRuns: 150 },
  );
  for (const text of [
    'boats '.repeat(2000),
    'x'.repeat(10_000),
    '('.repeat(10_000),
    '"a '.repeat(5000),
  ]) {
    expect(search(library, text).total.relation).toBe('eq');
  }
  library.close();
});
