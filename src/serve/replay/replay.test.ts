import { rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { gzipEach } from '../../../test/fixtures/archives.ts';
import { png } from '../../../test/fixtures/images.ts';
import { describeWithRealData, realDataPath } from '../../../test/fixtures/real-data.ts';
import { type ServedArchives, serveArchives } from '../../../test/fixtures/serve-archives.ts';
import {
  type ResponseSpec,
  response,
  revisit,
  serveReplay,
  archivedAt as TIME,
} from '../../../test/fixtures/served-replay.ts';
import { createIndexAnswerer } from '../cdx/cdx.ts';
import { baseOf } from '../parts.ts';
import { FRAMED_POLICY, REPLAY_POLICY } from './answer-capture.ts';
import { FRAME_POLICY } from './frame-page.ts';

const SETTINGS = { publicUrl: undefined, host: '127.0.0.1', port: 7070 };
const HOME = 'http://example.org/';
const IMAGE = png(60, 60);
const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';

let archives: ServedArchives;
let app: FastifyInstance;

beforeAll(async () => {
  const redirect = (location: string): ResponseSpec => ({
    status: 'HTTP/1.1 301 Moved',
    headers: [`Location: ${location}`],
  });
  const records = [
    response(HOME, '<body><a href="/a">one</a><script>x</script>', {
      headers: ['Set-Cookie: a=b'],
    }),
    response(HOME, '<body>two', { year: 2012 }),
    response(HOME, '<body>error', { year: 2013, status: 'HTTP/1.1 503 Busy' }),
    response(`${HOME}a.png`, IMAGE, { type: 'text/html', digest: 'sha1:PICTURE' }),
    revisit(`${HOME}a.png`, 2011, { digest: 'sha1:PICTURE' }),
    revisit('http://copy.example.org/b.png', 2011, { digest: 'sha1:PICTURE' }),
    revisit(`${HOME}lost.png`, 2011, { digest: 'sha1:UNKNOWN' }),
    revisit(HOME, 2014, {}),
    response(`${HOME}odd.png`, IMAGE, {
      headers: ['Server: caf\u00e9\u0001', 'Date: Thu, 06 May 2010 07:08:09 GMT'],
    }),
    response(`${HOME}x.svg`, SVG, { type: 'image/svg+xml' }),
    response(`${HOME}s.css`, 'a{background:url(i.png)}', { type: 'text/css' }),
    response(`${HOME}s.js`, 'alert(1)', { type: 'application/javascript' }),
    response(`${HOME}f.woff`, 'wOFF', { type: 'font/woff' }),
    response(`${HOME}d.pdf`, '%PDF', { type: 'application/pdf' }),
    response(`${HOME}caf%E9.html`, 'latin', { type: 'text/html; charset=iso-8859-1' }),
    response(`${HOME}gone`, 'gone', { status: 'HTTP/1.1 404 Not Found' }),
    response(`${HOME}old`, '', redirect('/new?x=1\t')),
    response('http://self.example/', '', redirect('https://www.self.example/')),
    response('https://www.self.example/', 'at last', { year: 2011 }),
    response('http://loop.example/', '', redirect('https://loop.example/')),
    response('http://loop.example/', '', { year: 2011, ...redirect('/') }),
    response('http://bad.example/', '', redirect('javascript:alert(1)')),
  ];
  const gone = gzipEach([response('http://missing.example/', 'x')]);
  archives = await serveArchives({ 'a.warc.gz': gzipEach(records), 'gone.warc.gz': gone });
  rmSync(join(archives.folder, 'gone.warc.gz'));
  app = await serveReplay(archives, {
    baseOf: (request) => baseOf(request, SETTINGS),
    answerIndex: createIndexAnswerer({ captures: archives.captures }),
  });
});
afterAll(async () => {
  await app.close();
  archives.close();
});

const get = (path: string, headers: Record<string, string> = {}): Promise<LightMyRequestResponse> =>
  app.inject({ url: `/web/${path}`, headers: { host: 'archive.test', ...headers } });

describe('an archived page', () => {
  it('is shown without scripts, cookies or origin', async () => {
    const answer = await get(`${TIME(2010)}/${HOME}`);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': REPLAY_POLICY,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    });
    expect(answer.headers['set-cookie']).toBeUndefined();
    expect(answer.body).toContain(`<a href="/web/${TIME(2010)}/http://example.org/a">one</a>`);
    expect(answer.body).not.toContain('script');
  });

  it('has a banner with the time in words and links to its neighbours', async () => {
    const { body } = await get(`${TIME(2012)}/${HOME}`);
    expect(body).toContain('6 May 2012 at 07:08:09 UTC');
    expect(body).toContain(`href="/web/${TIME(2010)}/${HOME}"`);
    expect(body).toContain(`href="/web/${TIME(2013)}/${HOME}"`);
    expect(body).toContain(`href="/web/*/${HOME}"`);
    expect(body).toContain('href="/?q=site%3Aexample.org"');
    const framed = await get(`${TIME(2012)}/${HOME}`, { 'sec-fetch-dest': 'iframe' });
    expect(framed.body).not.toContain('pinakes-banner');
  });

  it('comes to browsers in a frame below the banner, which it cannot cover', async () => {
    const accept = 'text/html,application/xhtml+xml,*/*;q=0.8';
    const top = await get(`${TIME(2012)}/${HOME}`, { accept });
    expect(top.headers['content-security-policy']).toBe(FRAME_POLICY);
    expect(top.body).toContain('6 May 2012 at 07:08:09 UTC');
    expect(top.body).toContain(`<iframe src="/web/${TIME(2012)}mp_/${HOME}"`);
    expect(top.body).not.toContain('/a">one</a>');
    const page = await get(`${TIME(2012)}mp_/${HOME}`, { accept, 'sec-fetch-dest': 'iframe' });
    expect(page.headers['content-security-policy']).toBe(FRAMED_POLICY);
    expect(page.body).toContain('<base target="_top">');
    expect(page.body).not.toContain('pinakes-banner');
    const inner = await get(`${TIME(2012)}if_/${HOME}`, { accept });
    expect(inner.headers['content-security-policy']).toBe(REPLAY_POLICY);
    expect(inner.body).not.toMatch(/<base|pinakes-banner/);
    expect((await get(`${TIME(2012)}fw_/${HOME}`, { accept })).body).toBe(inner.body);
  });

  it.each(['mp_', 'if_', 'fw_'])(
    'is not alone in a window of a browser as %s',
    async (modifier) => {
      const path = `${TIME(2012)}${modifier}/${HOME}`;
      const alone = await get(path, { accept: 'text/html', 'sec-fetch-dest': 'document' });
      expect(alone.statusCode).toBe(302);
      expect(alone.headers['location']).toBe(`/web/${TIME(2012)}/${HOME}`);
      expect(alone.headers['vary']).toContain('sec-fetch-dest');
      for (const destination of ['iframe', 'frame', 'embed']) {
        expect((await get(path, { 'sec-fetch-dest': destination })).statusCode).toBe(200);
      }
    },
  );

  it('has its banner in the language of the reader, and so have the pages about captures', async () => {
    const headers = { 'accept-language': 'pt-PT,pt;q=0.9,en;q=0.5' };
    const answer = await get(`${TIME(2012)}/${HOME}`, headers);
    expect(answer.body).toContain('<pinakes-banner lang="pt"');
    expect(answer.body).toContain('6 de maio de 2012');
    expect(answer.body).toContain('Captura anterior');
    expect(answer.headers['vary']).toContain('accept-language');
    const list = await get(`*/${HOME}`, headers);
    expect(list.body).toContain('<html lang="pt">');
    expect(list.body).toContain('maio de 2010');
    expect(list.headers['vary']).toBe('accept-language');
    const nothing = await get(`2010/${HOME}nothing`, headers);
    expect(nothing.body).toContain('Não há nenhuma captura de');
    expect((await get(`*/${HOME}`, { 'accept-language': 'ja' })).body).toContain('lang="en"');
  });

  it('says what Memento clients ask', async () => {
    const { headers } = await get(`${TIME(2012)}/${HOME}`);
    expect(headers['memento-datetime']).toBe('Sun, 06 May 2012 07:08:09 GMT');
    expect(String(headers['link']).split(', <').length).toBe(7);
    expect(headers['link']).toContain(`<${HOME}>; rel="original"`);
    expect(headers['link']).toContain(`<http://archive.test/web/${HOME}>; rel="timegate"`);
    expect(headers['link']).toContain(
      `<http://archive.test/web/${TIME(2010)}/${HOME}>; rel="first prev memento"; datetime="Thu, 06 May 2010 07:08:09 GMT"`,
    );
    expect(headers['link']).toContain(
      `<http://archive.test/web/${TIME(2012)}/${HOME}>; rel="memento"`,
    );
    expect(headers['link']).toContain(`/${TIME(2014)}/${HOME}>; rel="last memento"`);
  });

  it.each([
    ['2012', HOME, TIME(2012)],
    ['20110101', HOME, TIME(2010)],
    ['1', HOME, TIME(2010)],
    ['20130601000000', HOME, TIME(2014)],
    ['20124567', HOME, TIME(2012)],
    ['20120506070809', 'https://www.example.org', undefined],
  ])('at %s of %s is the nearest that is worth it', async (time, url, expected) => {
    const answer = await get(`${time}/${url}`);
    if (expected === undefined) expect(answer.statusCode).toBe(200);
    else {
      expect(answer.statusCode).toBe(302);
      expect(answer.headers.location).toBe(`/web/${expected}/${HOME}`);
    }
  });

  it('has the status it had', async () => {
    expect((await get(`${TIME(2013)}/${HOME}`)).statusCode).toBe(503);
    expect((await get(`${TIME(2010)}/${HOME}gone`)).statusCode).toBe(404);
  });

  it('is found by escapes that are no UTF-8', async () => {
    const answer = await get(`${TIME(2010)}/${HOME}caf%E9.html`);
    expect(answer.body).toContain('latin');
  });

  it('is what was not modified since', async () => {
    expect((await get(`${TIME(2014)}/${HOME}`)).body).toContain('two');
  });
});

describe('redirects in the archive', () => {
  it('are given as they were to those who ask for bytes', async () => {
    const { statusCode, headers } = await get(`${TIME(2010)}id_/${HOME}old`);
    expect([statusCode, headers['location']]).toEqual([
      301,
      `/web/${TIME(2010)}id_/${HOME}new?x=1`,
    ]);
  });

  it('lead on in the archive', async () => {
    const answer = await get(`${TIME(2010)}/${HOME}old`);
    expect(answer.statusCode).toBe(302);
    expect(answer.headers.location).toBe(`/web/${TIME(2010)}/${HOME}new?x=1`);
  });

  it('to themselves are passed over', async () => {
    const answer = await get(`${TIME(2010)}/http://self.example/`);
    expect(answer.headers.location).toBe(`/web/${TIME(2011)}/https://www.self.example/`);
    expect((await get(`${TIME(2011)}/http://self.example/`)).body).toContain('at last');
    expect((await get(`${TIME(2010)}/http://loop.example/`)).statusCode).toBe(404);
  });

  it('to what is no web address lead nowhere', async () => {
    const answer = await get(`${TIME(2010)}/http://bad.example/`);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers.location).toBeUndefined();
  });
});

describe('archived bytes', () => {
  it.each([
    ['im_', 'a.png', 2010, 'image/png'],
    ['id_', 'a.png', 2010, 'image/png'],
    ['im_', 'a.png', 2011, 'image/png'],
    ['im_', 'x.svg', 2010, 'image/svg+xml'],
    ['im_', '', 2010, 'application/octet-stream'],
    ['id_', '', 2010, 'text/plain'],
    ['id_', 's.js', 2010, 'text/plain'],
    ['', 's.js', 2010, 'text/plain'],
    ['', 's.css', 2010, 'text/css; charset=utf-8'],
    ['id_', 's.css', 2010, 'text/plain'],
    ['', 'f.woff', 2010, 'font/woff'],
    ['', 'd.pdf', 2010, 'application/octet-stream'],
    ['id_', 'd.pdf', 2010, 'application/octet-stream'],
    ['id_', 'caf%E9.html', 2010, 'text/plain; charset=windows-1252'],
  ])('%s of %s in %i are %s', async (modifier, path, year, type) => {
    const answer = await get(`${TIME(year)}${modifier}/${HOME}${path}`);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toBe(type);
    expect(answer.headers['content-security-policy']).toBe(REPLAY_POLICY);
    expect(answer.headers['x-content-type-options']).toBe('nosniff');
    if (path === 'a.png') expect(answer.rawPayload).toEqual(IMAGE);
  });

  it('of a revisit of another address come from the record with the same digest', async () => {
    const answer = await get(`${TIME(2011)}im_/http://copy.example.org/b.png`);
    expect(answer.rawPayload).toEqual(IMAGE);
  });

  it.each([
    ['bytes=0-3', 206, [0, 4], 'bytes 0-3/N'],
    ['bytes=4-', 206, [4], 'bytes 4-L/N'],
    ['bytes=-5', 206, [-5], 'bytes F-L/N'],
    ['bytes=0-999999', 206, [0], 'bytes 0-L/N'],
    ['bytes=999999-', 416, [0, 0], 'bytes */N'],
    ['bytes=5-2', 200, [0], undefined],
    ['bytes=0-1,3-4', 200, [0], undefined],
    ['lines=0-1', 200, [0], undefined],
  ])('are given in parts: %s', async (range, status, [from = 0, to], about) => {
    const size = IMAGE.length;
    for (const modifier of ['im_', 'id_']) {
      const answer = await get(`${TIME(2010)}${modifier}/${HOME}a.png`, { range });
      expect(answer.statusCode).toBe(status);
      expect(answer.rawPayload).toEqual(IMAGE.subarray(from, to));
      const places: Record<string, number> = { N: size, L: size - 1, F: size - 5 };
      const told = about?.replace(/[NLF]/g, (letter) => String(places[letter]));
      expect(answer.headers['content-range']).toBe(told);
      expect(answer.headers['accept-ranges']).toBe('bytes');
    }
  });

  it('are given whole to those who ask for a part of an older answer, and so are pages', async () => {
    const older = { range: 'bytes=0-3', 'if-range': '"x"' };
    const image = await get(`${TIME(2010)}im_/${HOME}a.png`, older);
    expect([image.statusCode, image.rawPayload]).toEqual([200, IMAGE]);
    const page = await get(`${TIME(2010)}/${HOME}`, { range: 'bytes=0-3' });
    expect(page.statusCode).toBe(200);
  });

  it('tell the header fields they were archived with, except what cannot be sent', async () => {
    const { headers } = await get(`${TIME(2010)}id_/${HOME}a.png`);
    expect(headers['x-archive-orig-content-type']).toBe('text/html');
    const page = await get(`${TIME(2010)}id_/${HOME}`);
    expect(Object.keys(page.headers).filter((name) => /cookie/.test(name))).toEqual([]);
    const odd = await get(`${TIME(2010)}id_/${HOME}odd.png`);
    expect(odd.statusCode).toBe(200);
    expect(odd.headers['x-archive-orig-server']).toBeUndefined();
    expect(odd.headers['x-archive-orig-date']).toBe('Thu, 06 May 2010 07:08:09 GMT');
  });

  it('are rewritten in style sheets', async () => {
    const { body } = await get(`${TIME(2010)}/${HOME}s.css`);
    expect(body).toBe(`a{background:url("/web/${TIME(2010)}im_/${HOME}i.png")}`);
  });

  it('are read side by side from one archive', async () => {
    const paths = Array.from({ length: 30 }, (_, i) => (i % 2 ? 'a.png' : 's.js'));
    const answers = await Promise.all(paths.map((path) => get(`${TIME(2010)}id_/${HOME}${path}`)));
    for (const [i, answer] of answers.entries()) {
      expect(answer.rawPayload).toEqual(i % 2 ? IMAGE : Buffer.from('alert(1)'));
    }
  });
});

describe('what is not there', () => {
  it('is told with what there is instead', async () => {
    const answer = await get(`2010/${HOME}nothing?<script>alert(1)</script>`);
    expect(answer.statusCode).toBe(404);
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(answer.body).toContain(`<a href="/web/*/${HOME}a.png">`);
    expect(answer.body).not.toContain('<script');
    expect((await get('2010/http://nobody.example/')).body).toContain('nothing of this site');
    expect((await get(`2010im_/${HOME}nothing`)).json().type).toBe('/api/problems/not-found');
  });

  it('is a problem when an archive or an original has gone', async () => {
    const missing = await get(`${TIME(2010)}/http://missing.example/`);
    expect(missing.statusCode).toBe(503);
    expect(missing.json().detail).toMatch(/gone\.warc\.gz.*cannot be read/);
    const lost = await get(`${TIME(2011)}im_/${HOME}lost.png`);
    expect(lost.statusCode).toBe(404);
    expect(lost.json().detail).toMatch(/nothing had changed/);
  });

  it('is a problem when an archive is another than before', async () => {
    const served = await serveArchives({ 'b.warc': response(HOME, 'x') });
    writeFileSync(join(served.folder, 'b.warc'), 'something else');
    const server = await serveReplay(served);
    const answer = await server.inject(`/web/${TIME(2010)}/${HOME}`);
    expect(answer.statusCode).toBe(503);
    expect(answer.json().detail).toMatch(/another version/);
    await server.close();
    served.close();
  });

  it.each([
    ['2010/ftp://example.org/', 400],
    ['2010/file:///etc/passwd', 400],
    ['2010/javascript:alert(1)', 400],
    ['2010/', 400],
    ['', 400],
    ['2010/../../etc/passwd', 404],
    ['2010/..%2f..%2fetc/passwd', 400],
    [`2010/${HOME}%0d%0aset-cookie:a=b`, 404],
  ])('nor ever will be: %s', async (path, status) => {
    const answer = await get(path);
    expect(answer.statusCode).toBe(status);
    expect(answer.headers['set-cookie']).toBeUndefined();
  });
});

it('an address without end is refused', async () => {
  const answer = await get(`2010/${HOME}${'a'.repeat(9000)}`);
  expect(answer.statusCode).toBe(414);
  expect(answer.json().detail).toMatch(/8192/);
});

describe('captures of a URL', () => {
  it('are listed', async () => {
    for (const path of [`*/${HOME}`, HOME]) {
      const { body, headers, statusCode } = await get(path);
      expect(statusCode).toBe(200);
      expect(headers['content-security-policy']).toContain("default-src 'none'");
      expect(body).toContain('4 captures');
      expect(body).toContain(`<a href="/web/${TIME(2012)}/${HOME}">6 May 2012 at 07:08:09 UTC</a>`);
      expect(body).toContain(`<a href="/web/2013*/${HOME}" title="One capture">`);
      expect(body).toContain(
        `<a href="/web/diff/${TIME(2010)}/${TIME(2012)}/${HOME}">What changed</a>`,
      );
    }
    expect((await get(`2012*/${HOME}`)).body).toContain(
      'One capture at times that begin with 2012',
    );
  });

  it('are listed by address below one', async () => {
    const { body, statusCode } = await get('*/example.org/*');
    expect(statusCode).toBe(200);
    expect(body).toContain(`<a href="/web/*/${HOME}a.png">${HOME}a.png</a>`);
    expect(body).not.toContain('self.example');
    expect((await get('*/nobody.example/*')).statusCode).toBe(404);
  });

  it('are compared by what came and went', async () => {
    const answer = await get(`diff/2010/2012/${HOME}`);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-security-policy']).not.toContain('script-src');
    expect(answer.body).toContain('<del>one</del><ins>two</ins>');
    const same = await get(`diff/2012/2012/${HOME}`);
    expect(same.body).toContain('text and images are the same');
    expect((await get(`diff/2010/2012/${HOME}x.svg`)).statusCode).toBe(400);
    expect((await get('diff/2010/2012/http://nobody.example/')).statusCode).toBe(404);
  });

  it('are in TimeMaps of index lines', async () => {
    const json = await get(`timemap/json/${HOME}`);
    expect(json.headers['content-type']).toContain('application/json');
    expect(json.json()).toHaveLength(5);
    expect(json.json()[0]).toContain('timestamp');
    const lines = (await get(`timemap/cdxj/${HOME}`)).body.trim().split('\n');
    expect(lines[0]).toMatch(/^org,example\)\/ \d{14} \{/);
  });

  it('are told to clients of the Wayback Machine', async () => {
    const ask = async (query: string) =>
      (await app.inject({ url: `/wayback/available?${query}` })).json();
    const found = await ask(`url=example.org&timestamp=2013`);
    expect(found.archived_snapshots.closest).toEqual({
      status: '200',
      available: true,
      url: `http://localhost:80/web/${TIME(2012)}/${HOME}`,
      timestamp: TIME(2012),
    });
    expect(await ask('url=nobody.example')).toEqual({
      url: 'nobody.example',
      archived_snapshots: {},
    });
    expect((await app.inject({ url: '/wayback/available?url=javascript:x' })).statusCode).toBe(400);
    expect(
      (await app.inject({ url: '/wayback/available?url=a.example&timestamp=x' })).statusCode,
    ).toBe(400);
  });

  it('are found by their time through a TimeGate', async () => {
    const answer = await get(HOME, { 'accept-datetime': 'Sun, 01 Apr 2012 00:00:00 GMT' });
    expect(answer.statusCode).toBe(302);
    expect(answer.headers.location).toBe(`/web/${TIME(2012)}/${HOME}`);
    expect(answer.headers.vary).toContain('accept-datetime');
    expect(answer.headers['link']).toContain('rel="original"');
    expect((await get(HOME, { 'accept-datetime': 'yesterday' })).statusCode).toBe(400);
  });

  it('are in a TimeMap', async () => {
    const { body, headers } = await get(`timemap/link/${HOME}`);
    expect(headers['content-type']).toBe('application/link-format; charset=utf-8');
    expect(body.split('\n')).toEqual([
      `<${HOME}>; rel="original",`,
      `<http://archive.test/web/timemap/link/${HOME}>; rel="self"; type="application/link-format"; from="Thu, 06 May 2010 07:08:09 GMT"; until="Tue, 06 May 2014 07:08:09 GMT",`,
      `<http://archive.test/web/${HOME}>; rel="timegate",`,
      `<http://archive.test/web/${TIME(2010)}/${HOME}>; rel="first memento"; datetime="Thu, 06 May 2010 07:08:09 GMT",`,
      `<http://archive.test/web/${TIME(2012)}/${HOME}>; rel="memento"; datetime="Sun, 06 May 2012 07:08:09 GMT",`,
      `<http://archive.test/web/${TIME(2013)}/${HOME}>; rel="memento"; datetime="Mon, 06 May 2013 07:08:09 GMT",`,
      `<http://archive.test/web/${TIME(2014)}/${HOME}>; rel="last memento"; datetime="Tue, 06 May 2014 07:08:09 GMT"`,
      '',
    ]);
    expect((await get('timemap/link/http://nobody.example/')).statusCode).toBe(404);
  });

  it('have links to the address of the server where the client sent a bad one', async () => {
    const { headers } = await get(`${TIME(2012)}/${HOME}`, { host: 'evil"><script>' });
    expect(headers['link']).toContain(`<http://127.0.0.1:7070/web/${HOME}>; rel="timegate"`);
  });
});

describe('captures of a long URL', () => {
  it.each([
    [300, 8],
    [900, 3],
    [2500, 3],
    [8100, 0],
  ])('of %i characters have headers that clients take', async (length, links) => {
    const url = `${HOME}${'x'.repeat(length)}`;
    const field = `${'y'.repeat(900)}`;
    const headers = ['Server', 'ETag', 'Content-Language', 'Last-Modified', 'Date'];
    const years = [2010, 2011, 2012, 2013, 2014];
    const served = await serveArchives({
      'long.warc': Buffer.concat(
        years.map((year) =>
          response(url, 'x', { year, headers: headers.map((name) => `${name}: ${field}`) }),
        ),
      ),
    });
    const server = await serveReplay(served, { baseOf: () => 'https://archive.example' });
    await server.listen({ port: 0, host: '127.0.0.1' });
    const { port } = server.server.address() as AddressInfo; // of a TCP server
    // Both refuse more than 16 KB of headers.
    const address = `http://127.0.0.1:${port}/web/${TIME(2012)}/${url}`;
    const answer = await fetch(address);
    expect(answer.status).toBe(200);
    expect((answer.headers.get('link') ?? '').split('rel=').length - 1).toBe(links);
    const gate = {
      redirect: 'manual',
      headers: { 'accept-datetime': 'Sun, 06 May 2012 07:08:09 GMT' },
    } as const;
    expect((await fetch(`http://127.0.0.1:${port}/web/${url}`, gate)).status).toBe(302);
    await server.close();
    served.close();
  });
});

describeWithRealData('archives of others', () => {
  it('are replayed, revisits of other addresses too', async () => {
    const path = (file: string) => realDataPath('archives', 'pywb', 'warcs', file);
    const names = [
      'iana.warc.gz',
      'dupes.warc.gz',
      'example-url-agnostic-orig.warc.gz',
      'example-url-agnostic-revisit.warc.gz',
    ];
    const served = await serveArchives(Object.fromEntries(names.map((name) => [name, path(name)])));
    const server = await serveReplay(served);
    const page = await server.inject('/web/20140126200624/http://www.iana.org/');
    expect(page.body).toContain('Internet Assigned Numbers Authority');
    expect(page.body).not.toMatch(/<script/i);
    const agnostic = await server.inject('/web/20130729195151/http://test@example.com/');
    expect(agnostic.body).toContain('Example Domain');
    for (const batch of served.captures.find({ surt: 'org,iana)', matchType: 'domain' })) {
      for (const { time, url } of batch) {
        const answer = await server.inject(`/web/${time}id_/${url}`);
        expect([200, 301, 302, 404], `${time} ${url} ${answer.body.slice(0, 200)}`).toContain(
          answer.statusCode,
        );
      }
    }
    await server.close();
    served.close();
  });
});
