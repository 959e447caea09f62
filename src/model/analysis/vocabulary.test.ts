import { expect, it } from 'vitest';
import { makeWords } from '../../../test/fixtures/many-words.ts';
import { cutToken, fold } from './fold.ts';
import { MAX_TOKEN_LENGTH } from './limits.ts';
import { NO_NUMBER, stemOf, Vocabulary } from './vocabulary.ts';

it('gives all ways to write a word the number of its folded form', () => {
  const words = new Vocabulary();
  const number = words.numberOf('Eleições');
  expect(words.wordAt(number)).toBe('eleicoes');
  expect(words.numberOf('eleicoes')).toBe(number);
  expect(words.numberOf('ELEIÇÕES')).toBe(number);
  expect(words.isFolded(number)).toBe(true);
  const all = Array.from({ length: words.size }, (_, at) => at);
  expect(all.filter((one) => words.isFolded(one))).toEqual([number]);
  expect(words.stemAt(number, 0)).toBe('eleicoes');
  expect(words.stemAt(number, 1)).toBe(stemOf('eleicao', 1, words));
});

it('folds words as they are folded without it, whatever their characters', () => {
  const words = new Vocabulary();
  const wrong: string[] = [];
  for (let code = 0; code < 0x20000; code++) {
    const character = String.fromCodePoint(code).normalize('NFKC');
    if (!/^[\p{L}\p{M}\p{N}\p{Cf}]+$/u.test(character)) continue;
    const word = `Ab${character}cD`;
    if (stemOf(word, 0, words) !== cutToken(fold(word))) wrong.push(word);
  }
  expect(words.size).toBeGreaterThan(100_000);
  expect(wrong).toEqual([]);
});

it('knows words by their letters, however many there are', () => {
  const words = new Vocabulary();
  const many = makeWords(100_000, 's');
  const numbers = many.map((word) => words.numberOf(word));
  expect(new Set(numbers).size).toBe(many.length);
  expect(many.map((word) => words.numberOf(word))).toEqual(numbers);
  expect(numbers.map((number) => words.wordAt(number))).toEqual(many);
});

it('remembers the folded form of the word that makes its tables grow', () => {
  const words = new Vocabulary();
  words.numberOf('first'); // an odd number of words, so that the tables grow between the two forms of one
  const accented = makeWords(5000, 'k').map((word) => `É${word}`);
  for (const word of accented) words.numberOf(word);
  expect(accented.filter((word) => words.wordAt(words.numberOf(word)) !== fold(word))).toEqual([]);
});

it('does not keep very long words', () => {
  const words = new Vocabulary();
  const long = 'É'.repeat(MAX_TOKEN_LENGTH + 1);
  expect(words.numberOf(long)).toBe(NO_NUMBER);
  expect(stemOf(long, 0, words)).toBe('e'.repeat(MAX_TOKEN_LENGTH));
  // Short enough as it is written, but not when it is folded.
  const growing = 'ß'.repeat(20) + '\u{10400}'.repeat(22);
  expect(growing.length).toBe(MAX_TOKEN_LENGTH);
  expect(words.numberOf(growing)).toBe(NO_NUMBER);
  expect(stemOf(growing, 1, words)).toBe('ss'.repeat(20) + '\u{10428}'.repeat(22));
  expect(words.size).toBe(0);
});

it('starts anew when it is told to forget', () => {
  const words = new Vocabulary();
  const { age } = words;
  for (const word of makeWords(5000, 'k')) stemOf(word, 1, words);
  words.forget();
  expect(words.age).not.toBe(age);
  expect(words.size).toBe(0);
  expect(words.numberOf('casas')).toBe(0);
  expect(words.stemAt(0, 1)).toBe('casa');
});
