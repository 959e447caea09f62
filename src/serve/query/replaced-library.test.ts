// Tests that a server goes on with the library that took the place of its own, in every route.
import { mkdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { imageId, imageRecord, pageRecord } from '../../../test/fixtures/library-archives.ts';
import { type ServedLibrary, serveLibrary } from '../../../test/fixtures/served-library.ts';
import { tellThumbnails } from '../../../test/fixtures/thumbnail-facts.ts';
import { relocateFiles } from '../../pipeline/relocate.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

/** Lets more time pass than the server takes no notice of its files. */
function passTime(): void {
  const now = performance.now.bind(performance);
  vi.spyOn(performance, 'now').mockImplementation(() => now() + 5000);
}

/** Puts a library of one other page and image in the place of the one that is served. */
async function restoreOther({ folder }: ServedLibrary): Promise<void> {
  const archive = await folder.archive(
    'other.warc.gz',
    pageRecord('http://other.example/', '20190101000000', { images: [{ src: '/o.png' }] }),
    imageRecord('http://other.example/o.png', '20190101000001', 'other'),
  );
  await folder.ingest('restored', [archive], { collection: 'sites' });
  const picture = { bytes: Buffer.from('other'), width: 1, height: 1, thumbhash: Uint8Array.of(9) };
  await tellThumbnails(join(folder.path, 'restored'), { [imageId('other')]: picture });
  await rename(join(folder.path, 'library'), join(folder.path, 'before'));
  await rename(join(folder.path, 'restored'), join(folder.path, 'library'));
}

it('archived pages, captures and thumbnails are those of a restored library', async () => {
  await using served = await serveLibrary();
  const old = '/web/20030501120000/http://bridges.example/';
  expect((await served.get(old)).status).toBe(200);
  expect((await served.get('/cdx?url=bridges.example')).text).not.toBe('');
  expect((await served.get(`/api/v1/images/${imageId('april')}/thumbnail`)).status).toBe(200);
  await restoreOther(served);
  passTime();
  const asked = ['http://other.example/', 'http://other.example/'];
  const pages = await Promise.all(asked.map((url) => served.get(`/web/20190101000000/${url}`)));
  expect(pages.map(({ status }) => status)).toEqual([200, 200]);
  expect((await served.get(old)).status).toBe(404);
  expect((await served.get('/cdx?url=other.example')).text).toContain('20190101000000');
  expect((await served.get('/cdx?url=bridges.example')).text).toBe('');
  const thumbnail = await served.get(`/api/v1/images/${imageId('other')}/thumbnail`);
  expect(thumbnail.text).toBe('other');
  const { items } = (await served.get('/api/v1/images?q=')).json;
  expect(items.map(({ thumbhash }: { thumbhash: string }) => thumbhash)).toEqual(['CQ==']);
});

it('archived pages are read where their archive was moved to', async () => {
  await using served = await serveLibrary();
  const { folder } = served;
  const page = '/web/20030501120000/http://bridges.example/';
  const moved = join(folder.path, 'moved');
  await mkdir(moved);
  await rename(join(folder.path, 'site.warc.gz'), join(moved, 'site.warc.gz'));
  expect((await served.get(page)).status).toBe(503);
  const library = await folder.open('library', { access: 'write' });
  await relocateFiles(library, { from: folder.path, to: moved });
  library.close();
  expect((await served.get(page)).status).toBe(200);
});
