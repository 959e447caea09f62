import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { analyse, analyseText, NO_NUMBER, Vocabulary } from './analysis.ts';
import { STEMMED_LANGUAGES } from './languages.ts';
import { MAX_TOKENS } from './limits.ts';
import { analysePlain } from './plain-text.ts';
import { isUnspaced, splitText } from './split.ts';
import { stemOf } from './vocabulary.ts';

const words = fc.constantFrom(
  ...['eleições', 'Eleições', "woman's", "l'eau", 'Häuser', 'x', '2004', 'a'.repeat(70)],
  ...['東京', 'é\u0301', '½', 'IMG', "'s", '_', '.'],
);
const separators = fc.constantFrom(' ', '-', '', "'", '. ', '\u00ad');
const texts = fc.oneof(
  fc.string({ unit: 'binary-ascii', maxLength: 80 }),
  fc.array(fc.tuple(words, separators)).map((pairs) => pairs.flat().join('')),
);

/** Words by number, those without one as `''`. */
function wordsOf(vocabulary: Vocabulary, numbers: readonly number[]): string[] {
  return numbers.map((number) => (number === NO_NUMBER ? '' : vocabulary.wordAt(number)));
}

describe('the short way of analysis', () => {
  it('gives what the long way gives, for every text that it takes', () => {
    let taken = 0;
    fc.assert(
      fc.property(texts, fc.nat(STEMMED_LANGUAGES.length), (text, language) => {
        const vocabulary = new Vocabulary();
        const plain = analysePlain(text, language, vocabulary);
        if (plain === undefined) return;
        taken++;
        const long = (of: number) =>
          splitText(text).map((piece) =>
            isUnspaced(piece) ? piece : stemOf(piece, of, new Vocabulary()),
          );
        expect(plain.stems).toEqual(long(language));
        const kept = (word: string) => (word.length < 64 ? word : '');
        expect(wordsOf(vocabulary, plain.numbers)).toEqual(long(0).map(kept));
      }),
      { numRuns: 500 },
    );
    expect(taken).toBeGreaterThan(100);
  });

  it('leaves texts to the long way that may have more words than are read', () => {
    const text = 'a '.repeat(MAX_TOKENS + 1);
    expect(analysePlain(text, 0, new Vocabulary())).toBeUndefined();
    expect(analyseText(text, 'pt').stems).toHaveLength(MAX_TOKENS);
  });
});

it('gives both forms of each word', () => {
  const vocabulary = new Vocabulary();
  const plain = analyseText('Duas Eleições', 'pt', vocabulary);
  expect(plain.stems).toEqual(analyse('Duas Eleições', 'pt'));
  expect(wordsOf(vocabulary, plain.numbers)).toEqual(['duas', 'eleicoes']);
  const other = analyseText('東京 eleições', 'pt', vocabulary);
  expect(other.stems).toEqual(analyse('東京 eleições', 'pt'));
  expect(other.numbers).toEqual([NO_NUMBER, plain.numbers[1]]);
});
