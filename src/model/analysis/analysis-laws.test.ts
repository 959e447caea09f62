// What holds for any text at all.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { startCpuTime } from '../../../test/fixtures/cpu-time.ts';
import {
  analyse,
  analyseQuery,
  foldWord,
  MAX_TOKEN_LENGTH,
  STEMMED_LANGUAGES,
  toWords,
} from './analysis.ts';

/** Any UTF-16, lone surrogates too, mixed with what splits, folds and joins in odd ways. */
const ODD = [
  "'s",
  '’',
  '\u00ad',
  '\u0301',
  '\u3099',
  'か',
  '한',
  'ᄀ',
  'ᅡ',
  'ŉ',
  'İ',
  'ß',
  '𠮷',
  '\ud842',
  'ำ',
  '™',
  '½',
  ' ',
];
const anyText = fc
  .array(
    fc.oneof(
      fc.string({
        unit: fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)),
      }),
      fc.string({ unit: 'binary' }),
      fc.constantFrom(...ODD),
      fc.constantFrom('eleições', 'Häuser', 'chevaux', 'amici', "woman's", 'niñas'),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(''));
const languages = ['', ...STEMMED_LANGUAGES, 'ja'];

describe('for any text', () => {
  it('words hold no separators, are never empty and never too long', () => {
    fc.assert(
      fc.property(anyText, fc.constantFrom(...languages), (text, language) => {
        for (const word of analyse(text, language)) {
          expect(word).toMatch(/^[\p{L}\p{N}][\p{L}\p{N}\p{M}]*$/u);
          expect(word).not.toMatch(/[\0-/:-`{-\x7f]/); // ASCII is a-z and 0-9, as FTS5 wants it
          expect(word).not.toMatch(/[\u0300-\u036f\u0591-\u05c7\u064b-\u0655]/);
          expect([...word].length).toBeLessThanOrEqual(MAX_TOKEN_LENGTH);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('every language gives as many words, and so do readable words', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const count = toWords(text).length;
        for (const language of languages) expect(analyse(text, language)).toHaveLength(count);
        expect(analyseQuery(text, languages).words).toHaveLength(count);
      }),
    );
  });

  it('a word of the index analysed again is itself', () => {
    fc.assert(
      fc.property(anyText, fc.constantFrom(...languages), (text, language) => {
        for (const word of analyse(text, language)) expect(analyse(word, '')).toEqual([word]);
      }),
      { numRuns: 300 },
    );
  });

  it('readable words fold to the words of the index', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(toWords(text).map(foldWord)).toEqual(analyse(text, ''));
      }),
    );
  });

  it('case and form of Unicode change nothing', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-zà-öø-ýα-ωа-я0-9 '.-]{0,40}$/), (text) => {
        for (const form of ['NFC', 'NFD', 'NFKC', 'NFKD']) {
          expect(analyse(text.normalize(form), 'pt')).toEqual(analyse(text, 'pt'));
        }
        expect(analyse(text.toUpperCase(), 'de')).toEqual(analyse(text, 'de'));
      }),
    );
  });

  it('a query finds the text it was taken from', () => {
    fc.assert(
      fc.property(anyText, fc.constantFrom(...languages), (text, language) => {
        const { words } = analyseQuery(text, languages);
        const held = analyse(text, language);
        for (const [i, word] of held.entries()) expect(words[i]?.forms).toContain(word);
      }),
    );
  });
});

describe('cost', () => {
  it.each([
    ['words', 'palavra '],
    ['one long word', 'a'],
    ['accents', 'é\u0301'],
    ['only marks', '\u0301'],
    ['apostrophes', "'s"],
    ['pairs', '東京'],
    ['marks to be sorted', '\u0301\u0316'],
    ['marks between signs nobody sees', '\u0301\u00ad\u0316\u00ad'],
    ['marks that come out of signs', '\uff9e\u0301'],
    ['marks of Thai', '\u0e38'],
    ['spelt-out signs', '\ufdfa'],
    ['umlauts', 'ae'],
  ])('is linear for %s: 300 kB take less than 0.3 s', (_, part) => {
    const text = `x${part.repeat(Math.ceil(300_000 / part.length))}`;
    const cpuTime = startCpuTime();
    analyse(text, 'de');
    expect(cpuTime()).toBeLessThan(300);
  });
});
