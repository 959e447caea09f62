// Archives that moved are found again, others are not accepted in their place.
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
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
import { loadImageDetails } from './image-details.ts';
import { relocateFiles } from './relocate.ts';

const PHOTO = 'http://example.org/photo.png';

async function relocate(folder: LibraryFolder, from: string, to: string, isTrusted = false) {
  const library = await folder.open('library', { access: 'write' });
  try {
    const paths = { from: join(folder.path, from), to: join(folder.path, to) };
    return await relocateFiles(library, paths, isTrusted);
  } finally {
    library.close();
  }
}

async function makeLibrary(folder: LibraryFolder): Promise<void> {
  await mkdir(join(folder.path, 'old'));
  const photo = imageRecord(PHOTO, '20100101', 'photo');
  const page = pageRecord('http://example.org/', '2010', { images: [{ src: PHOTO, alt: 'boat' }] });
  await folder.archive('old/one.warc.gz', photo, page);
  await folder.archive('old/two.warc.gz', photo, pageRecord('http://example.org/two', '2011'));
  await folder.ingest('library', [join(folder.path, 'old')]);
}

it('points at the files below a folder in their new place', async () => {
  await using folder = await openLibraryFolder();
  await makeLibrary(folder);
  await rename(join(folder.path, 'old'), join(folder.path, 'new'));
  const moved = await relocate(folder, 'old', 'new');
  expect(moved.map(({ problem }) => problem)).toEqual([undefined, undefined]);
  expect(moved[0]?.to).toBe(join(folder.path, 'new', 'one.warc.gz'));
  const again = await folder.ingest('library', [join(folder.path, 'new')]);
  expect(again).toMatchObject({ files: 0, known: 2 });
  await folder.ingest('fresh', [join(folder.path, 'new')]);
  const dump = await folder.look('fresh', async (library) => await dumpLibrary(library));
  expect(await folder.look('library', async (library) => await dumpLibrary(library))).toBe(dump);
});

it('shows equal captures of two files in the file of the smaller name, also the new one', async () => {
  await using folder = await openLibraryFolder();
  await makeLibrary(folder);
  const old = join(folder.path, 'old');
  const shown = () =>
    folder.look('library', async (library) => await loadImageDetails(library, imageId('photo')));
  expect((await shown())?.document.oldest.file).toBe(join(old, 'one.warc.gz'));
  await rename(join(old, 'two.warc.gz'), join(old, 'another.warc.gz'));
  await relocate(folder, 'old/two.warc.gz', 'old/another.warc.gz');
  const details = await shown();
  expect(details?.document.oldest.file).toBe(join(old, 'another.warc.gz'));
  expect(details?.versions[0]?.file).toBe(join(old, 'another.warc.gz'));
});

it('refuses other files, missing files and names that are taken', async () => {
  await using folder = await openLibraryFolder();
  await makeLibrary(folder);
  await mkdir(join(folder.path, 'new'));
  await writeFile(join(folder.path, 'new', 'one.warc.gz'), 'something else');
  const before = await folder.look('library', async (library) => await dumpLibrary(library));
  const refused = await relocate(folder, 'old', 'new');
  expect(refused[0]?.problem).toBe('the file there is another one');
  expect(refused[1]?.problem).toContain('two.warc.gz');
  const taken = await relocate(folder, 'old/one.warc.gz', 'old/two.warc.gz');
  expect(taken[0]?.problem).toBe('the library has another file of that name');
  expect(await relocate(folder, 'ol', 'new')).toEqual([]);
  expect(await folder.look('library', async (library) => await dumpLibrary(library))).toBe(before);
});

it('does not compare what it is told to trust', async () => {
  await using folder = await openLibraryFolder();
  await makeLibrary(folder);
  const moved = await relocate(folder, 'old', 'unplugged', true);
  expect(moved.every(({ problem }) => problem === undefined)).toBe(true);
});

it('what waits for its original goes with its file', async () => {
  await using folder = await openLibraryFolder();
  await mkdir(join(folder.path, 'old'));
  await folder.archive('old/a.warc', revisitRecord(PHOTO, '20190101', imageBytes('photo')));
  await folder.ingest('library', [join(folder.path, 'old')]);
  await rename(join(folder.path, 'old'), join(folder.path, 'new'));
  await relocate(folder, 'old', 'new');
  const original = await folder.archive('b.warc', imageRecord(PHOTO, '20180101', 'photo'));
  await folder.ingest('library', [original]);
  const details = await folder.look(
    'library',
    async (library) => await loadImageDetails(library, imageId('photo')),
  );
  expect(details?.versions.map(({ time, file }) => [time, file])).toEqual([
    ['20180101000000', original],
    ['20190101000000', join(folder.path, 'new', 'a.warc')],
  ]);
});
