import { connect, createServer, type Socket } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { openCrawlWeb } from '../../../test/fixtures/crawl-web.ts';
import type { FetchFault } from './fetch-fault.ts';
import { type HttpFetcherOptions, openHttpFetcher } from './http-fetcher.ts';
import { parseProxy } from './proxy-tunnel.ts';
import { parseResolveRule } from './resolve-rules.ts';

const LIMITS = { maxBytes: 1_000_000, timeoutMs: 5000 };
const PUBLIC = '93.184.215.14';

/** A proxy whose internet is one server on loopback; gives the heads of what it was asked. */
async function openProxy(port: number, answer = 'HTTP/1.1 200 Connection established') {
  const asked: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => {}));
    socket.once('data', (head) => {
      asked.push(head.toString('latin1'));
      socket.write(`${answer}\r\n\r\n`);
      const onward = connect(port, '127.0.0.1').on('error', () => {});
      sockets.add(onward);
      socket.pipe(onward).pipe(socket);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const { port: own } = server.address() as { port: number };
  return { asked, url: `http://127.0.0.1:${own}` };
}

function open(proxy: string, options: Partial<HttpFetcherOptions> = {}) {
  const fetcher = openHttpFetcher({
    ...{ userAgent: 'test/1', proxy: parseProxy(proxy), lookup: async () => [PUBLIC] },
    ...options,
  });
  onTestFinished(() => fetcher.close());
  const get = (url: string) => fetcher.fetch({ url, ...LIMITS });
  const fault = (url: string) =>
    get(url).then(
      () => 'answered',
      (thrown: FetchFault) => thrown.reason,
    );
  return { get, fault };
}

it('asks the proxy for the address that was checked, and the server as if there were none', async () => {
  const web = await openCrawlWeb({ a: ({ path }) => path });
  const { asked, url } = await openProxy(web.port);
  const { get } = open(url);
  for (const path of ['/1', '/2']) {
    const answer = await get(`http://a.test${path}`);
    expect(answer.body.toString()).toBe(path);
    expect(answer.ipAddress).toBe(PUBLIC);
    expect(answer.request.toString()).toMatch(/^GET \/\d HTTP\/1\.1\r\nhost: a\.test\r\n/);
    expect(answer.response.toString()).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  }
  expect(asked).toEqual([`CONNECT ${PUBLIC}:80 HTTP/1.1\r\nHost: ${PUBLIC}:80\r\n\r\n`]);
});

it('keeps the guard on: no tunnel to addresses that are not public', async () => {
  const web = await openCrawlWeb({});
  const { asked, url } = await openProxy(web.port);
  const { fault } = open(url, { lookup: async () => ['10.0.0.1', '169.254.169.254'] });
  for (const host of ['rebind.example', '127.0.0.1', '[::1]', '2130706433'])
    expect([host, await fault(`http://${host}/`)]).toEqual([host, 'address']);
  expect(asked).toEqual([]);
});

it('goes straight to where a rule sends a host', async () => {
  const web = await openCrawlWeb({ a: () => 'hello' });
  const { asked, url } = await openProxy(1);
  const { get } = open(url, { resolve: [parseResolveRule(web.resolve)] });
  expect((await get('http://a.test/')).body.toString()).toBe('hello');
  expect(asked).toEqual([]);
});

it('encrypts to the end of the tunnel, for the name of the host', async () => {
  const seen: Buffer[] = [];
  const server = createServer((socket) => {
    socket
      .on('error', () => {})
      .once('data', (hello) => {
        seen.push(hello);
        socket.end('no TLS');
      });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { asked, url } = await openProxy((server.address() as { port: number }).port);
  expect(await open(url).fault('https://secret.example/')).not.toBe('answered');
  expect(asked[0]).toContain(`CONNECT ${PUBLIC}:443 `);
  expect(seen[0]?.[0]).toBe(0x16); // a handshake
  expect(seen[0]?.toString('latin1')).toContain('secret.example');
});

it('logs in, and tells what is wrong with a proxy', async () => {
  const web = await openCrawlWeb({ a: () => 'hello' });
  const refusing = await openProxy(web.port, 'HTTP/1.1 407 Proxy Authentication Required');
  const login = refusing.url.replace('http://', 'http://me:s%20x@');
  expect(await open(login).fault('http://a.test/')).toBe('connect');
  const value = Buffer.from('me:s x').toString('base64');
  expect(refusing.asked[0]).toContain(`\r\nProxy-Authorization: Basic ${value}\r\n`);
  const odd = await openProxy(web.port, 'what?');
  expect(await open(odd.url).fault('http://a.test/')).toBe('connect');
  expect(await open('http://127.0.0.1:1').fault('http://a.test/')).toBe('connect');
});

it.each([
  'proxy.test:3128',
  'https://proxy.example',
  'http://p/path',
  'http://%zz@p/',
  'socks5://p',
])('refuses %s as a proxy, without repeating what may be a password', (text) => {
  expect(() => parseProxy(text)).toThrow('A proxy is an address such as');
  expect(() => parseProxy(text)).not.toThrow(text);
});
