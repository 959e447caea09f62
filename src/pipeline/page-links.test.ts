// `link:` in a library: images are found by where the pages that show them link, and by nothing that was removed or not wanted.
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { inspectLibrary } from '../../test/fixtures/inspect-library.ts';
import {
  imageId,
  imageRecord,
  type LibraryFolder,
  openLibraryFolder,
  pageHtml,
  pageRecord,
  revisitRecord,
} from '../../test/fixtures/library-archives.ts';
import { searchImages } from '../search/search.ts';
import { openDatabase } from '../sqlite/sqlite.ts';
import { checkLibrary } from './library-check.ts';
import { mergeLibraries } from './merge.ts';
import { removeFromLibrary } from './remove.ts';
import { repairLibrary } from './repair-library.ts';

const HARBOUR = {
  title: 'Harbour',
  images: [{ src: 'boat.png', alt: 'boat' }],
  body: `<a href="http://www.museum.example/ships?b=2&a=1#top">Ships</a>
    <a href="//docs.port.example:8080/timetable">Times</a><a href="/about">About</a>`,
};
const MARKET = {
  title: 'Market',
  images: [{ src: 'stall.png', alt: 'stall' }],
  body: '<a href="https://museum.example/">Museum</a>',
};
const RECORDS = [
  imageRecord('http://town.example/boat.png', '2001', 'boat'),
  pageRecord('http://town.example/harbour', '2001', HARBOUR),
  imageRecord('http://town.example/stall.png', '2001', 'stall'),
  pageRecord('http://town.example/market', '2001', MARKET),
];
const NAMES = new Map([
  [imageId('boat'), 'boat'],
  [imageId('stall'), 'stall'],
]);

async function find(folder: LibraryFolder, name: string, query: string) {
  return folder.look(name, async ({ index }) => {
    const { items, warnings } = await searchImages(index, { query });
    return [...items.map(({ id }) => NAMES.get(id)).sort(), ...warnings.map(({ code }) => code)];
  });
}

async function isSound(folder: LibraryFolder, name: string): Promise<boolean> {
  return folder.look(name, async (library) => {
    for await (const { check, isHealthy } of checkLibrary(library)) {
      if (check === 'links') return isHealthy;
    }
    throw new Error('links are not looked at');
  });
}

describe('link:', () => {
  it.each([
    ['link:museum.example', ['boat', 'stall']],
    ['link:WWW.Museum.example', ['boat', 'stall']],
    ['link:http://museum.example/ships?a=1&b=2', ['boat']],
    ['link:museum.example/', ['stall']],
    ['link:port.example', ['boat']],
    ['link:docs.port.example:8080', ['boat']],
    ['link:http://docs.port.example:8080/timetable', ['boat']],
    ['link:/about', []],
    ['link:town.example/about', ['boat']],
    ['link:town.example', ['boat']],
    ['stall link:museum.example', ['stall']],
    ['-link:http://museum.example/', ['boat']],
    ['link:museum.example/ships?a=1&b=2 link:museum.example/', ['boat', 'stall']],
    ['link:example', []],
  ])('%s finds %j', async (query, wanted) => {
    await using folder = await openLibraryFolder();
    await folder.ingest('library', [await folder.archive('one.warc', ...RECORDS)]);
    expect(await find(folder, 'library', query)).toEqual(wanted);
  });

  it('finds by the links of a page that a revisit repeats', async () => {
    await using folder = await openLibraryFolder();
    const later = revisitRecord('http://town.example/quay/', '2002', pageHtml(HARBOUR));
    const image = imageRecord('http://town.example/quay/boat.png', '2002', 'stall');
    const path = await folder.archive('one.warc', ...RECORDS.slice(0, 2), later, image);
    await folder.ingest('library', [path]);
    expect(await find(folder, 'library', 'link:museum.example')).toEqual(['boat', 'stall']);
  });

  it('finds nothing and says so where links are not noted; they come when they are wanted', async () => {
    await using folder = await openLibraryFolder();
    const path = await folder.archive('one.warc', ...RECORDS);
    await folder.ingest('library', [path], { withLinks: false });
    expect(await find(folder, 'library', 'link:museum.example')).toEqual(['no-link-data']);
    expect(await folder.ingest('library', [path], { withLinks: false })).toMatchObject({
      files: 0,
    });
    expect(await folder.ingest('library', [path])).toMatchObject({ files: 1 });
    expect(await find(folder, 'library', 'link:museum.example')).toEqual(['boat', 'stall']);
  });

  it('goes with a page that is taken down, and leaves nothing in the file', async () => {
    await using folder = await openLibraryFolder();
    await folder.ingest('library', [await folder.archive('one.warc', ...RECORDS)]);
    const words = () =>
      inspectLibrary(join(folder.path, 'library'), (database) =>
        Number(database.prepare('SELECT count(*) FROM page_link_words').pluck().get()),
      );
    const before = words();
    const library = await folder.open('library', { access: 'write' });
    await removeFromLibrary(library, { urlPrefixes: ['http://town.example/harbour'] });
    library.close();
    expect(words()).toBeLessThan(before);
    expect(await find(folder, 'library', 'link:museum.example')).toEqual(['stall']);
    expect(await find(folder, 'library', 'link:docs.port.example:8080')).toEqual([]);
    expect(await isSound(folder, 'library')).toBe(true);
  });

  it('is merged with the pages', async () => {
    await using folder = await openLibraryFolder();
    await folder.ingest('a', [await folder.archive('a.warc', ...RECORDS.slice(0, 2))]);
    await folder.ingest('b', [await folder.archive('b.warc', ...RECORDS.slice(2))]);
    const sources = [await folder.open('a'), await folder.open('b')];
    const target = await folder.open('all', { access: 'write', create: {} });
    await mergeLibraries({ sources, target });
    for (const library of [target, ...sources]) library.close();
    expect(await find(folder, 'all', 'link:museum.example')).toEqual(['boat', 'stall']);
    expect(await isSound(folder, 'all')).toBe(true);
  });

  it('is missed by a check where entries are lost, and comes back with a repair', async () => {
    await using folder = await openLibraryFolder();
    await folder.ingest('library', [await folder.archive('one.warc', ...RECORDS)]);
    const path = join(folder.path, 'library', 'library.sqlite');
    for (const loss of [
      'DELETE FROM page_image',
      "INSERT INTO page_link(page_link) VALUES('delete-all')",
    ]) {
      const database = openDatabase(path);
      database.exec(loss);
      database.close();
      expect(await isSound(folder, 'library')).toBe(false);
      await repairLibrary(join(folder.path, 'library'));
      expect(await isSound(folder, 'library')).toBe(true);
      expect(await find(folder, 'library', 'link:museum.example')).toEqual(['boat', 'stall']);
    }
  });
});
