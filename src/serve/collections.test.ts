// Tests that nothing of a collection that is not for a client is shown to it, by any route.
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { imageId, imageRecord, pageRecord } from '../../test/fixtures/library-archives.ts';
import { invent, type ServedLibrary, serveLibrary } from '../../test/fixtures/served-library.ts';
import { type CollectionSettings, changeCollection } from '../pipeline/collection-settings.ts';

const APRIL = imageId('april');
const SECRET = imageId('secret', 700);
const TOKEN = 'the-token-of-the-reading-room';
const OPERATOR = 'o'.repeat(43);

/** An image that only the second collection has, and pages of it about one that both have. */
const CLOSED = [
  imageRecord('http://closed.example/secret.png', '20130101000000', 'secret', 700),
  imageRecord('http://bridges.example/april.png', '20130101000001', 'april'),
  pageRecord('http://closed.example/', '20130101000000', {
    title: 'Classified headline',
    images: [
      { src: '/secret.png', alt: 'zeppelin' },
      { src: 'http://bridges.example/april.png', alt: 'The bridge under surveillance' },
    ],
  }),
];

let served: ServedLibrary;
beforeAll(async () => {
  served = await serveLibrary({ token: OPERATOR, isListed: true }, invent());
  const archive = await served.folder.archive('closed.warc.gz', ...CLOSED);
  await settle({ access: 'hidden' });
  await served.folder.ingest('library', [archive], { collection: 'closed' });
});
afterAll(() => served[Symbol.asyncDispose]());

async function settle(change: Partial<CollectionSettings>, name = 'closed'): Promise<void> {
  const library = await served.folder.open('library', { access: 'write' });
  changeCollection(library, name, change);
  library.close();
}

const hash = (token: string) => createHash('sha256').update(token).digest('hex');
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const TRACES = /closed|classified|surveillance|zeppelin|2013-?\d\d|"2013"/i;

const SHOWN_ROUTES = [
  '/api/v1/images?q=april&facets=site,year,type,size,collection,language',
  '/api/v1/images?q=',
  `/api/v1/images/${APRIL}`,
  `/api/v1/images/${APRIL}/versions`,
  `/api/v1/images/${APRIL}/pages`,
  `/api/v1/images/${APRIL}/citation`,
  `/api/v1/images/${APRIL}/similar`,
  `/api/v1/images/${APRIL}/variants`,
  '/api/v1/facets?q=',
  '/api/v1/timeline?q=',
  '/api/v1/map?q=&zoom=2',
  '/api/v1/export?q=april',
  '/api/v1/stats',
  '/stats',
  '/api/v1/collections',
  '/api/v1/suggest?q=surv',
  '/api/v1/suggest?q=clos',
  '/imagesearch?q=april&more=imgCrawlTimestampLatest,pageHost',
  '/cdx?url=*.example',
  '/web/*/http://bridges.example/april.png',
  '/web/timemap/link/http://bridges.example/april.png',
  '/feed.atom?q=',
  '/sitemap.xml',
  '/?q=bridge',
  `/image/${APRIL}`,
  `/iiif/3/manifest/${APRIL}`,
];

const HIDDEN_ROUTES = [
  `/api/v1/images/${SECRET}`,
  `/api/v1/images/${SECRET}/content`,
  `/api/v1/images/${SECRET}/thumbnail`,
  `/api/v1/images/${SECRET}/versions`,
  `/api/v1/images/${SECRET}/pages`,
  `/api/v1/images/${SECRET}/similar`,
  `/image/${SECRET}`,
  '/api/v1/stats?collection=closed',
  '/web/20130101000000im_/http://closed.example/secret.png',
  '/web/20130101000000id_/http://closed.example/',
  '/web/2013/http://closed.example/',
];

describe('a hidden collection', () => {
  it.each(SHOWN_ROUTES)('%s tells nothing of it', async (url) => {
    const { status, text } = await served.get(url);
    expect(status).toBe(200);
    expect(text).not.toMatch(TRACES);
  });

  it.each(HIDDEN_ROUTES)('%s has nothing', async (url) => {
    const { status, text } = await served.get(url);
    expect(status).toBe(404);
    expect(text).not.toMatch(/classified|surveillance|zeppelin/i);
  });

  it('is not counted, and its name is one that nobody knows', async () => {
    const all = (await served.get('/api/v1/images?q=')).json;
    expect(all.total.value).toBe(all.items.length);
    expect((await served.get('/cdx?url=*.closed.example&showNumPages=true')).text).toBe('0\n');
    expect((await served.get('/imagesearch?q=april&collection=closed')).status).toBe(400);
    const named = (await served.get('/api/v1/images?q=collection:closed')).json;
    expect(named.warnings).toMatchObject([{ code: 'no-such-collection' }]);
    // Words that nobody but its pages says, of an image of its own and of one that others have, too.
    for (const word of ['zeppelin', 'surveillance', 'classified']) {
      const { total, items } = (await served.get(`/api/v1/images?q=${word}`)).json;
      expect([total.value, items], word).toEqual([0, []]);
      expect((await served.get(`/api/v1/export?q=${word}`)).text).not.toContain('april');
    }
  });

  it('is shown to the operator alone', async () => {
    const headers = bearer(OPERATOR);
    expect((await served.get('/api/v1/images?q=zeppelin', headers)).json.total.value).toBe(1);
    const bytes = await served.get(`/api/v1/images/${SECRET}/content`, headers);
    expect(bytes.status).toBe(200);
    expect(bytes.headers['cache-control']).toMatch(/^private/);
    expect(bytes.headers['vary']).toContain('authorization');
    expect((await served.get(`/api/v1/images/${SECRET}`, bearer('wrong'))).status).toBe(404);
  });

  it('is shown by the posted search of nobody', async () => {
    const answer = await served.server.app.inject({
      method: 'POST',
      url: '/api/v1/images/by-image',
      headers: { 'content-type': 'image/png' },
      payload: Buffer.from(''),
    });
    expect(answer.body).not.toMatch(TRACES);
  });
});

describe('a collection with a token', () => {
  beforeAll(() => settle({ access: 'token', tokenHash: hash(TOKEN) }));

  it('is there for whoever has the token, on all routes', async () => {
    for (const url of HIDDEN_ROUTES) {
      if (url.endsWith('/thumbnail')) continue; // it has none
      expect((await served.get(url)).status, url).toBe(404);
      expect((await served.get(url, bearer(TOKEN))).status, url).toBeLessThan(400);
    }
    const found = await served.get('/api/v1/images?q=zeppelin', bearer(TOKEN));
    expect(found.json.total.value).toBe(1);
    const lines = await served.get('/cdx?url=*.closed.example', bearer(TOKEN));
    expect(lines.text).toContain('closed.example');
    const { collections } = (await served.get('/api/v1/collections', bearer(TOKEN))).json;
    expect(collections.map(({ name }: { name: string }) => name)).toContain('closed');
  });

  it('is opened by browsers at /sign-in', async () => {
    const asked = await served.get('/sign-in');
    expect(asked.status).toBe(401);
    expect(asked.headers['www-authenticate']).toContain('Basic');
    const basic = `Basic ${Buffer.from(`anyone:${TOKEN}`).toString('base64')}`;
    expect((await served.get('/sign-in', { authorization: basic })).status).toBe(302);
    expect((await served.get(`/image/${SECRET}`, { authorization: basic })).status).toBe(200);
  });

  it('is not answered from what was kept for somebody else', async () => {
    const open = await served.get('/api/v1/stats', bearer(TOKEN));
    const closed = await served.get('/api/v1/stats');
    expect(open.json.documents).toBeGreaterThan(closed.json.documents);
    expect(open.headers['etag']).not.toBe(closed.headers['etag']);
  });
});

describe('a collection that is published', () => {
  it('is there at once, with what was said of it', async () => {
    await settle({ access: 'public', isPublished: false, title: 'The closed files' });
    expect((await served.get(`/api/v1/images/${SECRET}`)).status).toBe(404);
    await settle({ isPublished: true });
    expect((await served.get(`/api/v1/images/${SECRET}`)).status).toBe(200);
    expect((await served.get('/api/v1/images?q=zeppelin')).json.total.value).toBe(1);
    const { collections } = (await served.get('/api/v1/collections')).json;
    expect(collections).toContainEqual({
      name: 'closed',
      images: 2,
      title: 'The closed files',
      description: '',
      access: 'public',
      embargoDays: 0,
    });
  });

  it('may have an embargo of its own', async () => {
    const days = Math.floor((Date.now() - Date.parse('2012-06-01T00:00:00Z')) / 86_400_000);
    await settle({ embargoDays: days });
    expect((await served.get(`/api/v1/images/${SECRET}`)).status).toBe(404);
    expect((await served.get('/api/v1/images?q=zeppelin')).json.total.value).toBe(0);
    const april = (await served.get(`/api/v1/images/${APRIL}`)).json;
    // What the other collection has of later years stays.
    expect(april).toMatchObject({ captures: 2, lastCapture: '2011-09-17T08:30:01Z' });
    expect((await served.get('/cdx?url=*.closed.example')).text).toBe('');
    await settle({ embargoDays: 0 });
    expect((await served.get(`/api/v1/images/${SECRET}`)).status).toBe(200);
  });
});

it('settings that cannot be read hide a collection', async () => {
  const library = await served.folder.open('library', { access: 'write' });
  library.transaction(() => library.writeNote('collection:closed', '{"access":'));
  library.close();
  expect((await served.get(`/api/v1/images/${SECRET}`)).status).toBe(404);
});
