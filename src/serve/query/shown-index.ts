// An index that counts what may be shown, and names nothing that only younger pages say.
import type { Facet, IndexFilter, IndexSelection, SearchIndex } from '../../model/index-query.ts';
import type { CollectionScope } from '../access/collection-scope.ts';
import type { Embargoed } from './embargo.ts';

/** Told by the oldest page of an image, which may be younger than the image: these cannot be counted under an embargo. */
const OF_PAGES: ReadonlySet<string> = new Set<Facet>([
  ...(['site', 'language'] as const),
  ...(['country', 'region', 'town', 'licence'] as const),
]);

/** The index with the names of those collections alone that may be seen: others are to it as if they were not there. */
export function withShownNames(
  index: SearchIndex,
  scope: CollectionScope | undefined,
): SearchIndex {
  if (scope === undefined) return index;
  return {
    ...index,
    collections: async (options) =>
      (await index.collections(options)).filter(({ value }) => scope.shows(value)),
  };
}

/** What narrows an index down. */
type Narrowing = Pick<Embargoed, 'embargoMs' | 'scope'>;

/** Facets that may be counted, of those named. */
export function shownFacets(
  names: readonly string[],
  { embargoMs, scope }: Narrowing,
): readonly string[] {
  const isAll = embargoMs <= 0 && scope?.hasEmbargo !== true;
  return isAll ? names : names.filter((name) => !OF_PAGES.has(name));
}

/** Values of a facet without the names of collections that are not shown. */
export function shownValues<T extends { readonly value: string }>(
  facet: string,
  values: readonly T[],
  { scope }: Narrowing,
): readonly T[] {
  if (scope === undefined || facet !== 'collection') return values;
  return values.filter(({ value }) => scope.shows(value));
}

/** Images that may be counted: captured before the embargo, and in no collection of which something is hidden. */
function toShownFilters({ embargoMs, scope }: Narrowing): IndexFilter[] {
  const time: IndexFilter = { kind: 'time', to: Math.floor((Date.now() - embargoMs) / 1000) };
  return [...(embargoMs > 0 ? [time] : []), ...(scope?.counts ?? [])];
}

/**
 * The index as a client may see it: images that are younger, or that a hidden collection has, are not counted; under an embargo facets of pages are empty. Words, sites and
 * collections come as the index has them: whoever offers them looks first whether they are shown (`shown-words.ts`).
 */
export function toShownIndex(index: SearchIndex, narrowing: Narrowing): SearchIndex {
  const shown = toShownFilters(narrowing);
  if (shown.length === 0) return index;
  const isOfPages = (facet: Facet) => shownFacets([facet], narrowing).length === 0;
  const narrow = <S extends IndexSelection>(selection: S): S => ({
    ...selection,
    filters: [...selection.filters, ...shown],
    ...(selection.collapse?.except !== undefined && {
      collapse: { except: selection.collapse.except.map(narrow) },
    }),
  });
  return {
    documentCount: (options) => index.count({ filters: shown }, options),
    generation: (options) => index.generation(options),
    languages: (options) => index.languages(options),
    search: (query, options) => index.search(narrow(query), options),
    count: (selection, options) => index.count(narrow(selection), options),
    facet: async (selection, facet, limit, options) =>
      isOfPages(facet)
        ? []
        : shownValues(
            facet,
            await index.facet(narrow(selection), facet, limit, options),
            narrowing,
          ),
    histogram: (selection, starts, options) => index.histogram(narrow(selection), starts, options),
    timeSpan: (selection, options) => index.timeSpan(narrow(selection), options),
    cells: (selection, grid, options) => index.cells(narrow(selection), grid, options),
    documents: (ids, options) => index.documents(ids, options),
    lookAlikes: (picture, range, options) => index.lookAlikes(picture, range, options),
    wordsFrom: (prefix, limit, options) => index.wordsFrom(prefix, limit, options),
    wordCount: (word, options) => index.wordCount(word, options),
    wordsOfStems: (stems, options) => index.wordsOfStems(stems, options),
    sitesFrom: (prefix, limit, options) => index.sitesFrom(prefix, limit, options),
    knowsLinks: (options) => index.knowsLinks(options),
    collections: async (options) =>
      shownValues('collection', await index.collections(options), narrowing),
  };
}
