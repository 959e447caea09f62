// Tests that what was taken down by order is refused with 451 wherever it is asked for, and nothing else is.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { imageId } from '../../test/fixtures/library-archives.ts';
import { type ServedLibrary, serveLibrary } from '../../test/fixtures/served-library.ts';
import { type RemoveRequest, removeFromLibrary } from '../pipeline/remove.ts';

const APRIL = imageId('april');
const LIVRO = imageId('livro', 300);
const VASCO = imageId('vasco', 900);
const ORDER = { isOrder: true, reason: 'Court order', requester: 'A court', reference: '12 O 3' };

let served: ServedLibrary;
beforeAll(async () => {
  served = await serveLibrary();
  await remove({ images: [APRIL], details: ORDER });
  await remove({ urlPrefixes: ['http://www.fair.example/'], details: { isOrder: true } });
  await remove({ images: [VASCO], details: { reason: 'A wish' } });
});
afterAll(() => served[Symbol.asyncDispose]());

async function remove(request: RemoveRequest): Promise<void> {
  const library = await served.folder.open('library', { access: 'write' });
  await removeFromLibrary(library, request);
  library.close();
}

describe('what was taken down by order', () => {
  it.each([
    `/api/v1/images/${APRIL}`,
    `/api/v1/images/${APRIL}/content`,
    `/api/v1/images/${APRIL}/thumbnail`,
    `/api/v1/images/${APRIL}/versions`,
    `/api/v1/images/${APRIL}/pages`,
    `/api/v1/images/${APRIL}/citation`,
    `/api/v1/images/${APRIL}/similar`,
    `/api/v1/images/${APRIL}/variants`,
    `/iiif/3/${APRIL}/info.json`,
    `/iiif/3/manifest/${APRIL}`,
    `/oembed?url=http://localhost/image/${APRIL}`,
    `/image/${APRIL}`,
    '/web/20030501120001im_/http://bridges.example/april.png',
    '/web/2003/http://bridges.example/april.png',
    '/web/*/http://bridges.example/april.png',
    '/cdx?url=http://bridges.example/april.png',
    '/web/20050601000001im_/http://www.fair.example/livro.png',
    '/web/2005/http://fair.example/',
    '/web/timemap/link/http://www.fair.example/',
    '/cdx?url=fair.example/livro.png',
    '/wayback/available?url=fair.example',
  ])('%s is refused with 451', async (url) => {
    const { status, headers, text } = await served.get(url);
    expect(status).toBe(451);
    expect(headers['link']).toMatch(/^<http:\/\/[^>]+>; rel="blocked-by"$/);
    if (!/fair/.test(url))
      expect(text).toContain('Court order. By demand of A court. Reference: 12 O 3.');
  });

  it('is told to people on a page', async () => {
    const page = await served.get(`/image/${APRIL}`, { accept: 'text/html' });
    expect(page.status).toBe(451);
    expect(page.text).toContain('12 O 3');
  });
});

it('other things are answered as before', async () => {
  // By wish, not by order; known only by a page that went; never there; on the same host.
  for (const [url, status] of [
    [`/api/v1/images/${VASCO}`, 404],
    [`/api/v1/images/${LIVRO}`, 404],
    ['/web/20030501120002im_/http://bridges.example/vasco.png', 404],
    ['/web/2003/http://bridges.example/', 302],
    ['/api/v1/images/zzz', 400],
    ['/cdx?url=*.example', 200],
    ['/api/v1/images?q=bridge', 200],
  ] as const) {
    const answer = await served.get(url);
    expect([url, answer.status >= 300 && answer.status < 400 ? 302 : answer.status]).toEqual([
      url,
      status,
    ]);
  }
});
