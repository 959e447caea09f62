import fc from 'fast-check';
import { expect, it } from 'vitest';
import { didYouMean, editDistance, nearest } from './suggest.ts';

const commands = ['ingest', 'search', 'serve', 'surt', 'cdx'];

it.each([
  ['serach', 'search'],
  ['ingets', 'ingest'],
  ['SERVE', 'serve'],
  ['cdxj', 'cdx'],
])('takes %s for %s', (typed, meant) => expect(nearest(typed, commands)).toBe(meant));

it('suggests nothing for a word that is near to none', () => {
  expect(nearest('xylophone', commands)).toBeUndefined();
  expect(didYouMean('xylophone', commands)).toBe('');
  expect(nearest('s'.repeat(100_000), commands)).toBeUndefined();
});

it('counts one edit for a swap of neighbours', () => {
  expect(editDistance('surt', 'sutr')).toBe(1);
  expect(editDistance('', 'abc')).toBe(3);
});

it('measures a distance that is symmetric, zero only for equal words, and at most the longer length', () => {
  const word = fc.string({ maxLength: 12 });
  fc.assert(
    fc.property(word, word, (a, b) => {
      const distance = editDistance(a, b);
      expect(editDistance(b, a)).toBe(distance);
      expect(distance === 0).toBe(a === b);
      expect(distance).toBeLessThanOrEqual(Math.max(a.length, b.length));
    }),
  );
});
