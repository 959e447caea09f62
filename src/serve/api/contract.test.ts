import Ajv from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { imageId } from '../../../test/fixtures/library-archives.ts';
import {
  type Answer,
  type ServedLibrary,
  serveLibrary,
} from '../../../test/fixtures/served-library.ts';

let served: ServedLibrary;
let document: Answer['json'];
let ajv: Ajv.default;

beforeAll(async () => {
  served = await serveLibrary();
  document = (await served.get('/api/openapi.json')).json;
  ajv = new Ajv.default({ strict: false, validateFormats: false, allErrors: true });
  ajv.addSchema(document, 'openapi');
});
afterAll(() => served[Symbol.asyncDispose]());

const APRIL = imageId('april');
const image = (part = '') => `/api/v1/images/{id}${part}`;

/** Requests by path of the document. Every path must be here. */
const REQUESTS: Readonly<Record<string, readonly string[]>> = {
  '/api/v1/images': [
    '?q=bridge&facets=site,year,type,size,collection,language',
    '',
    '?q=brigde',
    '?q=nothing+size:huge',
    '?q=feira&limit=1&sort=newest&profile=paper&safe=off',
    '?q=bridge&offset=99999',
    '?limit=0',
    '?limit=101',
    '?limit=ten',
    '?sort=best',
    '?profile=none',
    '?facets=site,colour',
    '?cursor=damaged',
    '?q=a&q=b',
    '?safe=maybe',
  ],
  // With a network of words it is tried in operator-models.test.ts.
  '/api/v1/images/by-words': ['?words=bridge', '', '?words=bridge&limit=0'],
  [image()]: ['', '?unknown=parameter'],
  [image('/versions')]: ['', '?limit=1&offset=1', '?limit=-1'],
  [image('/pages')]: ['', '?limit=1&offset=1', '?offset=x'],
  [image('/citation')]: [''],
  [image('/similar')]: ['', '?limit=1&duplicates=all', '?limit=0'],
  [image('/variants')]: [''],
  [image('/thumbnail')]: [''],
  [image('/content')]: [''],
  '/api/v1/facets': ['?q=feira', '?names=site,year&limit=1', '?names=nothing', '?limit=0'],
  '/api/v1/timeline': ['?q=bridge', '?buckets=1', '?buckets=1001', '?q=nothing'],
  '/api/v1/suggest': ['?q=br', '?q=', '?q=br&format=opensearch', '?limit=0'],
  '/api/v1/stats': ['', '?collection=sites', '?collection=none'],
  '/api/v1/places': ['?name=Porto', '?lat=41.15&lon=-8.61', '?bbox=-10,30,10,60&limit=3', '?lat=1'],
  '/api/v1/map': [
    '',
    '?q=bridge&zoom=3&bbox=-10,30,10,60&sure=0.5',
    '?bbox=1,2,3',
    '?bbox=0,9,1,2',
    '?zoom=99',
  ],
  '/api/v1/around': ['?lat=38.7&lon=-9.1', '?lat=38.7&lon=-9.1&km=5&limit=1', '', '?lat=99&lon=0'],
  '/api/v1/collections': [''],
  '/api/v1/crawls': [''],
  // With a crawl they are tried in crawl-routes.test.ts.
  '/api/v1/crawls/{name}': [''],
  '/api/v1/crawls/{name}/events': [''],
  '/api/v1/export': [
    '?format=json',
    '?q=nothing&format=json',
    '?format=xlsx',
    '?format=csv',
    '?format=geojson',
    '?format=kml',
  ],
  '/imagesearch': ['?q=bridge', '', '?prettyPrint=true', '?from=20x4', '?maxItems=many'],
  // As cdx_toolkit, waybackpy and wayback (EDGI) ask, and with what is refused.
  '/cdx': [
    '?url=bridges.example/*&output=json&limit=1000&page=0',
    '?url=bridges.example/*&output=json&page=1',
    '?url=*.example&output=json&limit=2&filter=%3Dstatus:200&filter=~mime:image/.*&crawl=',
    '?url=http://bridges.example/&output=json&limit=2&closest=200405',
    '?url=nowhere.example/*&output=json&page=0',
    '?url=*.example&showNumPages=true',
    '?url=*.example&showNumPages=true&output=cdxj',
    '?url=bridges.example&matchType=domain&filter=mimetype:image/.*&filter=statuscode:200&collapse=urlkey&from=1998&to=2004&gzip=false&limit=25000&showResumeKey=true',
    '?url=bridges.example/&limit=1&closest=2004&sort=closest&showResumeKey=true&gzip=false',
    '?url=bridges.example/april.png&resolveRevisits=true&output=cdxj',
    '?url=bridges.example/&output=link',
    '?url=bridges.example/&fl=urlkey,timestamp,url,filename&output=json',
    '',
    '?url=a&output=xml',
    '?url=a&filter=statuscode:(',
  ],
  '/web/{time}/{url}': [
    '20030501120000 http://bridges.example/',
    '20030501120001im_ http://bridges.example/april.png',
    '20030501120001id_ http%3A%2F%2Fbridges.example%2Fapril.png',
    '2003 http://bridges.example/',
    '2003 http://nowhere.example/',
    '2003im_ http://nowhere.example/',
    '2003 ftp://bridges.example/',
    `2003 http://bridges.example/${'a'.repeat(8200)}`,
  ],
  '/web/{url}': [' http://bridges.example/', ' http://nowhere.example/', ' ftp://x/'],
  '/web/timemap/link/{url}': [' http://bridges.example/', ' http://nowhere.example/', ' ftp://x/'],
};

it('documents parts of archived bytes', async () => {
  const url = '/web/20030501120001im_/http://bridges.example/april.png';
  for (const [range, status] of [
    ['bytes=0-9', 206],
    ['bytes=99999-', 416],
  ] as const) {
    const answer = await served.get(url, { range });
    expect(answer.status).toBe(status);
    expectDocumented('/web/{time}/{url}', answer, url);
  }
  const gate = await served.get('/web/http://bridges.example/', {
    'accept-datetime': 'Thu, 01 May 2003 12:00:00 GMT',
  });
  expect(gate.status).toBe(302);
  expectDocumented('/web/{url}', gate, 'gate');
});

it('documents every route for programs, and each of them is tried here', () => {
  const reading = Object.keys(document.paths).filter((path) => 'get' in document.paths[path]);
  expect(reading.sort()).toEqual(Object.keys(REQUESTS).sort());
  expect(document.openapi).toBe('3.1.0');
});

describe.each(Object.entries(REQUESTS))('%s', (path, searches) => {
  it.each(searches)('answers %s as documented', async (search) => {
    const [time = '', address = ''] = search.split(' ');
    const isArchived = path.startsWith('/web/');
    const url = isArchived
      ? path.replace('{time}', time).replace('{url}', address)
      : path.replace('{id}', APRIL) + search;
    expectDocumented(path, await served.get(url), url);
  });
});

it('answers under an embargo as documented', async () => {
  await using hiding = await serveLibrary({ embargoMs: Date.now() - Date.parse('2004-01-01') });
  for (const path of ['/api/v1/stats', '/api/v1/facets', '/api/v1/suggest', '/api/v1/images']) {
    const answer = await hiding.get(`${path}?q=br&facets=site,year`);
    expect(answer.status).toBe(200);
    expectDocumented(path, answer, path);
  }
});

it.each(['', '/versions', '/pages', '/citation', '/thumbnail', '/content'])(
  'answers images that are not there, and ids that are none, as documented: %s',
  async (part) => {
    const path = image(part);
    const missing = await served.get(path.replace('{id}', '0'.repeat(64)));
    expect(missing.status).toBe(404);
    expectDocumented(path, missing, path);
    const wrong = await served.get(path.replace('{id}', 'nothing'));
    expect(wrong.status).toBe(400);
    expect(wrong.json.errors[0].parameter).toBe('id');
    expectDocumented(path, wrong, path);
  },
);

it('answers an image without a thumbnail, and one whose archive has gone, as documented', async () => {
  const vasco = imageId('vasco', 900);
  const thumbnail = await served.get(`/api/v1/images/${vasco}/thumbnail`);
  expect([thumbnail.status, thumbnail.json.type]).toEqual([404, '/api/problems/no-thumbnail']);
  expectDocumented(image('/thumbnail'), thumbnail, '');
});

it('makes operations that a client generator can use: unique, with parameters that may be left out', () => {
  const { parameters } = document.paths['/api/v1/images'].get;
  const required = parameters.filter((each: { required?: boolean }) => each.required === true);
  expect(required).toEqual([]);
  const limit = parameters.find((each: { name: string }) => each.name === 'limit');
  expect(limit.schema).toMatchObject({ type: 'integer', minimum: 1, maximum: 100, default: 50 });
});

it('shows the document on a page without anything from elsewhere', async () => {
  const page = await served.get('/api/docs');
  expect(page.status).toBe(200);
  expect(page.headers['content-security-policy']).toMatch(/^default-src 'self'/);
  expect(page.headers['content-security-policy']).not.toMatch(/https:|upgrade/);
  expect(page.text).not.toMatch(/(?:src|href)="https?:/);
});

/** Fails unless the document has this status and media type for the route, and a schema that the body fits. */
function expectDocumented(path: string, answer: Answer, name: string): void {
  const type = String(answer.headers['content-type']).split(';')[0] ?? '';
  const { responses } = document.paths[path].get;
  const documented = responses[answer.status];
  expect(documented, `${name} answers ${answer.status}`).toBeDefined();
  if (documented.content === undefined) {
    expect(answer.bytes.length, `${name} answers nothing`).toBe(0);
    return;
  }
  const media = Object.keys(documented.content).find(
    (known) =>
      known === type ||
      (known === 'image/*' && type.startsWith('image/')) ||
      (known === '*/*' && !type.includes('problem')),
  );
  expect(media, `${name} answers ${type}`).toBeDefined();
  if (!/json$/.test(type) || type.endsWith('ndjson')) return;
  const toPart = (part: string) =>
    encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'));
  const pointer = [
    'paths',
    path,
    'get',
    'responses',
    String(answer.status),
    'content',
    media ?? '',
    'schema',
  ];
  const isValid = ajv.compile({ $ref: `openapi#/${pointer.map(toPart).join('/')}` });
  isValid(answer.json);
  expect(isValid.errors ?? [], name).toEqual([]);
}
