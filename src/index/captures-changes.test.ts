// The capture index against a plain list of captures, whatever comes and goes.
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type CaptureStore, openCaptureStore } from '../../test/fixtures/capture-store.ts';
import type { Capture, Timestamp } from '../model/capture.ts';
import { toSurt } from '../model/surt.ts';
import type { CaptureSelection, Captures } from './captures.ts';

let captureStore: CaptureStore;
let captures: Captures;
beforeEach(async () => {
  captureStore = await openCaptureStore();
  captures = captureStore.captures;
});
afterEach(() => captureStore.close());

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

const store = (name: string, entries: readonly Capture[]) => captureStore.store(name, entries);

const found = (selection: CaptureSelection): Capture[] => [...captures.find(selection)].flat();
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
        captureStore.clear();
        let list: Capture[] = [];
        let names: string[] = [];
        for (const now of steps) {
          if (now.kind === 'store') {
            const name = `${now.file}.warc`;
            if (!names.includes(name)) names.push(name);
            const entries = now.seeds.map((seed, i) => makeCapture(name, i * 10, seed));
            store(name, entries);
            list = [...list.filter(({ file }) => file !== name), ...entries];
          } else if (now.kind === 'drop') {
            const name = `${now.file}.warc`;
            const before = list.length;
            list = list.filter(({ file }) => file !== name);
            names = names.filter((other) => other !== name);
            expect(captureStore.removeFile(name)).toBe(before - list.length);
          } else if (now.kind === 'below') {
            const key = toSurt(now.url);
            const before = list.length;
            list = list.filter(({ surt }) => !surt.startsWith(key));
            expect(captureStore.removeWhere(key)).toBe(before - list.length);
          } else {
            const one = list[now.at];
            if (one === undefined) continue;
            list = list.filter((entry) => entry !== one);
            expect(captureStore.removeRecord(one)).toBe(1);
          }
        }
        const expected = inOrder(list, names);
        expect(found(ALL)).toEqual(expected);
        expect(found({ ...ALL, isReverse: true })).toEqual(expected.toReversed());
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
        expect(found({ ...ALL, after })).toEqual(expected.slice(here + 1));
        expect(found({ ...ALL, after, isReverse: true })).toEqual(
          expected.slice(0, here).toReversed(),
        );
        const { surt } = one;
        const from = one.time;
        expect(found({ surt, from })).toEqual(
          expected.filter((entry) => entry.surt === surt && entry.time >= from),
        );
        expect(found({ surt, to: from, isReverse: true })).toEqual(
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
    const one = { ...makeCapture('a', 5, 0), digest: DIGESTS[1]! };
    const other = { ...one, digest: DIGESTS[2]!, length: 77 };
    store('a', [one, other, other]);
    expect(found(ALL)).toEqual([other]);
    const target = { surt: 'x', time: '' as const, revisitTime: '' as const };
    expect(captures.findOriginal({ ...target, digest: one.digest })).toBeUndefined();
    expect(captures.findOriginal({ ...target, digest: other.digest })?.length).toBe(77);
  });

  it('keeps times that no clock shows, in their order', () => {
    const times = ['00000000000000', '19691231235959', '20190230256199', '20190231000000'];
    times.push('20539999999999', '99999999999999');
    const entries = times.map((time, i) => ({
      ...makeCapture('a', i, 0),
      time: time as Timestamp,
    }));
    store('a', entries.toReversed());
    expect(found(ALL)).toEqual(entries);
  });

  it('takes thousands of captures of one address in any order', () => {
    const make = (file: string, n: number, stride: number): Capture[] =>
      Array.from({ length: n }, (_, i) => ({
        ...makeCapture(file, i, 0),
        time: String(20_100_000_000_000 + ((i * stride) % 7919)) as Timestamp,
      }));
    const [a, b] = [make('a', 1000, 1), make('b', 700, 3571)];
    store('a', a);
    store('b', b);
    expect(found(ALL)).toEqual(inOrder([...a, ...b], ['a', 'b']));
    captureStore.removeFile('a');
    expect(found(ALL)).toEqual(inOrder(b, ['b']));
    captureStore.removeFile('b');
    expect(captureStore.library.captureTable.isEmpty).toBe(true);
    expect(captureStore.countAddresses()).toBe(0);
  });
});
