import fc from 'fast-check';
import { expect, it } from 'vitest';
import { foldWord, toTokens } from './name-key.ts';

it('splits into folded words, with how each is written', () => {
  expect(toTokens('In the U.S. Saint Louis, NATO 3.5 x_Y')).toMatchObject([
    { word: 'in', shape: 'capital' },
    { word: 'the', shape: 'lower' },
    { word: 'us', shape: 'upper', start: 7, end: 10 },
    { word: 'st', shape: 'capital' },
    { word: 'louis', shape: 'capital' },
    { word: 'nato', shape: 'upper' },
    { word: '35', shape: 'none' },
    { word: 'x', shape: 'lower' },
    { word: 'y', shape: 'capital' },
  ]);
});

it('splits plain text as it splits text with accents', () => {
  const pieces = [
    'a',
    'B',
    'Fort',
    'saint',
    'U.S.',
    '.',
    '..',
    '_',
    '3',
    ' ',
    ',',
    'mount',
    '.x',
    '.Xy',
    '\n',
  ];
  const text = fc.array(fc.constantFrom(...pieces), { maxLength: 12 }).map((some) => some.join(''));
  fc.assert(
    fc.property(text, (plain) => {
      const behind = `${plain} \u00e9`;
      expect(toTokens(plain)).toEqual(toTokens(behind).slice(0, -1));
    }),
    { numRuns: 500 },
  );
});

it('folds words as it splits them', () => {
  for (const word of ['Saint', 'mount', 'Porto', 'U.S'])
    expect(toTokens(word)[0]?.word).toBe(foldWord(word));
});
