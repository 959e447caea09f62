// The searchable words of a document, field by field, as the text index holds them.
import { analyse } from '../model/analysis/analysis.ts';
import type { ImageDocument, ImageText } from '../model/image.ts';
import { toUrlTokens } from '../model/url-tokens.ts';

/** Words of one field: a list for each of its values. Values without words are left out. */
export type FieldValues = readonly (readonly string[])[];

/** Analysed words by field, in the order of `TEXT_FIELDS`. */
export function toFieldValues(document: ImageDocument): FieldValues[] {
  const { page } = document;
  return [
    toValues(document.titles),
    toValues(document.alts),
    toValues(document.captions),
    toUrlValues(document.oldest.url),
    page === undefined ? [] : toValues([{ text: page.title, language: page.language }]),
    page === undefined ? [] : toUrlValues(page.url),
  ];
}

function toValues(texts: readonly ImageText[]): string[][] {
  const values: string[][] = [];
  for (const { text, language } of texts) {
    const words = text === '' ? [] : toIndexWords(analyse(text, language));
    if (words.length > 0) values.push(words);
  }
  return values;
}

/** URLs are in no language. */
function toUrlValues(url: string): string[][] {
  return toValues([{ text: toUrlTokens(url).join(' '), language: '' }]);
}

/** What the tokenizer of the text index would split or fold, and the mark that stands between values. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are separators too
const UNSAFE = /[\x00-\x2f\x3a-\x60\x7b-\x7f\u00a6]/;

/**
 * A word as the text index holds it, so that it is one word there whatever characters it has. Words
 * that analysis gives are left as they are.
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

/** Words without letters, such as a lone accent, may be empty and are no words of the index. */
function toIndexWords(words: string[]): string[] {
  const known = words.includes('') ? words.filter((word) => word !== '') : words;
  // One test for all: hardly ever is there a word to change.
  return UNSAFE.test(known.join('')) ? known.map(toIndexWord) : known;
}
