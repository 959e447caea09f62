// Under an embargo: whether a word, a site or a collection that is about to be offered stands in what may be shown.
import { toHost } from '../../index/text-host.ts';
import { foldWord, toWords } from '../../model/analysis/analysis.ts';
import type { ImageDocument } from '../../model/image.ts';
import { didYouMean, type Suggestion, searchImages } from '../../search/search.ts';
import { findDocument } from './answer-context.ts';
import type { Embargoed } from './embargo.ts';

/** Images looked at for each: where none of the best ones shows it, it is not offered. */
const LOOKED_AT = 5;

/** The suggestion with the number of images its query finds; `undefined` where nothing that is shown has it. */
export function toShownSuggestion(
  suggestion: Suggestion,
  embargoed: Embargoed,
): Suggestion | undefined {
  if (suggestion.kind === 'operator') return suggestion;
  const { total, documents } = look(suggestion.replacement, embargoed);
  const isFound = documents.some((document) => isIn(document, suggestion));
  return isFound ? { ...suggestion, count: total } : undefined;
}

/** `didYouMean` that replaces words by such only as are shown. */
export function shownCorrection(
  query: string,
  { library, embargoMs, safe }: Embargoed & { readonly safe: boolean },
): string | undefined {
  const corrected = didYouMean(library.index, query, { safe, embargoMs });
  if (corrected === undefined || embargoMs <= 0) return corrected;
  const given = new Set(foldedWords(query));
  const added = foldedWords(corrected).filter((word) => !given.has(word));
  const { documents } = look(corrected, { library, embargoMs });
  const shown = new Set(documents.flatMap(wordsOf));
  return added.every((word) => shown.has(word)) ? corrected : undefined;
}

/** The best images of a query, each as it may be shown. */
function look(query: string, { library, embargoMs }: Embargoed) {
  const { items, total } = searchImages(library.index, { query, limit: LOOKED_AT, embargoMs });
  const documents = items.flatMap(({ id }) => findDocument({ library, embargoMs }, id) ?? []);
  return { documents, total: total.value };
}

function isIn(document: ImageDocument, { kind, text }: Suggestion): boolean {
  switch (kind) {
    case 'word':
      return wordsOf(document).includes(foldWord(text));
    case 'site':
      return document.page !== undefined && toHost(document.page.url) === text;
    case 'collection':
      return document.collections.includes(text);
    default:
      return false;
  }
}

/** Words of the texts that people read; suggestions and corrections are made of these alone. */
function wordsOf({ titles, alts, captions, page }: ImageDocument): string[] {
  const texts = [...titles, ...alts, ...captions].map(({ text }) => text);
  return foldedWords([...texts, page?.title ?? ''].join(' '));
}

function foldedWords(text: string): string[] {
  return toWords(text).map(foldWord);
}
