// The searchable words of a document, field by field, as the text index holds them.
import {
  analyseText,
  languageNumber,
  MAX_TOKEN_LENGTH,
  MAX_TOKENS,
  type Vocabulary,
} from '../model/analysis/analysis.ts';
import { TEXT_SOURCES } from '../model/field-lists.ts';
import type { ImageDocument, ImageText } from '../model/image.ts';
import { toText, toTexts } from '../model/searched-texts.ts';
import { toUrlTokens } from '../model/url-tokens.ts';
import { VALUE_GAP } from './schema.ts';

/** A field as the text index takes it. */
export interface IndexedField {
  /** What its tokenizer splits into the words of the field, values set apart. */
  readonly text: string;
  /** Number of words, at most what its column can hold. */
  readonly length: number;
  /** The words of each text as people write them; none for URLs. */
  readonly spoken: readonly SpokenText[];
}

/** The words of a text for what counts them. */
export interface SpokenText {
  /** The number of its language among those that are stemmed; 0: another or not known. */
  readonly language: number;
  /** Numbers of the words, folded but not stemmed. */
  readonly numbers: readonly number[];
}

/** Makes a field of the title of a page. */
export type TitleAnalysis = (title: string, language: string) => IndexedField;

/** The fields of a document as the text index takes them, in the order of `TEXT_FIELDS`. */
export function toIndexedFields(
  document: ImageDocument,
  words: Vocabulary,
  ofTitle: TitleAnalysis = (title, language) => toTitleField(title, language, words),
): IndexedField[] {
  const fields: IndexedField[] = [];
  for (const { words: kind, field, member, isWritten } of TEXT_SOURCES) {
    const value = document[field];
    if (kind === 'texts') {
      const made = toField(toTexts(value), words);
      fields.push(isWritten ? made : { ...made, spoken: [] });
    } else if (kind === 'url') fields.push(toUrlField(toText(value, member)));
    else if (value === undefined) fields.push(NO_FIELD);
    else fields.push(ofTitle(toText(value, member), toText(value, 'language')));
  }
  return fields;
}

/** A field without words. */
export const NO_FIELD: IndexedField = { text: '', length: 0, spoken: [] };

/** The title of a page as a field. */
export function toTitleField(title: string, language: string, words: Vocabulary): IndexedField {
  return toField([{ text: title, language }], words);
}

/** A URL, which is in no language, as a field. */
export function toUrlField(url: string): IndexedField {
  if (url === '') return NO_FIELD;
  const length = countPlainWords(url);
  if (length !== undefined) return { text: url, length, spoken: [] };
  const { stems } = analyseText(toUrlTokens(url).join(' '), '');
  return { text: stems.join(' '), length: stems.length, spoken: [] };
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

/** Values without words are left out. */
function toField(values: readonly ImageText[], words: Vocabulary): IndexedField {
  let text = '';
  let length = 0;
  const spoken: SpokenText[] = [];
  for (const value of values) {
    // Stems are found from words when somebody asks: then the word itself can count for more.
    const { stems, numbers } = analyseText(value.text, '', words);
    if (stems.length === 0) continue;
    text += (text === '' ? '' : VALUE_GAP) + stems.join(' ');
    length += stems.length;
    spoken.push({ language: languageNumber(value.language), numbers });
  }
  return { text, length: Math.min(LARGEST_LENGTH, length), spoken };
}

/** What the column of a length can hold. */
const LARGEST_LENGTH = 65_535;
