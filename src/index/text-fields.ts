// The searchable words of a document, field by field, as the text index holds them.
import {
  type AnalysedText,
  analyseText,
  MAX_TOKEN_LENGTH,
  MAX_TOKENS,
  type Vocabulary,
} from '../model/analysis/analysis.ts';
import { TEXT_SOURCES } from '../model/field-lists.ts';
import type { ImageDocument, ImageText } from '../model/image.ts';
import { searchedTexts, toText, toTexts } from '../model/searched-texts.ts';
import { toUrlTokens } from '../model/url-tokens.ts';
import { VALUE_GAP } from './schema.ts';

/** Words of one field: a list for each of its values. Values without words are left out. */
export type FieldValues = readonly (readonly string[])[];

/** A field as the text index takes it. */
export interface IndexedField {
  /** What its tokenizer splits into the words of the field, values set apart. */
  readonly text: string;
  /** Number of words, at most what its column can hold. */
  readonly length: number;
  /** Numbers of the words as people write them, folded but not stemmed; none for URLs. */
  readonly numbers: readonly number[];
}

/** Makes a field of the title of a page. */
export type TitleAnalysis = (title: string, language: string) => IndexedField;

/** Analysed words by field, in the order of `TEXT_FIELDS`. */
export function toFieldValues(document: ImageDocument): FieldValues[] {
  return TEXT_SOURCES.map((source) =>
    analyseAll(searchedTexts(source, document))
      .map(({ stems }) => stems)
      .filter((words) => words.length > 0),
  );
}

/** The same fields as the text index takes them. */
export function toIndexedFields(
  document: ImageDocument,
  words: Vocabulary,
  ofTitle: TitleAnalysis = (title, language) => toTitleField(title, language, words),
): IndexedField[] {
  const fields: IndexedField[] = [];
  for (const { words: kind, field, member } of TEXT_SOURCES) {
    const value = document[field];
    if (kind === 'texts') fields.push(toField(analyseAll(toTexts(value), words)));
    else if (kind === 'url') fields.push(toUrlField(toText(value, member)));
    else if (value === undefined) fields.push(NO_FIELD);
    else fields.push(ofTitle(toText(value, member), toText(value, 'language')));
  }
  return fields;
}

/** A field without words. */
export const NO_FIELD: IndexedField = { text: '', length: 0, numbers: [] };

/** The title of a page as a field. */
export function toTitleField(title: string, language: string, words: Vocabulary): IndexedField {
  return toField([analyseText(title, language, words)]);
}

/** A URL, which is in no language, as a field. */
export function toUrlField(url: string): IndexedField {
  if (url === '') return NO_FIELD;
  const length = countPlainWords(url);
  if (length !== undefined) return { text: url, length, numbers: [] };
  const { stems } = analyseText(toUrlTokens(url).join(' '), '');
  return { text: stems.join(' '), length: stems.length, numbers: [] };
}

/**
 * The number of words of a URL that the tokenizer of the text index splits just as analysis does, as most are; `undefined` for
 * those with escapes, capitals, apostrophes and other characters than those of ASCII, or with words that would be cut.
 */
function countPlainWords(url: string): number | undefined {
  if (url.length > MAX_TOKENS) return undefined; // may have more words than are read
  let words = 0;
  let start = 0;
  for (let at = 0; at < url.length; at++) {
    const kind = URL_CLASSES[url.charCodeAt(at)] ?? NOT_PLAIN;
    if (kind === NOT_PLAIN) return undefined;
    if (kind === IN_WORD) continue;
    if (at > start) words++;
    if (at - start > MAX_TOKEN_LENGTH) return undefined;
    start = at + 1;
  }
  if (url.length - start > MAX_TOKEN_LENGTH) return undefined;
  return url.length > start ? words + 1 : words;
}

const NOT_PLAIN = 0;
const BETWEEN_WORDS = 1;
const IN_WORD = 2;

/** By ASCII code. */
const URL_CLASSES = Uint8Array.from({ length: 0x80 }, (_, code) => {
  const character = String.fromCharCode(code);
  if (/[0-9a-z]/.test(character)) return IN_WORD;
  return /[!-~]/.test(character) && !/[A-Z%'`]/.test(character) ? BETWEEN_WORDS : NOT_PLAIN;
});

function analyseAll(texts: readonly ImageText[], words?: Vocabulary): AnalysedText[] {
  return texts.map(({ text, language }) => analyseText(text, language, words));
}

/** Values without words are left out. */
function toField(values: readonly AnalysedText[]): IndexedField {
  let text = '';
  let length = 0;
  let numbers: readonly number[] = [];
  for (const value of values) {
    const { stems } = value;
    if (stems.length === 0) continue;
    text += (text === '' ? '' : VALUE_GAP) + stems.join(' ');
    length += stems.length;
    numbers = numbers.length === 0 ? value.numbers : numbers.concat(value.numbers);
  }
  return { text, length: Math.min(LARGEST_LENGTH, length), numbers };
}

/** What the column of a length can hold. */
const LARGEST_LENGTH = 65_535;

/** What the tokenizer of the text index would split or fold, and the mark that stands between values. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are separators too
const UNSAFE = /[\x00-\x2f\x3a-\x60\x7b-\x7f\u00a6]/;

/**
 * A word of a query as the text index would hold it, so that it is one word there whatever characters it has. Words
 * that analysis gives are left as they are, so those of documents need not pass here (analysis-laws.test.ts).
 */
export function toIndexWord(word: string): string {
  if (!UNSAFE.test(word)) return word;
  return [...word]
    .map((character) => {
      if (character >= 'A' && character <= 'Z') return character.toLowerCase();
      return UNSAFE.test(character) ? `\u00b7${character.charCodeAt(0).toString(16)}` : character;
    })
    .join('');
}
