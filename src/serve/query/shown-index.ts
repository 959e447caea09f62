// An index that counts what may be shown, and names nothing that only younger pages say.
import type { Facet, IndexFilter, IndexSelection, SearchIndex } from '../../model/index-query.ts';

/** Told by the oldest page of an image, which may be younger than the image: these cannot be counted under an embargo. */
const OF_PAGES: ReadonlySet<string> = new Set<Facet>([
  ...(['site', 'language'] as const),
  ...(['country', 'region', 'town', 'licence'] as const),
]);

/** Facets that may be counted, of those named. */
export function shownFacets(names: readonly string[], embargoMs: number): readonly string[] {
  return embargoMs <= 0 ? names : names.filter((name) => !OF_PAGES.has(name));
}

/** Images that were captured before the embargo. */
export function toShownFilter(embargoMs: number): IndexFilter {
  return { kind: 'time', to: Math.floor((Date.now() - embargoMs) / 1000) };
}

/**
 * The index under an embargo: images that are younger are not counted, and facets of pages are empty. Words, sites and
 * collections come as the index has them: whoever offers them looks first whether they are shown (`shown-words.ts`).
 */
export function toShownIndex(index: SearchIndex, embargoMs: number): SearchIndex {
  if (embargoMs <= 0) return index;
  const filter = toShownFilter(embargoMs);
  const narrow = <S extends IndexSelection>(selection: S): S => ({
    ...selection,
    filters: [...selection.filters, filter],
    ...(selection.collapse?.except !== undefined && {
      collapse: { except: selection.collapse.except.map(narrow) },
    }),
  });
  return {
    documentCount: (options) => index.count({ filters: [filter] }, options),
    generation: (options) => index.generation(options),
    languages: (options) => index.languages(options),
    search: (query, options) => index.search(narrow(query), options),
    count: (selection, options) => index.count(narrow(selection), options),
    facet: async (selection, facet, limit, options) =>
      OF_PAGES.has(facet) ? [] : index.facet(narrow(selection), facet, limit, options),
    histogram: (selection, starts, options) => index.histogram(narrow(selection), starts, options),
    timeSpan: (selection, options) => index.timeSpan(narrow(selection), options),
    cells: (selection, grid, options) => index.cells(narrow(selection), grid, options),
    documents: (ids, options) => index.documents(ids, options),
    lookAlikes: (picture, range, options) => index.lookAlikes(picture, range, options),
    wordsFrom: (prefix, limit, options) => index.wordsFrom(prefix, limit, options),
    wordCount: (word, options) => index.wordCount(word, options),
    sitesFrom: (prefix, limit, options) => index.sitesFrom(prefix, limit, options),
    collections: (options) => index.collections(options),
  };
}
