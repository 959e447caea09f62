import { expect, it } from 'vitest';
import { toFindQuery } from './find-query.ts';
import { keywordsOf } from './keyword-scan.ts';

it('finds other forms of a word in the language of the page, and none of another', () => {
  const holds = (query: string, text: string, language: string) =>
    keywordsOf(text, toFindQuery(query).keywords, language).size > 0;
  expect(holds('trainer', 'die Trainers der Mannschaft', 'de')).toBe(true);
  expect(holds('trainer', 'steam trains', 'en')).toBe(false);
  expect(holds('train', 'steam trains', 'en')).toBe(true);
  expect(holds('bomen', 'een boom in het bos', 'nl')).toBe(true);
  expect(holds('trains', 'a train', '')).toBe(true); // nobody knows the language
  expect(holds('+trains', 'a train', 'en')).toBe(false);
});
