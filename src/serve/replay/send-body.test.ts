import { truncateSync } from 'node:fs';
import { get as request } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { gzipEach } from '../../../test/fixtures/archives.ts';
import { type ServedArchives, serveArchives } from '../../../test/fixtures/serve-archives.ts';
import {
  archivedAt,
  response,
  revisit,
  serveReplay,
} from '../../../test/fixtures/served-replay.ts';

const SITE = 'http://films.example/';
const MEGABYTE = 1024 * 1024;
const FILM = { type: 'video/mp4' };
/** More than a small body; each place can be told from its neighbours. */
const BODY = Buffer.alloc(9 * MEGABYTE + 5);
for (let at = 0; at + 4 <= BODY.length; at += 4) BODY.writeUInt32LE(at, at);
/** Larger than what is held in memory. */
const HUGE_BYTES = 66 * MEGABYTE;

let archives: ServedArchives;
let app: FastifyInstance;

beforeAll(async () => {
  const chunked = Buffer.concat([
    Buffer.from(`${BODY.length.toString(16)}\r\n`),
    BODY,
    Buffer.from('\r\n0\r\n\r\n'),
  ]);
  const coded = { ...FILM, headers: ['Content-Encoding: gzip'] };
  archives = await serveArchives({
    'plain.warc': Buffer.concat([
      response(`${SITE}plain.mp4`, BODY, FILM),
      response(`${SITE}chunked.mp4`, chunked, { ...FILM, headers: ['Transfer-Encoding: chunked'] }),
    ]),
    'a.warc.gz': Buffer.concat([
      gzipSync(response(`${SITE}gzip.mp4`, BODY, { ...FILM, digest: 'sha1:FILM' }), { level: 1 }),
      gzipEach([
        response(`${SITE}huge.mp4`, Buffer.alloc(HUGE_BYTES), FILM),
        response(`${SITE}coded.mp4`, gzipSync(Buffer.alloc(20 * MEGABYTE)), coded),
        response(`${SITE}small.mp4`, '0123456789', FILM),
        response(`${SITE}page.html`, '<p>text'.repeat(1000)),
        response(`${SITE}big.html`, Buffer.alloc(MEGABYTE / 2, 'text ')),
        response(`${SITE}coded.txt`, gzipSync(Buffer.alloc(MEGABYTE)), coded),
        revisit(`${SITE}again.mp4`, 2010, { digest: 'sha1:FILM' }),
        revisit(`${SITE}lost.mp4`, 2010, { digest: 'sha1:UNKNOWN' }),
      ]),
    ]),
    'short.warc': response(`${SITE}short.mp4`, BODY, FILM),
  });
  truncateSync(join(archives.folder, 'short.warc'), 8.5 * MEGABYTE);
  app = await serveReplay(archives);
});
afterAll(async () => {
  await app.close();
  archives.close();
});

const pathOf = (name: string, modifier = '') =>
  `/web/${archivedAt(2010)}${modifier}/${SITE}${name}`;
const get = (name: string, headers: Record<string, string> = {}) =>
  app.inject({ url: pathOf(name), headers });

describe('films and sound', () => {
  it.each(['plain.mp4', 'gzip.mp4'])('are sent whole and in parts: %s', async (name) => {
    const whole = await get(name);
    expect(whole.headers).toMatchObject({
      'content-type': 'video/mp4',
      'content-length': String(BODY.length),
      'accept-ranges': 'bytes',
    });
    expect(whole.rawPayload.equals(BODY)).toBe(true);
    for (const [range, from, to] of [
      ['bytes=0-99', 0, 100],
      ['bytes=5000000-5000010', 5_000_000, 5_000_011],
      ['bytes=9399999-', 9_399_999, BODY.length],
      ['bytes=-7', BODY.length - 7, BODY.length],
    ] as const) {
      const part = await get(name, { range });
      expect(part.statusCode).toBe(206);
      expect(part.headers['content-range']).toBe(`bytes ${from}-${to - 1}/${BODY.length}`);
      expect(part.rawPayload.equals(BODY.subarray(from, to))).toBe(true);
    }
    const outside = await get(name, { range: 'bytes=99399999-' });
    expect([outside.statusCode, outside.rawPayload.length]).toEqual([416, 0]);
    expect(outside.headers['content-range']).toBe(`bytes */${BODY.length}`);
    const head = await app.inject({ method: 'HEAD', url: pathOf(name) });
    expect([head.headers['content-length'], head.rawPayload.length]).toEqual([
      String(BODY.length),
      0,
    ]);
  });

  it('are those of the original where nothing had changed', async () => {
    const part = await get('again.mp4', { range: 'bytes=-7' });
    expect([part.statusCode, part.rawPayload.equals(BODY.subarray(-7))]).toEqual([206, true]);
  });

  it('of few bytes are sent in parts too, and what is rewritten is not', async () => {
    const part = await get('small.mp4', { range: 'bytes=2-4' });
    expect([part.statusCode, part.body]).toEqual([206, '234']);
    const page = await get('page.html', { range: 'bytes=2-4' });
    expect([page.statusCode, page.headers['accept-ranges']]).toEqual([200, undefined]);
  });

  it('whose size nobody knows are sent whole, or decoded for the part', async () => {
    const whole = await get('chunked.mp4');
    expect(whole.headers['content-length']).toBeUndefined();
    expect(whole.rawPayload.equals(BODY)).toBe(true);
    const part = await get('chunked.mp4', { range: 'bytes=-7' });
    expect(part.statusCode).toBe(206);
    expect(part.rawPayload.equals(BODY.subarray(-7))).toBe(true);
    expect((await get('coded.mp4', { range: 'bytes=0-9' })).rawPayload).toEqual(Buffer.alloc(10));
  });

  it('may be larger than what is held in memory', async () => {
    const range = `bytes=${HUGE_BYTES - 10}-`;
    const end = await app.inject({ url: pathOf('huge.mp4', 'id_'), headers: { range } });
    expect(end.statusCode).toBe(206);
    expect(end.headers['content-range']).toBe(
      `bytes ${HUGE_BYTES - 10}-${HUGE_BYTES - 1}/${HUGE_BYTES}`,
    );
  });

  it('that are shorter than they should be end with a connection that breaks off', async () => {
    await using server = await listen();
    const outcome = await new Promise<string>((resolve) => {
      request({ port: server.port, path: pathOf('short.mp4') }, (answer) => {
        answer.on('error', () => resolve('broken')).on('end', () => resolve('whole'));
        answer.resume();
      });
    });
    expect(outcome).toBe('broken');
  });
});

describe('clients that read nothing', () => {
  it('are held by the budget, which is given back when they leave', async () => {
    await using server = await listen({ maxHeldBytes: 30 * MEGABYTE });
    const slow = await server.stall('coded.mp4');
    const refused = await server.get('coded.mp4');
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
    expect(await refused.json()).toMatchObject({
      type: '/api/problems/unavailable',
      detail: expect.stringContaining('no room for more'),
    });
    expect((await server.get('small.mp4')).status).toBe(200);
    slow.destroy();
    await expect.poll(async () => (await server.get('coded.mp4')).status).toBe(200);
  });

  it('of streamed bodies cost little, and hold up nobody who reads the same archive', async () => {
    await using server = await listen({ maxHeldBytes: 40 * MEGABYTE });
    const slow: Socket[] = [];
    for (let i = 0; i < 4; i++) slow.push(await server.stall('huge.mp4'));
    expect(await (await server.get('small.mp4')).text()).toBe('0123456789');
    slow.push(await server.stall('huge.mp4'));
    expect((await server.get('huge.mp4')).status).toBe(503);
    for (const socket of slow) socket.destroy();
    await expect.poll(async () => (await server.get('small.mp4')).status).toBe(200);
    const answer = await server.get('huge.mp4');
    expect((await answer.arrayBuffer()).byteLength).toBe(HUGE_BYTES);
  });
});

it('the budget is given back whatever the answer is', async () => {
  const small = await serveReplay(archives, { maxHeldBytes: 2 * MEGABYTE });
  const ask = (name: string, modifier?: string) => small.inject(pathOf(name, modifier));
  for (let i = 0; i < 3; i++) {
    expect((await ask('coded.txt')).statusCode).toBe(200);
    expect((await ask('coded.mp4')).statusCode).toBe(503);
    expect((await ask('lost.mp4')).statusCode).toBe(404);
    expect((await ask('big.html')).statusCode).toBe(200);
    expect((await ask('big.html', 'id_')).statusCode).toBe(200);
  }
  const tiny = await serveReplay(archives, { maxHeldBytes: MEGABYTE });
  // There is room for the page, not for what is made of it.
  expect((await tiny.inject(pathOf('big.html'))).statusCode).toBe(503);
  expect((await tiny.inject(pathOf('coded.txt'))).statusCode).toBe(200);
  await Promise.all([small.close(), tiny.close()]);
});

async function listen(options: { readonly maxHeldBytes?: number } = {}) {
  const server = await serveReplay(archives, options);
  await server.listen({ port: 0, host: '127.0.0.1' });
  const { port } = server.server.address() as AddressInfo; // of a TCP server
  return {
    port,
    get: (name: string) => fetch(`http://127.0.0.1:${port}${pathOf(name)}`),
    /** A client that has got the start of an answer and reads no more. */
    stall: (name: string): Promise<Socket> =>
      new Promise((resolve) => {
        const socket = connect(port, '127.0.0.1', () => {
          socket.write(`GET ${pathOf(name)} HTTP/1.1\r\nHost: films.test\r\n\r\n`);
        });
        socket.on('error', () => {}).once('data', () => resolve(socket.pause()));
      }),
    async [Symbol.asyncDispose]() {
      server.server.closeAllConnections();
      await server.close();
    },
  };
}
