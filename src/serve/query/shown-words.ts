// Under an embargo, or where collections are hidden: whether a word, a site or a collection that is about to be offered stands in what may be shown.
import { analyse, foldWord, toWords } from '../../model/analysis/analysis.ts';
import type { ImageDocument } from '../../model/image.ts';
import type { WordForms } from '../../model/index-query.ts';
import { TEXTS_FIELDS } from '../../model/said.ts';
import { toHost } from '../../model/url-host.ts';
import { toUrlTokens } from '../../model/url-tokens.ts';
import { type Correction, didYouMean, type Suggestion, searchImages } from '../../search/search.ts';
import { findDocument } from './answer-context.ts';
import type { Embargoed } from './embargo.ts';
import { toNarrowed } from './selection.ts';
import { withShownNames } from './shown-index.ts';

/** Images looked at for each: where none of the best ones shows it, it is not offered. */
const LOOKED_AT = 5;

/** The suggestion with the number of images its query finds; `undefined` where nothing that is shown has it. */
export async function toShownSuggestion(
  suggestion: Suggestion,
  embargoed: Embargoed,
): Promise<Suggestion | undefined> {
  if (suggestion.kind === 'operator') return suggestion;
  const { total, documents } = await look(suggestion.replacement, embargoed);
  const isFound = documents.some((document) => isIn(document, suggestion));
  return isFound ? { ...suggestion, count: total } : undefined;
}

/** `didYouMean` that replaces words by such only as are shown. */
export async function shownCorrection(
  query: string,
  embargoed: Embargoed & { readonly safe: boolean },
): Promise<Correction | undefined> {
  const { library, embargoMs, scope, safe } = embargoed;
  const index = withShownNames(library.index, scope);
  const correction = await didYouMean(index, { query, safe, ...toNarrowed(embargoed) });
  if (correction === undefined || (embargoMs <= 0 && scope === undefined)) return correction;
  const corrected = correction.query;
  const given = new Set(foldedWords(query));
  const added = foldedWords(corrected).filter((word) => !given.has(word));
  const { documents } = await look(corrected, embargoed);
  const shown = new Set(documents.flatMap(wordsOf));
  return added.every((word) => shown.has(word)) ? correction : undefined;
}

/** The best images of a query, each as it may be shown. */
async function look(query: string, embargoed: Embargoed) {
  const { library, scope } = embargoed;
  const { items, total } = await searchImages(withShownNames(library.index, scope), {
    query,
    limit: LOOKED_AT,
    ...toNarrowed(embargoed),
  });
  const documents: ImageDocument[] = [];
  for (const { id } of items) {
    const document = await findDocument(embargoed, id);
    if (document !== undefined) documents.push(document);
  }
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

/** Whether what is shown of an image holds any of the words that found it. */
export function saysAny(document: ImageDocument, words: readonly WordForms[]): boolean {
  if (words.length === 0) return true;
  const { page, oldest } = document;
  const texts = TEXTS_FIELDS.flatMap((field) => document[field]);
  const held = new Set([
    ...texts.flatMap(({ text, language }) => analyse(text, language)),
    ...(page === undefined ? [] : analyse(page.title, page.language)),
    ...[oldest.url, page?.url ?? ''].flatMap(toUrlTokens).flatMap((token) => analyse(token, '')),
  ]);
  const isHeld = (form: string, isPrefix: boolean) =>
    isPrefix ? [...held].some((one) => one.startsWith(form)) : held.has(form);
  return words.some(({ forms, isPrefix = false }) => forms.some((form) => isHeld(form, isPrefix)));
}

/** Words of the texts that people read; suggestions and corrections are made of these alone. */
function wordsOf(document: ImageDocument): string[] {
  const texts = TEXTS_FIELDS.flatMap((field) => document[field].map(({ text }) => text));
  return foldedWords([...texts, document.page?.title ?? ''].join(' '));
}

function foldedWords(text: string): string[] {
  return toWords(text).map(foldWord);
}
