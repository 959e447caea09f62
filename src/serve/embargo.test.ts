// Tests that nothing younger than the embargo is shown, by any route.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  imageBytes,
  imageId,
  imageRecord,
  pageRecord,
  revisitRecord,
} from '../../test/fixtures/library-archives.ts';
import { invent, type ServedLibrary, serveLibrary } from '../../test/fixtures/served-library.ts';

const APRIL = imageId('april');
/** Revisits that were captured before the end of the embargo, of records that were not. */
const REVISITS = [
  imageRecord('http://later.example/late.png', '20120101000000', 'late'),
  revisitRecord('http://early.example/late.png', '20030101000000', imageBytes('late')),
  revisitRecord('http://early.example/named.png', '20030101000000', imageBytes('late'), {
    url: 'http://later.example/late.png',
    time: '20120101000000',
  }),
];

let served: ServedLibrary;
beforeAll(async () => {
  const embargoMs = Date.now() - Date.parse('2004-01-01T00:00:00Z');
  served = await serveLibrary({ embargoMs }, [...invent(), ...REVISITS]);
});
afterAll(() => served[Symbol.asyncDispose]());

describe('under an embargo', () => {
  it('an image is shown as it was known before: texts, page, counts and times', async () => {
    const expected = {
      captures: 1,
      pages: 1,
      lastCapture: '2003-05-01T12:00:01Z',
      captions: ['The bridge of April over the Tagus'],
      alts: ['A red bridge'],
    };
    const found = await served.get('/api/v1/images?q=april');
    expect(found.json.items[0]).toMatchObject(expected);
    const image = await served.get(`/api/v1/images/${APRIL}`);
    expect(image.json).toMatchObject({ ...expected, versions: 1, counters: { matchingImages: 1 } });
    const [item] = (await served.get('/imagesearch?q=april&more=matchingImages')).json
      .responseItems;
    expect(item).toMatchObject({ imgCaption: expected.captions, matchingImages: 1 });
  });

  it.each([
    '/api/v1/images?q=april&facets=site,year,type,size,collection,language',
    `/api/v1/images/${APRIL}`,
    `/api/v1/images/${APRIL}/versions`,
    `/api/v1/images/${APRIL}/pages`,
    `/api/v1/images/${APRIL}/citation`,
    '/api/v1/export?q=april',
    '/api/v1/timeline?q=april',
    '/api/v1/stats',
    '/stats',
    '/api/v1/collections',
    '/imagesearch?q=april&more=imgCrawlTimestampLatest,pageHost',
    '/cdx?url=*.example',
    '/web/*/http://bridges.example/april.png',
    '/web/timemap/link/http://bridges.example/april.png',
    '/?q=april',
    `/image/${APRIL}`,
    '/web/20030501120000/http://bridges.example/',
  ])('%s tells nothing of later years', async (url) => {
    const { status, text } = await served.get(url);
    expect(status).toBe(200);
    expect(text).not.toMatch(
      /20(?:05|11|12)-?\d\d-?\d\d|at night|livro|later\.example|fair\.example|"20(?:05|11|12)"/i,
    );
  });

  it('nothing is suggested that leads to what is hidden', async () => {
    const texts = async (q: string) =>
      (await served.get(`/api/v1/suggest?q=${q}`)).json.suggestions.map(
        ({ text, count }: { text: string; count: number }) => `${text} ${count}`,
      );
    expect(await texts('livr')).toEqual([]);
    expect(await texts('bridg')).toContain('bridge 2');
  });

  it('the bytes of an early revisit of a late record are not given', async () => {
    for (const name of ['late', 'named']) {
      const url = `http://early.example/${name}.png`;
      expect((await served.get(`/web/20030101000000im_/${url}`)).status).toBe(404);
      const line = await served.get(`/cdx?url=${url}&resolveRevisits=true&output=cdxj`);
      expect(line.text).toContain('"mime": "warc/revisit"');
      expect(line.text).not.toContain('"orig.offset": "0');
      expect(line.text).not.toContain('image/png');
    }
  });

  it('captures are not even counted', async () => {
    const pages = async (url: string) =>
      (await served.get(`/cdx?url=${url}&showNumPages=true`)).text;
    expect(await pages('*.fair.example')).toBe('0\n');
    expect(await pages('*.bridges.example')).toBe('1\n');
    expect((await served.get('/cdx?url=*.fair.example&page=1')).status).toBe(400);
    expect((await served.get('/web/2012/http://later.example/late.png')).text).not.toContain(
      '2012',
    );
  });
});

describe('of an image before the embargo that a page after it shows', () => {
  const RECORDS = [
    imageRecord('http://cdn.example/i.png', '20030101000000', 'april'),
    pageRecord('http://secret.example/', '20120101000000', {
      title: 'Embargoed headline',
      language: 'pt',
      images: [{ src: 'http://cdn.example/i.png', alt: 'hiddenword' }],
    }),
    imageRecord('http://secret.example/new.png', '20120101000000', 'new'),
    pageRecord('http://open.example/', '20030101000000', {
      title: 'Harbour',
      images: [{ src: '/o.png', alt: 'lighthouse' }],
    }),
    imageRecord('http://open.example/o.png', '20030101000001', 'open', 900),
  ];
  let hiding: ServedLibrary;
  let showing: ServedLibrary;
  beforeAll(async () => {
    const embargoMs = Date.now() - Date.parse('2004-01-01T00:00:00Z');
    hiding = await serveLibrary({ embargoMs }, RECORDS);
    showing = await serveLibrary({}, RECORDS);
  });
  afterAll(async () => {
    await hiding[Symbol.asyncDispose]();
    await showing[Symbol.asyncDispose]();
  });

  it.each([
    ['/api/v1/facets?names=site,language', /secret\.example/],
    ['/api/v1/images?q=&facets=site,language', /secret\.example.*"pt"/],
    ['/api/v1/stats', /secret\.example/],
    ['/stats', /secret\.example/],
    ['/api/v1/suggest?q=emb', /embargoed/],
    ['/api/v1/suggest?q=hid', /hiddenword/],
    ['/api/v1/suggest?q=site:sec', /secret\.example/],
    ['/api/v1/suggest?q=sec', /secret\.example/],
    ['/api/v1/suggest?q=lang:', /lang:pt/],
    ['/api/v1/suggest?q=year:20', /year:2012/],
    ['/api/v1/suggest?q=emb&format=opensearch', /embargoed/],
    ['/api/v1/images?q=hiddenwrod', /"corrected":{"query":"hiddenword"/],
    ['/?q=hiddenwrod', /hiddenword/],
  ])('%s names nothing of the page', async (url, hidden) => {
    expect((await showing.get(url)).text).toMatch(hidden);
    const { status, text } = await hiding.get(url);
    expect(status).toBe(200);
    expect(text).not.toMatch(hidden);
    expect(text).not.toMatch(/secret|embargoed|hiddenword|lang:pt|"value":"pt"|2012/i);
  });

  it('what pages before it say is still offered, and what images are is still counted', async () => {
    const suggested = async (q: string) =>
      (await hiding.get(`/api/v1/suggest?q=${q}`)).json.suggestions.map(
        ({ text, count }: { text: string; count: number }) => `${text} ${count}`,
      );
    expect(await suggested('light')).toEqual(['lighthouse 1']);
    expect(await suggested('site:op')).toEqual(['open.example 1']);
    expect(await suggested('collection:s')).toEqual(['sites 2']);
    expect(await suggested('type:')).toEqual(['type:png 2']);
    expect(await suggested('year:')).toEqual(['year:2003 2']);
    expect((await hiding.get('/api/v1/images?q=lighthuose')).json.corrected.query).toBe(
      'lighthouse',
    );
    const { facets } = (await hiding.get('/api/v1/facets')).json;
    expect(facets.map(({ facet }: { facet: string }) => facet)).toEqual([
      ...['year', 'type', 'size', 'collection', 'color', 'kind', 'animated', 'label'],
    ]);
    expect(facets[0].values).toEqual([{ value: '2003', count: 2 }]);
  });

  it('nothing that is hidden is counted', async () => {
    expect((await showing.get('/health/ready')).json.checks[0].detail).toBe('3 images');
    expect((await hiding.get('/health/ready')).json.checks[0].detail).toBe('2 images');
    expect((await hiding.get('/metrics')).text).toContain('pinakes_library_documents 2\n');
    expect((await hiding.get('/api/v1/collections')).json.collections).toMatchObject([
      { name: 'sites', images: 2 },
    ]);
    const whole = (await showing.get('/api/v1/stats')).json;
    expect(whole).toMatchObject({ pages: 2, matched: { indexed: 3, imageCaptures: 3 } });
    expect((await hiding.get('/api/v1/stats')).json).toEqual({
      ...{ files: 1, bytes: whole.bytes, documents: 2, rejected: [], sites: [], metadata: {} },
      matched: { records: whole.matched.records, indexed: 2 },
      years: [{ value: '2003', count: 2 }],
      types: [{ value: 'image/png', count: 2 }],
      sizes: ['md', 'sm'].map((value) => ({ value, count: 1 })),
      collections: [{ value: 'sites', count: 2 }],
    });
    expect((await hiding.get('/stats')).text).toContain('Archive files');
    expect((await hiding.get('/stats')).text).not.toContain('With caption');
  });

  it('a collection that is hidden as a whole is not there', async () => {
    const late = imageRecord('http://late.example/l.png', '20120101000000', 'late');
    const archive = await hiding.folder.archive('late.warc.gz', late);
    await hiding.folder.ingest('library', [archive], { collection: 'late' });
    expect((await hiding.get('/api/v1/stats?collection=late')).status).toBe(404);
    expect((await hiding.get('/api/v1/stats?collection=sites')).json.documents).toBe(2);
  });
});

it('without an embargo the same requests tell of them', async () => {
  await using open = await serveLibrary({}, [...invent(), ...REVISITS]);
  expect((await open.get('/api/v1/images?q=april')).json.items[0].captures).toBe(2);
  const url = 'http://early.example/named.png';
  expect((await open.get(`/web/20030101000000im_/${url}`)).bytes).toEqual(imageBytes('late'));
  const line = await open.get(`/cdx?url=${url}&resolveRevisits=true`);
  expect(line.text).toContain('image/png');
  expect((await open.get('/cdx?url=*.fair.example&showNumPages=true')).text).toBe('1\n');
});
