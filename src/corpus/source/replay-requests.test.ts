// Captures read through a replay on loopback: what was archived, errors too, and never another capture.
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { serveLibrary } from '../../../test/fixtures/served-library.ts';
import { type CdxEntry, formatCdxLine, type Timestamp } from '../../archive/archive.ts';
import { toSurt } from '../../model/surt.ts';
import { html, openCorpus } from '../corpus.ts';
import { ReplayRequests } from './replay-requests.ts';

const HOST = 'http://a.example';
const TIME = '20110203040506' as Timestamp;
const MEMENTO = { 'memento-datetime': 'Thu, 03 Feb 2011 04:05:06 GMT' };

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** A CDX server of some pages, of which no archive can be read, and their replay. */
async function serve(pages: Readonly<Record<string, (response: ServerResponse) => void>>) {
  const asked: string[] = [];
  const lines = Object.keys(pages).map((path): string => {
    const url = HOST + path;
    const place = { file: 'gone.warc.gz', offset: 0, length: 9 };
    const entry = { surt: toSurt(url), time: TIME, url, mime: 'text/html', status: 200 };
    return formatCdxLine({ ...entry, digest: 'D', ...place } satisfies CdxEntry, 'cdxj');
  });
  const server = createServer((request, answer) => {
    const [, time, path = ''] =
      /^\/web\/(\d+)id_\/http:\/\/a\.example(.*)$/.exec(request.url ?? '') ?? [];
    if (time === undefined) return answer.end(`${lines.sort().join('\n')}\n`);
    asked.push(path);
    return pages[path]?.(answer);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => new Promise((resolve) => server.close(resolve)));
  closing.push(async () => server.closeAllConnections());
  const { port } = server.address() as AddressInfo;
  const address = `http://127.0.0.1:${port}`;
  return { asked, server: `${address}/cdx`, replay: `${address}/web/{time}id_/{url}` };
}

async function readAll(
  served: { readonly server: string; readonly replay: string },
  where: string,
) {
  const { server, replay } = served;
  const polite = { replay, pauseMs: 0, backoffMs: 1, attempts: 2 };
  await using corpus = await openCorpus([], {
    server,
    serverOptions: polite,
    maxPayloadBytes: 1000,
  });
  const found = new Map<string, string | undefined>();
  const report = await corpus
    .where(where)
    .enrich(html.title)
    .forEach((record) => {
      found.set(record.url.slice(HOST.length), record.get(html.title));
    });
  return { found, losses: report.losses };
}

describe('a capture whose archive cannot be read', () => {
  it('is read through the replay, in the coding that the answer tells', async () => {
    const page = gzipSync('<title>Bridge</title>');
    const served = await serve({
      '/1': (answer) => {
        const original = {
          'x-archive-orig-content-type': 'text/html',
          'content-type': 'text/plain',
        };
        answer.writeHead(200, { ...MEMENTO, ...original, 'x-archive-orig-content-encoding': 'br' });
        answer.end('<title>Tower</title>');
      },
      '/2': (answer) => {
        const headers = { 'content-type': 'text/html', 'content-encoding': 'gzip' };
        answer.writeHead(200, { ...MEMENTO, ...headers }).end(page);
      },
    });
    const { found, losses } = await readAll(served, 'host=a.example');
    expect([...found]).toEqual([
      ['/1', 'Tower'],
      ['/2', 'Bridge'],
    ]);
    expect(losses).toEqual([]);
  });

  it('may be an error or a redirect, which is not followed', async () => {
    const served = await serve({
      '/gone': (answer) =>
        answer
          .writeHead(404, { ...MEMENTO, 'content-type': 'text/html' })
          .end('<title>Gone</title>'),
      '/moved': (answer) =>
        answer
          .writeHead(302, { ...MEMENTO, 'content-type': 'text/html', location: '/elsewhere' })
          .end('<title>Moved</title>'),
    });
    const { found, losses } = await readAll(served, 'host=a.example');
    expect([...found.values()]).toEqual(['Gone', 'Moved']);
    expect(served.asked).toEqual(['/gone', '/moved']);
    expect(losses).toEqual([]);
  });

  it('is lost where the replay has another one, none, or fails', async () => {
    const other = { 'memento-datetime': 'Fri, 04 Feb 2011 04:05:06 GMT' };
    const served = await serve({
      '/busy': (answer) => answer.writeHead(503).end('try later'),
      '/near': (answer) => answer.writeHead(200, other).end('<title>Another</title>'),
      '/none': (answer) => answer.writeHead(404).end('not archived'),
      '/shop': (answer) => answer.writeHead(200).end('<title>Log in</title>'),
    });
    const { found, losses } = await readAll(served, 'host=a.example');
    expect([...found.values()]).toEqual([undefined, undefined, undefined, undefined]);
    expect(served.asked).toEqual(['/busy', '/busy', '/near', '/none', '/shop']);
    expect(losses.map(({ reason }) => reason)).toEqual([
      expect.stringContaining('HTTP 503'),
      expect.stringContaining('it gave the capture of 20110204040506 instead'),
      expect.stringContaining('/none'),
      expect.stringContaining('HTTP 200 without a Memento-Datetime'),
    ]);
  });

  it('is cut where it is larger than is allowed', async () => {
    const served = await serve({
      '/big': (answer) => {
        answer.writeHead(200, { ...MEMENTO, 'content-type': 'text/html' });
        answer.end(`<title>Big</title>${'x'.repeat(1_000_000)}`);
      },
    });
    const { found } = await readAll(served, 'host=a.example');
    expect([...found.values()]).toEqual(['Big']);
  });

  it('may be replayed by ourselves', async () => {
    await using library = await serveLibrary({ port: 0 });
    const address = await library.server.listen();
    const served = { server: `${address}cdx`, replay: `${address}web/{time}id_/{url}` };
    const { found, losses } = await readAll(served, 'url=http://bridges.example/ mime=text/html');
    expect([...found.values()].every((title) => title !== undefined && title !== '')).toBe(true);
    expect(found.size).toBeGreaterThan(0);
    expect(losses).toEqual([]);
    await library.server.close();
  });
});

it.each(['web/{time}/{url}', 'ftp://a.example/{time}/{url}', 'http://a.example/{url}'])(
  'refuses %s as a replay',
  (template) => {
    expect(() => new ReplayRequests(template, {})).toThrow('{time} and {url}');
  },
);
