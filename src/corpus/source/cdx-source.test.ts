// Captures from index files of all kinds: the same ones in the same order, found rather than read where keys are known.
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { anyCapture, anyWhere } from '../../../test/fixtures/where-arbitraries.ts';
import {
  type CdxEntry,
  type CdxFormat,
  formatCdxHeader,
  formatCdxLine,
  type Timestamp,
  writeZipNum,
} from '../../archive/archive.ts';
import { toSurt } from '../../model/surt.ts';
import { matchesWhere, parseWhere, type Where } from '../where/where.ts';
import type { CaptureSource, CorpusLoss } from './capture-source.ts';
import { openCdxSource } from './cdx-source.ts';
import { compareCaptures } from './merge-captures.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pinakes-test-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const place = (name: string) => join(folder, name);

/** Captures of 40 hosts with 25 pages each. */
const CAPTURES: readonly CdxEntry[] = Array.from({ length: 1000 }, (_, at): CdxEntry => {
  const url = `http://host${at % 40}.example.org/page/${Math.floor(at / 40)}`;
  return {
    surt: toSurt(url),
    time: `20${10 + (at % 5)}0${1 + (at % 9)}15120000` as Timestamp,
    url,
    mime: at % 3 === 0 ? 'image/png' : 'text/html',
    status: at % 7 === 0 ? 404 : 200,
    digest: `DIGEST${at % 50}`,
    file: `crawl-${at % 4}.warc.gz`,
    offset: at * 1000,
    length: 900,
  };
}).sort(compareCaptures);

const MANY: readonly CdxEntry[] = Array.from({ length: 20_000 }, (_, at): CdxEntry => {
  const url = `http://example.org/${String(at).padStart(6, '0')}`;
  return { ...(CAPTURES[0] as CdxEntry), url, surt: toSurt(url), offset: at };
});

function textOf(captures: readonly CdxEntry[], format: CdxFormat): string {
  const header = formatCdxHeader(format);
  const lines = captures.map((capture) => formatCdxLine(capture, format));
  return [...(header === undefined ? [] : [header]), ...lines].map((line) => `${line}\n`).join('');
}

function write(name: string, content: string | Buffer): string {
  writeFileSync(place(name), content);
  return place(name);
}

async function readAll(source: CaptureSource, where?: Where, losses: CorpusLoss[] = []) {
  const captures: CdxEntry[] = [];
  let lines = 0;
  let bytes = 0;
  for await (const batch of source.captures(where, { onLoss: (loss) => losses.push(loss) })) {
    captures.push(...batch.captures);
    lines += batch.lines;
    bytes += batch.bytes;
  }
  return { captures, lines, bytes };
}

const urlsOf = (captures: readonly CdxEntry[]) => captures.map(({ url, time }) => `${time} ${url}`);

describe('index files', () => {
  const kinds: [string, () => Promise<string> | string][] = [
    ['CDX with 9 fields', () => write('index.cdx', textOf(CAPTURES, 'cdx9'))],
    ['CDX with 11 fields', () => write('index.cdx', textOf(CAPTURES, 'cdx11'))],
    [
      'CDX without a header',
      () => write('index.cdx', textOf(CAPTURES, 'cdx11').replace(/.*\n/, '')),
    ],
    ['CDXJ', () => write('index.cdxj', textOf(CAPTURES, 'cdxj'))],
    ['gzip', () => write('index.cdxj.gz', gzipSync(textOf(CAPTURES, 'cdxj')))],
    [
      'ZipNum',
      () => {
        async function* pieces() {
          yield Buffer.from(textOf(CAPTURES, 'cdxj'));
        }
        return writeZipNum(pieces(), { folder, name: 'index', linesPerBlock: 50 });
      },
    ],
    ['unsorted lines', () => write('index.cdx', textOf(CAPTURES.toReversed(), 'cdx11'))],
    [
      'keys that are no SURTs',
      () => {
        const old = CAPTURES.map((one) => ({ ...one, surt: one.url.replace('http://', '') }));
        return write('index.cdx', textOf(old, 'cdx11'));
      },
    ],
    [
      'fields in another order',
      () => {
        const lines = CAPTURES.map(
          (c) => `${c.file} ${c.offset} ${c.time} ${c.url} ${c.mime} ${c.status} ${c.digest}`,
        );
        return write('index.cdx', ` CDX g V b a m s k\n${lines.join('\n')}\n`);
      },
    ],
  ];

  it.each(kinds)('as %s give the captures that meet a condition, in order', async (_, make) => {
    const source = await openCdxSource([await make()], []);
    for (const text of [
      '',
      'mime=image/* status=200',
      'host=host7.example.org',
      'host=*.example.org time=2012',
      'url=http://host3.example.org/page/1*',
      'url=http://www.host3.example.org/page/12 OR host=host9.example.org',
      'file=crawl-2.warc.gz',
      'host=nowhere.example',
    ]) {
      const where = parseWhere(text);
      const losses: CorpusLoss[] = [];
      const { captures } = await readAll(source, where, losses);
      const expected = CAPTURES.filter((one) => matchesWhere(where, one));
      expect(urlsOf(captures)).toEqual(urlsOf(expected));
      expect(losses).toEqual([]);
    }
    await source.close();
  });

  it('are searched, not read, where keys are known', async () => {
    const source = await openCdxSource([write('index.cdxj', textOf(MANY, 'cdxj'))], []);
    const where = parseWhere('url=http://example.org/012345');
    expect(source.explain(where)).toMatchObject({ isScan: false });
    expect(source.explain(where).text).toContain('binary search in');
    expect(source.explain(parseWhere('status=200'))).toMatchObject({ isScan: true });
    const { captures, bytes } = await readAll(source, where);
    expect(captures.map(({ offset }) => offset)).toEqual([12_345]);
    expect(bytes).toBeLessThan(100_000);
    await source.close();
  });

  it('that are several are merged; a record named twice is there once', async () => {
    const parts = [0, 1, 2].map((part) => CAPTURES.filter((_, at) => at % 3 === part));
    for (const [at, part] of parts.entries()) write(`${at}.cdxj`, textOf(part, 'cdxj'));
    write('3.cdx', textOf(CAPTURES.slice(100, 200), 'cdx11'));
    const source = await openCdxSource([folder], []);
    expect(source.inputs.filter(({ kind }) => kind === 'index')).toHaveLength(4);
    for (const text of ['', 'mime=image/png', 'host=host1.example.org']) {
      const where = parseWhere(text);
      const { captures, lines } = await readAll(source, where);
      expect(urlsOf(captures)).toEqual(urlsOf(CAPTURES.filter((one) => matchesWhere(where, one))));
      if (text === '') expect(lines).toBe(1100);
    }
    await source.close();
  });

  it('in any number and split give what one sorted list gives', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(anyCapture, fc.nat(2)), { maxLength: 20 }),
        anyWhere,
        fc.constantFrom('cdx11' as const, 'cdxj' as const),
        async (captures, where, format) => {
          const numbered = captures.map(([one, part], offset) => ({
            one: { ...one, offset },
            part,
          }));
          const files = [0, 1, 2].map((part) => {
            const own = numbered.filter((entry) => entry.part === part).map(({ one }) => one);
            return write(`${part}.cdx`, textOf(own.toSorted(compareCaptures), format));
          });
          const source = await openCdxSource(files, []);
          const expected = numbered
            .toSorted((a, b) => compareCaptures(a.one, b.one) || a.part - b.part)
            .filter(({ one }) => matchesWhere(where, one));
          const found = await readAll(source, where);
          expect(found.captures.map(({ offset }) => offset).toSorted()).toEqual(
            expected.map(({ one }) => one.offset).toSorted(),
          );
          expect(urlsOf(found.captures)).toEqual(urlsOf(expected.map(({ one }) => one)));
          await source.close();
        },
      ),
      { numRuns: 60 },
    );
  });

  it('report lines that cannot be read, with their numbers', async () => {
    const text = `${textOf(CAPTURES.slice(0, 2), 'cdxj')}org,exbad\norg,exbae)/ never {}\n`;
    const source = await openCdxSource([write('index.cdxj', text)], []);
    const losses: CorpusLoss[] = [];
    await readAll(source, parseWhere('status=200'), losses);
    expect(losses).toMatchObject(
      [
        { kind: 'index-line', file: place('index.cdxj'), place: 3, reason: /fewer fields/ },
        { kind: 'index-line', place: 4, reason: /a time that cannot be understood/ },
      ].map((loss) => ({ ...loss, reason: expect.stringMatching(loss.reason) })),
    );
    await source.close();
  });

  it('that are cut off report it and give what came before', async () => {
    const packed = gzipSync(textOf(CAPTURES, 'cdxj'));
    const source = await openCdxSource(
      [write('a.cdxj.gz', packed.subarray(0, packed.length / 2))],
      [],
    );
    const losses: CorpusLoss[] = [];
    const { captures } = await readAll(source, undefined, losses);
    expect(captures.length).toBeGreaterThan(100);
    expect(losses).toMatchObject([{ reason: expect.stringContaining('cannot be decompressed') }]);
    await source.close();
  });

  it('out of order behind what was sampled say so', async () => {
    const text = `${textOf(MANY, 'cdxj')}${textOf(MANY.slice(0, 1), 'cdxj')}`;
    const source = await openCdxSource([write('a.cdxj.gz', gzipSync(text))], []);
    const losses: CorpusLoss[] = [];
    expect((await readAll(source, undefined, losses)).captures).toHaveLength(20_001);
    expect(losses).toMatchObject([{ reason: expect.stringContaining('not in bytewise order') }]);
    await source.close();
  });

  it('that are missing are an error with their name', async () => {
    await expect(openCdxSource([place('none.cdx')], [])).rejects.toMatchObject({
      code: 'INPUT_NOT_FOUND',
    });
  });

  it('stop when asked, and leave nothing behind', async () => {
    const index = write('a.cdx', textOf(CAPTURES.toReversed(), 'cdx11'));
    const { TMPDIR } = process.env;
    process.env['TMPDIR'] = place('temporary'); // others use the common one meanwhile
    mkdirSync(place('temporary'));
    try {
      const source = await openCdxSource([index], []);
      const controller = new AbortController();
      controller.abort(new Error('enough'));
      const captures = source.captures(undefined, { signal: controller.signal });
      await expect(captures[Symbol.asyncIterator]().next()).rejects.toThrow('enough');
      expect((await readAll(source)).captures).toHaveLength(1000); // another try does better
      expect(readdirSync(place('temporary'))).toHaveLength(1);
      await source.close();
      expect(readdirSync(place('temporary'))).toEqual([]);
    } finally {
      if (TMPDIR === undefined) delete process.env['TMPDIR'];
      else process.env['TMPDIR'] = TMPDIR;
    }
  });
});

describe('archives that lines name', () => {
  const at = async (archives: string[]) => {
    const source = await openCdxSource([write('index.cdxj', textOf(CAPTURES, 'cdxj'))], archives);
    await source.close();
    return source;
  };

  it('are found by last part or path among those given', async () => {
    mkdirSync(place('a'));
    mkdirSync(place('b'));
    for (const name of ['a/x.warc.gz', 'b/x.warc.gz', 'b/y.warc']) write(name, '');
    const source = await at([place('a'), place('b')]);
    expect(source.locate('y.warc')).toBe(place('b/y.warc'));
    expect(source.locate('/elsewhere/y.warc')).toBe(place('b/y.warc'));
    expect(source.locate('b/x.warc.gz')).toBe(place('b/x.warc.gz'));
    expect(source.locate('x.warc.gz')).toBe(place('a/x.warc.gz'));
    write('b/x.warc.gz', 'not a copy');
    expect(source.locate('x.warc.gz')).toBeUndefined(); // nobody could tell which
    expect(source.locate('z.warc')).toBeUndefined();
    expect(source.locate('/etc/passwd')).toBeUndefined();
    expect(source.locate('http://elsewhere.example/x.warc')).toBeUndefined();
  });

  it('are looked for beside the index where none are given', async () => {
    write('x.warc.gz', '');
    expect((await at([])).locate('x.warc.gz')).toBe(place('x.warc.gz'));
  });

  it('are looked for at places without being listed', async () => {
    const source = await at(['https://host.example/warcs/']);
    expect(source.locate('x.warc.gz')).toBe('https://host.example/warcs/x.warc.gz');
    expect(source.locate('2011/a b.warc.gz')).toBe('https://host.example/warcs/2011/a%20b.warc.gz');
    expect(source.locate('/data/x.warc.gz')).toBe('https://host.example/warcs/x.warc.gz');
    expect(source.locate('../x.warc.gz')).toBeUndefined();
    expect(source.locate('https://host.example/warcs/x.warc')).toBe(
      'https://host.example/warcs/x.warc',
    );
    expect(source.locate('https://other.example/x.warc')).toBeUndefined();
    const template = await at(['https://host.example/get?file={name}&raw=1']);
    expect(template.locate('2011/x.warc.gz')).toBe('https://host.example/get?file=x.warc.gz&raw=1');
    expect((await at(['s3://bucket/crawl/'])).locate('a/x.warc')).toBe(
      's3://bucket/crawl/a/x.warc',
    );
  });
});

describe('the original of a revisit', () => {
  const url = 'http://example.org/logo.png';
  const surt = toSurt(url);
  const one = (time: string, digest: string, mime = 'image/png'): CdxEntry => ({
    ...(CAPTURES[0] as CdxEntry),
    ...{ url, surt, time: time as Timestamp, digest, mime, offset: Number(time.slice(0, 4)) },
  });
  const captures = [
    one('20100101000000', 'A'),
    one('20110101000000', 'B'),
    one('20120101000000', 'A'),
    one('20130101000000', 'A', 'warc/revisit'),
    one('20140101000000', 'A'),
  ];

  it.each([
    ['that it names', { time: '20100101000000', digest: 'A' }, '20100101000000'],
    ['that it names without a digest', { time: '20110101000000', digest: '' }, '20110101000000'],
    [
      'not the one it names if that has other bytes',
      { time: '20110101000000', digest: 'A' },
      '20120101000000',
    ],
    ['of its digest, the latest before it', { time: '', digest: 'A' }, '20120101000000'],
    ['of no digest at all', { time: '', digest: '' }, undefined],
    ['of a digest nobody has', { time: '', digest: 'C' }, undefined],
  ])('is the one %s', async (_, target, expected) => {
    for (const text of [textOf(captures, 'cdxj'), gzipSync(textOf(captures, 'cdxj'))]) {
      const source = await openCdxSource([write('index', text)], []);
      // Twice: a compressed index is sorted anew when it is searched again.
      for (let round = 0; round < 2; round++) {
        const found = await source.findOriginal({
          ...target,
          time: target.time as Timestamp,
          surt,
          revisitTime: '20130101000000' as Timestamp,
        });
        expect(found?.time).toBe(expected);
      }
      await source.close();
    }
  });
});
