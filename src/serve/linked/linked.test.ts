// What other programs make of links: previews, feeds, embedding, IIIF.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { imageId } from '../../../test/fixtures/library-archives.ts';
import { type ServedLibrary, serveLibrary } from '../../../test/fixtures/served-library.ts';
import { findSize, toImageInfo } from './iiif-image.ts';

const BASE = 'https://images.example';
const ID = imageId('april');

let served: ServedLibrary;
beforeAll(async () => {
  served = await serveLibrary({ publicUrl: BASE, isListed: true });
});
afterAll(() => served[Symbol.asyncDispose]());

it('tells programs what the page of an image shows', async () => {
  const { text } = await served.get(`/image/${ID}`);
  expect(text).toContain(`<link rel="canonical" href="${BASE}/image/${ID}">`);
  expect(text).toContain('<meta property="og:title" content="A red bridge">');
  expect(text).toMatch(/<meta name="description" content="“A red bridge”, bridges.example/);
  const [, json = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(text) ?? [];
  expect(JSON.parse(json)).toMatchObject({
    '@type': 'ImageObject',
    name: 'A red bridge',
    contentUrl: `${BASE}/api/v1/images/${ID}/content`,
    sha256: ID,
    isPartOf: { url: 'http://bridges.example/' },
  });
});

it('lets nothing out of an archive end an element of the head', async () => {
  const { text } = await served.get(`/image/${imageId('livro', 300)}`);
  expect(text).not.toContain('<script>alert');
});

it('answers oEmbed for its own images alone', async () => {
  const ask = (url: string) => served.get(`/oembed?url=${encodeURIComponent(url)}`);
  const { status, json } = await ask(`${BASE}/image/${ID}`);
  expect([status, json]).toMatchObject([200, { type: 'photo', title: 'A red bridge' }]);
  expect(json.url).toContain(`${BASE}/api/v1/images/${ID}/thumbnail`);
  expect((await ask(`https://evil.example/image/${ID}`)).status).toBe(400);
  expect((await ask(`${BASE}/image/${'0'.repeat(64)}`)).status).toBe(404);
});

it('feeds the newest images of a query', async () => {
  const { text, headers } = await served.get('/feed.atom?q=feira');
  expect(headers['content-type']).toContain('application/atom+xml');
  expect(text.match(/<entry>/g)).toHaveLength(2);
  expect(text).toContain(`<link href="${BASE}/image/${imageId('livro', 300)}"/>`);
  expect(text).not.toContain('<script');
});

it('has a site map where search engines are welcome', async () => {
  expect((await served.get('/robots.txt')).text).toContain(`Sitemap: ${BASE}/sitemap.xml`);
  expect((await served.get('/sitemap.xml')).text).toContain(`<loc>${BASE}/image/${ID}</loc>`);
  await using hidden = await serveLibrary();
  expect((await hidden.get('/sitemap.xml')).status).toBe(404);
});

const JPEG = {
  ...{ mime: 'image/jpeg', width: 1200, height: 900 },
  thumbnails: [
    { width: 240, height: 180, url: '' },
    { width: 600, height: 450, url: '' },
  ],
} as unknown as Parameters<typeof findSize>[0];

it('offers the sizes there are, and no others', () => {
  expect(findSize(JPEG, 'max')).toEqual({ width: 1200, height: 900 });
  expect(findSize(JPEG, '240,180')?.side).toBe(240);
  expect(findSize(JPEG, '600,')?.side).toBe(600);
  for (const asked of ['300,', '240,181', '^max', 'pct:50', '']) {
    expect(findSize(JPEG, asked)).toBeUndefined();
  }
  // Of other formats there are thumbnails alone, and `max` is the largest of them.
  const png = { ...JPEG, mime: 'image/png' };
  expect(findSize(png, 'max')).toMatchObject({ width: 600, side: 600 });
  expect(toImageInfo(png, 's')).toMatchObject({ width: 1200, maxWidth: 600, profile: 'level0' });
  expect(toImageInfo({ ...png, thumbnails: [] }, 's')).toBeUndefined();
});

it('describes images and queries as IIIF manifests', async () => {
  const manifest = (await served.get(`/iiif/3/manifest/${ID}`)).json;
  expect(manifest).toMatchObject({ type: 'Manifest', label: { none: ['A red bridge'] } });
  const [canvas] = manifest.items;
  const { body, target } = canvas.items[0].items[0];
  expect(target).toBe(canvas.id);
  expect(body.service[0].id).toBe(`${BASE}/iiif/3/${ID}`);
  const query = (await served.get('/iiif/3/query?q=bridge')).json;
  expect(query.items.length).toBeGreaterThan(0);
  const info = (await served.get(`/iiif/3/${ID}/info.json`)).json;
  expect(info).toMatchObject({ id: `${BASE}/iiif/3/${ID}`, type: 'ImageService3' });
  expect((await served.get('/iiif/3/none/info.json')).status).toBe(404);
  const region = await served.get(`/iiif/3/${ID}/full/9,9/0/default.jpg`);
  expect(region.status).toBe(400);
});
