// The searchable words of a document, field by field, as the text index holds them.
import { type AnalysedText, analyseText } from '../model/analysis/analysis.ts';
import type { ImageDocument, ImageText } from '../model/image.ts';
import { toUrlTokens } from '../model/url-tokens.ts';

/** Words of one field: a list for each of its values. Values without words are left out. */
export type FieldValues = readonly (readonly string[])[];

/** Analyses what the images of a page share. */
export interface PageAnalysis {
  title(title: string, language: string): AnalysedText;
  url(url: string): AnalysedText;
}

const AFRESH: PageAnalysis = { title: analyseText, url: analyseUrl };

/** Analysed words by field, in the order of `TEXT_FIELDS`. */
export function toFieldValues(document: ImageDocument): FieldValues[] {
  return analyseFields(document).map((values) => values.map(({ stems }) => stems));
}

/** Analysed values by field, in the order of `TEXT_FIELDS`; those without words are left out. */
export function analyseFields(
  { titles, alts, captions, oldest, page }: ImageDocument,
  ofPages: PageAnalysis = AFRESH,
): AnalysedText[][] {
  return [
    toValues(titles),
    toValues(alts),
    toValues(captions),
    withWords(analyseUrl(oldest.url)),
    page === undefined ? [] : withWords(ofPages.title(page.title, page.language)),
    page === undefined ? [] : withWords(ofPages.url(page.url)),
  ];
}

/** Those of `analyseFields` that people read; the others are URLs. */
export const READ_FIELDS: readonly number[] = [0, 1, 2, 4];

/** URLs without escapes, capitals and apostrophes, of at most so many characters as `toUrlTokens` reads: most. */
const PLAIN_URL = /^[!-$&(-@[-_a-~]{0,9000}$/;

/** The words of a URL, which is in no language. */
export function analyseUrl(url: string): AnalysedText {
  // What `toUrlTokens` would split is what analysis splits, but for escapes, humps of capitals and apostrophes.
  return analyseText(PLAIN_URL.test(url) ? url : toUrlTokens(url).join(' '), '');
}

function toValues(texts: readonly ImageText[]): AnalysedText[] {
  const values: AnalysedText[] = [];
  for (const { text, language } of texts) {
    const analysed = analyseText(text, language);
    if (analysed.stems.length > 0) values.push(analysed);
  }
  return values;
}

function withWords(analysed: AnalysedText): AnalysedText[] {
  return analysed.stems.length > 0 ? [analysed] : [];
}

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
