// Whatever a client sends is answered, soon, and without telling what is nobody's business.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ServedLibrary, serveLibrary } from '../../test/fixtures/served-library.ts';

let served: ServedLibrary;
const troubles: string[] = [];
beforeAll(async () => {
  served = await serveLibrary({ onTrouble: (message) => troubles.push(message) });
});
afterAll(() => served[Symbol.asyncDispose]());

const ROUTES = [
  '/api/v1/images?q=',
  '/api/v1/facets?q=',
  '/api/v1/timeline?q=',
  '/api/v1/suggest?q=',
  '/api/v1/export?format=json&q=',
  '/imagesearch?q=',
  '/?q=',
];

const TEXTS: Readonly<Record<string, string>> = {
  'ten thousand letters': 'a'.repeat(10_000),
  'ten thousand words': 'ab '.repeat(3_000),
  quotes: '"'.repeat(2_000),
  operators: 'site: type:x OR OR -- "" () near:1,2,3 from:9999 ',
  'control characters': [...Array(32).keys()].map((code) => String.fromCharCode(code)).join(''),
  'half a character': '%ED%A0%80%',
  'line ends': 'a\r\nSet-Cookie: b=c\r\n\r\n<html>',
  script: '<script>alert(1)</script>"\'><img src=x onerror=alert(1)>',
  'words of SQL': `'; DROP TABLE text; -- " OR 1=1`,
  'operators of the text index': 'a* NEAR(b c) ^d {imgAlt}: e AND NOT f',
  directions: '\u202eabc\u2066',
};

describe.each(ROUTES)('%s', (route) => {
  it.each(Object.entries(TEXTS))('answers %s', async (_, text) => {
    const answer = await served.get(route + encodeURIComponent(text));
    expect(answer.status).toBe(200);
    const isPage = String(answer.headers['content-type']).startsWith('text/html');
    if (isPage) expect(answer.text).not.toMatch(/<script>alert|<img src=x/);
    expect(answer.headers['set-cookie']).toBeUndefined();
  });
});

it('needed no error for any of it', () => {
  expect(troubles).toEqual([]);
});

describe('addresses', () => {
  it.each(['/web/', '/web/2003/', '/web/*/', '/web/timemap/link/'])(
    'that end too early are told what is missing: %s',
    async (url) => {
      const { status, json } = await served.get(url);
      expect(status).toBe(400);
      expect(json.detail).toBe('An address is missing: /web/{url} or /web/{time}/{url}.');
    },
  );

  it.each([
    '/assets/../../package.json',
    '/assets/..%2f..%2fpackage.json',
    '/assets/%2e%2e/%2e%2e/etc/passwd',
    '/assets/..\\..\\package.json',
    '//assets//..//serve-token',
    '/image/../serve-token',
    '/serve-token',
    '/api/docs/static/..%2f..%2f..%2fpackage.json',
    '/api/docs/static/%2e%2e/%2e%2e/package.json',
  ])('lead out of no folder: %s', async (url) => {
    const answer = await served.get(url);
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.text).not.toMatch(/"dependencies"|root:/);
    expect(answer.text).not.toContain(served.server.token?.token);
  });

  it.each(['/%', '/%zz', '/%E0%A4%A', '/api/v1/images/%00', '/api/v1/images/%ff'])(
    'that are damaged are refused plainly: %s',
    async (url) => {
      const answer = await served.get(url);
      expect([400, 404]).toContain(answer.status);
      expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/);
      expect(answer.json.type).toMatch(/^\/api\/problems\//);
    },
  );

  it('that are too long are refused as such', async () => {
    const answer = await served.get(`/api/v1/images?q=${'a'.repeat(17_000)}`);
    expect([answer.status, answer.json.type]).toEqual([413, '/api/problems/too-large']);
  });

  it.each(['a'.repeat(63), 'A'.repeat(64), `${'a'.repeat(64)}-x`, '../x', "'", '\u0000'])(
    'with an id that is none are refused: %j',
    async (id) => {
      const page = await served.get(`/image/${encodeURIComponent(id)}`, { accept: 'text/html' });
      expect(page.status).toBe(404);
      const api = await served.get(`/api/v1/images/${encodeURIComponent(id)}`);
      expect([400, 404]).toContain(api.status);
    },
  );

  it.each(['x', '=', 'W10', 'a'.repeat(999), '%00', '🙂', 'eyJhIjoxfQ'])(
    'with a cursor that is none are refused: %j',
    async (cursor) => {
      const answer = await served.get(`/api/v1/images?cursor=${encodeURIComponent(cursor)}`);
      expect([answer.status, answer.json.errors[0].parameter]).toEqual([400, 'cursor']);
    },
  );

  it('serves assets of the user interface and nothing beside them', async () => {
    const web = join(served.folder.path, 'web');
    await mkdir(join(web, 'assets'), { recursive: true });
    await writeFile(join(web, 'assets', 'app-1.js'), 'void 0;');
    await writeFile(join(web, 'secret.txt'), 'secret');
    await writeFile(join(web, 'assets', '.hidden'), 'secret');
    await using other = await serveLibrary({ webFolder: web });
    const asset = await other.get('/assets/app-1.js');
    expect([asset.status, asset.text]).toEqual([200, 'void 0;']);
    expect(asset.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    for (const path of ['../secret.txt', '%2e%2e/secret.txt', '..%2fsecret.txt', '.hidden', '']) {
      const answer = await other.get(`/assets/${path}`);
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(answer.text).not.toContain('secret\n');
      expect(answer.text).not.toBe('secret');
    }
  });
});

describe('headers', () => {
  it('of a request cannot reach into links or headers of the answer', async () => {
    const hosts = ['evil.example/path', 'a b', 'a"b', "x'onclick=", 'a\tb', '[::1]:80:80'];
    for (const host of hosts) {
      const answer = await served.get('/imagesearch?q=bridge', { host });
      expect(answer.json.linkToService).toBe('http://127.0.0.1:7070/');
    }
    const forwarded = await served.get('/imagesearch', {
      host: 'good.example',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'gopher',
    });
    expect(forwarded.json.linkToService).toBe('http://good.example/');
  });

  it('tell a problem for the methods that change things', async () => {
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH'] as const) {
      const answer = await served.server.app.inject({ method, url: '/api/v1/images' });
      expect(answer.statusCode).toBe(405);
      expect(answer.headers['allow']).toBe('GET, HEAD');
    }
  });
});

describe('problems', () => {
  it('name what is wrong, have the id of the request, and never a stack', async () => {
    const answer = await served.get('/api/v1/images?limit=0&sort=best');
    expect(answer.status).toBe(400);
    expect(answer.json).toMatchObject({
      type: '/api/problems/invalid-parameter',
      title: 'A parameter cannot be used as it is.',
      status: 400,
      instance: `urn:uuid:${answer.headers['x-request-id']}`,
    });
    expect(answer.json.errors).toEqual([
      { parameter: 'limit', pointer: '/limit', message: 'must be >= 1' },
      {
        parameter: 'sort',
        pointer: '/sort',
        message: 'must be equal to one of the allowed values: relevance, newest, oldest',
      },
    ]);
    expect(answer.text).not.toMatch(/at .*\.ts:\d/);
    expect(answer.headers['cache-control']).toBe('no-store');
    const about = await served.get(answer.json.type);
    expect(about.json).toMatchObject({ status: 400, help: expect.any(String) });
  });

  it('are pages for people and documents for programs', async () => {
    const page = await served.get('/nowhere', { accept: 'text/html,*/*', 'accept-language': 'pt' });
    expect([page.status, page.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
    expect(page.text).toContain('Não há nada aqui');
    expect((await served.get('/nowhere')).json.type).toBe('/api/problems/not-found');
    expect((await served.get('/api/nowhere', { accept: 'text/html' })).json.status).toBe(404);
  });
});

it('limits requests of a client when asked to, bytes and health apart', async () => {
  await using limited = await serveLibrary({ rateLimit: 3 });
  const statuses: number[] = [];
  for (let at = 0; at < 5; at++) statuses.push((await limited.get('/api/v1/images')).status);
  expect(statuses).toEqual([200, 200, 200, 429, 429]);
  const refused = await limited.get('/api/v1/facets');
  expect(refused.json.type).toBe('/api/problems/rate-limited');
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect((await limited.get('/health/live')).status).toBe(200);
  expect((await limited.get(`/api/v1/images/${'0'.repeat(64)}/thumbnail`)).status).toBe(404);
});
