// The words of a document: analysed for the text index, and as people wrote them for suggestions.
import { analyseText, foldWord, toWords } from './analysis/analysis.ts';
import { TEXT_SOURCES } from './field-lists.ts';
import type { ImageDocument } from './image.ts';
import { TEXTS_FIELDS } from './said.ts';
import { searchedTexts } from './searched-texts.ts';

/** Words of one field: a list for each of its values. Values without words are left out. */
export type FieldValues = readonly (readonly string[])[];

/** Analysed words by field, in the order of `TEXT_FIELDS`. */
export function toFieldValues(document: ImageDocument): FieldValues[] {
  return TEXT_SOURCES.map((source) =>
    searchedTexts(source, document)
      .map(({ text, language }) => analyseText(text, language).stems)
      .filter((words) => words.length > 0),
  );
}

/** Words that may be suggested, folded, from the texts that people wrote. */
export function toSpokenWords(document: ImageDocument): Set<string> {
  const texts = TEXTS_FIELDS.flatMap((field) => document[field].map(({ text }) => text));
  const words = [...texts, document.page?.title ?? ''].flatMap((text) =>
    toWords(text).map(foldWord),
  );
  return new Set(words.filter(isSpokenWord));
}

const ONLY_LETTERS = /^\p{L}{3,30}$/u;

/** Whether a folded word may be suggested: letters only, 3 to 30 of them. */
export function isSpokenWord(word: string): boolean {
  return ONLY_LETTERS.test(word);
}

/** The language of each text and of the page, `''` where it is not known. */
export function toTextLanguages(document: ImageDocument): string[] {
  const own = TEXTS_FIELDS.flatMap((field) => document[field].map(({ language }) => language));
  return document.page === undefined ? own : [...own, document.page.language];
}
