import { expect, it } from 'vitest';
import { nearestWord } from './nearest-word.ts';

const commands = ['ingest', 'search', 'serve', 'surt', 'cdx'];

it.each([
  ['serach', 'search'],
  ['ingets', 'ingest'],
  ['SERVE', 'serve'],
  ['cdxj', 'cdx'],
])('takes %s for %s', (typed, meant) => expect(nearestWord(typed, commands)).toBe(meant));

it('finds nothing for a word that is near to none', () => {
  expect(nearestWord('xylophone', commands)).toBeUndefined();
  expect(nearestWord('s'.repeat(100_000), commands)).toBeUndefined();
});

it('takes the nearest, and the first of several', () => {
  expect(nearestWord('serve', ['server', 'serve', 'servo'])).toBe('serve');
  expect(nearestWord('cart', ['card', 'care'])).toBe('card');
});
