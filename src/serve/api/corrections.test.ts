// What operators change: titles, captions, takedowns; and who may not.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { imageId } from '../../../test/fixtures/library-archives.ts';
import { type ServedLibrary, serveLibrary } from '../../../test/fixtures/served-library.ts';
import { toOperationId } from './operation-ids.ts';

const TOKEN = 'a-token-of-the-operator';
const OPERATOR = { authorization: `Bearer ${TOKEN}` };
const ID = imageId('april');

let served: ServedLibrary;
beforeAll(async () => {
  served = await serveLibrary({ token: TOKEN });
});
afterAll(() => served[Symbol.asyncDispose]());

const change = (method: 'PATCH' | 'DELETE', payload: object, headers = {}) =>
  served.server.app.inject({ method, url: `/api/v1/images/${ID}`, headers, payload });
const read = async () => (await served.get(`/api/v1/images/${ID}`)).json;
const count = async (q: string) => (await served.get(`/api/v1/images?q=${q}`)).json.total.value;

it('lets operators alone change anything', async () => {
  const before = (await served.get(`/api/v1/images/${ID}`)).text;
  for (const headers of [{}, { authorization: 'Bearer wrong' }]) {
    expect((await change('PATCH', { title: 'x', author: 'eve' }, headers)).statusCode).toBe(401);
    expect((await change('DELETE', { reason: 'x', author: 'eve' }, headers)).statusCode).toBe(401);
    // Not even what is wrong with a body.
    expect((await change('DELETE', {}, headers)).statusCode).toBe(401);
  }
  expect((await served.get(`/api/v1/images/${ID}`)).text).toBe(before);
});

it('shows and finds a corrected title and caption, and takes them back without a trace', async () => {
  const before = await read();
  const title = { title: 'Zeppelin over the quay', author: 'ana' };
  expect((await change('PATCH', title, OPERATOR)).statusCode).toBe(204);
  const caption = { caption: 'Dirigible at noon', author: 'rui' };
  expect((await change('PATCH', caption, OPERATOR)).statusCode).toBe(204);
  const corrected = await read();
  expect(corrected).toMatchObject({
    correctedTitle: title.title,
    correctedCaption: caption.caption,
    correctedBy: expect.stringMatching(/^rui, \d{4}-/),
    titles: [title.title, ...before.titles],
    captions: [caption.caption, ...before.captions],
  });
  expect(await count('zeppelin')).toBe(1);
  expect(await count('dirigible')).toBe(1);
  expect((await served.get(`/image/${ID}`)).text).toContain(`<h1>${title.title}</h1>`);

  const undone = { title: '', caption: '', author: 'ana' };
  expect((await change('PATCH', undone, OPERATOR)).statusCode).toBe(204);
  expect(await read()).toEqual(before);
  expect(await count('zeppelin+match:all')).toBe(0);
});

it('takes an image down, with its reason', async () => {
  expect((await change('DELETE', { author: 'ana' }, OPERATOR)).statusCode).toBe(400);
  const gone = await change('DELETE', { reason: 'The family asked.', author: 'ana' }, OPERATOR);
  expect(gone.statusCode).toBe(204);
  expect((await served.get(`/api/v1/images/${ID}`)).status).toBe(404);
  expect((await change('DELETE', { reason: 'again', author: 'ana' }, OPERATOR)).statusCode).toBe(
    404,
  );
  const log = await readFile(join(served.folder.path, 'library', 'operator-log.ndjson'), 'utf8');
  expect(
    log
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toEqual([
    {
      time: expect.stringMatching(/Z$/),
      ...{ action: 'remove', image: ID, reason: 'The family asked.', author: 'ana' },
    },
  ]);
});

it('names operations of the document', () => {
  expect(toOperationId('get', '/api/v1/images/{id}/pages')).toBe('getImagesByIdPages');
  expect(toOperationId('get', '/cdx/search/cdx')).toBe('getCdxSearchCdx');
});
