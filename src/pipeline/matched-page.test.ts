// Answers name the page that says the words, where the oldest page does not.
import { expect, it } from 'vitest';
import {
  imageRecord,
  openLibraryFolder,
  pageRecord,
} from '../../test/fixtures/library-archives.ts';
import { searchImages } from '../search/search.ts';
import { createMatchedPages } from './matched-page.ts';

const PHOTO = 'http://example.org/photo.png';
const showing = (alt: string, title = 'A page') => ({ title, images: [{ src: PHOTO, alt }] });

it('names the page with the most words of the query, the oldest of equals', async () => {
  await using folder = await openLibraryFolder();
  const path = await folder.archive(
    'a.warc.gz',
    imageRecord(PHOTO, '20180101', 'photo'),
    pageRecord('http://example.org/old', '20180102', showing('harbour')),
    pageRecord('http://example.org/later', '20190102', showing('lighthouse with gulls')),
    pageRecord('http://example.org/latest', '20200102', showing('lighthouse and gulls')),
    pageRecord('http://example.org/titled', '20200103', showing('', 'Storms')),
  );
  await folder.ingest('library', [path]);
  await folder.look('library', async (library) => {
    const ask = async (query: string, embargoMs = 0) => {
      const matchedPages = createMatchedPages(library);
      const { items } = await searchImages(library.index, { query, embargoMs, matchedPages });
      return items.map(({ page, matchedPage }) => [page?.url, matchedPage?.url]);
    };
    const old = 'http://example.org/old';
    expect(await ask('harbour')).toEqual([[old, undefined]]);
    expect(await ask('gulls lighthouse')).toEqual([[old, 'http://example.org/later']]);
    expect(await ask('harbour gulls')).toEqual([[old, undefined]]);
    expect(await ask('gulls', 1000)).toEqual([[old, undefined]]);
    expect(await ask('')).toEqual([[old, undefined]]);
  });
});

it('shows the files of one srcset as one picture', async () => {
  await using folder = await openLibraryFolder();
  const body = '<img src="one.png" srcset="one.png 1x, other.png 2x" alt="lighthouse">';
  const path = await folder.archive(
    'a.warc.gz',
    imageRecord('http://example.org/one.png', '20180101', 'one'),
    imageRecord('http://example.org/other.png', '20180101', 'other'),
    imageRecord('http://example.org/third.png', '20180101', 'third'),
    pageRecord('http://example.org/', '20180102', { body }),
    pageRecord('http://example.org/3', '20180102', { body: '<img src=third.png alt=lighthouse>' }),
  );
  await folder.ingest('library', [path]);
  await folder.look('library', async (library) => {
    const ask = (query: string) => searchImages(library.index, { query });
    expect((await ask('lighthouse')).total.value).toBe(2);
    expect((await ask('lighthouse variants:all')).total.value).toBe(3);
  });
});
