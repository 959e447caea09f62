import { createServer } from 'node:net';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { expect, it, onTestFinished } from 'vitest';
import { ANSWERED, type CrawlHost, openCrawlWeb } from '../../../test/fixtures/crawl-web.ts';
import type { FetchFault } from './fetch-fault.ts';
import type { FetchRequest } from './fetcher.ts';
import { type HttpFetcherOptions, openHttpFetcher } from './http-fetcher.ts';
import { parseResolveRule } from './resolve-rules.ts';

const LIMITS = { maxBytes: 1_000_000, timeoutMs: 5000 };

async function open(hosts: Record<string, CrawlHost>, options: Partial<HttpFetcherOptions> = {}) {
  const web = await openCrawlWeb(hosts);
  const fetcher = openHttpFetcher({
    userAgent: 'test/1',
    resolve: [parseResolveRule(web.resolve)],
    ...options,
  });
  onTestFinished(() => fetcher.close());
  const get = (url: string, more: Partial<FetchRequest> = {}) =>
    fetcher.fetch({ url, ...LIMITS, ...more });
  const fault = (url: string, more: Partial<FetchRequest> = {}) =>
    get(url, more).then(
      () => 'answered',
      (thrown: FetchFault) => thrown.reason,
    );
  return { web, fetcher, get, fault };
}

it('keeps the bytes that went over the wire', async () => {
  const { get } = await open({
    a: (_, response) => {
      response.writeHead(200, { 'X-Odd': 'kept', 'Content-Type': 'text/html' });
      response.write('<p>one');
      response.end(' two');
      return ANSWERED;
    },
  });
  const answer = await get('http://a.test/x?y=1', { headers: { accept: 'text/html' } });
  expect(answer.body.toString()).toBe('<p>one two');
  expect(answer.request.toString()).toMatch(/^GET \/x\?y=1 HTTP\/1\.1\r\nhost: a\.test\r\n/);
  expect(answer.request.toString()).toContain('user-agent: test/1\r\naccept: text/html\r\n');
  const response = answer.response.toString();
  expect(response).toMatch(/^HTTP\/1\.1 200 OK\r\nX-Odd: kept\r\n/);
  // The chunks as the server cut them.
  expect(response).toContain('\r\n\r\n6\r\n<p>one\r\n4\r\n two\r\n0\r\n\r\n');
  expect(answer).toMatchObject({ shortened: undefined, ipAddress: '127.0.0.1' });
});

it('uses a connection again', async () => {
  const { get, web } = await open({ a: ({ path }) => path });
  const answers = [];
  for (const path of ['/1', '/2', '/3']) answers.push(await get(`http://a.test${path}`));
  expect(answers.map(({ body }) => body.toString())).toEqual(['/1', '/2', '/3']);
  expect(answers.map(({ request }) => request.toString().split(' ')[1])).toEqual([
    '/1',
    '/2',
    '/3',
  ]);
  expect(web.requests.every(({ parallel }) => parallel === 1)).toBe(true);
});

it('undoes codings and leaves interim answers out', async () => {
  const { get } = await open({
    a: ({ path }, response) => {
      response.writeEarlyHints({ link: '</x.css>; rel=preload' });
      return path === '/br'
        ? { headers: { 'content-encoding': 'br' }, body: brotliCompressSync('hello') }
        : { headers: { 'content-encoding': 'gzip' }, body: gzipSync('hello') };
    },
  });
  for (const path of ['/br', '/gzip']) {
    const answer = await get(`http://a.test${path}`);
    expect(answer.body.toString()).toBe('hello');
    expect(answer.head.status).toBe(200);
    expect(answer.response.toString('latin1')).toMatch(/^HTTP\/1\.1 200/);
  }
});

it('stops at limits of size, also of what is decompressed, and of time', async () => {
  const { get } = await open({
    big: () => 'x'.repeat(100_000),
    bomb: () => ({
      headers: { 'content-encoding': 'gzip' },
      body: gzipSync(Buffer.alloc(20_000_000)),
    }),
    slow: (_, response) => {
      response.writeHead(200, { 'content-type': 'text/html' });
      const timer = setInterval(() => response.write('drop'), 20);
      response.on('close', () => clearInterval(timer));
      return ANSWERED;
    },
  });
  expect(await get('http://big.test/', { maxBytes: 10_000 })).toMatchObject({
    shortened: 'length',
  });
  const bomb = await get('http://bomb.test/');
  expect(bomb.shortened).toBe('length');
  expect(bomb.body.length).toBe(1_000_000);
  const slow = await get('http://slow.test/', { timeoutMs: 150 });
  expect(slow.shortened).toBe('time');
  expect(slow.body.toString()).toMatch(/^(?:drop)+$/);
});

it('gives what came before a server hung up', async () => {
  const { get } = await open({
    cut: (_, response) => {
      response.writeHead(200, { 'content-type': 'text/html', 'content-length': '5000' });
      response.write('half', () => response.destroy());
      return ANSWERED;
    },
  });
  const answer = await get('http://cut.test/');
  expect(answer.shortened).toBe('disconnect');
  expect(answer.body.toString()).toBe('half');
});

it('ends early when head or start of the body are not wanted', async () => {
  const { get } = await open({ a: () => 'x'.repeat(300_000) });
  const byHead = await get('http://a.test/', { wantsBody: ({ status }) => status !== 200 });
  expect(byHead.shortened).toBe('unwanted');
  const looked: number[] = [];
  const byStart = await get('http://a.test/', {
    look: { bytes: 1000, wantsRest: (start) => looked.push(start.length) === 0 },
  });
  expect(byStart.shortened).toBe('unwanted');
  expect(looked).toHaveLength(1);
  expect(looked[0]).toBeGreaterThanOrEqual(1000);
});

it('never connects to addresses that are not public, however they are written', async () => {
  const { fault, web } = await open({}, { resolve: [], ports: [1, 8080] });
  const ports = openHttpFetcher({ userAgent: 'test/1', ports: [web.port] });
  onTestFinished(() => ports.close());
  for (const host of [
    ...['127.0.0.1', '127.1', '2130706433', '0x7f.1', '0177.0.0.1', 'localhost', 'localhost.'],
    ...['[::1]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[::]', '0.0.0.0', '0'],
  ]) {
    const reason = await ports.fetch({ url: `http://${host}:${web.port}/`, ...LIMITS }).then(
      () => 'answered',
      (thrown: FetchFault) => thrown.reason,
    );
    expect([host, reason]).toEqual([host, 'address']);
  }
  expect(web.requests).toEqual([]);
  expect(await fault('http://169.254.169.254/latest/meta-data/')).toBe('address');
  expect(await fault('http://10.0.0.1:8080/')).toBe('address');
});

it('checks the address of every connection, so that a changed DNS answer does not help', async () => {
  const answers = [['127.0.0.1'], ['10.0.0.1', '::1'], ['::ffff:169.254.169.254'], []];
  const asked: string[] = [];
  const { fault, web } = await open(
    {},
    {
      resolve: [],
      lookup: async (host) => {
        asked.push(host);
        return answers[asked.length - 1] ?? [];
      },
    },
  );
  const url = 'http://rebind.example/';
  const reasons = [await fault(url), await fault(url), await fault(url), await fault(url)];
  expect(reasons).toEqual(['address', 'address', 'address', 'dns']);
  expect(asked).toHaveLength(4);
  expect(web.requests).toEqual([]);
});

it('permits the address of a rule for its hosts only', async () => {
  const { fault, web } = await open({ a: () => 'hello' }, { ports: [1] });
  expect(await fault('http://a.test/')).toBe('answered');
  expect(await fault('http://127.0.0.1:1/')).toBe('address');
  expect(web.requests).toHaveLength(1);
});

it('permits private addresses when told so', async () => {
  const web = await openCrawlWeb({ '127.0.0.1': () => 'hello' });
  const fetcher = openHttpFetcher({ userAgent: 'test/1', allowPrivate: true, ports: [web.port] });
  onTestFinished(() => fetcher.close());
  const { body } = await fetcher.fetch({ url: `http://127.0.0.1:${web.port}/`, ...LIMITS });
  expect(body.toString()).toBe('hello');
});

it('refuses other schemes, ports and URLs with a password', async () => {
  const { fault } = await open({});
  expect(await fault('ftp://a.test/')).toBe('scheme');
  expect(await fault('file:///etc/passwd')).toBe('scheme');
  expect(await fault('http://a.test:25/')).toBe('port');
  expect(await fault('http://good.test@a.test/')).toBe('userinfo');
  expect(await fault('http://u:p@a.test/')).toBe('userinfo');
});

it('tells what is wrong with an answer that is none', async () => {
  const server = createServer((socket) => socket.once('data', () => socket.end('what?\r\n\r\n')));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as { port: number };
  const fetcher = openHttpFetcher({ userAgent: 'test/1', allowPrivate: true, ports: [port, 1] });
  onTestFinished(() => fetcher.close());
  const reason = (url: string) =>
    fetcher.fetch({ url, ...LIMITS }).then(
      () => 'answered',
      (thrown: FetchFault) => thrown.reason,
    );
  expect(await reason(`http://127.0.0.1:${port}/`)).toBe('http');
  expect(await reason('http://127.0.0.1:1/')).toBe('connect');
});

it('can be stopped, also while it connects', async () => {
  const { get } = await open({ a: () => ANSWERED });
  const stop = new AbortController();
  const asked = get('http://a.test/', { signal: stop.signal });
  stop.abort();
  await expect(asked).rejects.toMatchObject({ reason: 'aborted' });
});
