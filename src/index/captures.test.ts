import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type CaptureStore, openCaptureStore } from '../../test/fixtures/capture-store.ts';
import type { Capture, Timestamp } from '../model/capture.ts';
import { toSurt } from '../model/surt.ts';
import { toMillis } from '../model/timestamp.ts';
import type { CaptureSelection, Captures } from './captures.ts';

let captureStore: CaptureStore;
let captures: Captures;

beforeEach(async () => {
  captureStore = await openCaptureStore();
  captures = captureStore.captures;
});
afterEach(() => captureStore.close());

function capture(url: string, time: string, more: Partial<Capture> = {}): Capture {
  return {
    surt: toSurt(url),
    time: time as Timestamp,
    url,
    mime: 'text/html',
    status: 200,
    digest: '',
    file: 'a.warc.gz',
    offset: Number(time) % 1_000_000,
    length: 100,
    ...more,
  };
}

function store(...entries: readonly Capture[]): void {
  for (const file of new Set(entries.map((entry) => entry.file))) {
    captureStore.store(
      file,
      entries.filter((entry) => entry.file === file),
    );
  }
}

const found = (selection: CaptureSelection): Capture[] => [...captures.find(selection)].flat();
const timesOf = (selection: CaptureSelection): string[] => found(selection).map(({ time }) => time);

const HOME = 'http://example.org/';
const SURT = 'org,example)/';

describe('the capture index', () => {
  it('gives back every field of a capture', () => {
    const entry = capture('http://example.org/Ä?b=2&a=1', '20080430204825', {
      mime: 'image/png',
      status: 404,
      digest: 'B2LTWWPUOYAH7UIPQ7ZUPQ4VMBSVC36A',
      offset: 2 ** 40,
      length: 17,
    });
    store(entry);
    expect(found({ surt: entry.surt })).toEqual([entry]);
  });

  it('answers by key, prefix, host and domain in the order of index lines', () => {
    const urls = ['', 'a', 'a/b', 'ab', 'a?x=1'].map((path) => HOME + path);
    const others = ['http://sub.example.org/', 'http://example.org:8080/', 'http://example.organ/'];
    store(...[...urls, ...others].map((url) => capture(url, '20100101000000')));
    const keys = (surt: string, matchType: CaptureSelection['matchType'] = 'exact') =>
      found({ surt, matchType }).map((entry) => entry.surt);
    expect(keys(SURT)).toEqual([SURT]);
    expect(keys(`${SURT}a`, 'prefix')).toEqual(
      ['a', 'a/b', 'a?x=1', 'ab'].map((path) => SURT + path),
    );
    expect(keys(SURT, 'host')).toEqual(['', 'a', 'a/b', 'a?x=1', 'ab'].map((path) => SURT + path));
    expect(keys(SURT, 'domain')).toEqual([...keys(SURT, 'host'), 'org,example,sub)/']);
  });

  it('keeps to a span of time, inclusive at both ends, forwards and backwards', () => {
    const times = ['20080101000000', '20090101000000', '20100101000000', '20110101000000'];
    store(...times.map((time) => capture(HOME, time)));
    const from = '20090101000000' as Timestamp;
    const to = '20100101000000' as Timestamp;
    expect(timesOf({ surt: SURT, from, to })).toEqual(times.slice(1, 3));
    expect(timesOf({ surt: SURT, from, to, isReverse: true })).toEqual(times.slice(1, 3).reverse());
    expect(timesOf({ surt: 'org,', matchType: 'prefix', from, to })).toEqual(times.slice(1, 3));
    expect(timesOf({ surt: 'org,', matchType: 'prefix', isReverse: true })).toEqual(
      times.toReversed(),
    );
  });

  it('reads more captures than one batch holds, each once, and goes on behind any of them', () => {
    const entries = Array.from({ length: 1203 }, (_, i) =>
      capture(`${HOME}${i % 7}`, `2010${String(10_000_000 + i).slice(-4)}120000`, { offset: i }),
    );
    store(...entries);
    const all = found({ surt: SURT, matchType: 'host' });
    expect(all.length).toBe(1203);
    expect(new Set(all.map(({ offset }) => offset)).size).toBe(1203);
    expect(found({ surt: SURT, matchType: 'host', isReverse: true })).toEqual(all.toReversed());
    const after = captures.keyOf(all[700]!);
    expect(found({ surt: SURT, matchType: 'host', after })).toEqual(all.slice(701));
    const ends = [...captures.blockEnds({ surt: SURT, matchType: 'host' }, 500)];
    expect(ends.map((end) => end?.offset)).toEqual([499, 999, 1202].map((i) => all[i]!.offset));
  });

  it('finds the nearest capture, the earlier one of two', () => {
    store(
      capture(HOME, '20100101000000'),
      capture(HOME, '20100103000000'),
      capture(HOME, '20100201000000'),
    );
    const nearest = (time: string) => [...captures.closest(SURT, time as Timestamp)][0]?.time;
    expect(nearest('20100102000000')).toBe('20100101000000');
    expect(nearest('20100102000001')).toBe('20100103000000');
    expect(nearest('19960101000000')).toBe('20100101000000');
    expect(nearest('20300101000000')).toBe('20100201000000');
    const nothing = captures.closest('org,nothing)/', '20100101000000' as Timestamp);
    expect([...nothing]).toEqual([]);
  });

  it('orders captures by their distance from any moment', () => {
    const moment = fc
      .date({ min: new Date('1996-01-01'), max: new Date('2030-01-01'), noInvalidDate: true })
      .map((date) => date.toISOString().replace(/\D/g, '').slice(0, 14) as Timestamp);
    fc.assert(
      fc.property(fc.uniqueArray(moment, { maxLength: 12 }), moment, (times, wanted) => {
        store(capture(HOME, '20000101000000')); // replaces what the run before stored
        store(...times.map((time, offset) => capture(HOME, time, { offset })));
        if (times.length === 0) captureStore.removeFile('a.warc.gz');
        const distance = (time: Timestamp) => Math.abs(toMillis(time) - toMillis(wanted));
        const expected = times.toSorted((a, b) => distance(a) - distance(b) || (a < b ? -1 : 1));
        expect([...captures.closest(SURT, wanted)].map(({ time }) => time)).toEqual(expected);
      }),
      { numRuns: 40 },
    );
  });

  it('tells the captures around a moment', () => {
    const times = ['2008', '2009', '2010', '2011'].map((year) => `${year}0101000000`);
    store(...times.map((time) => capture(HOME, time)));
    const { first, previous, next, last } = captures.neighbours(SURT, times[2] as Timestamp);
    expect([first, previous, next, last].map((entry) => entry?.time)).toEqual([
      times[0],
      times[1],
      times[3],
      times[3],
    ]);
    expect(captures.neighbours(SURT, times[0] as Timestamp).previous).toBeUndefined();
  });
});

describe('originals of revisits', () => {
  const digest = 'B2LTWWPUOYAH7UIPQ7ZUPQ4VMBSVC36A';
  const target = (more = {}) => ({
    surt: SURT,
    time: '' as const,
    digest,
    revisitTime: '20120101000000' as Timestamp,
    ...more,
  });

  it('are the record that the revisit names', () => {
    store(
      capture(HOME, '20100101000000', { digest }),
      capture(`${HOME}b`, '20110101000000', { digest, offset: 7 }),
    );
    const named = target({ surt: `${SURT}b`, time: '20110101000000' });
    expect(captures.findOriginal(named)?.offset).toBe(7);
  });

  it('are of the same address before others, and not later where that can be', () => {
    store(
      capture(HOME, '20100101000000', { digest, offset: 1 }),
      capture(HOME, '20110101000000', { digest, offset: 2 }),
      capture(HOME, '20120601000000', { digest, offset: 3 }),
      capture(HOME, '20111231000000', { digest, offset: 4, mime: 'warc/revisit' }),
      capture(`${HOME}b`, '20111231000000', { digest, offset: 5 }),
    );
    expect(captures.findOriginal(target())?.offset).toBe(2);
    expect(captures.findOriginal(target({ surt: 'org,other)/' }))?.offset).toBe(5);
    expect(captures.findOriginal(target({ digest: 'X'.repeat(32) }))).toBeUndefined();
  });

  it('go when their address is taken out', () => {
    store(capture(HOME, '20100101000000', { digest }));
    captureStore.removeWhere('org,example)/');
    expect(captures.findOriginal(target({ surt: 'org,other)/' }))).toBeUndefined();
  });
});

describe('changes of the capture index', () => {
  it('replace what a file held before, and nothing of other files', () => {
    store(capture(HOME, '20100101000000'), capture(HOME, '20100101000000', { file: 'b.warc' }));
    store(capture(HOME, '20110101000000'));
    expect(found({ surt: SURT }).map(({ file, time }) => `${file} ${time}`)).toEqual([
      'b.warc 20100101000000',
      'a.warc.gz 20110101000000',
    ]);
    expect(captureStore.removeFile('b.warc')).toBe(1);
    expect(captureStore.removeFile('b.warc')).toBe(0);
    expect(captures.count()).toBe(1);
  });

  it('are taken back together', () => {
    store(capture(HOME, '20100101000000'));
    const { library } = captureStore;
    expect(() =>
      library.transaction(() => {
        const id = library.files.idOf('a.warc.gz');
        library.takeBack(id);
        library.captureTable.add(id, [capture(`${HOME}new`, '20120101000000')]);
        throw new Error('the power went');
      }),
    ).toThrow('the power went');
    expect(timesOf({ surt: SURT })).toEqual(['20100101000000']);
    store(capture(`${HOME}new`, '20120101000000'));
    expect(timesOf({ surt: `${SURT}new` })).toEqual(['20120101000000']);
  });

  it('take out a folder without its neighbours, and leave no trace of it in the files', () => {
    const urls = ['private', 'private/', 'private/secretword', 'private?q=1', 'private-garden'];
    store(...urls.map((path, offset) => capture(HOME + path, '20100101000000', { offset })));
    expect(captureStore.removeWhere('org,example)/private/')).toBe(4);
    expect(found({ surt: 'org,', matchType: 'prefix' }).map(({ url }) => url)).toEqual([
      `${HOME}private-garden`,
    ]);
    expect(captureStore.library.erase()).toBe(true);
    for (const name of ['library.sqlite', 'library.sqlite-wal']) {
      const path = join(captureStore.library.folder, name);
      if (existsSync(path)) expect(readFileSync(path).includes('secretword')).toBe(false);
    }
  });

  it('take out a record, and follow a file that gets another name', () => {
    store(capture(HOME, '20100101000000', { offset: 5 }), capture(HOME, '20110101000000'));
    expect(captureStore.removeRecord({ surt: SURT, file: 'a.warc.gz', offset: 5 })).toBe(1);
    const { library } = captureStore;
    const id = library.files.idOf('a.warc.gz');
    library.transaction(() => library.files.update(id, { name: 'moved.warc.gz' }));
    expect(found({ surt: SURT }).map(({ file }) => file)).toEqual(['moved.warc.gz']);
  });
});
