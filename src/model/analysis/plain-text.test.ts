import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { analyse, analyseText } from './analysis.ts';
import { STEMMED_LANGUAGES } from './languages.ts';
import { MAX_TOKENS } from './limits.ts';
import { analysePlain } from './plain-text.ts';
import { isUnspaced, splitText } from './split.ts';
import { stemOf } from './stem-cache.ts';

const words = fc.constantFrom(
  ...['eleições', 'Eleições', "woman's", "l'eau", 'Häuser', 'x', '2004', 'a'.repeat(70)],
  ...['東京', 'é\u0301', '½', 'IMG', "'s", '_', '.'],
);
const separators = fc.constantFrom(' ', '-', '', "'", '. ', '\u00ad');
const texts = fc.oneof(
  fc.string({ unit: 'binary-ascii', maxLength: 80 }),
  fc.array(fc.tuple(words, separators)).map((pairs) => pairs.flat().join('')),
);

describe('the short way of analysis', () => {
  it('gives what the long way gives, for every text that it takes', () => {
    let taken = 0;
    fc.assert(
      fc.property(texts, fc.nat(STEMMED_LANGUAGES.length), (text, language) => {
        const plain = analysePlain(text, language);
        if (plain === undefined) return;
        taken++;
        const long = (of: number) =>
          splitText(text).map((piece) => (isUnspaced(piece) ? piece : stemOf(piece, of)));
        expect(plain.stems).toEqual(long(language));
        expect(plain.folded).toEqual(long(0));
      }),
      { numRuns: 500 },
    );
    expect(taken).toBeGreaterThan(100);
  });

  it('leaves texts to the long way that may have more words than are read', () => {
    const text = 'a '.repeat(MAX_TOKENS + 1);
    expect(analysePlain(text, 0)).toBeUndefined();
    expect(analyseText(text, 'pt').stems).toHaveLength(MAX_TOKENS);
  });

  it('knows words by their letters, however many share a place', () => {
    const many = Array.from({ length: 100_000 }, (_, at) => `palavras${at.toString(36)}`);
    for (const word of many) analyse(word, 'pt');
    for (const word of many.slice(0, 2000)) {
      expect(analyseText(`${word} ${word}`, '').folded).toEqual([word, word]);
    }
  });
});

it('gives both forms of each word', () => {
  expect(analyseText('Duas Eleições', 'pt')).toEqual({
    folded: ['duas', 'eleicoes'],
    stems: analyse('Duas Eleições', 'pt'),
  });
  expect(analyseText('東京 eleições', 'pt')).toEqual({
    folded: ['東京', 'eleicoes'],
    stems: analyse('東京 eleições', 'pt'),
  });
});
