import { expect, it } from 'vitest';
import { NO_CLUES } from '../clues.ts';
import { joinByConfidence } from './methods.ts';
import { NON_TEXTUAL, writeNonTextual } from './non-textual.ts';
import { chooseTerms, countTerms, strongestTerms, termsOf } from './terms.ts';

it('takes n-grams of 3 to 5 characters and tokens between other characters', () => {
  expect([...termsOf('abcde', 'ngrams')]).toEqual(['abc', 'abcd', 'abcde', 'bcd', 'bcde', 'cde']);
  expect([...termsOf('http://a.b/S1600/x_y.jpg', 'tokens')]).toEqual([
    'http',
    'a',
    'b',
    'S1600',
    'x_y',
    'jpg',
  ]);
});

it('scores terms by the difference of frequencies, and by equations 1 and 2', () => {
  const urls = [
    ...Array.from({ length: 6 }, () => ({ url: 'thumb.gif', isBig: false })),
    ...Array.from({ length: 2 }, () => ({ url: 'thumb.jpg', isBig: true })),
  ];
  const counts = countTerms(urls, 'tokens');
  const of = (score: 'trf' | 'tsrf-idf') =>
    strongestTerms(counts, { of: 'small', score, limit: 9, addresses: 6 });
  expect(of('trf')).toEqual([
    { term: 'gif', score: 6 },
    { term: 'thumb', score: 4 },
  ]);
  expect(of('tsrf-idf')[1]?.score).toBeCloseTo((36 - 4) / 6);
  expect(chooseTerms(counts, { small: 6, big: 2 }, 'trf', 2)).toEqual(['jpg', 'gif']);
  expect(chooseTerms(counts, { small: 6, big: 2 }, 'frequency', 1)).toEqual(['thumb']);
});

it('writes the 23 features of table IV', () => {
  const row = new Float32Array(NON_TEXTUAL);
  const url = 'http://a.test/s-320x200.jpeg';
  writeNonTextual({ ...NO_CLUES, url, pageUrl: 'http://a.test/', depth: 7, alt: 'four' }, row, 0);
  expect([...row]).toEqual([
    1, 0, 0, 0, 0, 7, 0, 1, 320, 1, 200, 1, 1, 0, 0, 0, 0, 0, 1, 4, 0, 0, 28,
  ]);
});

it('joins two classifiers by equation 3', () => {
  expect(joinByConfidence(0.6, 0.1, 0)).toBe(0.1);
  expect(joinByConfidence(0.8, 0.25, 0)).toBe(0.8);
  expect(joinByConfidence(0.74, 0.25, 0)).toBe(0.25);
  expect(joinByConfidence(0.74, 0.25, 0.05)).toBe(0.74);
});
