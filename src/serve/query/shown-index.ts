// An index that counts what may be shown, and names nothing that only younger pages say.
import type {
  Facet,
  FacetCount,
  IndexFilter,
  IndexSelection,
  SearchIndex,
} from '../../model/index-query.ts';

/** Told by the oldest page of an image, which may be younger than the image: these cannot be counted under an embargo. */
const OF_PAGES: ReadonlySet<string> = new Set<Facet>(['site', 'language']);

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
  });
  return {
    get documentCount() {
      return index.count({ filters: [filter] });
    },
    get generation() {
      return index.generation;
    },
    get languages() {
      return index.languages;
    },
    search: (query) => index.search(narrow(query)),
    count: (selection) => index.count(narrow(selection)),
    facet: (selection, facet, limit): readonly FacetCount[] =>
      OF_PAGES.has(facet) ? [] : index.facet(narrow(selection), facet, limit),
    histogram: (selection, starts) => index.histogram(narrow(selection), starts),
    timeSpan: (selection) => index.timeSpan(narrow(selection)),
    documents: (ids) => index.documents(ids),
    wordsFrom: (prefix, limit) => index.wordsFrom(prefix, limit),
    wordCount: (word) => index.wordCount(word),
    sitesFrom: (prefix, limit) => index.sitesFrom(prefix, limit),
    collections: () => index.collections(),
  };
}
