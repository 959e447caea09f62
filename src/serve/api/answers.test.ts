import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { httpResponse, warcRecord } from '../../../test/fixtures/archives.ts';
import {
  imageBytes,
  imageId,
  imageRecord,
  pageRecord,
} from '../../../test/fixtures/library-archives.ts';
import { type ServedLibrary, serveLibrary } from '../../../test/fixtures/served-library.ts';

let served: ServedLibrary;
beforeAll(async () => {
  served = await serveLibrary();
});
afterAll(() => served[Symbol.asyncDispose]());

const APRIL = imageId('april');

describe('search', () => {
  it('gives addresses of the image, its page and its bytes with each item', async () => {
    const { json } = await served.get('/api/v1/images?q=april');
    expect(json.items[0]).toMatchObject({
      id: APRIL,
      captures: 2,
      thumbnail: `/api/v1/images/${APRIL}/thumbnail`,
      content: `/api/v1/images/${APRIL}/content`,
      thumbhash: 'AQID',
      archivedImage: '/web/20030501120001im_/http://bridges.example/april.png',
      archivedPage: '/web/20030501120000/http://bridges.example/',
    });
  });

  it('goes on by cursor, which the Link header has too, and ends with null', async () => {
    const first = await served.get('/api/v1/images?q=bridge&limit=1');
    expect(first.headers['link']).toBe(
      `</api/v1/images?q=bridge&limit=1&cursor=${first.json.next}>; rel="next"`,
    );
    const second = await served.get(`/api/v1/images?q=bridge&limit=1&cursor=${first.json.next}`);
    expect(second.json.items[0].id).not.toBe(first.json.items[0].id);
    expect(second.json.next).toBeNull();
    expect(second.headers['link']).toBeUndefined();
    const other = await served.get(`/api/v1/images?q=feira&cursor=${first.json.next}`);
    expect([other.status, other.json.type]).toEqual([410, '/api/problems/cursor-expired']);
  });

  it('corrects words, and tells what it did not understand', async () => {
    const { json } = await served.get('/api/v1/images?q=brigde+size:huge');
    expect(json.corrected).toEqual({ query: 'bridge', instead: '+brigde' });
    expect(json.items).not.toEqual([]);
    const insisted = await served.get('/api/v1/images?q=%2Bbrigde');
    expect(insisted.json).toMatchObject({ items: [], total: { value: 0 } });
    expect(json.warnings[0]).toMatchObject({
      code: 'bad-value',
      severity: 'error',
      start: 7,
      end: 16,
    });
  });

  it('hides what is under embargo everywhere', async () => {
    const years = (new Date().getUTCFullYear() - 2004) * 365 * 86_400_000;
    await using hidden = await serveLibrary({ embargoMs: years });
    const { json } = await hidden.get('/api/v1/images?q=');
    expect(json.total.value).toBe(2);
    for (const part of ['', '/versions', '/pages', '/citation', '/thumbnail', '/content']) {
      expect((await hidden.get(`/api/v1/images/${imageId('livro', 300)}${part}`)).status).toBe(404);
    }
    const versions = await hidden.get(`/api/v1/images/${APRIL}/versions`);
    expect(versions.json).toMatchObject({ total: 1, items: [{ time: '2003-05-01T12:00:01Z' }] });
    expect((await hidden.get('/imagesearch?q=')).json.totalItems).toBe(2);
    expect((await hidden.get('/?q=livros')).text).not.toContain('livro.png');
  });
});

describe('archive files', () => {
  const ROUTES = [
    '/api/v1/images?q=april',
    `/api/v1/images/${APRIL}`,
    `/api/v1/images/${APRIL}/versions`,
    '/api/v1/export?q=april',
    '/api/v1/export?q=april&format=csv',
    '/cdx?url=bridges.example/april.png&fl=filename,orig.filename&resolveRevisits=true',
    '/cdx?url=bridges.example/april.png&output=cdxj',
  ];

  it.each(ROUTES)(
    'are told by their names to everybody, and whole to operators: %s',
    async (url) => {
      const folder = served.folder.path;
      const { text, headers } = await served.get(url);
      expect(text).toContain('site.warc.gz');
      expect(text).not.toContain(folder);
      const wrong = await served.get(url, { authorization: `Bearer ${'x'.repeat(32)}` });
      expect(wrong.text).not.toContain(folder);
      const authorization = `Bearer ${served.server.token?.token}`;
      const whole = await served.get(url, { authorization });
      expect(whole.text).toContain(`${folder}/site.warc.gz`);
      expect(whole.headers['etag'] ?? 'another').not.toBe(headers['etag']);
    },
  );

  it('cannot be guessed through filters, and are not told on pages', async () => {
    const lines = async (filter: string) =>
      (await served.get(`/cdx?url=*.example&fl=urlkey&filter=${filter}`)).text;
    expect(await lines(`filename:${served.folder.path}/site.warc.gz`)).toBe('');
    expect(await lines('=filename:site.warc.gz')).not.toBe('');
    expect((await served.get(`/image/${APRIL}`)).text).not.toContain(served.folder.path);
    expect((await served.get('/?q=april')).text).not.toContain(served.folder.path);
  });
});

describe('changes at an address', () => {
  it('are told: which captures came after another picture, and which pictures these were', async () => {
    const url = 'http://a.example/logo.png';
    const at = (year: number, name: string) => imageRecord(url, `${year}0101`, name);
    const records = [at(2001, 'old'), at(2003, 'new'), at(2004, 'new'), at(2005, 'old')];
    await using other = await serveLibrary({}, [...records, at(2006, 'new')]);
    const { json } = await other.get(`/api/v1/images/${imageId('new')}/versions`);
    expect(json.items.map((each: { changed: boolean }) => each.changed)).toEqual([
      ...[true, false, true],
    ]);
    expect(json.others).toEqual(
      [2001, 2005].map((year) => ({
        time: `${year}-01-01T00:00:00Z`,
        url,
        id: imageId('old'),
        content: `/api/v1/images/${imageId('old')}/content`,
        archivedImage: `/web/${year}0101000000im_/${url}`,
      })),
    );
    const old = (await other.get(`/api/v1/images/${imageId('old')}/versions`)).json;
    expect(old.items.map((each: { changed: boolean }) => each.changed)).toEqual([false, true]);
    const same = (await served.get(`/api/v1/images/${APRIL}/versions`)).json;
    expect([same.others, same.items.map((each: { changed: boolean }) => each.changed)]).toEqual([
      [],
      [false, false],
    ]);
  });
});

describe('citations', () => {
  it('end with a persistent identifier of the capture', async () => {
    const { json } = await served.get(`/api/v1/images/${APRIL}/citation`, {
      host: 'images.localhost:8080',
    });
    const pwid =
      'urn:pwid:images.localhost:2003-05-01T12:00:01Z:part:http://bridges.example/april.png';
    expect(json.pwid).toBe(pwid);
    for (const form of ['plain', 'html', 'bibtex']) {
      expect(json[form].replaceAll('\\', '')).toContain(pwid);
    }
  });
});

describe('caching', () => {
  it.each([
    '/api/v1/images?q=bridge',
    '/api/v1/facets',
    '/api/v1/timeline',
    '/api/v1/stats',
    `/api/v1/images/${APRIL}`,
  ])('%s has a weak ETag, is answered by 304, and anew when the library changes', async (url) => {
    const first = await served.get(url);
    const etag = String(first.headers['etag']);
    expect(etag).toMatch(/^W\/"\d+-[\w-]{16}"$/);
    const again = await served.get(url, { 'if-none-match': `"other", ${etag}` });
    expect([again.status, again.text, again.headers['etag']]).toEqual([304, '', etag]);
    expect((await served.get(`${url}#`, { 'if-none-match': 'W/"1-x"' })).status).toBe(200);
  });

  it('sees what another program writes meanwhile', async () => {
    await using growing = await serveLibrary();
    const url = '/api/v1/images?q=tower';
    const before = await growing.get(url);
    expect(before.json.total.value).toBe(0);
    const archive = await growing.folder.archive(
      'more.warc',
      pageRecord('http://new.example/', '2012', { images: [{ src: '/tower.png', alt: 'tower' }] }),
      imageRecord('http://new.example/tower.png', '2012', 'tower'),
    );
    await growing.folder.ingest('library', [archive], { collection: 'new' });
    const after = await growing.get(url, { 'if-none-match': String(before.headers['etag']) });
    expect([after.status, after.json.total.value]).toEqual([200, 1]);
    expect(after.json.items[0].source.file).toMatch(/more\.warc$/);
    expect((await growing.get('/api/v1/collections')).json.collections).toHaveLength(2);
  });
});

describe('bytes', () => {
  it('are those of the archive, and harmless', async () => {
    const { status, bytes, headers } = await served.get(`/api/v1/images/${APRIL}/content`);
    expect(status).toBe(200);
    expect(bytes.equals(imageBytes('april'))).toBe(true);
    expect(headers).toMatchObject({
      'content-type': 'image/png',
      etag: `"${APRIL}"`,
      'cache-control': 'public, max-age=600, must-revalidate',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'; style-src 'unsafe-inline'",
      'content-disposition': `inline; filename="${APRIL.slice(0, 16)}.png"`,
    });
    const again = await served.get(`/api/v1/images/${APRIL}/content`, {
      'if-none-match': `"${APRIL}"`,
    });
    expect([again.status, again.bytes.length]).toEqual([304, 0]);
  });

  it('of thumbnails are WebP', async () => {
    const { status, bytes, headers } = await served.get(`/api/v1/images/${APRIL}/thumbnail`);
    expect([status, bytes.toString()]).toEqual([200, 'a thumbnail']);
    expect(headers).toMatchObject({ 'content-type': 'image/webp', etag: `"${APRIL}-t1"` });
    const again = await served.get(`/api/v1/images/${APRIL}/thumbnail`, {
      'if-none-match': `"${APRIL}-t1"`,
    });
    expect(again.status).toBe(304);
  });

  it('whose archive has gone are a problem that names it; the thumbnail still shows', async () => {
    await using lost = await serveLibrary();
    await rm(join(lost.folder.path, 'site.warc.gz'));
    const content = await lost.get(`/api/v1/images/${APRIL}/content`);
    expect(content.status).toBe(503);
    expect(content.json).toMatchObject({ type: '/api/problems/archive-missing' });
    expect(content.json.detail).toContain('site.warc.gz');
    expect(content.json.detail).not.toContain(lost.folder.path);
    expect((await lost.get(`/api/v1/images/${APRIL}/thumbnail`)).status).toBe(200);
    const ready = await lost.get('/health/ready');
    expect(ready.json).toMatchObject({ status: 'ok', checks: [{}, { status: 'degraded' }] });
  });
});

describe('exports', () => {
  it('are a head and a record for each image as NDJSON', async () => {
    const { text, headers } = await served.get('/api/v1/export?q=bridge');
    const lines = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines[0]).toMatchObject({ kind: 'export', query: 'bridge', total: 2, version: '0.1.0' });
    expect(lines[0].time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    expect(lines.slice(1).map(({ kind, url }) => [kind, url.split('/').at(-1)])).toEqual([
      ['image', 'vasco.png'],
      ['image', 'april.png'],
    ]);
    expect(headers['content-disposition']).toBe('attachment; filename="images.ndjson"');
  });

  it('are comments and rows as CSV, where no text runs as a formula', async () => {
    const { text } = await served.get('/api/v1/export?q=feira&format=csv&sort=oldest');
    const lines = text.split('\r\n');
    expect(lines.slice(0, 2)).toEqual(['# query: feira', '# total: 2']);
    expect(lines[4]).toMatch(/^id,url,mime,width,height,/);
    expect(lines).toHaveLength(8);
    expect(text).toContain(`,'=HYPERLINK(1),`);
  });

  it('are one document as JSON, also when nothing is found', async () => {
    expect((await served.get('/api/v1/export?format=json')).json.items).toHaveLength(4);
    expect((await served.get('/api/v1/export?q=nothing&format=json')).json.items).toEqual([]);
  });

  it('stop at their limit, whatever the number of parts', async () => {
    const { json } = await served.get('/api/v1/export?format=json&limit=3');
    expect([json.items.length, json.total]).toEqual([3, 4]);
  });
});

it('serves an SVG with a script in a sandbox', async () => {
  const picture = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="200"><script>alert(1)</script></svg>',
  );
  const headers = ['Content-Type: image/svg+xml', `Content-Length: ${picture.length}`];
  const record = warcRecord({
    url: 'http://a.example/x.svg',
    date: '2010-01-01T00:00:00Z',
    block: httpResponse({ headers, body: picture }),
  });
  await using hostile = await serveLibrary({}, [record]);
  const { json } = await hostile.get('/api/v1/images?q=');
  const answer = await hostile.get(json.items[0].content);
  expect(answer.headers['content-type']).toBe('image/svg+xml');
  expect(answer.headers['content-security-policy']).toMatch(/^sandbox; default-src 'none'/);
  expect(answer.headers['x-content-type-options']).toBe('nosniff');
});

describe('the archive', () => {
  it('is shown page by page, with its images, and listed by address', async () => {
    const { json } = await served.get('/api/v1/images?q=april');
    const page = await served.get(json.items[0].archivedPage);
    expect([page.status, page.headers['memento-datetime']]).toEqual([
      200,
      'Thu, 01 May 2003 12:00:00 GMT',
    ]);
    expect(page.headers['content-security-policy']).toMatch(/^sandbox/);
    const image = await served.get(json.items[0].archivedImage);
    expect(image.bytes.equals(imageBytes('april'))).toBe(true);
    const lines = (await served.get('/cdx?url=bridges.example/april.png')).text.trim().split('\n');
    expect(lines).toHaveLength(2);
  });

  it('takes addresses that a router would refuse', async () => {
    const odd = await served.get('/web/2010/http://bridges.example/caf%E9%zz.gif');
    expect(odd.status).toBe(404);
  });

  it('hides what is under embargo', async () => {
    const years = (new Date().getUTCFullYear() - 2004) * 365 * 86_400_000;
    await using hidden = await serveLibrary({ embargoMs: years });
    const lines = (await hidden.get('/cdx?url=bridges.example/april.png')).text.trim().split('\n');
    expect(lines).toHaveLength(1);
    expect((await hidden.get('/web/2005/http://www.fair.example/')).status).toBe(404);
    const nearest = await hidden.get('/web/20110917083001im_/http://bridges.example/april.png');
    expect(nearest.headers['location']).toContain('20030501120001im_');
  });

  it('tells problems as pages to people and as JSON to programs', async () => {
    const url = '/web/2010/ftp://bridges.example/';
    const page = await served.get(url, { accept: 'text/html' });
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    expect((await served.get(url)).json.type).toBe('/api/problems/bad-request');
    expect((await served.get('/cdx')).json.type).toBe('/api/problems/invalid-parameter');
  });
});
