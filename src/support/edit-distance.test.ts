import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { editDistance } from './edit-distance.ts';

describe('the distance of two words', () => {
  it.each([
    ['lisboa', 'lisboa', 0],
    ['lisboa', 'lisbao', 1],
    ['lisboa', 'lisoa', 1],
    ['lisboa', 'lissboa', 1],
    ['lisboa', 'lisbon', 1],
    ['lisboa', 'ilsbon', 2],
    ['lisboa', 'porto', 3],
    ['', 'ab', 2],
    ['', '', 0],
    ['😀a', '😁a', 1],
  ])('of %s and %s is %i where more than 2 count as 3', (left, right, distance) => {
    expect(editDistance(left, right, 2)).toBe(distance);
  });

  const words = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'é'), maxLength: 9 });

  it('equals the whole table computed without a band', () => {
    fc.assert(
      fc.property(words, words, fc.integer({ min: 0, max: 4 }), (left, right, limit) => {
        expect(editDistance(left, right, limit)).toBe(
          Math.min(plainDistance(left, right), limit + 1),
        );
      }),
      { numRuns: 500 },
    );
  });
});

/** The textbook recursion as a full table. */
function plainDistance(left: string, right: string): number {
  const table: number[][] = [];
  for (let i = 0; i <= left.length; i++) {
    table.push([]);
    for (let j = 0; j <= right.length; j++) {
      if (i === 0 || j === 0) {
        table[i]![j] = i + j;
        continue;
      }
      const isSame = left[i - 1] === right[j - 1];
      let cost = Math.min(
        table[i - 1]![j]! + 1,
        table[i]![j - 1]! + 1,
        table[i - 1]![j - 1]! + (isSame ? 0 : 1),
      );
      if (i > 1 && j > 1 && left[i - 1] === right[j - 2] && left[i - 2] === right[j - 1]) {
        cost = Math.min(cost, table[i - 2]![j - 2]! + 1);
      }
      table[i]![j] = cost;
    }
  }
  return table[left.length]![right.length]!;
}
