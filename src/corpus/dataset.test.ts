import { describe, expect, it } from 'vitest';
import type { CdxEntry } from '../archive/archive.ts';
import type { Timestamp } from '../model/capture.ts';
import { CAPTURE, defineEnrichment } from '../model/enrichment.ts';
import { OpenCorpus } from './record-corpus.ts';
import type { CorpusLoss } from './source/capture-source.ts';
import { memorySource } from './source/memory-source.ts';

const CAPTURES = [
  capture('com,example)/', '20110101000000', { status: 301, mime: 'text/html' }),
  capture('com,example)/', '20120101000000'),
  capture('com,example)/', '20130101000000'),
  capture('com,example)/a.png', '20120601000000', { mime: 'image/png' }),
  capture('com,example)/b', '20120701000000', { status: 404 }),
  capture('org,other)/', '20110501000000'),
];

function capture(surt: string, time: string, more: Partial<CdxEntry> = {}): CdxEntry {
  const url = `http://${surt.slice(0, surt.indexOf(')')).split(',').reverse().join('.')}${surt.slice(surt.indexOf(')') + 1)}`;
  const offset = Number(time.slice(2, 8));
  return {
    surt,
    time: time as Timestamp,
    url,
    mime: 'text/html',
    status: 200,
    digest: `D${offset}`,
    file: 'a.warc.gz',
    offset,
    length: 100,
    ...more,
  };
}

/** A corpus of the captures above, and the archives that it asked for. */
function open(captures: readonly CdxEntry[] = CAPTURES) {
  const located: string[] = [];
  const losses: CorpusLoss[] = [];
  const source = memorySource(captures, (file) => {
    located.push(file);
    return undefined;
  });
  const options = { onLoss: (loss: CorpusLoss) => losses.push(loss) };
  return { corpus: new OpenCorpus(source, { options, caches: new Set() }), located, losses };
}

let derived = 0;
const host = defineEnrichment({
  name: 'host',
  needs: CAPTURE,
  gives: 'host',
  derive: ({ url }) => {
    derived++;
    return new URL(url).hostname;
  },
});
const hostLength = defineEnrichment({
  name: 'length',
  needs: host,
  gives: 'length',
  derive: (name) => name.length,
});
const strict = defineEnrichment({
  name: 'strict',
  needs: CAPTURE,
  gives: 'strict',
  derive: ({ status }) => {
    if (status !== 200) throw new Error(`status ${status}`);
    return 'fine';
  },
});

const timesOf = (records: readonly { readonly time: string }[]) =>
  records.map(({ time }) => time.slice(0, 6));

describe('a data set', () => {
  it('is not changed by verbs', async () => {
    const { corpus } = open();
    const filtered = corpus.filter(({ status }) => status === 200);
    expect(await corpus.count()).toBe(6);
    expect(await filtered.count()).toBe(4);
    expect(await filtered.filter(({ mime }) => mime === 'image/png').count()).toBe(1);
  });

  it('derives nothing before it is read, and each value once', async () => {
    derived = 0;
    const { corpus } = open();
    const lengths = corpus
      .enrich(host)
      .enrich(hostLength)
      .filter((record) => record.get('host.length') === 11);
    expect(derived).toBe(0);
    const records = await lengths.toArray();
    expect(derived).toBe(6);
    expect(records.map((record) => [record.get('host'), record.get(hostLength)])).toEqual(
      Array(5).fill(['example.com', 11]),
    );
  });

  it('derives only for records that filters on index fields leave, wherever these stand', async () => {
    derived = 0;
    const { corpus } = open();
    const filtered = corpus.enrich(host).filter(({ status }) => status === 404);
    expect(await filtered.count()).toBe(1);
    expect(derived).toBe(0);
    expect((await filtered.toArray()).map((record) => record.get(host))).toEqual(['example.com']);
    expect(derived).toBe(1);
  });

  it('keeps what was not asked for out of the output', async () => {
    const { corpus } = open();
    const [record] = await corpus.enrich(hostLength).take(1);
    expect([...record!.toView().values]).toEqual([['host.length', 11]]);
    // @ts-expect-error nobody asked for it
    expect(() => record!.get('host')).toThrow('nobody asked for `host`');
  });

  it('keeps failures with the record', async () => {
    const { corpus } = open();
    const enriched = corpus.enrich(strict).mapEnrich('strict', 'shout', (text) => `${text}!`);
    const failed = await enriched.onlyFailed().toArray();
    expect(failed.map(({ failures }) => failures)).toEqual([
      [{ path: 'strict', enrichment: 'strict', message: 'status 301' }],
      [{ path: 'strict', enrichment: 'strict', message: 'status 404' }],
    ]);
    const fine = await enriched.filterFailed().toArray();
    expect(fine.map((record) => record.get('strict.shout'))).toEqual(Array(4).fill('fine!'));
    const report = await enriched.forEach(() => {});
    expect(report.failures).toEqual({ strict: 2 });
  });

  it('gives asynchronous values like others', async () => {
    const { corpus } = open();
    const later = defineEnrichment({
      name: 'later',
      needs: host,
      gives: ['first', 'last'],
      derive: async (name) => ({ first: name.at(0), last: name.at(-1) }),
    });
    const [record] = await corpus
      .enrich(later)
      .mapEnrich(later.fields.first, 'code', (text) => text?.charCodeAt(0))
      .take(1);
    expect(record!.get('host.last')).toBe('m');
    expect(record!.get('host.first.code')).toBe(101);
  });

  it('derives from each of many values', async () => {
    const labels = defineEnrichment({
      name: 'labels',
      needs: host,
      gives: 'labels',
      derive: (name) => name.split('.'),
    });
    const upper = defineEnrichment({
      name: 'upper',
      needs: host,
      gives: 'upper',
      derive: (text) => text.toUpperCase(),
    });
    const [record] = await open().corpus.enrich(labels).enrich(upper.onEach(labels)).take(1);
    expect(record!.get('host.labels.upper')).toEqual(['EXAMPLE', 'COM']);
    expect([...record!.toView().forEachPaths]).toEqual(['host.labels.upper']);
  });

  it('refuses two functions for one value', () => {
    const other = defineEnrichment({
      name: 'other',
      needs: CAPTURE,
      gives: 'host',
      derive: () => 1,
    });
    expect(() => open().corpus.enrich(host).enrich(other)).toThrow('which `host` gives already');
  });

  it('maps, groups, sorts', async () => {
    const { corpus } = open();
    const years = await corpus
      .groupBy(({ year }) => year)
      .map(({ key, items }) => [key, items.length] as const)
      .toArray();
    expect(years).toEqual([
      [2011, 2],
      [2012, 3],
      [2013, 1],
    ]);
    const newest = await corpus.sortBy(({ time }) => time, { descending: true }).take(2);
    expect(timesOf(newest)).toEqual(['201301', '201207']);
    const letters = await corpus
      .enrich(host)
      .flatMap((record) => [record.get('host')?.at(0)])
      .distinct((letter) => letter)
      .toArray();
    expect(letters).toEqual(['e', 'o']);
  });

  it('chooses one capture of each URL', async () => {
    const { corpus } = open();
    expect(timesOf(await corpus.latestPerUrl().toArray())).toEqual([
      '201301',
      '201206',
      '201207',
      '201105',
    ]);
    expect(timesOf(await corpus.earliestPerUrl().take(1))).toEqual(['201101']);
    expect(timesOf(await corpus.nearestPerUrl('201202').take(1))).toEqual(['201201']);
    // The same from captures that come in no order.
    const mixed = corpus.sortBy(({ digest }) => digest);
    expect(timesOf(await mixed.latestPerUrl().toArray())).toEqual([
      '201301',
      '201206',
      '201207',
      '201105',
    ]);
  });

  it('takes the same sample whatever the order', async () => {
    const { corpus } = open();
    const forward = await corpus.sample(3, 7).toArray();
    const backward = await corpus
      .sortBy(({ time }) => time, { descending: true })
      .sample(3, 7)
      .toArray();
    expect(new Set(timesOf(backward))).toEqual(new Set(timesOf(forward)));
    expect(forward.length).toBe(3);
    const others = [1, 2, 3, 4, 5].map((seed) => corpus.sample(3, seed).toArray());
    expect(
      new Set((await Promise.all(others)).map((records) => timesOf(records).join())).size,
    ).toBeGreaterThan(1);
  });

  it('joins two', async () => {
    const { corpus } = open();
    const pages = corpus.filter(({ mime }) => mime === 'text/html').limit(2);
    const images = corpus.filter(({ mime }) => mime === 'image/png');
    const both = pages.union(images).enrich(host);
    expect(await both.map((record) => record.get('host')).toArray()).toEqual(
      Array(3).fill('example.com'),
    );
  });

  it('keeps a cache between readings, until it is closed', async () => {
    derived = 0;
    const { corpus } = open();
    const cached = corpus.enrich(host).cache();
    expect(await cached.count()).toBe(6);
    const again = await cached.enrich(hostLength).toArray();
    expect(again.map((record) => record.get(host)?.length)).toEqual([11, 11, 11, 11, 11, 9]);
    expect(derived).toBe(6);
    await corpus.close();
  });

  it('tells of records that cannot be opened', async () => {
    const { ARCHIVED } = await import('../model/enrichment.ts');
    const size = defineEnrichment({
      name: 'size',
      needs: ARCHIVED,
      gives: 'size',
      derive: ({ payload }) => payload.length,
    });
    const { corpus, losses, located } = open();
    const record = (await corpus.enrich(size).take(1))[0]!;
    expect(record.failures[0]!.message).toBe('the archive a.warc.gz is not there');
    expect(losses).toEqual([
      {
        kind: 'record',
        file: 'a.warc.gz',
        place: 110101,
        url: 'http://example.com/',
        reason: 'the archive a.warc.gz is not there',
      },
    ]);
    expect(located.length).toBeGreaterThan(0);
  });

  it('counts what passes each step', async () => {
    const report = await open()
      .corpus.filter(({ status }) => status === 200)
      .enrich(host)
      .limit(2)
      .forEach(() => {});
    expect(report.steps.map(({ in: taken, out }) => [taken, out])).toEqual([
      [6, 6],
      [6, 4],
      [4, 4],
      [4, 2],
    ]);
    expect(report.steps.map(({ text }) => text.split(' ', 1)[0])).toEqual([
      'all',
      'filter',
      'enrich',
      'limit',
    ]);
  });

  it('explains what opens archives', async () => {
    const explanation = await open()
      .corpus.filter(({ status }) => status === 200)
      .latestPerUrl()
      .enrich(host)
      .explain();
    expect(explanation).toMatchObject({ captures: 3, bytes: 300 });
    expect(explanation.fromIndex.length).toBe(3);
    expect(explanation.fromArchives).toEqual(['enrich host']);
  });

  it('lets errors in functions of the caller through', async () => {
    const broken = open().corpus.filter(() => {
      throw new TypeError('a mistake');
    });
    await expect(broken.count()).rejects.toThrow('a mistake');
  });

  it('stops when it is told to', async () => {
    const abort = new AbortController();
    const source = memorySource(CAPTURES, () => undefined);
    const corpus = new OpenCorpus(source, { options: { signal: abort.signal }, caches: new Set() });
    abort.abort(new Error('enough'));
    await expect(corpus.count()).rejects.toThrow('enough');
  });
});
