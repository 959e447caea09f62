// Facets with the names of their values.
import type { Facet, FacetCount } from '../model/index-query.ts';
import type { Columns } from './columns.ts';
import { countSizes, countValues, countYears, sortCounts, topCounts } from './facet-counts.ts';
import type { SearchNames } from './search-names.ts';

/** What facets are counted with. */
export interface FacetParts {
  readonly columns: Columns;
  readonly names: SearchNames;
  /** Values that are wanted at most. */
  readonly limit: number;
}

/** The most frequent values of a facet among documents, then by value. */
export function countFacet(
  facet: Facet,
  ids: Uint32Array,
  { columns, names, limit }: FacetParts,
): FacetCount[] {
  const most = Math.max(0, Math.floor(limit) || 0);
  switch (facet) {
    case 'site':
      return countNames('host');
    case 'type':
      return countNames('mime');
    case 'language':
      return countNames('language');
    case 'year':
      return sortCounts(countYears(ids, columns)).slice(0, most);
    case 'size':
      return sortCounts(countSizes(ids, columns)).slice(0, most);
    case 'collection':
      return sortCounts(countMembers(ids, columns, names)).slice(0, most);
  }

  function countNames(table: 'host' | 'mime' | 'language'): FacetCount[] {
    const counts = countValues(ids, columns.values(table));
    return topCounts(counts, most, (value) => names.nameOf(table, value));
  }
}

/** All collections with their numbers of documents, the largest first. */
export function countCollections(columns: Columns, names: SearchNames): FacetCount[] {
  const counted = countMembers(columns.ids(), columns, names);
  const counts = new Map(counted.map(({ value, count }) => [value, count]));
  return sortCounts(names.collections().map((value) => ({ value, count: counts.get(value) ?? 0 })));
}

function countMembers(ids: Uint32Array, columns: Columns, names: SearchNames): FacetCount[] {
  const counts = new Map<string, number>();
  for (const [set, count] of countValues(ids, columns.values('collections')).entries()) {
    if (count === 0) continue;
    for (const name of names.collectionsIn(set)) counts.set(name, (counts.get(name) ?? 0) + count);
  }
  return Array.from(counts, ([value, count]) => ({ value, count }));
}
