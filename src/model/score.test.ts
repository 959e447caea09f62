import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { WordForms } from './index-query.ts';
import {
  ARQUIVO_PROFILE,
  PAPER_PROFILE,
  PINAKES_PROFILE,
  type RankingProfile,
  TEXT_FIELDS,
  type TextField,
} from './ranking.ts';
import {
  type CollectionStatistics,
  phraseFrequency,
  type ScoredDocument,
  scoreDocument,
} from './score.ts';

/** Texts by field, several values divided by `|`; words are divided by spaces. */
type Texts = Partial<Record<TextField, string>>;

/**
 * Five documents. By hand, with k1 = 1.2 and b = 0.75:
 *
 *   imgAlt:    4 documents have it, 2 + 1 + 3 + 2 = 8 words, mean 2; pageTitle: 4, 3 + 1 + 1 + 3 = 8, mean 2.
 *   K of a field with 1 word: 1.2 (0.25 + 0.75 / 2) = 0.75; with 2 words 1.2; with 3 words 1.65.
 *   idf(red, imgAlt)     = ln(1 + (4 - 2 + 0.5) / 2.5) = ln 2      = 0.6931472
 *   idf(bird, imgAlt)    = ln(1 + (4 - 3 + 0.5) / 3.5) = ln (10/7) = 0.3566749
 *   idf(red, pageTitle)  = ln(1 + (4 - 1 + 0.5) / 1.5) = ln (10/3) = 1.2039728
 *   idf(bird, pageTitle) = ln(1 + (4 - 2 + 0.5) / 2.5) = ln 2      = 0.6931472
 */
const FIVE: readonly Texts[] = [
  { imgAlt: 'red bird', pageTitle: 'my bird page' },
  { imgAlt: 'bird', pageTitle: 'red' },
  { imgAlt: 'bird red roof' },
  { pageTitle: 'bird' },
  { imgAlt: 'tree house', pageTitle: 'a garden page' },
];

describe('profile paper on five documents, computed by hand', () => {
  const withoutPhrases = { ...PAPER_PROFILE, phrases: [] };
  const score = (profile: RankingProfile) => scoreAll(FIVE, 'red bird', profile);

  it('equals Eq. (1): the sum over fields of weight times BM25', () => {
    const [first, second, third, fourth, fifth] = score(withoutPhrases);
    // 3 (0.6931472 + 0.3566749) / (1 + 1.2) + 1 * 0.6931472 / (1 + 1.65) = 1.4315756 + 0.2615650
    expect(first).toBeCloseTo(1.6931406, 6);
    // 3 * 0.3566749 / (1 + 0.75) + 1 * 1.2039728 / (1 + 0.75) = 0.6114427 + 0.6879845
    expect(second).toBeCloseTo(1.2994272, 6);
    // 3 (0.6931472 + 0.3566749) / (1 + 1.65)
    expect(third).toBeCloseTo(1.1884779, 6);
    // 1 * 0.6931472 / (1 + 0.75)
    expect(fourth).toBeCloseTo(0.3960841, 6);
    expect(fifth).toBe(0);
  });

  it('equals Eq. (6): phrases of all words, of two and of three are added', () => {
    const [first, second, third, fourth] = score(PAPER_PROFILE);
    // The alt is the phrase, F = 1: (1000 + 100) * 3 * (0.6931472 + 0.3566749) / (1 + 1.2) = 1574.7332
    expect(first).toBeCloseTo(1.6931406 + 1574.7331695, 4);
    // The words stand in different fields.
    expect(second).toBeCloseTo(1.2994272, 6);
    // In reverse order the distance is 2: too far for the whole query, F = 1/3 for two words.
    // 100 * 3 * 1.0498221 * 0.3333333 / (0.3333333 + 1.65) = 52.9322
    expect(third).toBeCloseTo(1.1884779 + 52.9322081, 4);
    expect(fourth).toBeCloseTo(0.3960841, 6);
  });

  it('takes the best field of each word and of each phrase in profile arquivo', () => {
    const [first, second] = score(ARQUIVO_PROFILE);
    expect(first).toBeCloseTo(1.4315756 + 1574.7331695, 4); // the title is worth less than the alt
    expect(second).toBeCloseTo(1.2994272, 6); // each word has but one field
  });

  it('saturates once over all fields in bm25f', () => {
    // idf(red) = ln(1 + (5 - 2 + 0.5) / 2.5) = ln 2.4, idf(bird) = ln(1 + (5 - 3 + 0.5) / 3.5) = ln (12/7)
    // T(red) = 3 * 1 / 1; T(bird) = 3 / 1 + 1 / (0.25 + 0.75 * 3 / 2) = 3.7272727
    const [first] = score({ ...withoutPhrases, combine: 'bm25f' });
    const expected = (Math.log(2.4) * 3) / 4.2 + (Math.log(12 / 7) * 3.7272727) / 4.9272727;
    expect(first).toBeCloseTo(expected, 6);
  });
});

describe('scoreDocument', () => {
  it('counts for idf only the documents that have the field', () => {
    const texts = [{ imgTitle: 'cat' }, { imgTitle: 'dog' }];
    const more = [...texts, { pageTitle: 'fish' }, { pageTitle: 'fish' }, { pageTitle: 'fish' }];
    expect(scoreAll(more, 'cat', PAPER_PROFILE)[0]).toBe(scoreAll(texts, 'cat', PAPER_PROFILE)[0]);
    const [rarer = 0] = scoreAll([...texts, { imgTitle: 'fish' }], 'cat', PAPER_PROFILE);
    expect(rarer).toBeGreaterThan(scoreAll(texts, 'cat', PAPER_PROFILE)[0] ?? 0);
  });

  it('takes the forms of a word for one word: frequencies add up, the most frequent form gives idf', () => {
    const texts = [{ imgAlt: 'imag imagens' }, { imgAlt: 'imag' }, { imgAlt: 'other word' }];
    const word = { text: 'imagens', forms: ['imagens', 'imag'] };
    const [score] = scoreAll(texts, [word], PAPER_PROFILE);
    // mean length 5/3, K = 1.2 (0.25 + 0.75 * 2 * 3 / 5) = 1.38, idf = ln(1 + 1.5 / 2.5), tf = 2
    expect(score).toBeCloseTo((3 * Math.log(1.6) * 2) / 3.38, 9);
  });

  it('finds words by their beginning when asked to', () => {
    const texts = [{ imgAlt: 'abc' }, { imgAlt: 'xabc' }];
    const word = { text: 'ab', forms: ['ab'], isPrefix: true };
    expect(scoreAll(texts, [word], PAPER_PROFILE).map((score) => score > 0)).toEqual([true, false]);
  });

  it('lets no phrase reach from one value into the next', () => {
    const [together = 0, apart = 0] = scoreAll(
      [{ imgAlt: 'x red bird' }, { imgAlt: 'x red|bird' }],
      'red bird',
      { ...PAPER_PROFILE, phrases: [{ words: 2, slop: 99, boost: 1 }] },
    );
    expect(together).toBeGreaterThan(apart);
    const words = scoreAll([{ imgAlt: 'x red bird' }, { imgAlt: 'x red|bird' }], 'red bird', {
      ...PAPER_PROFILE,
      phrases: [],
    });
    expect(apart).toBe(words[1]);
  });

  it('gives the boost of all words to queries of two words or more only', () => {
    const profile = { ...PAPER_PROFILE, phrases: [{ words: 0, slop: 1, boost: 1000 }] };
    expect(scoreAll([{ imgAlt: 'red bird' }], 'red', profile)[0]).toBeLessThan(3);
    expect(scoreAll([{ imgAlt: 'red bird' }], 'red bird', profile)[0]).toBeGreaterThan(100);
  });

  it('multiplies by priors; the last entry counts for larger codes', () => {
    const priors = [{ column: 'pages', table: [1, 0.5, 0.25] } as const];
    const profile = { ...PINAKES_PROFILE, priors };
    const scores = [0, 1, 2, 255].map((pages) => {
      return scoreAll([{ imgAlt: 'red' }], 'red', profile, { pages })[0] ?? 0;
    });
    const [whole = 0] = scores;
    expect(scores).toEqual([whole, whole / 2, whole / 4, whole / 4]);
  });
});

describe('phraseFrequency', () => {
  it.each([
    ['neighbours', [[3], [4]], 0, 1],
    ['one word between', [[3], [5]], 1, 1 / 2],
    ['one word between, no slop', [[3], [5]], 0, 0],
    ['reverse order', [[4], [3]], 2, 1 / 3],
    ['reverse order, slop too small', [[4], [3]], 1, 0],
    [
      'every place of the first word counts once',
      [
        [0, 10],
        [1, 11],
      ],
      1,
      2,
    ],
    ['the nearer place counts', [[5], [4, 7]], 2, 1 / 2],
    ['a place may serve two first words', [[0, 1], [2]], 1, 1 / 2 + 1],
    // Taken alone, 9 is nearer to where the second word should be.
    ['the choice is made for all words together', [[10], [9, 14], [15]], 3, 1 / 4],
    ['of two words apart in both directions', [[5], [5], [7]], 1, 0],
    ['a word asked for twice and there once', [[5], [5]], 5, 0],
    [
      'a word asked for twice and there twice',
      [
        [5, 6],
        [5, 6],
      ],
      5,
      1 + 1 / 3,
    ],
    [
      'a word asked for three times and there twice',
      [
        [5, 6],
        [5, 6],
        [5, 6],
      ],
      5,
      0,
    ],
    ['one form shared by two words', [[5, 6], [5]], 5, 1 / 3],
    ['no words', [], 1, 0],
    ['one word', [[1, 2, 3]], 0, 3],
  ])('%s', (_, positions, slop, expected) => {
    expect(phraseFrequency(positions, slop)).toBeCloseTo(expected, 12);
  });

  it('finds the smallest distance of all choices', () => {
    const list = fc
      .uniqueArray(fc.nat(12), { maxLength: 5 })
      .map((all) => all.sort((a, b) => a - b));
    const lists = fc.array(list, { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(lists, fc.nat(5), (positions, slop) => {
        const [firsts = [], ...others] = positions;
        const expected = firsts.reduce((sum, first) => {
          const distances = choose(others, [first]).map(distanceOf);
          const smallest = Math.min(...distances);
          return smallest <= slop ? sum + 1 / (1 + smallest) : sum;
        }, 0);
        expect(phraseFrequency(positions, slop)).toBeCloseTo(expected, 12);
      }),
      { numRuns: 500 },
    );
  });

  it('ends soon for a word asked for 64 times', () => {
    const positions = Array.from({ length: 64 }, () => Array.from({ length: 66 }, (_, at) => at));
    expect(phraseFrequency(positions, 5)).toBeGreaterThan(1);
  });
});

/** All ways to give the words places of their own. */
function choose(lists: readonly (readonly number[])[], chosen: readonly number[]): number[][] {
  const [list, ...rest] = lists;
  if (list === undefined) return [[...chosen]];
  return list
    .filter((position) => !chosen.includes(position))
    .flatMap((position) => choose(rest, [...chosen, position]));
}

function distanceOf(places: readonly number[]): number {
  const offsets = places.map((place, index) => place - index);
  return Math.max(...offsets) - Math.min(...offsets);
}

function scoreAll(
  texts: readonly Texts[],
  query: string | readonly WordForms[],
  profile: RankingProfile,
  codes: ScoredDocument['codes'] = {},
): number[] {
  const documents = texts.map((text) => ({ fields: toFields(text), codes }));
  const words =
    typeof query === 'string'
      ? query.split(' ').map((word) => ({ text: word, forms: [word] }))
      : query;
  const statistics = toStatistics(documents);
  return documents.map((document) => scoreDocument(document, { words, profile, statistics }));
}

function toFields(texts: Texts): string[][][] {
  return TEXT_FIELDS.map((field) => {
    const text = texts[field];
    return text === undefined ? [] : text.split('|').map((value) => value.split(' '));
  });
}

function toStatistics(documents: readonly ScoredDocument[]): CollectionStatistics {
  const words = TEXT_FIELDS.map((_, field) => documents.map(({ fields }) => fields[field]!.flat()));
  return {
    documents: documents.length,
    fields: words.map((lists) => ({
      documents: lists.filter((list) => list.length > 0).length,
      words: lists.flat().length,
    })),
    documentsWith: (form, field, isPrefix) =>
      words[field]!.filter((list) =>
        list.some((word) => (isPrefix ? word.startsWith(form) : word === form)),
      ).length,
  };
}
