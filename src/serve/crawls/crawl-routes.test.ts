import { join } from 'node:path';
import Ajv from 'ajv/dist/2020.js';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sampleCrawl } from '../../../test/fixtures/sample-crawl.ts';
import { type ServedLibrary, serveLibrary } from '../../../test/fixtures/served-library.ts';
import { openCrawlBook } from '../../crawl/crawl.ts';

const TOKEN = 'operator-token-of-tests';
let served: ServedLibrary;
let ajv: Ajv.default;
beforeAll(async () => {
  served = await serveLibrary({ token: TOKEN });
  sampleCrawl(join(served.folder.path, 'library'));
  const document = (await served.get('/api/openapi.json')).json;
  ajv = new Ajv.default({ strict: false, validateFormats: false, allErrors: true });
  ajv.addSchema(document, 'openapi');
});
afterAll(() => served[Symbol.asyncDispose]());

function expectSchema(name: string, value: unknown): void {
  const isValid = ajv.compile({ $ref: `openapi#/components/schemas/${name}` });
  isValid(value);
  expect(isValid.errors ?? []).toEqual([]);
}

const post = (url: string, token = '') =>
  served.server.app.inject({ method: 'POST', url, headers: { authorization: `Bearer ${token}` } });

it('lists crawls and shows one, as documented', async () => {
  const list = await served.get('/api/v1/crawls');
  expectSchema('Crawls', list.json);
  expect(list.json.crawls).toMatchObject([
    { name: 'night', state: 'waiting', isSaved: true, schedule: '30 2 * * *', last: { pages: 3 } },
  ]);
  expect(list.json.comparison.strategies).toHaveLength(2);
  const one = await served.get('/api/v1/crawls/night');
  expectSchema('CrawlDetail', one.json);
  expect(one.json.view.counts.located).toBe(2);
  expect((await served.get('/api/v1/crawls/none')).status).toBe(404);
  expect((await served.get('/crawls')).text).toContain('night');
});

it('sends what changes as events, and ends with the server', async () => {
  await using own = await serveLibrary({ token: TOKEN, port: 0 });
  const folder = join(own.folder.path, 'library');
  sampleCrawl(folder);
  const url = await own.server.listen();
  const answer = await fetch(`${url}api/v1/crawls/night/events`);
  expect(answer.headers.get('content-type')).toMatch(/^text\/event-stream/);
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  const next = async () => JSON.parse((await reader?.read())?.value?.replace(/^data: /, '') ?? '');
  expect((await next()).wish).toBeNull();
  const book = openCrawlBook(folder);
  book.setWish('night', 'start');
  book.close();
  expect((await next()).wish).toBe('start');
  const closed = own.server.close();
  expect((await reader?.read())?.done).toBe(true);
  await closed;
});

it('lets operators alone start, pause and stop', async () => {
  const url = '/api/v1/crawls/night/pause';
  expect((await post(url)).statusCode).toBe(401);
  expect((await post(url, 'a-wrong-operator-token')).statusCode).toBe(401);
  expect((await served.get('/api/v1/crawls/night')).json.wish).toBeNull();
  const done = await post(url, TOKEN);
  expect([done.statusCode, done.json().wish]).toEqual([202, 'pause']);
  expect((await post('/api/v1/crawls/night/explode', TOKEN)).statusCode).toBe(400);
  expect((await post('/api/v1/crawls/none/start', TOKEN)).statusCode).toBe(404);
});

it('shows nothing of crawls under an embargo, but to operators', async () => {
  await using hiding = await serveLibrary({ token: TOKEN, embargoMs: 1000 });
  sampleCrawl(join(hiding.folder.path, 'library'));
  for (const path of ['', '/night', '/night/events']) {
    expect((await hiding.get(`/api/v1/crawls${path}`)).status).toBe(401);
  }
  expect((await hiding.get('/crawls')).text).not.toContain('night');
  const shown = await hiding.get('/api/v1/crawls', { authorization: `Bearer ${TOKEN}` });
  expect(shown.json.crawls).toHaveLength(1);
});
