// The words of a document: analysed for the text index, and as people wrote them for suggestions.
import {
  analyseText,
  foldWord,
  stemFolded,
  stemmedLanguage,
  toWords,
} from './analysis/analysis.ts';
import { TEXT_SOURCES } from './field-lists.ts';
import type { ImageDocument, ImageText } from './image.ts';
import { TEXTS_FIELDS } from './said.ts';
import { searchedTexts } from './searched-texts.ts';

/** Words of one field: a list for each of its values. Values without words are left out. */
export type FieldValues = readonly (readonly string[])[];

/** Words by field as the index holds them, folded, in the order of `TEXT_FIELDS`. */
export function toFieldValues(document: ImageDocument): FieldValues[] {
  return TEXT_SOURCES.map((source) =>
    searchedTexts(source, document)
      .map(({ text }) => analyseText(text, '').stems)
      .filter((words) => words.length > 0),
  );
}

/** Words that may be suggested, folded, from the texts that people wrote. */
export function toSpokenWords(document: ImageDocument): Set<string> {
  return new Set(spokenTexts(document).flatMap(({ text }) => spokenWordsOf(text)));
}

/** A word in a text of a language that is stemmed. */
export interface StemmedWord {
  /** One of `STEMMED_LANGUAGES`. */
  readonly language: string;
  readonly stem: string;
  /** As people write it, folded. */
  readonly word: string;
}

/** The same words with the languages of their texts, where these are known and stemmed; each once in a language. */
export function toStemmedWords(document: ImageDocument): StemmedWord[] {
  const found = new Map<string, StemmedWord>();
  for (const { text, language: code } of spokenTexts(document)) {
    const language = stemmedLanguage(code);
    if (language === '') continue;
    for (const word of spokenWordsOf(text)) {
      found.set(`${language} ${word}`, { language, stem: stemFolded(word, language), word });
    }
  }
  return [...found.values()];
}

/** The searched texts that people wrote. */
function spokenTexts(document: ImageDocument): readonly ImageText[] {
  return TEXT_SOURCES.filter(({ isWritten }) => isWritten).flatMap((source) =>
    searchedTexts(source, document),
  );
}

function spokenWordsOf(text: string): string[] {
  return toWords(text).map(foldWord).filter(isSpokenWord);
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
