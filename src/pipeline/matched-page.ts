// Which page said the words that found an image, where it is not the oldest one.
import { keyOfDigest, type Library } from '../index/index.ts';
import { analyse } from '../model/analysis/analysis.ts';
import { TEXT_SOURCES } from '../model/field-lists.ts';
import type { ImageDocument, ImagePage, ImageText } from '../model/image.ts';
import type { WordForms } from '../model/index-query.ts';
import { TEXTS_SOURCES } from '../model/said.ts';

/** Mentions of an image that are looked at: those of a picture that stands everywhere are hardly worth more. */
const MAX_MENTIONS = 500;
/** Answers with many images each look at few mentions. */
const MAX_MENTIONS_TOGETHER = 5000;

/** Tells the page whose texts hold most words of a query, unless the oldest page of the image holds as many. */
export type MatchedPages = (
  document: ImageDocument,
  words: readonly WordForms[],
) => ImagePage | undefined;

/** Fields of texts that searches look into. */
const SEARCHED = TEXTS_SOURCES.filter(({ field }) =>
  TEXT_SOURCES.some((source) => source.field === field),
);

/**
 * Reads pages for the answers of one search. A page counts by what it says of the image and by its title; of pages that hold
 * equally many words the oldest is told, then the one with the smaller key.
 */
export function createMatchedPages(library: Library): MatchedPages {
  let left = MAX_MENTIONS_TOGETHER;
  return (document, words) => {
    const { page, digest, matchingPages } = document;
    if (page === undefined || matchingPages < 2 || words.length === 0 || left <= 0)
      return undefined;
    // What was said while the address showed another content is not among the texts of this one.
    const own = new Map(SEARCHED.map(({ field, text }) => [text, textsOf(document[field])]));
    const pages = new Map<string, { page: ImagePage; found: Set<number> }>();
    let looked = 0;
    const limit = Math.min(MAX_MENTIONS, left);
    for (const key of library.documents.keysOf(keyOfDigest(digest))) {
      for (const { references } of library.rows.group(key)) {
        for (const reference of references) {
          if (looked >= limit) break;
          looked++;
          const entry = pages.get(reference.page.surt) ?? {
            page: reference.page,
            found: wordsIn(reference.page.title, words),
          };
          pages.set(reference.page.surt, entry);
          for (const { text } of SEARCHED) {
            const said = reference.said[text];
            if (said === '' || own.get(text)?.has(said) !== true) continue;
            for (const at of wordsIn(said, words)) entry.found.add(at);
          }
        }
      }
    }
    left -= looked;
    const least = pages.get(page.surt)?.found.size ?? 0;
    const best = [...pages.values()]
      .filter(({ found }) => found.size > least)
      .sort((a, b) => b.found.size - a.found.size || comparePages(a.page, b.page))[0];
    return best?.page;
  };
}

function textsOf(texts: readonly ImageText[]): ReadonlySet<string> {
  return new Set(texts.map(({ text }) => text));
}

/** Which of the words a text holds, by their places. */
function wordsIn(text: string, words: readonly WordForms[]): Set<number> {
  const held = new Set(analyse(text, ''));
  const found = new Set<number>();
  for (const [at, { forms, isPrefix }] of words.entries()) {
    const isHeld = (form: string) =>
      isPrefix === true ? [...held].some((one) => one.startsWith(form)) : held.has(form);
    if (forms.some(isHeld)) found.add(at);
  }
  return found;
}

function comparePages(a: ImagePage, b: ImagePage): number {
  if (a.time !== b.time) return a.time < b.time ? -1 : 1;
  if (a.surt === b.surt) return 0;
  return a.surt < b.surt ? -1 : 1;
}
