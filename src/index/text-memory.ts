// Remembers what is made of the titles of pages and of names: the images of a page come one by one, in no order.
import type { Vocabulary } from '../model/analysis/analysis.ts';
import { type IndexedField, type TitleAnalysis, toTitleField } from './text-fields.ts';

/** Characters of the titles that are remembered. Their words take about three times as much memory. */
const MAX_CHARACTERS = 8_000_000;

interface Remembered {
  readonly language: string;
  readonly field: IndexedField;
}

/** `toTitleField`, which does equal work once, as far as it may remember: titles of `maxCharacters` together. */
export function createTitleMemory(
  words: Vocabulary,
  maxCharacters = MAX_CHARACTERS,
): TitleAnalysis {
  const titles = new Map<string, Remembered>();
  let characters = 0;
  let { age } = words;
  return (title, language) => {
    if (words.age !== age) forget();
    const known = titles.get(title);
    if (known !== undefined && known.language === language) return known.field;
    const field = toTitleField(title, language, words);
    if (characters + title.length > maxCharacters) forget();
    characters += title.length;
    titles.set(title, { language, field });
    return field;
  };

  function forget(): void {
    titles.clear();
    characters = 0;
    age = words.age;
  }
}

/** Texts that `remembering` remembers: short ones, such as hosts. */
const MOST_TEXTS = 10_000;

/** The same function, which remembers some of what it gave. */
export function remembering(make: (text: string) => string): (text: string) => string {
  const made = new Map<string, string>();
  return (text) => {
    let found = made.get(text);
    if (found === undefined) {
      found = make(text);
      if (made.size >= MOST_TEXTS) made.clear();
      made.set(text, found);
    }
    return found;
  };
}
