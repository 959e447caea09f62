// The capture index against a plain list of captures, whatever comes and goes; and indexes of the first format.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Capture, Timestamp } from '../model/capture.ts';
import { toSurt } from '../model/surt.ts';
import { type CaptureSelection, type Captures, openCaptures } from './captures.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'captures-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

const URLS = ['http://a.org/', 'https://www.a.org/b/', 'http://a.org/B?c=1', 'http://b.a.org/x'];
const DIGESTS = ['', 'B2LTWWPUOYAH7UIPQ7ZUPQ4VMBSVC36A', 'ABCD'.repeat(8), 'md5:x'];
const MIMES = ['text/html', 'warc/revisit', 'odd/type'];

function makeCapture(file: string, offset: number, seed: number): Capture {
  const url = URLS[seed % 4]!;
  return {
    surt: toSurt(url),
    time: String(20_100_101_000_000 + (Math.floor(seed / 4) % 50)) as Timestamp,
    url,
    mime: MIMES[Math.floor(seed / 16) % 3]!,
    status: seed % 5 === 0 ? 404 : 200,
    digest: DIGESTS[Math.floor(seed / 8) % 4]!,
    file,
    offset,
    length: seed % 1000,
  };
}

function store(captures: Captures, name: string, entries: readonly Capture[]): void {
  const file = captures.replaceFile(name);
  file.add(entries);
  file.commit();
}

const found = (captures: Captures, selection: CaptureSelection): Capture[] =>
  [...captures.find(selection)].flat();
const ALL = { surt: '', matchType: 'prefix' } as const;

/** The order of the index: files in the order in which they came first. */
function inOrder(entries: readonly Capture[], names: readonly string[]): Capture[] {
  const id = ({ file }: Capture): number => names.indexOf(file);
  return entries.toSorted(
    (a, b) =>
      Buffer.compare(Buffer.from(a.surt), Buffer.from(b.surt)) ||
      Number(a.time) - Number(b.time) ||
      id(a) - id(b) ||
      a.offset - b.offset,
  );
}

/** What `findOriginal` promises, by looking at everything. */
function originalAmong(entries: readonly Capture[], digest: string, surt: string, time: string) {
  const fits = entries.filter((entry) => entry.digest === digest && entry.mime !== MIMES[1]);
  const best = (some: readonly Capture[]): Timestamp | undefined => {
    const times = some.map((entry) => entry.time).toSorted();
    return times.findLast((other) => other <= time) ?? times[0];
  };
  return best(fits.filter((entry) => entry.surt === surt)) ?? best(fits);
}

const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('store' as const),
      file: fc.integer({ min: 0, max: 3 }),
      seeds: fc.array(fc.nat(100_000), { maxLength: 80 }),
    }),
  },
  fc.record({ kind: fc.constant('drop' as const), file: fc.integer({ min: 0, max: 3 }) }),
  fc.record({ kind: fc.constant('below' as const), url: fc.constantFrom(...URLS) }),
  fc.record({ kind: fc.constant('record' as const), at: fc.nat(500) }),
);

describe('the capture index, whatever comes and goes,', () => {
  it('answers as a sorted list does', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 8 }), fc.nat(1000), (steps, at) => {
        rmSync(folder, { recursive: true });
        folder = mkdtempSync(join(tmpdir(), 'captures-'));
        using captures = openCaptures(folder, { access: 'write' });
        let list: Capture[] = [];
        let names: string[] = [];
        for (const now of steps) {
          if (now.kind === 'store') {
            const name = `${now.file}.warc`;
            if (!names.includes(name)) names.push(name);
            const entries = now.seeds.map((seed, i) => makeCapture(name, i * 10, seed));
            store(captures, name, entries);
            list = [...list.filter(({ file }) => file !== name), ...entries];
          } else if (now.kind === 'drop') {
            const name = `${now.file}.warc`;
            const before = list.length;
            list = list.filter(({ file }) => file !== name);
            names = names.filter((other) => other !== name);
            expect(captures.removeFile(name)).toBe(before - list.length);
          } else if (now.kind === 'below') {
            const key = toSurt(now.url);
            const before = list.length;
            list = list.filter(({ surt }) => !surt.startsWith(key));
            expect(captures.removeWhere(key)).toBe(before - list.length);
          } else {
            const one = list[now.at];
            if (one === undefined) continue;
            list = list.filter((entry) => entry !== one);
            expect(captures.removeRecord(one)).toBe(1);
          }
        }
        const expected = inOrder(list, names);
        expect(found(captures, ALL)).toEqual(expected);
        expect(found(captures, { ...ALL, isReverse: true })).toEqual(expected.toReversed());
        expect(captures.count()).toBe(expected.length);
        const ends = [...captures.blockEnds(ALL, 7)];
        expect(ends).toEqual(
          expected
            .filter((_, i) => i % 7 === 6 || i === expected.length - 1)
            .map((entry) => captures.keyOf(entry)),
        );
        const one = expected[at % (expected.length || 1)];
        if (one === undefined) return;
        const here = expected.indexOf(one);
        const after = captures.keyOf(one);
        expect(found(captures, { ...ALL, after })).toEqual(expected.slice(here + 1));
        expect(found(captures, { ...ALL, after, isReverse: true })).toEqual(
          expected.slice(0, here).toReversed(),
        );
        const { surt } = one;
        const from = one.time;
        expect(found(captures, { surt, from })).toEqual(
          expected.filter((entry) => entry.surt === surt && entry.time >= from),
        );
        expect(found(captures, { surt, to: from, isReverse: true })).toEqual(
          expected.filter((entry) => entry.surt === surt && entry.time <= from).toReversed(),
        );
        for (const digest of DIGESTS.slice(1)) {
          for (const where of [surt, 'x']) {
            const target = { surt: where, time: '' as const, digest, revisitTime: from };
            const original = captures.findOriginal(target);
            expect(original?.time).toBe(originalAmong(expected, digest, where, from));
            if (original !== undefined) {
              expect(expected.filter((entry) => entry.digest === digest)).toContainEqual(
                expect.objectContaining(original),
              );
            }
          }
        }
      }),
      { numRuns: 40 },
    );
  });

  it('keeps the last of two captures of one place, and only its digest', () => {
    using captures = openCaptures(folder, { access: 'write' });
    const one = { ...makeCapture('a', 5, 0), digest: DIGESTS[1]! };
    const other = { ...one, digest: DIGESTS[2]!, length: 77 };
    store(captures, 'a', [one, other, other]);
    expect(found(captures, ALL)).toEqual([other]);
    const target = { surt: 'x', time: '' as const, revisitTime: '' as const };
    expect(captures.findOriginal({ ...target, digest: one.digest })).toBeUndefined();
    expect(captures.findOriginal({ ...target, digest: other.digest })?.length).toBe(77);
  });

  it('keeps times that no clock shows, in their order', () => {
    using captures = openCaptures(folder, { access: 'write' });
    const times = ['00000000000000', '19691231235959', '20190230256199', '20190231000000'];
    times.push('20539999999999', '99999999999999');
    const entries = times.map((time, i) => ({
      ...makeCapture('a', i, 0),
      time: time as Timestamp,
    }));
    store(captures, 'a', entries.toReversed());
    expect(found(captures, ALL)).toEqual(entries);
  });

  it('takes thousands of captures of one address in any order', () => {
    using captures = openCaptures(folder, { access: 'write' });
    const make = (file: string, n: number, stride: number): Capture[] =>
      Array.from({ length: n }, (_, i) => ({
        ...makeCapture(file, i, 0),
        time: String(20_100_000_000_000 + ((i * stride) % 7919)) as Timestamp,
      }));
    const [a, b] = [make('a', 1000, 1), make('b', 700, 3571)];
    store(captures, 'a', a);
    store(captures, 'b', b);
    expect(found(captures, ALL)).toEqual(inOrder([...a, ...b], ['a', 'b']));
    captures.removeFile('a');
    expect(found(captures, ALL)).toEqual(inOrder(b, ['b']));
    captures.removeFile('b');
    captures.close();
    const database = new Database(join(folder, 'captures.sqlite'), { readonly: true });
    const left = database.prepare('SELECT (SELECT count(*) FROM capture) + count(*) FROM original');
    expect(left.pluck().get()).toBe(0);
    database.close();
  });

  it('leaves no bytes of the digest of what was taken out', () => {
    using captures = openCaptures(folder, { access: 'write' });
    const text = 'not-base32-and-secret';
    store(captures, 'a', [{ ...makeCapture('a', 1, 0), digest: text, mime: 'odd/secret' }]);
    store(captures, 'b', [makeCapture('b', 1, 0)]);
    captures.removeFile('a');
    for (const name of ['captures.sqlite', 'captures.sqlite-wal']) {
      expect(readFileSync(join(folder, name)).includes('secret')).toBe(false);
    }
  });
});

/** The tables of the first format, as it made them. */
const FIRST_FORMAT = `
CREATE TABLE file(id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL UNIQUE);
CREATE TABLE capture(
  surt TEXT NOT NULL, time INTEGER NOT NULL, file INTEGER NOT NULL, offset INTEGER NOT NULL,
  url TEXT NOT NULL, mime TEXT NOT NULL, status INTEGER NOT NULL, digest TEXT NOT NULL,
  length INTEGER NOT NULL, PRIMARY KEY(surt, time, file, offset)) WITHOUT ROWID;
CREATE TABLE original(
  digest INTEGER NOT NULL, time INTEGER NOT NULL, file INTEGER NOT NULL, offset INTEGER NOT NULL,
  length INTEGER NOT NULL, mime TEXT NOT NULL, status INTEGER NOT NULL,
  PRIMARY KEY(digest, time, file, offset)) WITHOUT ROWID;
PRAGMA application_id = 1346981443;
PRAGMA user_version = 1;
`;

/** The first 52 bits of the SHA-256 of the digests above, which the first format stored. */
const FIRST_KEYS: Readonly<Record<string, number>> = {
  B2LTWWPUOYAH7UIPQ7ZUPQ4VMBSVC36A: 119398624832236,
};

function makeFirstFormat(entries: readonly Capture[]): void {
  const database = new Database(join(folder, 'captures.sqlite'));
  database.pragma('journal_mode = WAL');
  database.exec(FIRST_FORMAT);
  database.exec("INSERT INTO file(id, name) VALUES(3, 'a'), (7, 'b')");
  const insert = database.prepare('INSERT INTO capture VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?)');
  const remember = database.prepare('INSERT INTO original VALUES(?, ?, ?, ?, ?, ?, ?)');
  for (const { surt, time, offset, url, mime, status, digest, length, file } of entries) {
    const id = file === 'a' ? 3 : 7;
    insert.run(surt, Number(time), id, offset, url, mime, status, digest, length);
    const key = FIRST_KEYS[digest];
    if (key === undefined || mime === MIMES[1]) continue;
    remember.run(key, Number(time), id, offset, length, mime, status);
  }
  database.close();
}

describe('an index of the first format', () => {
  const entries = [
    ...Array.from({ length: 1500 }, (_, i) => makeCapture('a', i, i * 31)),
    ...Array.from({ length: 1500 }, (_, i) => makeCapture('b', i, i * 17)),
  ];

  const answersOf = (captures: Captures) => ({
    all: found(captures, ALL),
    reverse: found(captures, { ...ALL, isReverse: true }),
    one: found(captures, { surt: 'org,a)/b', from: '20100101000010' as Timestamp }),
    ends: [...captures.blockEnds(ALL, 333)],
    count: captures.count(),
    originals: ['org,a)/', 'org,other)/'].map((surt) =>
      captures.findOriginal({
        ...{ surt, time: '', digest: DIGESTS[1]! },
        revisitTime: '20100101000020' as Timestamp,
      }),
    ),
  });

  it('is read as it is, and brought up to date by a writer with the same answers', () => {
    makeFirstFormat(entries);
    using reader = openCaptures(folder);
    const before = answersOf(reader);
    expect(before.all).toEqual(inOrder(entries, ['a', 'b']));
    expect(before.originals.every((original) => original !== undefined)).toBe(true);
    using writer = openCaptures(folder, { access: 'write' });
    expect(answersOf(writer)).toEqual(before);
    expect(answersOf(reader)).toEqual(before);
    writer.removeFile('a');
    expect(reader.count()).toBe(1500);
    store(writer, 'c', [makeCapture('c', 1, 1)]);
    expect(reader.count()).toBe(1501);
  });

  it('stays as it is when bringing it up to date is interrupted', () => {
    makeFirstFormat([...entries.slice(0, 2000), { ...entries[0]!, offset: 9999, length: 0.5 }]);
    expect(() => openCaptures(folder, { access: 'write' })).toThrow(/cannot be stored/);
    using reader = openCaptures(folder);
    expect(reader.count()).toBe(2001);
    expect(found(reader, ALL).length).toBe(2001);
  });
});
