import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { imageId } from '../../../test/fixtures/library-archives.ts';
import { type ServedLibrary, serveLibrary } from '../../../test/fixtures/served-library.ts';
import { ensureToken, isOperator } from './operator-token.ts';

let served: ServedLibrary;
const lines: string[] = [];
beforeAll(async () => {
  served = await serveLibrary({ accessLog: { write: (line) => lines.push(line) } });
});
afterAll(() => served[Symbol.asyncDispose]());

it('writes a line of JSON for each request, without addresses and queries', async () => {
  lines.length = 0;
  await served.get('/api/v1/images?q=secret');
  await served.get(`/api/v1/images/${imageId('april')}/thumbnail`);
  await served.get('/nowhere/secret');
  const logged = lines.map((line) => JSON.parse(line));
  expect(logged.map(({ method, route, status }) => [method, route, status])).toEqual([
    ['GET', '/api/v1/images', 200],
    ['GET', '/api/v1/images/:id/thumbnail', 200],
    ['GET', 'unknown', 404],
  ]);
  for (const line of logged) {
    expect(Object.keys(line).sort()).toEqual([
      'bytes',
      'id',
      'method',
      'ms',
      'route',
      'status',
      'time',
    ]);
    expect(line.bytes).toBeGreaterThan(0);
  }
  expect(lines.join('')).not.toMatch(/secret|127\.0\.0\.1/);
  expect(lines.every((line) => line.endsWith('}\n'))).toBe(true);
});

it('logs what was searched, shown and opened, and nothing of who did', async () => {
  const own: string[] = [];
  await using other = await serveLibrary({ searchLog: { write: (line) => own.push(line) } });
  const { json } = await other.get('/api/v1/images?q=bridge', { 'user-agent': 'secret' });
  const [{ id }] = json.items;
  await other.get(`/api/v1/images/${id}`, { referer: 'http://localhost/?q=bridge&image=1' });
  await other.get(`/image/${id}`, { referer: 'not an address' });
  await other.get('/feed.atom?q=bridge');
  await other.get('/api/v1/images/nothing');
  const [search, ...opened] = own.map((line) => JSON.parse(line));
  const shown = json.items.map((item: { readonly id: string }) => item.id);
  expect(search).toMatchObject({ kind: 'search', query: 'bridge', profile: 'pinakes', shown });
  expect(opened.map(({ time: _, ...line }) => line)).toEqual([
    { kind: 'open', id, query: 'bridge' },
    { kind: 'open', id },
  ]);
  expect(own.join('')).not.toMatch(/secret|127\.0\.0\.1/);
});

it('writes addresses of clients when asked to', async () => {
  const own: string[] = [];
  await using other = await serveLibrary({
    accessLog: { write: (line) => own.push(line) },
    withAddresses: true,
  });
  await other.get('/health/live');
  expect(JSON.parse(own[0] ?? '').address).toBe('127.0.0.1');
});

it('tells whether it lives and whether it is ready', async () => {
  expect((await served.get('/health/live')).json).toEqual({ status: 'ok' });
  const ready = await served.get('/health/ready');
  expect([ready.status, ready.json]).toEqual([
    200,
    {
      status: 'ok',
      checks: [
        { name: 'library', status: 'ok', detail: '4 images' },
        { name: 'archives', status: 'ok' },
      ],
    },
  ]);
});

it('gives numbers to Prometheus: requests by template, steps of queries, the library', async () => {
  await served.get('/api/v1/images?q=bridge&facets=site');
  await served.get('/api/v1/images/nothing');
  const { text, headers } = await served.get('/metrics');
  expect(headers['content-type']).toMatch(/^text\/plain/);
  for (const line of [
    'pinakes_http_request_seconds_count{route="/api/v1/images",method="GET",status="200"}',
    'pinakes_http_request_seconds_count{route="/api/v1/images/:id",method="GET",status="400"}',
    'pinakes_query_stage_seconds_count{kind="search",stage="search"}',
    'pinakes_query_stage_seconds_count{kind="search",stage="facets"}',
    'pinakes_library_documents 4',
    'pinakes_library_generation',
    'pinakes_queries_waiting{pool="queries"} 0',
    'process_cpu_seconds_total',
    'process_resident_memory_bytes',
  ]) {
    expect(text).toContain(line);
  }
});

it('describes itself to browsers', async () => {
  const { text, headers } = await served.get('/opensearch.xml', { host: 'archive.localhost' });
  expect(headers['content-type']).toMatch(/^application\/opensearchdescription\+xml/);
  expect(text).toContain('template="http://archive.localhost/?q={searchTerms}"');
  expect(text).toContain('format=opensearch"');
});

it('lets caches share its description only where its address is set', async () => {
  const evil = { 'x-forwarded-host': 'evil.example' };
  await using trusting = await serveLibrary({ trustProxy: '1' });
  const own = await trusting.get('/opensearch.xml', evil);
  expect(own.text).toContain('evil.example');
  expect(own.headers['cache-control']).toBe('private, no-cache');
  await using named = await serveLibrary({ trustProxy: '1', publicUrl: 'https://a.example' });
  const shared = await named.get('/opensearch.xml', evil);
  expect(shared.text).toContain('template="https://a.example/?q={searchTerms}"');
  expect(shared.text).not.toContain('evil.example');
  expect(shared.headers['cache-control']).toBe('public, max-age=86400');
});

it('limits requests by what they cost, however they are written', async () => {
  await using limited = await serveLibrary({ rateLimit: 100 });
  const limit = async (url: string) => (await limited.get(url)).headers['x-ratelimit-limit'];
  const image = imageId('april');
  expect(await limit('/api/v1/export?q=bridge')).toBe('5');
  expect(await limit('/api/v1/%65xport?q=bridge')).toBe('5');
  expect(await limit('/%61pi/v1/export?q=bridge')).toBe('5');
  expect(await limit('/api/v1/images?q=bridge')).toBe('100');
  expect(await limit(`/api/v1/images/${image}`)).toBe('100');
  expect(await limit(`/api/v1/images/${image}/thumbnail`)).toBe('2000');
  expect(await limit(`/api/v1/images/${image}/%74humbnail`)).toBe('2000');
  expect(await limit('/web/2003/http://bridges.example/')).toBe('2000');
  for (const url of ['/health/live', '/metrics', '/plain.css', '/api/docs/static/index.html']) {
    expect(await limit(url)).toBeUndefined();
  }
});

it('compresses what is worth it, and never images', async () => {
  const wanted = { 'accept-encoding': 'gzip, br' };
  const page = await served.get('/about', wanted);
  expect(page.headers['content-encoding']).toBe('br');
  expect(page.headers['vary']).toContain('accept-encoding');
  expect(
    (await served.get('/api/v1/images', { 'accept-encoding': 'gzip' })).headers['content-encoding'],
  ).toBe('gzip');
  expect((await served.get('/health/live', wanted)).headers['content-encoding']).toBeUndefined();
  const bytes = await served.get(`/api/v1/images/${imageId('april')}/content`, wanted);
  expect(bytes.headers['content-encoding']).toBeUndefined();
});

it('makes an operator token once, for the owner alone', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pinakes-token-'));
  try {
    const first = await ensureToken(folder);
    expect(first).toMatchObject({ isNew: true, path: join(folder, 'serve-token') });
    expect(first.token).toMatch(/^[\w-]{32}$/);
    expect((await stat(first.path)).mode & 0o777).toBe(0o600);
    await chmod(first.path, 0o644);
    expect(await ensureToken(folder)).toMatchObject({ isNew: false, token: first.token });
    expect((await stat(first.path)).mode & 0o777).toBe(0o600);
    expect(await readFile(first.path, 'utf8')).toBe(`${first.token}\n`);
    await writeFile(first.path, 'short');
    await expect(ensureToken(folder)).rejects.toMatchObject({ code: 'TOKEN_UNUSABLE' });
  } finally {
    await rm(folder, { recursive: true });
  }
  await expect(ensureToken(join(folder, 'gone'))).rejects.toMatchObject({ code: 'TOKEN_UNUSABLE' });
});

it('knows the operator by the token and by nothing else', () => {
  const token = 'a'.repeat(32);
  expect(isOperator({ authorization: `Bearer ${token}` }, token)).toBe(true);
  expect(isOperator({ authorization: `bearer  ${token}` }, token)).toBe(true);
  for (const authorization of [
    undefined,
    '',
    'Bearer',
    token,
    `Basic ${token}`,
    `Bearer ${token}x`,
    'Bearer b',
  ]) {
    expect(isOperator({ authorization }, token)).toBe(false);
  }
  expect(isOperator({ authorization: 'Bearer ' }, '')).toBe(false);
  expect(isOperator({}, '')).toBe(false);
});
