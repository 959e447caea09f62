import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { sha1Base32 } from '../../src/archive/write/digest.ts';
import { gzipEach, httpResponse, warcRecord } from '../fixtures/archives.ts';
import { describeWithRealData, realDataPath } from '../fixtures/real-data.ts';
import { type CliFolder, openCliFolder } from './run-cli.ts';

type Line = Record<string, unknown> & { kind: string; url: string };

let picture: Buffer;
let icon: Buffer;

beforeAll(async () => {
  const make = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#4080c0' } })
      .png()
      .toBuffer();
  [picture, icon] = await Promise.all([make(120, 80), make(16, 16)]);
});

const at = (year: number) => `${year}-06-01T00:00:00Z`;

function response(
  url: string,
  type: string,
  body: string | Buffer,
  year = 2010,
  status = '200 OK',
) {
  const block = httpResponse({
    status: `HTTP/1.1 ${status}`,
    headers: [`Content-Type: ${type}`],
    body,
  });
  return warcRecord({ url, date: at(year), block });
}

function revisit(url: string, year: number, fields: Record<string, string>) {
  const block = httpResponse({ headers: ['Content-Type: text/html'] });
  return warcRecord({ type: 'revisit', url, date: at(year), block, fields });
}

async function extractLines(folder: CliFolder, args: string[]) {
  const result = await folder.run(['extract', ...args]);
  const lines = result.stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Line);
  const of = (kind: string) => lines.filter((line) => line.kind === kind);
  return {
    ...result,
    lines,
    pages: of('page'),
    references: of('reference'),
    captures: of('capture'),
  };
}

describe('pinakes extract', () => {
  it('prints pages, references and captures with all fields of the contract', async () => {
    await using folder = await openCliFolder();
    const html =
      '<html lang=en><title>A town</title><p>The <img src=/town.png alt=Town> square.</p>';
    await folder.write(
      'a.warc.gz',
      gzipEach([
        response('http://example.org/', 'text/html', html),
        response('http://example.org/town.png', 'image/png', picture),
        response('http://example.org/icon.png', 'application/octet-stream', icon),
      ]),
    );
    const { pages, references, captures, code } = await extractLines(folder, ['a.warc.gz']);
    expect(code).toBe(0);
    expect(pages).toEqual([
      expect.objectContaining({
        url: 'http://example.org/',
        surt: 'org,example)/',
        title: 'A town',
        time: '20100601000000',
        status: 200,
        language: 'en',
        charset: 'utf-8',
        images: 1,
        file: 'a.warc.gz',
        offset: 0,
      }),
    ]);
    expect(references).toEqual([
      {
        kind: 'reference',
        surt: 'org,example)/town.png',
        url: 'http://example.org/town.png',
        tag: 'img',
        alt: 'Town',
        title: '',
        caption: 'The\nsquare.',
        captionSource: 'siblings',
        paperCaption: 'The\nsquare.',
        anchorText: '',
        heading: '',
        nearText: 'The\nsquare.',
        location: '',
        width: 0,
        height: 0,
        depth: expect.any(Number),
        siblings: 0,
        position: 0,
        lazy: false,
        element: '',
        descriptor: '',
        licence: '',
        sameSite: true,
        parentTextLength: expect.any(Number),
        page: {
          url: 'http://example.org/',
          surt: 'org,example)/',
          title: 'A town',
          time: '20100601000000',
        },
        imagesInPage: 1,
      },
    ]);
    expect(captures).toEqual([
      expect.objectContaining({ mime: 'image/png', width: 120, height: 80, frames: 1 }),
      expect.objectContaining({ url: 'http://example.org/icon.png', rejected: 'too-small' }),
    ]);
    expect(captures[0]).not.toHaveProperty('rejected');
  });

  it('gives pages the images of their style sheets, each page through the nearest capture', async () => {
    await using folder = await openCliFolder();
    const html = '<title>t</title><link rel=stylesheet href=/s.css><p>text';
    await folder.write(
      'a.warc.gz',
      gzipEach([
        response('http://example.org/old', 'text/html', html, 2001),
        response('http://example.org/new', 'text/html', html, 2019),
      ]),
    );
    await folder.write(
      'b.warc.gz',
      gzipEach([
        response(
          'http://example.org/s.css',
          'text/css',
          `body { background: url(old.png) } i { background: url(data:image/png;base64,${picture.toString('base64')}) }`,
          2002,
        ),
        response(
          'http://example.org/s.css',
          'text/css',
          '@import "more.css"; a { background: url(new.png) }',
          2018,
        ),
        response(
          'http://example.org/more.css',
          'text/css',
          'b { background: url("deep/x.gif") }',
          2018,
        ),
      ]),
    );
    const { references, captures } = await extractLines(folder, ['a.warc.gz', 'b.warc.gz']);
    expect(captures).toEqual([
      expect.objectContaining({ width: 120, file: 'b.warc.gz', offset: 0 }),
    ]);
    const seen = references
      .filter(({ url }) => !url.startsWith('data:'))
      .map(({ url, tag, page }) => `${(page as Line).url} ${tag} ${url}`);
    expect(seen.sort()).toEqual([
      'http://example.org/new css http://example.org/deep/x.gif',
      'http://example.org/new css http://example.org/new.png',
      'http://example.org/old css http://example.org/old.png',
    ]);
  });

  it('lets revisits stand for what they repeat', async () => {
    await using folder = await openCliFolder();
    const html = '<title>Same page</title><p>See <img src=/p.png> here.';
    const page = response('http://example.org/', 'text/html', html, 2005);
    const image = response('http://example.org/p.png', 'image/png', picture, 2005);
    const digest = (block: Buffer) => ({ 'WARC-Payload-Digest': sha1Of(block) });
    await folder.write(
      'a.warc.gz',
      gzipEach([
        revisit('http://example.org/', 2009, digest(Buffer.from(html))),
        page,
        image,
        revisit('http://example.org/moved.png', 2011, digest(picture)),
        revisit('http://example.org/unknown', 2011, { 'WARC-Payload-Digest': 'sha1:NOTHING' }),
      ]),
    );
    const { pages, references, captures } = await extractLines(folder, ['a.warc.gz']);
    expect(pages.map(({ time, title }) => [time, title])).toEqual([
      ['20050601000000', 'Same page'],
      ['20090601000000', 'Same page'],
    ]);
    expect(references).toHaveLength(2);
    expect(captures.map(({ url, time }) => [url, time])).toEqual([
      ['http://example.org/p.png', '20050601000000'],
      ['http://example.org/moved.png', '20110601000000'],
    ]);
    expect(captures[0]?.['digest']).toBe(captures[1]?.['digest']);
  });

  it('leaves error answers out unless asked for them', async () => {
    await using folder = await openCliFolder();
    const lost = '<title>Not found</title><img src=/sorry.png>';
    await folder.write(
      'a.warc',
      response('http://example.org/x', 'text/html', lost, 2010, '404 Gone'),
    );
    expect((await extractLines(folder, ['a.warc'])).lines).toEqual([]);
    expect((await extractLines(folder, ['a.warc', '--include-errors'])).pages).toHaveLength(1);
  });

  it('takes images out of data: URLs', async () => {
    await using folder = await openCliFolder();
    const html = `<p>Inline <img src="data:image/png;base64,${picture.toString('base64')}">`;
    await folder.write('a.warc', response('http://example.org/', 'text/html', html));
    const { references, captures } = await extractLines(folder, ['a.warc']);
    expect(captures).toEqual([expect.objectContaining({ width: 120, height: 80 })]);
    expect(references[0]?.url).toMatch(/^data:image\/png;sha256,[0-9a-f]{64}$/);
    expect(references[0]?.url).toBe(captures[0]?.url);
  });

  it('goes on after a bad record, and says so', async () => {
    await using folder = await openCliFolder();
    const records = [1, 2, 3].map((n) =>
      gzipSync(response(`http://example.org/${n}`, 'text/html', `<title>${n}</title>`)),
    );
    records[1]?.fill(0xff, 30, 90);
    await folder.write('a.warc.gz', Buffer.concat(records));
    const { pages, stderr, code } = await extractLines(folder, ['a.warc.gz']);
    expect(pages.map(({ title }) => title)).toEqual(expect.arrayContaining(['1', '3']));
    expect(stderr).toContain(`at offset ${records[0]?.length}`);
    expect(code).toBe(3);
  });

  it('reads a single page for those who want to see what is found in it', async () => {
    await using folder = await openCliFolder();
    await folder.write(
      'page.html',
      '<title>One</title><figure><img src=a.jpg><figcaption>Words</figcaption></figure>',
    );
    const { lines, code } = await extractLines(folder, [
      '--html',
      'page.html',
      '--url',
      'http://example.org/d/',
    ]);
    expect(code).toBe(0);
    expect(lines).toEqual([
      expect.objectContaining({ kind: 'page', title: 'One' }),
      expect.objectContaining({
        url: 'http://example.org/d/a.jpg',
        caption: 'Words',
        captionSource: 'figcaption',
      }),
    ]);
  });

  it('says what is missing', async () => {
    await using folder = await openCliFolder();
    expect((await folder.run(['extract'])).code).toBe(2);
    expect((await folder.run(['extract', 'nothing.warc'])).code).toBe(2);
  });
});

describe('pinakes extract --out', () => {
  const records = (from: number) =>
    gzipEach(
      Array.from({ length: 40 }, (_, i) =>
        response(
          `http://example.org/${from + i}`,
          'text/html',
          `<title>${from + i}</title><link rel=stylesheet href=/s.css><img src=${i}.png>`,
        ),
      ),
    );

  async function fill(folder: CliFolder) {
    for (let file = 0; file < 6; file++)
      await folder.write(`in/${file}.warc.gz`, records(file * 100));
    await folder.write(
      'in/css.warc.gz',
      gzipEach([response('http://example.org/s.css', 'text/css', 'a{background:url(bg.png)}')]),
    );
  }

  it('writes the same file whatever the number of threads', async () => {
    await using folder = await openCliFolder();
    await fill(folder);
    for (const workers of [0, 1, 3]) {
      const run = await folder.run([
        'extract',
        'in/',
        '--out',
        `${workers}.ndjson`,
        '--workers',
        String(workers),
      ]);
      expect(run.code).toBe(0);
    }
    const [first, ...others] = await Promise.all(
      [0, 1, 3].map((n) => readFile(path.join(folder.path, `${n}.ndjson`), 'utf8')),
    );
    expect(first?.split('\n')).toHaveLength(6 * 40 * 3 + 1);
    for (const other of others) expect(other).toBe(first);
    expect((await folder.run(['extract', 'in/', '--out', '0.ndjson'])).code).toBe(2);
  });

  it('goes on where a killed run had come to', async () => {
    await using folder = await openCliFolder();
    await fill(folder);
    const whole = ['extract', 'in/', '--out', 'whole.ndjson', '--workers', '0'];
    expect((await folder.run(whole)).code).toBe(0);
    const args = ['extract', 'in/', '--out', 'out.ndjson', '--workers', '1'];
    const checkpoint = path.join(folder.path, 'out.ndjson.checkpoint');
    await folder.run(args, {
      onStart: (child) => {
        const watch = setInterval(() => existsSync(checkpoint) && child.kill('SIGKILL'), 1);
        child.on('exit', () => clearInterval(watch));
      },
    });
    if (existsSync(checkpoint))
      expect(existsSync(path.join(folder.path, 'out.ndjson'))).toBe(false);
    expect((await folder.run(args.concat('--force'))).code).toBe(0);
    const [resumed, expected] = await Promise.all(
      ['out.ndjson', 'whole.ndjson'].map((name) => readFile(path.join(folder.path, name), 'utf8')),
    );
    expect(resumed).toBe(expected);
    expect(existsSync(checkpoint)).toBe(false);
  });
});

describeWithRealData('extract on real archives', () => {
  it('gives the same from the ARC and the WARC file of one crawl', async () => {
    await using folder = await openCliFolder();
    const read = async (name: string) => {
      const { lines } = await extractLines(folder, [realDataPath(`archives/blackbook/${name}`)]);
      return lines.map(({ file: _f, offset: _o, ...line }) => JSON.stringify(line)).sort();
    };
    const arc = await read('blackbook.arc.gz');
    expect(arc.length).toBeGreaterThan(1000);
    expect(await read('blackbook.warc.gz')).toEqual(arc);
  });
});

function sha1Of(payload: Buffer): string {
  return `sha1:${sha1Base32(payload)}`;
}
