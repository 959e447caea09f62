import { connect } from 'node:net';
import { expect, it } from 'vitest';
import { imageId } from '../../../test/fixtures/library-archives.ts';
import { type ServedLibrary, serveLibrary } from '../../../test/fixtures/served-library.ts';

const TOKEN = 'a token of some length';
const READ = ['/', '/about', '/stats', '/api/v1/images?q=bridge', '/imagesearch?q=bridge'];
const ARCHIVE = ['/cdx?url=bridges.example/*', '/web/2003/http://bridges.example/'];

it('answers on loopback to names of this machine and to its public address alone', async () => {
  await using own = await serveLibrary({ publicUrl: 'https://images.example' });
  for (const host of ['localhost:7070', '127.0.0.1', '[::1]:7070', 'images.example', 'LOCALHOST']) {
    expect([host, (await own.get('/api/v1/images', { host })).status]).toEqual([host, 200]);
  }
  for (const host of [
    'evil.example',
    'evil.example:7070',
    '192.168.0.4',
    'localhost.evil.example',
    'evil.example.',
  ]) {
    for (const path of [...READ, ...ARCHIVE, '/api/v1/export?q=']) {
      const { status, text } = await own.get(path, { host });
      expect([path, host, status]).toEqual([path, host, 421]);
      expect(text).not.toContain(imageId('april'));
    }
  }
  await using open = await serveLibrary({ host: '0.0.0.0' });
  expect((await open.get('/api/v1/images', { host: 'images.example' })).status).toBe(200);
});

it.each([
  ['two hosts', '/api/v1/images', 'Host: localhost\r\nHost: evil.example'],
  ['another host in its address', 'http://evil.example/api/v1/images', 'Host: localhost'],
])('refuses a request with %s', async (_, target, hosts) => {
  await using served = await serveLibrary({ port: 0 });
  const address = new URL(await served.server.listen());
  const answer = await new Promise<string>((resolve, reject) => {
    const socket = connect(Number(address.port), address.hostname);
    let text = '';
    socket.on('data', (bytes) => {
      text += bytes;
    });
    socket.on('end', () => resolve(text)).on('error', reject);
    const head = `GET ${target} HTTP/1.1\r\n${hosts}`;
    socket.write(`${head}\r\nConnection: close\r\n\r\n`);
  });
  expect(answer).toMatch(/^HTTP\/1\.1 400 /);
});

it('lets other web sites read only where the operator allows it', async () => {
  const origin = 'https://map.example';
  const allowed = async (served: ServedLibrary, path: string, from = origin) =>
    (await served.get(path, { origin: from })).headers['access-control-allow-origin'];
  const programs = [
    '/api/v1/images?q=bridge',
    '/imagesearch?q=bridge',
    '/cdx?url=bridges.example',
    '/iiif/3/query?q=bridge',
    '/feed.atom?q=bridge',
    '/wayback/available?url=bridges.example',
    '/web/timemap/link/http://bridges.example/',
  ];
  await using own = await serveLibrary();
  for (const path of programs) expect(await allowed(own, path)).toBeUndefined();
  await using open = await serveLibrary({ host: '0.0.0.0' });
  for (const path of programs) expect(await allowed(open, path)).toBe('*');
  expect(await allowed(open, '/about')).toBeUndefined();
  await using chosen = await serveLibrary({ cors: [origin] });
  for (const path of programs) {
    expect(await allowed(chosen, path)).toBe(origin);
    expect(await allowed(chosen, path, 'https://evil.example')).toBeUndefined();
    expect((await chosen.get(path)).headers['vary']).toContain('origin');
  }
  await using secret = await serveLibrary({ host: '0.0.0.0', readers: { token: TOKEN } });
  expect(await allowed(secret, programs[0] ?? '')).toBeUndefined();
});

it('answers preflights without looking at the library', async () => {
  await using served = await serveLibrary({ cors: ['*'], readers: { token: TOKEN } });
  const preflight = await served.server.app.inject({
    method: 'OPTIONS',
    url: '/api/v1/images',
    headers: { origin: 'https://map.example', 'access-control-request-method': 'GET' },
  });
  expect([preflight.statusCode, preflight.body]).toEqual([204, '']);
  expect(preflight.headers['access-control-allow-headers']).toContain('authorization');
});

it('shows a library that is not public to holders of the token alone, on every route', async () => {
  await using served = await serveLibrary({ readers: { token: TOKEN } });
  const image = `/api/v1/images/${imageId('april')}`;
  const basic = (password: string) =>
    `Basic ${Buffer.from(`somebody:${password}`).toString('base64')}`;
  for (const path of [
    ...READ,
    ...ARCHIVE,
    image,
    `${image}/content`,
    '/api/openapi.json',
    '/nowhere',
  ]) {
    const refused = await served.get(path);
    expect([path, refused.status]).toEqual([path, 401]);
    expect(refused.headers['www-authenticate']).toMatch(/^Basic /);
    for (const authorization of [basic('wrong'), 'Bearer wrong', `Basic ${TOKEN}`]) {
      expect((await served.get(path, { authorization })).status).toBe(401);
    }
    for (const authorization of [basic(TOKEN), `bearer ${served.server.token?.token}`]) {
      expect((await served.get(path, { authorization })).status).not.toBe(401);
    }
  }
  expect((await served.get('/health/live')).status).toBe(200);
});

it('believes a header about readers from a trusted proxy alone', async () => {
  await using served = await serveLibrary({
    readers: { header: 'X-Remote-User' },
    trustProxy: '127.0.0.1',
  });
  const named = { 'x-remote-user': 'ana' };
  expect((await served.get('/about', named)).status).toBe(401);
  expect((await served.get('/about', { ...named, 'x-forwarded-for': '9.9.9.9' })).status).toBe(200);
  expect((await served.get('/about', { 'x-forwarded-for': '9.9.9.9' })).status).toBe(401);
});

it('counts clients behind proxies by the address that the nearest trusted proxy saw', async () => {
  const forge = async (served: ServedLibrary) => {
    const statuses: number[] = [];
    for (let request = 0; request < 15; request++) {
      const headers = { 'x-forwarded-for': `10.0.0.${request}, 203.0.113.9` };
      statuses.push((await served.get('/api/v1/images?q=bridge', headers)).status);
    }
    return statuses.filter((status) => status === 429).length;
  };
  await using hops = await serveLibrary({ rateLimit: 10, trustProxy: '1' });
  expect(await forge(hops)).toBe(5);
  await using listed = await serveLibrary({ rateLimit: 10, trustProxy: 'loopback' });
  expect(await forge(listed)).toBe(5);
});

it('tells its numbers to this machine and to operators', async () => {
  await using served = await serveLibrary({ host: '0.0.0.0' });
  expect((await served.get('/metrics')).status).toBe(200);
  const far = { 'x-forwarded-for': '203.0.113.9' };
  expect((await served.get('/metrics', far)).status).toBe(401);
  const { app, token } = served.server;
  const remote = await app.inject({ url: '/metrics', remoteAddress: '203.0.113.9' });
  expect(remote.statusCode).toBe(401);
  const operator = { ...far, authorization: `Bearer ${token?.token}` };
  expect((await served.get('/metrics', operator)).status).toBe(200);
});

it('keeps search engines away from archived pages, and from the rest unless asked', async () => {
  await using served = await serveLibrary();
  expect((await served.get('/robots.txt')).text).toBe('User-agent: *\nDisallow: /\n');
  expect((await served.get('/about')).headers['x-robots-tag']).toBe('noindex, nofollow');
  await using listed = await serveLibrary({ isListed: true });
  expect((await listed.get('/robots.txt')).text).toContain('Disallow: /web/');
  expect((await listed.get('/?q=bridge')).headers['x-robots-tag']).toBeUndefined();
  const replay = await listed.get('/web/20030501120000/http://bridges.example/');
  expect(replay.headers['x-robots-tag']).toBe('noindex, nofollow');
});

it.each([
  { trustProxy: 'everybody' },
  { trustProxy: '99' },
  { trustProxy: '10.0.0.0/64' },
  { cors: ['map.example'] },
  { cors: ['https://map.example/path'] },
  { readers: { token: 'short' } },
  { readers: { header: 'x-remote-user' } },
])('refuses to start with %j', async (options) => {
  await expect(serveLibrary(options)).rejects.toMatchObject({ code: 'USAGE' });
});
