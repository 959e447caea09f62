// Who the words of a page are about when an address gave errors, pages, small images or other addresses.
import { describe, expect, it } from 'vitest';
import {
  answerRecord,
  imageId,
  imageRecord,
  type LibraryFolder,
  openLibraryFolder,
  pageRecord,
} from '../../test/fixtures/library-archives.ts';
import { loadImageDetails } from './image-details.ts';
import { removeFromLibrary } from './remove.ts';

const HOST = 'http://example.org/';
const OLD = `${HOST}old.png`;
const NEW = 'http://cdn.example.net/new.png';

const pageAt = (name: string, time: string, src = OLD) =>
  pageRecord(HOST + name, time, { title: name, images: [{ src, alt: `about ${name}` }] });

const pagesOf = (folder: LibraryFolder, name: string, side?: number) =>
  folder.look('library', async (library) =>
    ((await loadImageDetails(library, imageId(name, side)))?.pages ?? []).map(({ title }) => title),
  );

describe('a redirect that was captured', () => {
  it.each([301, 302, 303, 307, 308])(
    'with status %i gives its words to the image',
    async (status) => {
      await using folder = await openLibraryFolder();
      const path = await folder.archive(
        'a.warc',
        pageAt('page', '2010'),
        answerRecord(OLD, '2010', status, NEW),
        imageRecord(NEW, '2010', 'photo'),
      );
      await folder.ingest('library', [path]);
      expect(await pagesOf(folder, 'photo')).toEqual(['page']);
    },
  );

  it('leads on to others, five in all, whatever file or run they come in', async () => {
    await using folder = await openLibraryFolder();
    const hop = (from: number) =>
      answerRecord(`${HOST}${from}.png`, '2010', 302, from === 6 ? NEW : `${from + 1}.png`);
    const records = [
      imageRecord(NEW, '2010', 'photo'),
      ...[6, 5, 4, 3, 2, 1].map(hop),
      pageAt('near', '2010', `${HOST}2.png`),
      pageAt('far', '2010', `${HOST}1.png`),
    ];
    for (const [at, record] of records.entries()) {
      await folder.ingest('library', [await folder.archive(`${at}.warc`, record)]);
    }
    expect(await pagesOf(folder, 'photo')).toEqual(['near']);
  });

  it('may lead in circles', async () => {
    await using folder = await openLibraryFolder();
    const path = await folder.archive(
      'a.warc',
      pageAt('page', '2010'),
      answerRecord(OLD, '2010', 302, NEW),
      answerRecord(NEW, '2010', 302, OLD),
      imageRecord(NEW, '2015', 'photo'),
    );
    await folder.ingest('library', [path]);
    expect(await pagesOf(folder, 'photo')).toEqual([]);
  });

  it('counts for pages of its time: others are about what the address gave before', async () => {
    await using folder = await openLibraryFolder();
    const path = await folder.archive(
      'a.warc',
      imageRecord(OLD, '2005', 'before'),
      pageAt('early', '2005'),
      answerRecord(OLD, '2010', 301, NEW),
      pageAt('late', '2011'),
      imageRecord(NEW, '2010', 'after'),
    );
    await folder.ingest('library', [path]);
    expect(await pagesOf(folder, 'before')).toEqual(['early']);
    expect(await pagesOf(folder, 'after')).toEqual(['late']);
  });

  it('to another spelling of the same address changes nothing', async () => {
    await using folder = await openLibraryFolder();
    const path = await folder.archive(
      'a.warc',
      pageAt('page', '2010'),
      answerRecord(OLD, '2010', 301, 'https://www.example.org/old.png'),
      imageRecord('https://www.example.org/old.png', '2011', 'photo'),
    );
    await folder.ingest('library', [path]);
    expect(await pagesOf(folder, 'photo')).toEqual(['page']);
  });

  it('goes with its file, and so do the words', async () => {
    await using folder = await openLibraryFolder();
    const rest = await folder.archive(
      'a.warc',
      pageAt('page', '2010'),
      imageRecord(NEW, '2010', 'photo'),
    );
    const redirect = await folder.archive('b.warc', answerRecord(OLD, '2010', 302, NEW));
    await folder.ingest('library', [rest]);
    await folder.ingest('library', [redirect], { collection: 'other' });
    expect(await pagesOf(folder, 'photo')).toEqual(['page']);
    const library = await folder.open('library', { access: 'write' });
    await removeFromLibrary(library, { collections: ['other'], isRemembered: false });
    library.close();
    expect(await pagesOf(folder, 'photo')).toEqual([]);
  });

  it('leaves no words about an image that is taken down', async () => {
    await using folder = await openLibraryFolder();
    const path = await folder.archive(
      'a.warc',
      pageAt('page', '2010'),
      answerRecord(OLD, '2010', 302, NEW),
      imageRecord(NEW, '2010', 'photo'),
    );
    await folder.ingest('library', [path]);
    const library = await folder.open('library', { access: 'write' });
    const { references } = await removeFromLibrary(library, { images: [imageId('photo')] });
    expect(references).toBe(1);
    library.close();
    const later = await folder.archive('b.warc', pageAt('later', '2010'));
    await folder.ingest('library', [later]);
    await folder.look('library', (opened) => {
      const files = opened.files.list().flatMap(({ id }) => [...opened.rows.rowsOf(id)]);
      expect(files.flatMap((row) => row.references)).toEqual([]);
    });
  });
});

describe('words go to no image when the address, at the time of the page,', () => {
  it.each([
    ['gave an error', answerRecord(OLD, '2000', 404)],
    ['gave an image too small to be kept', imageRecord(OLD, '2000', 'dot', 20)],
    ['gave a page', pageRecord(OLD, '2000', { title: 'No image' })],
    ['led nowhere', answerRecord(OLD, '2000', 302)],
  ])('%s', async (_, record) => {
    await using folder = await openLibraryFolder();
    const path = await folder.archive(
      'a.warc',
      pageAt('early', '2000'),
      imageRecord(OLD, '2015', 'photo'),
      pageAt('late', '2014'),
    );
    const other = await folder.archive('b.warc', record);
    await folder.ingest('library', [path]);
    expect(await pagesOf(folder, 'photo')).toEqual(['early', 'late']);
    await folder.ingest('library', [other]);
    expect(await pagesOf(folder, 'photo')).toEqual(['late']);
  });

  it('but an image of the same second comes first', async () => {
    await using folder = await openLibraryFolder();
    const path = await folder.archive(
      'a.warc',
      answerRecord(OLD, '2010', 503),
      imageRecord(OLD, '2010', 'photo'),
      pageAt('page', '2010'),
    );
    await folder.ingest('library', [path]);
    expect(await pagesOf(folder, 'photo')).toEqual(['page']);
  });
});
