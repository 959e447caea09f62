// The temporal split: worked examples of paper 000 and the cases its running code got wrong.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Timestamp } from '../model/capture.ts';
import { toMillis } from '../model/timestamp.ts';
import { createSplit } from './dedupe.ts';

/** The first moment of a year, month or day. */
const time = (digits: string) => (digits + '00000101000000'.slice(digits.length)) as Timestamp;
const captures = (...pairs: readonly (readonly [string, string])[]) =>
  pairs.map(([digits, digest]) => ({ time: time(digits), digest }));

describe('createSplit', () => {
  const changed = createSplit(captures(['20180101', 'first'], ['20200101', 'second']));

  it.each([
    ['20180120', 'first'],
    ['20180401', 'first'],
    ['20181130', 'first'],
    ['20181231', 'first'],
    ['20190102', 'second'],
    ['20190615', 'second'],
    ['20191231', 'second'],
    ['19960101', 'first'],
    ['20260101', 'second'],
  ])('gives a page of %s to the %s content', (page, digest) => {
    expect(changed.digestFor(time(page))).toBe(digest);
  });

  it('gives the exact middle to the earlier capture and to it alone', () => {
    // 730 days apart: the middle is the start of 2019.
    expect(changed.digestFor(time('20190101'))).toBe('first');
    expect(changed.digestFor(time('20190101000001'))).toBe('second');
  });

  it('looks at the clock within one day', () => {
    const day = createSplit(captures(['2020010106', 'morning'], ['2020010118', 'evening']));
    expect(day.digestFor(time('2020010111'))).toBe('morning');
    expect(day.digestFor(time('2020010113'))).toBe('evening');
  });

  it('gives the references to the smaller digest of two captured in the same second', () => {
    for (const order of [
      ['b', 'a'],
      ['a', 'b'],
    ]) {
      const both = createSplit(captures(...order.map((digest) => ['2015', digest] as const)));
      expect(both.digests).toEqual(['a', 'b']);
      expect(both.digestFor(time('2014'))).toBe('a');
      expect(both.digestFor(time('2016'))).toBe('a');
    }
  });

  it('knows a content that came back', () => {
    const turns = createSplit(captures(['2010', 'a'], ['2012', 'b'], ['2014', 'a']));
    expect(turns.digests).toEqual(['a', 'b']);
    expect(['2010', '2012', '2014'].map((page) => turns.digestFor(time(page)))).toEqual([
      'a',
      'b',
      'a',
    ]);
  });

  it('answers without captures, and without asking the time when there is one content', () => {
    expect(createSplit([]).digests).toEqual([]);
    expect(createSplit([]).digestFor(time('2010'))).toBeUndefined();
    const one = createSplit(captures(['2010', 'a'], ['2020', 'a']));
    expect(one.digests).toEqual(['a']);
    expect(one.digestFor(time('2015'))).toBe('a');
  });

  it('finds what looking at every capture finds, in any order of them', () => {
    const moment = fc
      .integer({ min: 1, max: 28 })
      .map((day) => time(`201502${`${day}`.padStart(2, '0')}`));
    const capture = fc.record({ time: moment, digest: fc.constantFrom('a', 'b', 'c') });
    fc.assert(
      fc.property(fc.array(capture, { minLength: 1 }), moment, (all, page) => {
        const distance = (one: Timestamp) => Math.abs(toMillis(one) - toMillis(page));
        const best = all.reduce((kept, next) => {
          const order =
            distance(next.time) - distance(kept.time) ||
            toMillis(next.time) - toMillis(kept.time) ||
            (next.digest < kept.digest ? -1 : 1);
          return order < 0 ? next : kept;
        });
        expect(createSplit(all).digestFor(page)).toBe(best.digest);
      }),
    );
  });
});
