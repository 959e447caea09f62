// Archives held open: few of them, one reader each, closed in the end.
import { appendFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { imageRecord, openLibraryFolder } from '../../test/fixtures/library-archives.ts';
import { openArchivePool } from './archive-pool.ts';

const URL_OF = (name: string) => `http://example.org/${name}`;

it('reads records of more archives than it keeps open, in any order and at once', async () => {
  await using folder = await openLibraryFolder();
  const names = ['a', 'b', 'c', 'd', 'e'];
  const paths = await Promise.all(
    names.map((name) => folder.archive(`${name}.warc`, imageRecord(URL_OF(name), '2018', name))),
  );
  await using pool = openArchivePool({ maxOpen: 2 });
  const wanted = [0, 1, 2, 3, 4, 0, 4, 2, 0].map((index) => paths[index] ?? '');
  const urls = await Promise.all(
    wanted.map((location) => pool.read({ location, offset: 0 }, (record) => record.url)),
  );
  expect(urls).toEqual([0, 1, 2, 3, 4, 0, 4, 2, 0].map((index) => URL_OF(names[index] ?? '')));
});

it('lets one reader at a time use an archive, and goes on after one that fails', async () => {
  await using folder = await openLibraryFolder();
  const location = await folder.archive('a.warc', imageRecord(URL_OF('a'), '2018', 'a'));
  await using pool = openArchivePool();
  const steps: string[] = [];
  const work = (name: string) => async () => {
    steps.push(`${name} starts`);
    await new Promise(setImmediate);
    steps.push(`${name} ends`);
  };
  const failing = pool.read({ location, offset: 0 }, () => Promise.reject(new Error('mine')));
  const first = pool.read({ location, offset: 0 }, work('first'));
  const second = pool.read({ location, offset: 0 }, work('second'));
  await expect(failing).rejects.toThrow('mine');
  await Promise.all([first, second]);
  expect(steps).toEqual(['first starts', 'first ends', 'second starts', 'second ends']);
});

it('notices an archive that grows', async () => {
  await using folder = await openLibraryFolder();
  const first = imageRecord(URL_OF('first'), '2018', 'first');
  const location = await folder.archive('a.warc', first);
  await using pool = openArchivePool();
  const second = { location, offset: first.length };
  await expect(pool.read(second, ({ url }) => url)).rejects.toMatchObject({
    code: 'RECORD_NOT_FOUND',
  });
  await appendFile(location, imageRecord(URL_OF('second'), '2018', 'second'));
  expect(await pool.read(second, ({ url }) => url)).toBe(URL_OF('second'));
});

it('tells what cannot be opened', async () => {
  await using folder = await openLibraryFolder();
  await using pool = openArchivePool();
  const missing = { location: `${folder.path}/missing.warc`, offset: 0 };
  for (let time = 0; time < 2; time++) {
    await expect(pool.read(missing, () => 1)).rejects.toMatchObject({ code: 'INPUT_UNREADABLE' });
  }
  await folder.archive('missing.warc', imageRecord(URL_OF('a'), '2018', 'a'));
  expect(await pool.read(missing, ({ url }) => url)).toBe(URL_OF('a'));
});
