// Tests of the times of a query.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fromDay, readTimeRange, toDay, toDigits, withTimeRange } from './time-range.ts';

const at = (time: string) => Date.parse(time) / 1000;

it.each([
  ['ponte', undefined],
  ['from:2004', { from: at('2004-01-01T00:00:00Z') }],
  ['to:200405', { to: at('2004-05-31T23:59:59Z') }],
  ['year:2004-2005 a', { from: at('2004-01-01T00:00:00Z'), to: at('2005-12-31T23:59:59Z') }],
  ['year:2001 year:2009', { from: at('2001-01-01T00:00:00Z'), to: at('2009-12-31T23:59:59Z') }],
  [
    'from:2001 from:2003 to:2009',
    { from: at('2003-01-01T00:00:00Z'), to: at('2009-12-31T23:59:59Z') },
  ],
  ['-from:2004', undefined],
])('reads the times of %s', (q, range) => {
  expect(readTimeRange(q)).toEqual(range);
});

it('writes years, months and days in as few digits as will do', () => {
  const range = { from: at('2004-01-01T00:00:00Z'), to: at('2008-06-30T23:59:59Z') };
  expect(withTimeRange('ponte year:1999 site:a.pt', range)).toBe(
    'ponte site:a.pt from:2004 to:200806',
  );
  expect(toDigits(at('2004-02-01T00:00:00Z'), 'from')).toBe('200402');
  expect(toDigits(at('2004-02-29T23:59:59Z'), 'to')).toBe('200402');
  expect(toDigits(at('2004-02-10T00:00:00Z'), 'from')).toBe('20040210');
  expect(withTimeRange('from:2004 ponte to:2005', undefined)).toBe('ponte');
});

it('reads back the days that it writes', () => {
  const day = fc.date({
    min: new Date('1990-01-01'),
    max: new Date('2090-12-31'),
    noInvalidDate: true,
  });
  fc.assert(
    fc.property(day, day, (a, b) => {
      const [first, last] = [toDay(a.getTime() / 1000), toDay(b.getTime() / 1000)].sort() as [
        string,
        string,
      ];
      const range = { from: fromDay(first, 'from')!, to: fromDay(last, 'to')! };
      expect(readTimeRange(withTimeRange('ponte', range))).toEqual(range);
    }),
  );
});

it('passes over what is no date', () => {
  expect(['', '2004', '0004-01-01', '2004-13-01'].map((day) => fromDay(day, 'from'))).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});
