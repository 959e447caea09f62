import fc from 'fast-check';
import { expect, it } from 'vitest';
import { toSortText } from './sort-key.ts';

const compare = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));

it('sorts numbers as numbers', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true }), fc.double({ noNaN: true }), (a, b) => {
      const expected = a === b ? 0 : a < b ? -1 : 1;
      expect(compare(toSortText(a, false), toSortText(b, false))).toBe(expected);
      expect(compare(toSortText(a, true), toSortText(b, true))).toBe(-expected || 0);
    }),
  );
});

it('sorts texts by their bytes, shorter ones first', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary', maxLength: 12 }),
      fc.string({ unit: 'binary', maxLength: 12 }),
      (a, b) => {
        const expected = Math.sign(Buffer.compare(Buffer.from(a), Buffer.from(b)));
        expect(compare(`${toSortText(a, false)} `, `${toSortText(b, false)} `)).toBe(expected);
        expect(compare(`${toSortText(a, true)} `, `${toSortText(b, true)} `)).toBe(-expected || 0);
      },
    ),
  );
});

it('puts nothing first and what is no number behind all numbers', () => {
  const keys = [undefined, false, true, -1, 0, 7n, Number.POSITIVE_INFINITY, Number.NaN, '', 'a'];
  const texts = keys.map((key) => `${toSortText(key, false)} `);
  expect([...texts].sort((a, b) => compare(a, b))).toEqual(texts);
});
