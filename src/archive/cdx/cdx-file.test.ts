// Index files: all kinds give the same lines, searches read little, damage is reported and survived.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { describeWithRealData, realDataPath } from '../../../test/fixtures/real-data.ts';
import type { Timestamp } from '../../model/capture.ts';
import { toSurt } from '../../model/surt.ts';
import { type ByteSource, memorySource } from '../source/source.ts';
import { formatCdxHeader, formatCdxLine } from './cdx.ts';
import type { CdxBatch, RejectedLine } from './cdx-batches.ts';
import { type CdxOptions, openCdx } from './cdx-file.ts';
import type { CaptureQuery } from './cdx-query.ts';

const folder = mkdtempSync(join(tmpdir(), 'pinakes-cdx-'));
afterAll(() => rmSync(folder, { recursive: true }));

const lineOf = (url: string, time: string) =>
  formatCdxLine(
    {
      ...{ surt: toSurt(url), time: time as Timestamp, url, mime: 'image/png', status: 200 },
      ...{ digest: 'D', file: 'a.warc', offset: 1, length: 2 },
    },
    'cdx11',
  );

/** 30,000 lines of 3,000 URLs on three hosts: some 4 MB, sorted. */
const many = Array.from({ length: 30_000 }, (_, i) => {
  const host = ['example.org', 'img.example.org', 'example-two.org'][i % 3];
  return lineOf(
    `http://${host}/folder/${i % 1000}/picture-of-something.png`,
    `20${10 + Math.floor(i / 3000)}0101000000`,
  );
}).sort();
const manyBytes = Buffer.from([formatCdxHeader('cdx11'), ...many, ''].join('\n'));

async function collect(batches: AsyncIterable<CdxBatch>) {
  const found: string[] = [];
  const rejected: RejectedLine[] = [];
  for await (const batch of batches) {
    for (const { surt, time } of batch.entries) found.push(`${surt} ${time}`);
    rejected.push(...batch.rejected);
  }
  return { found, rejected };
}

const readAll = async (bytes: string | Uint8Array, options?: CdxOptions) =>
  collect((await openCdx(memorySource(Buffer.from(bytes), 'a.cdx'), options)).batches());

const find = async (source: ByteSource, query: CaptureQuery) =>
  (await collect((await openCdx(source)).findCaptures(query))).found;

describe('reading through', () => {
  it('gives all lines with what is wrong and where', async () => {
    const text = ' CDX N b a\nk 2008 u\n\nbad line x\nk 2009 v\r\n!comment\nk 2010 w';
    expect(await readAll(text)).toEqual({
      found: ['k 20080101000000', 'k 20090101000000', 'k 20100101000000'],
      rejected: [{ kind: 'rejected', file: 'a.cdx', line: 4, reason: 'time' }],
    });
  });

  it('follows a new header where files were joined', async () => {
    const { found } = await readAll(' CDX N b\nk 2008\n CDX b N\n2009 k\n');
    expect(found).toEqual(['k 20080101000000', 'k 20090101000000']);
  });

  it('leaves out lines that are too long, wherever they lie', async () => {
    const long = `k 2009 ${'x'.repeat(70_000)}`;
    for (const text of [
      `k 2008\n${long}\nk 2010`,
      `k 2008\nk 2010\n${long}`,
      `${long}\nk 2008\nk 2010`,
    ]) {
      for (const maxLineBytes of [100, 60_000]) {
        const { found, rejected } = await readAll(text, { maxLineBytes });
        expect(found).toEqual(['k 20080101000000', 'k 20100101000000']);
        const line = text.split('\n').indexOf(long) + 1;
        expect(rejected).toEqual([{ kind: 'rejected', file: 'a.cdx', line, reason: 'too-long' }]);
      }
    }
  });

  it('gives the same from gzip in one member or many', async () => {
    const whole = await readAll(manyBytes);
    expect(whole.found).toHaveLength(many.length);
    const cuts = [0, 10, 1000, 1_000_000, manyBytes.length];
    const members = cuts.map((cut, i) => gzipSync(manyBytes.subarray(cuts[i - 1] ?? 0, cut)));
    expect(await readAll(gzipSync(manyBytes))).toEqual(whole);
    expect(await readAll(Buffer.concat(members))).toEqual(whole);
  });

  it('gives what comes before damage and says so', async () => {
    const bytes = gzipSync(manyBytes);
    const { found, rejected } = await readAll(bytes.subarray(0, bytes.length - 1000));
    expect(found.length).toBeGreaterThan(1000);
    expect(rejected.at(-1)).toMatchObject({ reason: 'corrupt' });
  });

  it('stops on a signal', async () => {
    const signal = AbortSignal.abort(new Error('enough'));
    const index = await openCdx(memorySource(manyBytes));
    await expect(collect(index.batches({ signal }))).rejects.toThrow('enough');
  });

  it('lets an unreadable source be an error, not bad lines', async () => {
    const { readSync: _, ...source } = memorySource(gzipSync(manyBytes));
    const broken: ByteSource = {
      ...source,
      read: async (target, position) => {
        if (position > 0) throw new Error('disk on fire');
        return gzipSync(manyBytes).copy(target);
      },
    };
    await expect(collect((await openCdx(broken)).batches())).rejects.toThrow('disk on fire');
  });
});

describe('findCaptures', () => {
  const url = 'http://example.org/folder/7/picture-of-something.png';
  const lines = many.map((line) => line.split(' ', 2).join(' '));

  it('finds the captures of one URL between two times', async () => {
    const found = await find(memorySource(manyBytes), { url, from: '2012', to: '2015' });
    expect(found).toEqual(
      lines.filter((line) => line.startsWith(`${toSurt(url)} `) && /\)\S+ 201[2-5]/.test(line)),
    );
    expect(found.length).toBeGreaterThan(0);
  });

  it.each([
    [{ url: 'http://example.org/folder/7/', matchType: 'prefix' }, /^org,example\)\/folder\/7\//],
    [{ key: 'org,example)/folder/7', matchType: 'prefix' }, /^org,example\)\/folder\/7/],
    [{ url: 'http://img.example.org/x?y', matchType: 'host' }, /^org,example,img\)/],
    [{ url: 'example.org', matchType: 'domain' }, /^org,example[,)]/],
    [{ key: 'org,example', matchType: 'domain', to: '2010' }, /^org,example[,)]\S* 2010/],
    [{ key: 'nothing)/' }, /^nothing/],
  ] as const)('answers %j', async (query, pattern) => {
    const expected = lines.filter((line) => pattern.test(line));
    expect(await find(memorySource(manyBytes), query)).toEqual(expected);
    expect(await find(memorySource(gzipSync(manyBytes)), query)).toEqual(expected);
  });

  it('reads a few blocks of a large file', async () => {
    let bytes = 0;
    let reads = 0;
    const inner = memorySource(manyBytes);
    const counting: ByteSource = {
      ...inner,
      read: async (target, position) => {
        reads++;
        bytes += target.length;
        return inner.read(target, position);
      },
    };
    expect(await find(counting, { url })).toHaveLength(10);
    expect(reads).toBeLessThan(15);
    expect(bytes).toBeLessThan(250_000);
  });

  it('agrees with a plain filter on any sorted lines', async () => {
    const key = fc.string({ unit: fc.constantFrom(...'ab,)/'), minLength: 1, maxLength: 4 });
    const padding = fc.nat({ max: 30_000 }).map((length) => 'x'.repeat(length));
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(key, padding), { maxLength: 20 }),
        key,
        async (rows, wanted) => {
          const sorted = rows.map(([name, text]) => `${name} 20080101000000 ${text}`).sort();
          const found = await find(memorySource(Buffer.from(sorted.join('\n'))), { key: wanted });
          expect(found).toEqual(
            sorted
              .map((line) => line.split(' ', 2).join(' '))
              .filter((line) => line.startsWith(`${wanted} `)),
          );
        },
      ),
      { numRuns: 60 },
    );
  });

  it('refuses a question it cannot understand', async () => {
    const index = await openCdx(memorySource(manyBytes));
    expect(() => index.findCaptures({})).toThrow('needs a URL or a key');
    expect(() => index.findCaptures({ url, from: 'monday' })).toThrow('1 to 14 digits');
    expect(() => index.findCaptures({ url, matchType: 'all' as 'host' })).toThrow('`all`');
  });
});

describe('openCdx', () => {
  it('opens a path and tells its kind', async () => {
    const path = join(folder, 'a.cdx.gz');
    writeFileSync(path, gzipSync(manyBytes));
    await using index = await openCdx(path);
    expect(index).toMatchObject({ kind: 'gzip', name: path });
  });

  it('says which file is not there', async () => {
    await expect(openCdx(join(folder, 'none.cdx'))).rejects.toThrow('none.cdx cannot be read');
  });

  it('takes an empty file for an index without lines', async () => {
    expect(await readAll('')).toEqual({ found: [], rejected: [] });
  });
});

describeWithRealData('indexes made by pywb', () => {
  it('reads plain and compressed ones without rejecting a line', async () => {
    const names = [
      ['cdx', 'iana.cdx', 171],
      ['cdxj', 'iana.cdxj', 171],
      ['cdxj', 'example.cdx.gz', 1],
    ] as const;
    for (const [kind, name, lines] of names) {
      await using index = await openCdx(realDataPath('archives', 'pywb', kind, name));
      const { found, rejected } = await collect(index.batches());
      expect({ name, lines: found.length, rejected }).toEqual({ name, lines, rejected: [] });
    }
  });

  it('finds all captures of a host', async () => {
    await using index = await openCdx(realDataPath('archives', 'pywb', 'cdxj', 'iana.cdxj'));
    const query = { url: 'http://www.iana.org/_img/', matchType: 'prefix' } as const;
    const { found } = await collect(index.findCaptures(query));
    expect(found.length).toBeGreaterThan(10);
    expect(found.every((line) => line.startsWith('org,iana)/_img/'))).toBe(true);
  });
});
