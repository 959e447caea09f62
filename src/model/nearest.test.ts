import fc from 'fast-check';
import { expect, it } from 'vitest';
import { nearestIndex } from './nearest.ts';

it.each([
  [[], 5, -1],
  [[1], 5, 0],
  [[1, 10], 5, 0],
  [[1, 10], 6, 1],
  [[0, 10], 5, 0],
  [[0, 10, 10], 11, 1],
])('finds the nearest in %j to %d at %d', (sorted, wanted, index) => {
  expect(nearestIndex(sorted, wanted)).toBe(index);
});

it('agrees with looking at every value', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 50 })),
      fc.integer({ min: 0, max: 50 }),
      (values, wanted) => {
        const sorted = values.sort((a, b) => a - b);
        const best = sorted.reduce(
          (found, value, index) =>
            Math.abs(value - wanted) < Math.abs((sorted[found] ?? 0) - wanted) ? index : found,
          sorted.length > 0 ? 0 : -1,
        );
        expect(nearestIndex(sorted, wanted)).toBe(best);
      },
    ),
  );
});
