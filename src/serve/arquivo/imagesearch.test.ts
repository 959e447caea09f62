// A client written from the table of Arquivo.pt's API 1.1 (parameters, defaults, limits, names, envelope).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { imageId } from '../../../test/fixtures/library-archives.ts';
import {
  type Answer,
  type ServedLibrary,
  serveLibrary,
} from '../../../test/fixtures/served-library.ts';

let served: ServedLibrary;
beforeAll(async () => {
  served = await serveLibrary({ host: '0.0.0.0', rateLimit: 0 });
});
afterAll(() => served[Symbol.asyncDispose]());

const search = (parameters: Readonly<Record<string, string | number>>) => {
  const texts = Object.entries(parameters).map(([name, value]) => [name, String(value)] as const);
  const url = `/imagesearch?${new URLSearchParams(Object.fromEntries(texts))}`;
  return served.get(url, { host: 'archive.example' });
};

const sources = ({ json }: Answer) =>
  json.responseItems.map(({ imgSrc }: { imgSrc: string }) => imgSrc.split('/').at(-1)).sort();

const DEFAULT_FIELDS = [
  'collection',
  'imgAlt',
  'imgCaption',
  'imgDigest',
  'imgHeight',
  'imgLinkToArchive',
  'imgMimeType',
  'imgSrc',
  'imgTitle',
  'imgTstamp',
  'imgWidth',
  'pageLinkToArchive',
  'pageTitle',
  'pageTstamp',
  'pageURL',
];

describe('the envelope', () => {
  it('has the names and types of the documentation', async () => {
    const { json, headers, status } = await search({ q: 'bridge' });
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    expect(headers['access-control-allow-origin']).toBe('*');
    expect(Object.keys(json)).toEqual([
      'serviceName',
      'linkToService',
      'linkToMoreFields',
      'nextPage',
      'previousPage',
      'totalItems',
      'numberOfResponseItems',
      'offset',
      'responseItems',
    ]);
    expect(json).toMatchObject({
      totalItems: 2,
      numberOfResponseItems: 2,
      offset: 0,
      nextPage: null,
    });
    expect(json.linkToService).toBe('http://archive.example/');
    expect(json.linkToMoreFields).toContain('more=pageHost%2CmatchingImages%2Csafe');
  });

  it('leads from page to page by links until there is none', async () => {
    const seen: string[] = [];
    let next: string | null = 'http://archive.example/imagesearch?maxItems=1&q=';
    for (let pages = 0; next !== null && pages < 10; pages++) {
      const { json } = await served.get(next.replace('http://archive.example', ''), {
        host: 'archive.example',
      });
      seen.push(...json.responseItems.map(({ imgDigest }: { imgDigest: string }) => imgDigest));
      next = json.nextPage;
    }
    expect(seen).toHaveLength(4);
    expect(new Set(seen).size).toBe(4);
    const second = await search({ maxItems: 1, offset: 1 });
    expect(second.json.previousPage).toBe('http://archive.example/imagesearch?maxItems=1&offset=0');
    expect(second.json.nextPage).toBe('http://archive.example/imagesearch?maxItems=1&offset=2');
  });

  it('has a link to the documentation, and line ends, only when it is printed for people', async () => {
    const pretty = await search({ q: 'bridge', prettyPrint: 'true' });
    expect(pretty.json.linkToDocumentation).toBe('http://archive.example/api/docs');
    expect(pretty.text).toMatch(/^\{\n {2}"serviceName"/);
    expect((await search({ q: 'bridge' })).text).not.toContain('\n');
  });

  it('is wrapped when debugging', async () => {
    const { json } = await search({ q: 'bridge', debug: 'on' });
    expect(Object.keys(json)).toEqual(['responseHeader', 'response']);
    expect(json.response.totalItems).toBe(2);
  });
});

describe('an item', () => {
  it('has the default fields, with times of 14 digits and lists of texts', async () => {
    const { json } = await search({ q: 'vasco' });
    const [item] = json.responseItems;
    expect(Object.keys(item).sort()).toEqual(DEFAULT_FIELDS);
    expect(item).toEqual({
      imgDigest: imageId('vasco', 900),
      imgSrc: 'http://bridges.example/vasco.png',
      imgMimeType: 'image/png',
      imgHeight: 900,
      imgWidth: 900,
      imgTstamp: '20030501120002',
      imgTitle: ['Vasco da Gama'],
      imgAlt: ['A long bridge'],
      imgCaption: expect.any(Array),
      pageURL: 'http://bridges.example/',
      pageTstamp: '20030501120000',
      pageTitle: 'Bridges of Lisbon',
      collection: ['sites'],
      imgLinkToArchive:
        'http://archive.example/web/20030501120002im_/http://bridges.example/vasco.png',
      pageLinkToArchive: 'http://archive.example/web/20030501120000/http://bridges.example/',
    });
  });

  it('leaves out lists that are empty', async () => {
    const { json } = await search({ q: 'mapa' });
    expect(json.responseItems[0]).not.toHaveProperty('imgTitle');
  });

  it('has the fields asked for instead of the default ones, or besides', async () => {
    const few = await search({ q: 'april', fields: 'imgSrc,imgThumbnailBase64' });
    expect(few.json.responseItems[0]).toEqual({
      imgSrc: 'http://bridges.example/april.png',
      imgThumbnailBase64: Buffer.from('a thumbnail').toString('base64'),
    });
    const more = await search({
      q: 'april',
      more: 'pageHost,matchingImages,safe,imgCrawlTimestampLatest',
    });
    const [item] = more.json.responseItems;
    expect(item).toMatchObject({
      pageHost: 'bridges.example',
      matchingImages: 2,
      imgCrawlTimestampLatest: '20110917083001',
    });
    expect(item).toHaveProperty('imgSrc');
    expect(item).not.toHaveProperty('safe'); // never scored
  });
});

describe('parameters', () => {
  it('q: any of the words may match, all images without it', async () => {
    expect(sources(await search({ q: 'vasco mapa' }))).toEqual(['mapa.png', 'vasco.png']);
    expect((await search({})).json.totalItems).toBe(4);
    expect((await served.get('/imagesearch')).json.totalItems).toBe(4);
  });

  it('q: quotes, minus and operators are understood', async () => {
    expect(sources(await search({ q: '"red bridge"' }))).toEqual(['april.png']);
    expect(sources(await search({ q: 'bridge -april' }))).toEqual([]);
    expect(sources(await search({ q: 'feira site:fair.example size:md' }))).toEqual(['livro.png']);
  });

  it.each([
    [{ from: '2005' }, ['livro.png', 'mapa.png']],
    [{ to: '2004' }, ['april.png', 'vasco.png']],
    [{ from: '2003', to: '2003' }, ['april.png', 'vasco.png']],
    [{ from: '20050601', to: '20050601' }, ['livro.png', 'mapa.png']],
    [{ from: '200506', to: '200506' }, ['livro.png', 'mapa.png']],
    [{ to: '20050531' }, ['april.png', 'vasco.png']],
    [{ to: '2003050111' }, []],
    [{ to: '200305011200' }, ['april.png', 'vasco.png']],
    [{ from: '20050601000001', to: '20050601000001' }, ['livro.png']],
    [{ from: '20050601000002' }, ['mapa.png']],
  ])(
    'dates of 4 to 14 digits are inclusive at both ends, alone or together: %j',
    async (dates, found) => {
      expect(sources(await search(dates))).toEqual(found);
    },
  );

  it('type, size, safeSearch and collection filter', async () => {
    expect((await search({ type: 'png,jpg' })).json.totalItems).toBe(4);
    expect((await search({ type: 'jpeg' })).json.totalItems).toBe(0);
    expect(sources(await search({ size: 'md' }))).toEqual(['livro.png', 'vasco.png']);
    expect((await search({ size: 'all' })).json.totalItems).toBe(4);
    expect((await search({ safeSearch: 'off' })).json.totalItems).toBe(4);
    expect((await search({ collection: 'sites' })).json.totalItems).toBe(4);
  });

  it('siteSearch is the exact host of the page, with * for any characters', async () => {
    expect((await search({ siteSearch: 'fair.example' })).json.totalItems).toBe(0);
    expect((await search({ siteSearch: 'www.fair.example' })).json.totalItems).toBe(2);
    expect((await search({ siteSearch: '*.fair.example' })).json.totalItems).toBe(2);
    expect((await search({ siteSearch: 'bridges.example,www.fair.example' })).json.totalItems).toBe(
      4,
    );
    expect((await search({ siteSearch: 'http://bridges.example/page' })).json.totalItems).toBe(2);
  });

  it('maxItems above 200 is lowered, 0 counts only', async () => {
    expect((await search({ maxItems: 100_000 })).json.numberOfResponseItems).toBe(4);
    const none = await search({ maxItems: 0 });
    expect(none.json).toMatchObject({
      totalItems: 4,
      numberOfResponseItems: 0,
      responseItems: [],
      nextPage: null,
    });
  });

  it.each([
    ['from', '201'],
    ['from', '20101'],
    ['from', '20100231'],
    ['to', '2010-05-31'],
    ['to', '20101301'],
    ['to', 'null'],
    ['from', '0000'],
    ['type', 'exe'],
    ['size', 'huge'],
    ['safeSearch', 'perhaps'],
    ['siteSearch', 'a host'],
    ['collection', 'none'],
    ['offset', '-1'],
    ['offset', 'x'],
    ['offset', '100000'],
    ['maxItems', '-5'],
    ['maxItems', '1e9'],
    ['fields', 'imgSrc,secret'],
    ['more', 'password'],
    ['prettyPrint', 'very'],
  ])('%s=%s is answered by 400 that names the parameter', async (parameter, value) => {
    const { status, json, headers } = await search({ [parameter]: value });
    expect(status).toBe(400);
    expect(json.error.parameter).toBe(parameter);
    expect(json.error.message.length).toBeGreaterThan(10);
    expect(json).toMatchObject({ totalItems: 0, numberOfResponseItems: 0, responseItems: [] });
    expect(headers['access-control-allow-origin']).toBe('*');
  });

  it('names the first of two dates that exclude one another, and a parameter given twice', async () => {
    expect((await search({ from: '2010', to: '2009' })).json.error.parameter).toBe('from');
    const twice = await served.get('/imagesearch?from=2010&from=2011');
    expect([twice.status, twice.json.error.parameter]).toEqual([400, 'from']);
  });

  it('passes over parameters it does not know', async () => {
    expect((await search({ q: 'bridge', callback: 'x', utm_source: 'y' })).status).toBe(200);
  });
});

it('answers other origins, HEAD, and clients that have the answer already', async () => {
  const { app } = served.server;
  const head = await app.inject({ method: 'HEAD', url: '/imagesearch?q=bridge' });
  expect([head.statusCode, head.body]).toEqual([200, '']);
  const options = await app.inject({
    method: 'OPTIONS',
    url: '/imagesearch',
    headers: { origin: 'https://map.example', 'access-control-request-method': 'GET' },
  });
  expect([options.statusCode, options.headers['access-control-allow-methods']]).toEqual([
    204,
    'GET, HEAD',
  ]);
  const etag = String(head.headers.etag);
  const again = await served.get('/imagesearch?q=bridge', { 'if-none-match': etag });
  expect([again.status, again.text]).toEqual([304, '']);
});

it('leads to another Wayback when there is a template', async () => {
  await using other = await serveLibrary({
    replayTemplate: 'https://wayback.example/{timestamp}/{url}',
  });
  const [item] = (await other.get('/imagesearch?q=vasco')).json.responseItems;
  expect(item.imgLinkToArchive).toBe(
    'https://wayback.example/20030501120002im_/http://bridges.example/vasco.png',
  );
  expect(item.pageLinkToArchive).toBe(
    'https://wayback.example/20030501120000/http://bridges.example/',
  );
});

it('lists what it passed over, as far as a header can hold it', async () => {
  const headerOf = async (parameters: Readonly<Record<string, string>>) =>
    (await search({ q: 'bridge', ...parameters })).headers['x-unknown-parameters'];
  expect(await headerOf({ maxItems: '3', prettyPrint: 'true' })).toBeUndefined();
  expect(await headerOf({ sort: 'new', 'bad\r\nname: x': '1' })).toBe('sort, bad__name:_x');
});
