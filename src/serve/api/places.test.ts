// Places over HTTP: clusters, images around a point, exports, corrections, and what is never told.
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { httpResponse, warcRecord } from '../../../test/fixtures/archives.ts';
import { exifBlock, gpsTags } from '../../../test/fixtures/image-exif.ts';
import { exifSegment, frameHeader, jpeg } from '../../../test/fixtures/images.ts';
import { imageRecord, pageRecord } from '../../../test/fixtures/library-archives.ts';
import { type ServedLibrary, serveLibrary } from '../../../test/fixtures/served-library.ts';

const TOKEN = 'a-token-of-the-operator';
/** 41.14961, -8.61099: in the middle of Porto. */
const PHOTO = jpeg(
  exifSegment(exifBlock({ gps: gpsTags('N 41 8 58.6', 'W 8 36 39.56') })),
  frameHeader(400, 300),
);
const ID = createHash('sha256').update(PHOTO).digest('hex');
const RECORDS = [
  warcRecord({
    url: 'http://a.example/p.jpg',
    date: '2010-01-01T00:00:00Z',
    block: httpResponse({ headers: ['Content-Type: image/jpeg'], body: PHOTO }),
  }),
  imageRecord('http://a.example/l.png', '20100101000000', 'lisbon'),
  pageRecord('http://a.example/', '20100101000000', {
    images: [{ src: 'p.jpg' }, { src: 'l.png', caption: 'The old tram in Lisbon, Portugal' }],
  }),
];

let served: ServedLibrary;
beforeAll(async () => {
  served = await serveLibrary({ token: TOKEN }, RECORDS);
});
afterAll(() => served[Symbol.asyncDispose]());
const json = async (path: string) => (await served.get(`/api/v1${path}`)).json;

describe('the map', () => {
  it('counts each image once, at every zoom', async () => {
    for (const zoom of [0, 3, 9, 22]) {
      const { total, features } = await json(`/map?zoom=${zoom}`);
      const counts = features.map(({ properties }: never) => Reflect.get(properties, 'count'));
      expect(counts.reduce((sum: number, count: number) => sum + count, 0)).toBe(total);
      expect(total).toBe(2);
    }
  });

  it('can be cut, and asked for what is sure', async () => {
    expect((await json('/map?bbox=-9,41,-8,42')).total).toBe(1);
    expect((await json('/map?bbox=170,-90,-170,90')).total).toBe(0);
    expect((await json('/map?sure=0.9')).total).toBe(1);
  });
});

describe('search by place', () => {
  it.each([
    ['near:"Porto" 20km', 1],
    ['near:Lisbon', 1],
    ['place:Portugal', 2],
    ['place:Lissabon', 1],
    ['geo:no', 0],
  ])('%s finds %i', async (q, count) => {
    const { total } = await json(`/images?q=${encodeURIComponent(q)}`);
    expect(total.value).toBe(count);
  });

  it('gives what is around a point, the nearest first, with addresses', async () => {
    const { items } = await json('/around?lat=41.1&lon=-8.6&km=400');
    expect(items.map(({ address }: { address: { country: string } }) => address.country)).toEqual([
      'PT',
      'PT',
    ]);
    expect(items[0]).toMatchObject({ id: ID, quality: { pixels: 120_000, kind: null } });
    expect(items[0].quality.townKm).toBeLessThan(2);
    expect(items[1]).toMatchObject({
      name: expect.stringContaining('tram'),
      place: { source: 'caption' },
    });
  });
});

describe('the gazetteer', () => {
  it('names what is near a point, places of a name, and the best known of a part of the map', async () => {
    const near = await json('/places?lat=41.15&lon=-8.61');
    expect(near.places).toMatchObject([{ name: 'Porto', country: 'PT', distanceKm: 0.1 }]);
    expect(near.attribution).toContain('GeoNames');
    expect((await json('/places?name=Lissabon')).places[0]).toMatchObject({ name: 'Lisbon' });
    const iberia = await json('/places?bbox=-9.6,36.9,-6.1,42.2&limit=3');
    expect(iberia.places.map(({ name }: { name: string }) => name)).toEqual(
      expect.arrayContaining(['Portugal', 'Lisbon']),
    );
    const fiji = await json('/places?bbox=176,-20,-178,-15&limit=1');
    expect(fiji.places).toMatchObject([{ country: 'FJ' }]);
    expect((await json('/places?lat=0&lon=-30')).places).toEqual([]);
  });

  it.each(['/places', '/places?lat=1', '/places?name=Porto&bbox=0,0,1,1', '/places?bbox=0,9,1,1'])(
    'refuses %s',
    async (path) => expect((await served.get(`/api/v1${path}`)).status).toBe(400),
  );
});

it('coordinates of cameras are nowhere told exactly', async () => {
  for (const path of [
    '/images',
    `/images/${ID}`,
    '/map?zoom=22',
    '/around?lat=41&lon=-8.6&km=90',
    '/export?format=kml',
    '/export?format=csv',
    '/export?format=geojson',
  ]) {
    const { text } = await served.get(`/api/v1${path}`);
    expect(text, path).not.toMatch(/41\.149|8\.610/);
  }
  // A small circle around the exact point finds nothing out.
  expect((await json('/images?q=near:41.14961,-8.61099,0.01')).total.value).toBe(0);
});

it('operators correct places, others do not', async () => {
  const put = (headers: Record<string, string>, payload: object) =>
    served.server.app.inject({
      method: 'PUT',
      url: `/api/v1/images/${ID}/place`,
      headers,
      payload,
    });
  const point = { latitude: 40.2, longitude: -8.4, author: 'ana' };
  expect((await put({}, point)).statusCode).toBe(401);
  const operator = { authorization: `Bearer ${TOKEN}` };
  expect((await put(operator, { latitude: 1, author: 'ana' })).statusCode).toBe(400);
  expect((await put(operator, point)).statusCode).toBe(204);
  const { place, evidence } = await json(`/images/${ID}`);
  expect(place).toMatchObject({ latitude: 40.2, source: 'correction', confidence: 1 });
  expect(evidence[0].text).toMatch(/^ana, \d{4}-/);
  expect((await put(operator, { ...point, takeBack: true })).statusCode).toBe(400);
  expect((await put(operator, { takeBack: true, author: 'ana' })).statusCode).toBe(204);
  expect((await json(`/images/${ID}`)).place).toMatchObject({ latitude: 41.15, source: 'exif' });
});
