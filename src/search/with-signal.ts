// An index whose questions all end with one signal.
import type { SearchIndex } from '../model/index-query.ts';

/** The index itself when there is no signal. */
export function withSignal(index: SearchIndex, signal: AbortSignal | undefined): SearchIndex {
  if (signal === undefined) return index;
  const options = { signal };
  return {
    documentCount: () => index.documentCount(options),
    generation: () => index.generation(options),
    languages: () => index.languages(options),
    search: (query) => index.search(query, options),
    count: (selection) => index.count(selection, options),
    facet: (selection, facet, limit) => index.facet(selection, facet, limit, options),
    histogram: (selection, starts) => index.histogram(selection, starts, options),
    timeSpan: (selection) => index.timeSpan(selection, options),
    cells: (selection, grid) => index.cells(selection, grid, options),
    documents: (ids) => index.documents(ids, options),
    lookAlikes: (picture, range) => index.lookAlikes(picture, range, options),
    wordsFrom: (prefix, limit) => index.wordsFrom(prefix, limit, options),
    wordCount: (word) => index.wordCount(word, options),
    wordsOfStems: (stems) => index.wordsOfStems(stems, options),
    sitesFrom: (prefix, limit) => index.sitesFrom(prefix, limit, options),
    knowsLinks: () => index.knowsLinks(options),
    collections: () => index.collections(options),
  };
}
