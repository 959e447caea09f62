// Words of queries as text indexes hold them, whatever characters they have.
import type { WordForms } from './index-query.ts';

/** Forms of one word, and alternatives of one phrase, that are looked for. */
export const MAX_FORMS = 64;

/** The distinct forms of a word as a text index holds them. */
export function toIndexForms(word: WordForms): string[] {
  const forms = new Set(word.forms.slice(0, MAX_FORMS).map(toIndexWord));
  forms.delete('');
  return [...forms];
}

/** What a tokenizer may split or fold, and the mark that stands between values in SQLite. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are separators too
const UNSAFE = /[\x00-\x2f\x3a-\x60\x7b-\x7f\u00a6]/;

/**
 * A word of a query as a text index would hold it, so that it is one word there whatever characters it has. Words
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
