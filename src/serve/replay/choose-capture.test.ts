import { rmSync } from 'node:fs';
import { join } from 'node:path';
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

const REDIRECTS = 'http://redirects.example/';
const LOST = 'http://lost.example/';
const OK = { status: 'HTTP/1.1 200 OK' };

let archives: ServedArchives;
let app: FastifyInstance;

beforeAll(async () => {
  const toItself = (year: number): Buffer =>
    response(REDIRECTS, '', {
      year,
      status: 'HTTP/1.1 301 Moved',
      headers: ['Location: https://redirects.example/'],
    });
  const years = Array.from({ length: 13 }, (_, i) => 2000 + i);
  const records = [
    ...years.map(toItself),
    response(REDIRECTS, 'at last', { year: 2018 }),
    revisit(`${LOST}a`, 2010, { digest: 'sha1:UNKNOWN' }),
    response(`${LOST}a`, 'whole', { year: 2015 }),
    revisit(`${LOST}b`, 2010, { digest: 'sha1:UNKNOWN', ...OK }),
    response(`${LOST}b`, 'whole', { year: 2015 }),
    response(`${LOST}c`, 'whole', { year: 2015 }),
    revisit(`${LOST}d`, 2010, { digest: 'sha1:UNKNOWN' }),
    ...years.map((year) => revisit(`${LOST}e`, year, { digest: 'sha1:UNKNOWN', ...OK })),
    response(`${LOST}e`, 'whole', { year: 2018 }),
  ];
  const gone = [
    response(`${LOST}c`, 'gone', { year: 2010 }),
    revisit(`${LOST}c`, 2011, { digest: 'sha1:UNKNOWN' }),
  ];
  archives = await serveArchives({
    'a.warc.gz': gzipEach(records),
    'gone.warc.gz': gzipEach(gone),
  });
  rmSync(join(archives.folder, 'gone.warc.gz'));
  app = await serveReplay(archives);
});
afterAll(async () => {
  await app.close();
  archives.close();
});

const get = (path: string, headers: Record<string, string> = {}) =>
  app.inject({ url: `/web/${path}`, headers });

describe('a capture is found', () => {
  it('behind more redirects to itself than are read', async () => {
    const answer = await get(`2003/${REDIRECTS}`);
    expect(answer.headers.location).toBe(`/web/${archivedAt(2018)}/${REDIRECTS}`);
    const exact = await get(`${archivedAt(2005)}/${REDIRECTS}`);
    expect(exact.headers.location).toBe(`/web/${archivedAt(2018)}/${REDIRECTS}`);
  });

  it.each([
    ['that says 304', 'a', 2015],
    ['that says 200', 'b', 2015],
    ['one of many', 'e', 2018],
  ])('beside a revisit without its original: %s', async (_, name, year) => {
    const found = `/web/${archivedAt(year)}/${LOST}${name}`;
    expect((await get(`2010/${LOST}${name}`)).headers.location).toBe(found);
    expect((await get(`20100506070808/${LOST}${name}`)).headers.location).toBe(found);
    const headers = { 'accept-datetime': 'Thu, 06 May 2010 07:08:09 GMT' };
    expect((await get(`${LOST}${name}`, headers)).headers.location).toBe(found);
  });

  it('beside archives that cannot be read', async () => {
    const found = `/web/${archivedAt(2015)}/${LOST}c`;
    expect((await get(`2010/${LOST}c`)).headers.location).toBe(found);
    expect((await get(`2011/${LOST}c`)).headers.location).toBe(found);
  });
});

describe('what is wrong is told', () => {
  it('of the capture that was asked for', async () => {
    for (const name of ['a', 'b']) {
      const answer = await get(`${archivedAt(2010)}/${LOST}${name}`);
      expect(answer.statusCode).toBe(404);
      expect(answer.json().detail).toMatch(/nothing had changed/);
    }
    const gone = await get(`${archivedAt(2010)}/${LOST}c`);
    expect(gone.statusCode).toBe(503);
    expect(gone.json().detail).toMatch(/gone\.warc\.gz.*cannot be read/);
  });

  it('where there is no other', async () => {
    const answer = await get(`2008/${LOST}d`);
    expect(answer.statusCode).toBe(404);
    expect(answer.json().detail).toMatch(/nothing had changed/);
  });
});
