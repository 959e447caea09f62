// Tests of the arithmetic of the time line.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Bucket } from '../api/types.ts';
import {
  between,
  bucketAt,
  countSelected,
  labelled,
  moveHandle,
  toRange,
  toSelection,
} from './brush.ts';

const YEARS: readonly Bucket[] = [2001, 2002, 2003, 2004, 2005].map((year, at) => ({
  start: `${year}-01-01T00:00:00Z`,
  end: `${year}-12-31T23:59:59Z`,
  count: at * 10,
}));
const at = (time: string) => Date.parse(time) / 1000;

it('finds the bucket under a point, and the nearest beyond the ends', () => {
  expect([-5, 0, 19.9, 20, 99, 100, 400].map((x) => bucketAt(x, 100, 5))).toEqual([
    0, 0, 0, 1, 4, 4, 4,
  ]);
  expect(bucketAt(10, 0, 5)).toBe(0);
});

it('selects the buckets that a time touches', () => {
  expect(toSelection(undefined, YEARS)).toEqual({ first: 0, last: 4 });
  expect(toSelection({ from: at('2002-06-01T00:00:00Z') }, YEARS)).toEqual({ first: 1, last: 4 });
  expect(toSelection({ to: at('2001-12-31T23:59:59Z') }, YEARS)).toEqual({ first: 0, last: 0 });
  expect(toSelection({ from: at('2010-01-01T00:00:00Z') }, YEARS)).toBeUndefined();
  expect(toSelection(undefined, [])).toBeUndefined();
});

it('gives back every selection by its time, and no time for all', () => {
  fc.assert(
    fc.property(fc.nat(4), fc.nat(4), (a, b) => {
      const selection = between(a, b);
      const range = toRange(selection, YEARS);
      expect(range === undefined).toBe(selection.first === 0 && selection.last === 4);
      expect(toSelection(range, YEARS)).toEqual(selection);
    }),
  );
});

it('moves the handles by keys and never past one another', () => {
  const selection = { first: 1, last: 3 };
  const press = (handle: 'first' | 'last', key: string) =>
    moveHandle(selection, handle, { key, count: 5 });
  expect(press('first', 'ArrowRight')).toEqual({ first: 2, last: 3 });
  expect(press('first', 'End')).toEqual({ first: 3, last: 3 });
  expect(press('first', 'Home')).toEqual({ first: 0, last: 3 });
  expect(press('last', 'ArrowDown')).toEqual({ first: 1, last: 2 });
  expect(press('last', 'End')).toEqual({ first: 1, last: 4 });
  expect(press('last', 'a')).toBeUndefined();
  expect(press('last', 'constructor')).toBeUndefined();
});

it('stays within the buckets whatever is pressed', () => {
  const keys = fc.array(
    fc.constantFrom('ArrowLeft', 'ArrowRight', 'PageUp', 'PageDown', 'Home', 'End'),
  );
  fc.assert(
    fc.property(
      keys,
      fc.constantFrom('first' as const, 'last' as const),
      fc.integer({ min: 1, max: 60 }),
      (pressed, handle, count) => {
        let selection = { first: 0, last: count - 1 };
        for (const key of pressed)
          selection = moveHandle(selection, handle, { key, count }) ?? selection;
        expect(selection.first).toBeGreaterThanOrEqual(0);
        expect(selection.first).toBeLessThanOrEqual(selection.last);
        expect(selection.last).toBeLessThan(count);
      },
    ),
  );
});

it('counts what is selected', () => {
  expect(countSelected({ first: 1, last: 3 }, YEARS)).toBe(60);
});

it('puts labels at round years and at the same months', () => {
  expect(labelled(28, 10, { unit: 'year', start: '1996-01-01T00:00:00Z' })).toEqual([
    4, 9, 14, 19, 24,
  ]);
  expect(labelled(24, 4, { unit: 'month', start: '2004-03-01T00:00:00Z' })).toEqual([
    4, 10, 16, 22,
  ]);
  expect(labelled(3, 10, { unit: 'day', start: '2004-03-01T00:00:00Z' })).toEqual([0, 1, 2]);
});
