// What a library holds comes out again: all of it, or what belongs to the images of a query.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import {
  imageBytes,
  imageId,
  imageRecord,
  type LibraryFolder,
  openLibraryFolder,
  pageRecord,
} from '../../test/fixtures/library-archives.ts';
import { exportImages } from './export-images.ts';
import {
  EXPORT_KINDS,
  type ExportKind,
  type ExportRecord,
  exportColumns,
  findDocuments,
  iterateExport,
} from './library-export.ts';

const BOAT = 'http://example.org/boat.png';
const GULL = 'http://example.net/gull.png';

async function makeLibrary(folder: LibraryFolder): Promise<string> {
  const path = await folder.archive(
    'a.warc.gz',
    imageRecord(BOAT, '20100101', 'boat'),
    imageRecord(BOAT, '20120101', 'boat'),
    imageRecord(GULL, '20110101', 'gull'),
    pageRecord('http://example.org/', '20100101', {
      title: 'Harbour',
      images: [
        { src: BOAT, alt: 'a boat' },
        { src: GULL, alt: 'a gull' },
      ],
    }),
    pageRecord('http://example.org/birds', '20110101', {
      title: 'Birds',
      images: [{ src: GULL, alt: 'wings' }, { src: 'lost.png' }],
    }),
  );
  await folder.ingest('library', [path], { collection: 'one' });
  return path;
}

const exportOf = (folder: LibraryFolder, kind: ExportKind, query?: string) =>
  folder.look('library', async (library) => {
    const records: ExportRecord[] = [];
    for await (const record of iterateExport(library, kind, { query })) records.push(record);
    return records;
  });

it('gives all of each kind', async () => {
  await using folder = await openLibraryFolder();
  const path = await makeLibrary(folder);
  const ids = (await exportOf(folder, 'documents')).map(({ id }) => id);
  expect(ids.sort()).toEqual([imageId('boat'), imageId('gull')].sort());
  expect(await exportOf(folder, 'captures')).toHaveLength(5);
  expect(await exportOf(folder, 'references')).toHaveLength(4);
  expect(await exportOf(folder, 'references')).toContainEqual(
    expect.objectContaining({
      surt: 'net,example)/gull.png',
      tag: 'img',
      alt: 'wings',
      pageUrl: 'http://example.org/birds',
      pageTime: '2011-01-01T00:00:00Z',
      file: path,
      collections: ['one'],
    }),
  );
  const pages = await exportOf(folder, 'pages');
  expect(pages.map(({ title }) => title)).toEqual(['Harbour', 'Birds']);
});

it('gives what belongs to the images of a query', async () => {
  await using folder = await openLibraryFolder();
  await makeLibrary(folder);
  expect((await exportOf(folder, 'documents', 'wings')).map(({ id }) => id)).toEqual([
    imageId('gull'),
  ]);
  const captures = await exportOf(folder, 'captures', 'boat');
  expect(captures.map(({ time }) => time)).toEqual([
    '2010-01-01T00:00:00Z',
    '2012-01-01T00:00:00Z',
  ]);
  const references = await exportOf(folder, 'references', 'wings');
  expect(references.map(({ alt }) => alt)).toEqual(['a gull', 'wings']);
  const pages = await exportOf(folder, 'pages', 'boat');
  expect(pages.map(({ title }) => title)).toEqual(['Harbour']);
  expect(await exportOf(folder, 'pages', 'zeppelin')).toEqual([]);
});

it('names the columns that records have', async () => {
  await using folder = await openLibraryFolder();
  await makeLibrary(folder);
  for (const kind of EXPORT_KINDS) {
    const [record = {}] = await exportOf(folder, kind);
    const known = exportColumns(kind);
    // What a document lacks is left out of it.
    const optional = ['place'];
    expect(known.filter((name) => !(name in record) && !optional.includes(name))).toEqual([]);
  }
});

it('writes images as files by host, goes on, and tells of those that cannot be had', async () => {
  await using folder = await openLibraryFolder();
  const path = await makeLibrary(folder);
  const out = join(folder.path, 'images');
  const write = () =>
    folder.look('library', async (library) => {
      const problems: string[] = [];
      const onProblem = (id: string) => problems.push(id);
      const found = findDocuments(library, '');
      return { ...(await exportImages(library, found, out, { onProblem })), problems };
    });
  expect(await write()).toMatchObject({ written: 2, known: 0, failed: 0 });
  const file = join(out, 'example.org', `${imageId('boat')}.png`);
  expect(readFileSync(file).equals(imageBytes('boat'))).toBe(true);
  expect(readdirSync(out).sort()).toEqual(['example.net', 'example.org']);
  writeFileSync(file, 'half');
  expect(await write()).toMatchObject({ written: 1, known: 1 });
  writeFileSync(file, 'half');
  writeFileSync(path, '');
  expect(await write()).toMatchObject({ failed: 1, problems: [imageId('boat')] });
});
