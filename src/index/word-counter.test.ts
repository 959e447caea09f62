import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeWords } from '../../test/fixtures/many-words.ts';
import { foldWord, languageNumber, Vocabulary } from '../model/analysis/analysis.ts';
import { WordCounter } from './word-counter.ts';

function countDocument(
  counter: WordCounter,
  vocabulary: Vocabulary,
  words: readonly string[],
  change: 1 | -1,
): void {
  const numbers = words.map((word) => vocabulary.numberOf(word));
  counter.startDocument();
  counter.count({ language: 0, numbers }, change);
}

function changesOf(counter: WordCounter): [string, number][] {
  const changes: [string, number][] = [];
  counter.forEachChange((word, change) => changes.push([word, change]));
  return changes;
}

describe('a counter of words', () => {
  it('counts each word once in a document, and tells what changed, sorted, from one flush to the next', () => {
    const words = fc.constantFrom(
      'rio',
      'lua',
      'casa',
      'ação',
      'Acao',
      'zé',
      'x1',
      'árvore',
      'ab',
      'mar',
      'l'.repeat(30),
      'l'.repeat(31),
      'l'.repeat(64),
    );
    const documents = fc.array(
      fc.record({ words: fc.array(words), change: fc.constantFrom<1 | -1>(1, -1) }),
    );
    fc.assert(
      fc.property(fc.array(documents, { maxLength: 4 }), (flushes) => {
        const vocabulary = new Vocabulary();
        const counter = new WordCounter(vocabulary);
        for (const flush of flushes) {
          const expected = new Map<string, number>();
          for (const document of flush) {
            countDocument(counter, vocabulary, document.words, document.change);
            for (const word of new Set(document.words.map(foldWord))) {
              if (!/^\p{L}{3,30}$/u.test(word)) continue;
              expected.set(word, (expected.get(word) ?? 0) + document.change);
            }
          }
          const changed = [...expected].filter(([, change]) => change !== 0);
          expect(changesOf(counter)).toEqual(changed.sort(([a], [b]) => (a < b ? -1 : 1)));
          counter.clear();
        }
      }),
    );
  });

  it('counts words of a text once more for its language, and tells their stems there', () => {
    const vocabulary = new Vocabulary();
    const counter = new WordCounter(vocabulary);
    const numbersOf = (text: string) => text.split(' ').map((word) => vocabulary.numberOf(word));
    const german = { language: languageNumber('de'), numbers: numbersOf('Häuser und Bäume') };
    const english = { language: languageNumber('en'), numbers: numbersOf('trees und trees') };
    counter.startDocument();
    counter.count(german, 1);
    counter.count(english, 1);
    const told = (language: number) => {
      const changes: [string, number, string][] = [];
      counter.forEachChange((...change) => changes.push(change), language);
      return changes;
    };
    expect(changesOf(counter).find(([word]) => word === 'und')).toEqual(['und', 1]);
    expect(told(german.language)).toEqual([
      ['baume', 1, 'baum'],
      ['hauser', 1, 'haus'],
      ['und', 1, 'und'],
    ]);
    expect(told(english.language)).toEqual([
      ['trees', 1, 'tree'],
      ['und', 1, 'und'],
    ]);
    expect(counter.languages).toEqual([0, german.language, english.language].sort((a, b) => a - b));
    counter.clear();
    expect(told(german.language)).toEqual([]);
  });

  it('holds more words than it has room for at first, and forgets them when there are very many', () => {
    const vocabulary = new Vocabulary();
    const counter = new WordCounter(vocabulary);
    for (const ending of 'klmnop') {
      countDocument(counter, vocabulary, makeWords(120_000, ending), 1);
      const changes = changesOf(counter);
      expect(changes).toHaveLength(120_000);
      expect(changes.every(([, change]) => change === 1)).toBe(true);
      // Five times 120,000 are too many, and are forgotten.
      expect(counter.isFull).toBe(ending === 'o');
      counter.clear();
    }
  });
});
