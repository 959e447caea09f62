// From archives to look-alikes: vectors are kept as facts, find cropped copies, and go with a takedown.
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { httpResponse, warcRecord } from '../../test/fixtures/archives.ts';
import {
  type LibraryFolder,
  openLibraryFolder,
  toDate,
} from '../../test/fixtures/library-archives.ts';
import { LOOK, VECTOR } from '../enrich/enrich.ts';
import { keyOfDigest } from '../index/index.ts';
import { searchImages } from '../search/search.ts';
import { enrichImages } from './enrich-images.ts';
import { findLike } from './find-like.ts';
import { removeFromLibrary } from './remove.ts';
import { repairLibrary } from './repair-library.ts';

const PHOTOGRAPHS = new URL('../../demo/photographs/', import.meta.url);
const NAMES = ['coffee', 'bridge', 'camera', 'dahlia'];

/** Copies of a library's photographs, smaller, with a vector each. */
async function openPhotographs(folder: LibraryFolder): Promise<Map<string, Buffer>> {
  const bodies = new Map<string, Buffer>();
  for (const name of NAMES) {
    const bytes = await readFile(new URL(`${name}.jpg`, PHOTOGRAPHS));
    bodies.set(name, await sharp(bytes).resize(400).jpeg().toBuffer());
  }
  const records = [...bodies].map(([name, body]) => {
    const block = httpResponse({ headers: ['Content-Type: image/jpeg'], body });
    return warcRecord({ url: `http://example.org/${name}.jpg`, date: toDate('20180101'), block });
  });
  await folder.ingest('library', [await folder.archive('a.warc.gz', ...records)]);
  const library = await folder.open('library', { access: 'write' });
  await enrichImages(library, { workers: 0, only: [LOOK.name, VECTOR.name] });
  library.close();
  return bodies;
}

const digestOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

it('finds what was cropped out of a picture, mirrored, by the command line and by an operator', async () => {
  await using folder = await openLibraryFolder();
  const bodies = await openPhotographs(folder);
  const cut = sharp(bodies.get('coffee')!).extract({ left: 40, top: 30, width: 320, height: 220 });
  const file = `${folder.path}/cut.webp`;
  await cut.flop().webp().toFile(file);
  const found = await folder.look('library', (library) => findLike(library, file, {}));
  expect(found.items.map(({ url, match }) => [url, match])).toEqual([
    ['http://example.org/coffee.jpg', 'alike'],
  ]);
  const query = 'similar:http://example.org/coffee.jpg';
  const { items, warnings } = await folder.look('library', ({ index }) =>
    searchImages(index, { query }),
  );
  expect([items, warnings]).toEqual([[], []]); // the others are other pictures
});

it('keeps vectors when a library is repaired, and erases them with a takedown', async () => {
  await using folder = await openLibraryFolder();
  const bodies = await openPhotographs(folder);
  const digest = digestOf(bodies.get('bridge')!);
  const vectorOf = () =>
    folder.look('library', ({ documents }) => documents.at(keyOfDigest(digest))[0]?.vector);
  const vector = await vectorOf();
  expect(vector).toMatch(/^[0-9a-f]{516}$/);
  await repairLibrary(`${folder.path}/library`);
  expect(await vectorOf()).toBe(vector);

  const isOnDisk = async () => {
    const bytes = Buffer.from(vector!.slice(4, 100), 'hex');
    const files = await readdir(`${folder.path}/library`);
    const all = files.filter((name) => !name.includes('before-repair'));
    const held = await Promise.all(
      all.map(async (name) => (await readFile(`${folder.path}/library/${name}`)).includes(bytes)),
    );
    return held.includes(true);
  };
  expect(await isOnDisk()).toBe(true);
  const library = await folder.open('library', { access: 'write' });
  await removeFromLibrary(library, { images: [digest] });
  library.close();
  expect(await vectorOf()).toBeUndefined();
  expect(await isOnDisk()).toBe(false);
});
