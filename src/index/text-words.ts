// The words of a document as people write them: for suggestions and for correcting what was typed.
import { analyse } from '../model/analysis/analysis.ts';
import type { ImageDocument } from '../model/image.ts';

const ONLY_LETTERS = /^\p{L}{3,30}$/u;

/**
 * The distinct folded words of titles, alternative texts, captions and the page's title: letters
 * only, 3 to 30 of them.
 */
export function toSurfaceWords(document: ImageDocument): Set<string> {
  const words = new Set<string>();
  for (const { text } of document.titles) addWords(words, text);
  for (const { text } of document.alts) addWords(words, text);
  for (const { text } of document.captions) addWords(words, text);
  if (document.page !== undefined) addWords(words, document.page.title);
  return words;
}

/** Without a language words are folded but not stemmed: as `foldWord` gives them, at less cost. */
function addWords(words: Set<string>, text: string): void {
  if (text === '') return;
  for (const word of analyse(text, '')) if (ONLY_LETTERS.test(word)) words.add(word);
}
