import { connect } from 'node:net';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { serveLibrary } from '../../test/fixtures/served-library.ts';
import { createLinks } from './links.ts';
import { HttpProblem } from './problems.ts';
import { openServer } from './serve.ts';

it('listens, answers, refuses a port that is taken, and ends', async () => {
  await using served = await serveLibrary({ port: 0 });
  const url = await served.server.listen();
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/$/);
  const answer = await fetch(`${url}api/v1/images?q=bridge`);
  expect(await answer.json()).toMatchObject({ total: { value: 2 } });
  expect(answer.headers.get('content-encoding')).toMatch(/br|gzip/);
  const port = Number(new URL(url).port);
  const libraryFolder = join(served.folder.path, 'library');
  const second = await openServer({ libraryFolder, port });
  await expect(second.listen()).rejects.toMatchObject({
    code: 'PORT_IN_USE',
    message: `Port ${port} of 127.0.0.1 is taken by another program.`,
  });
  await second.close();
  const third = await openServer({ libraryFolder, host: '192.0.2.1' });
  await expect(third.listen()).rejects.toMatchObject({ code: 'ADDRESS_UNUSABLE' });
  await third.close();
  await served.server.close();
  await expect(fetch(`${url}health/live`)).rejects.toThrow();
});

it('lets requests under way finish when it stops', async () => {
  await using served = await serveLibrary({ port: 0 });
  const { app } = served.server;
  let isUnderWay = () => {};
  const underWay = new Promise<void>((resolve) => {
    isUnderWay = resolve;
  });
  app.get('/slow', async () => {
    isUnderWay();
    await new Promise((resolve) => setTimeout(resolve, 150));
    return 'done';
  });
  const url = await served.server.listen();
  const slow = fetch(`${url}slow`);
  await underWay;
  const closing = served.server.close();
  expect(await (await slow).text()).toBe('done');
  await closing;
});

it('drops clients that send their request too slowly', async () => {
  await using served = await serveLibrary({
    port: 0,
    slowLimits: { headersMs: 200, requestMs: 400 },
  });
  const { port, hostname } = new URL(await served.server.listen());
  const socket = connect(Number(port), hostname);
  const received: Buffer[] = [];
  socket.on('data', (data: Buffer) => received.push(data));
  socket.on('error', () => {}); // it is cut off, which is what we want
  socket.write('GET /health/live HTTP/1.1\r\nHost: x\r\n');
  const drip = setInterval(() => socket.write('X-Slow: 1\r\n'), 50);
  const started = performance.now();
  await new Promise((resolve) => socket.once('close', resolve));
  clearInterval(drip);
  expect(performance.now() - started).toBeLessThan(2000);
  expect(Buffer.concat(received).toString()).toMatch(/^HTTP\/1\.1 408 |^$/);
  expect((await served.get('/health/live')).status).toBe(200);
});

it('refuses heads without end, and answers requests that are no HTTP', async () => {
  await using served = await serveLibrary({ port: 0 });
  const { port, hostname } = new URL(await served.server.listen());
  const send = async (text: string) => {
    const socket = connect(Number(port), hostname);
    let received = '';
    socket.setEncoding('utf8').on('data', (data: string) => {
      received += data;
    });
    socket.on('error', () => {}); // the server may hang up while we still send
    socket.end(text);
    await new Promise((resolve) => socket.once('close', resolve));
    return received;
  };
  expect(await send(`GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'a'.repeat(30_000)}\r\n\r\n`)).toMatch(
    /^HTTP\/1\.1 431 /,
  );
  expect(await send('nonsense\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 /);
  expect(await send('GET / HTTP/1.1\r\nHost: x\r\nHost: y\r\nBad header\r\n\r\n')).toMatch(
    /^HTTP\/1\.1 400 /,
  );
});

it('tells a query that took too long as a problem, for programs, clients of Arquivo.pt and people', async () => {
  await using served = await serveLibrary();
  const { createApp } = await import('./app.ts');
  const { toSettings } = await import('./settings.ts');
  const { createKeptAnswers } = await import('./kept-answers.ts');
  const { createMetrics } = await import('./operation/metrics.ts');
  const { plainTemplate } = await import('./html/template.ts');
  const slow = {
    ask: () => Promise.reject(new HttpProblem('timeout', 'It took too long.', { retryAfter: 5 })),
    load: { waiting: 0, running: 0, timeouts: 0 },
    close: async () => {},
  };
  const app = await createApp({
    settings: toSettings({ libraryFolder: served.folder.path, webFolder: '' }),
    queries: slow,
    background: slow,
    reader: { hasRestricted: async () => false } as never, // no byte is asked for
    crawls: {} as never, // nor for crawls
    kept: createKeptAnswers(),
    metrics: createMetrics(),
    template: plainTemplate,
    version: '0',
  });
  const api = await app.inject('/api/v1/images?q=a');
  expect([api.statusCode, api.headers['retry-after']]).toEqual([503, '5']);
  expect(api.json()).toMatchObject({ type: '/api/problems/timeout', detail: 'It took too long.' });
  const arquivo = await app.inject('/imagesearch?q=a');
  expect([arquivo.statusCode, arquivo.json().error.message]).toEqual([503, 'It took too long.']);
  const page = await app.inject({ url: '/?q=a', headers: { accept: 'text/html' } });
  expect([page.statusCode, page.body.includes('It took too long.')]).toEqual([503, true]);
  expect((await app.inject('/health/ready')).statusCode).toBe(503);
  expect((await app.inject('/health/live')).statusCode).toBe(200);
  expect((await app.inject('/metrics')).statusCode).toBe(200);
  await app.close();
});

it('refuses a folder without a library, and options that cannot be meant', async () => {
  await using served = await serveLibrary();
  const libraryFolder = join(served.folder.path, 'library');
  await expect(openServer({ libraryFolder: '/nowhere' })).rejects.toMatchObject({
    code: 'LIBRARY_NOT_FOUND',
  });
  for (const options of [
    { replayTemplate: 'https://wayback.example/' },
    { replayTemplate: 'javascript:{timestamp}{url}' },
    { publicUrl: 'archive.example' },
    { publicUrl: 'https://archive.example/images' },
    { publicUrl: 'https://archive.example/?q=1' },
    { publicUrl: 'https://user@archive.example/' },
    { publicUrl: 'ftp://archive.example/' },
  ]) {
    await expect(openServer({ libraryFolder, ...options })).rejects.toMatchObject({
      code: 'USAGE',
    });
  }
});

it('tells the public address to all who ask, whatever a proxy or a client says', async () => {
  await using served = await serveLibrary({
    publicUrl: 'https://Archive.example/',
    trustProxy: '1',
    host: '0.0.0.0',
  });
  const headers = {
    host: 'inner.example',
    'x-forwarded-proto': 'gopher',
    'x-forwarded-host': 'evil.example',
  };
  const url = 'http://bridges.example/april.png';
  const base = 'https://archive.example/web';
  const capture = await served.server.app.inject({ url: `/web/20030501120001im_/${url}`, headers });
  expect(capture.headers['link']).toContain(`<${base}/${url}>; rel="timegate"`);
  for (const path of [`/web/timemap/link/${url}`, `/cdx?url=${url}&output=link`]) {
    const { body } = await served.server.app.inject({ url: path, headers });
    expect(body).toContain(`<${base}/20030501120001/${url}>`);
    expect(body).not.toMatch(/gopher|evil|inner/);
  }
});

it('takes no scheme from a proxy that leads nowhere', async () => {
  await using served = await serveLibrary({ trustProxy: '1', host: '0.0.0.0' });
  const headers = { host: 'inner.example', 'x-forwarded-proto': 'gopher' };
  const url = '/web/timemap/link/http://bridges.example/april.png';
  const { body } = await served.server.app.inject({ url, headers });
  expect(body).toContain('<http://inner.example/web/');
});

it('writes links that nothing in a URL can break', () => {
  const links = createLinks();
  expect(links.page('2010', 'http://a.example/b c"<>#\u0000é')).toBe(
    '/web/2010/http://a.example/b%20c%22%3C%3E',
  );
  expect(links.image('2010', 'data:image/png;sha256,00', 'id')).toBe('/api/v1/images/id/content');
  const other = createLinks('https://w.example/{modifier}/{timestamp}?u={url}');
  expect(other.image('2010', 'http://a.example/$&', 'id')).toBe(
    'https://w.example/im_/2010?u=http://a.example/$&',
  );
});
