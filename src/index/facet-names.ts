// Facets with the names of their values.
import { COLUMN_SOURCES } from '../model/field-lists.ts';
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
  if (facet === 'year') return sortCounts(countYears(ids, columns)).slice(0, most);
  if (facet === 'size') return sortCounts(countSizes(ids, columns)).slice(0, most);
  const all = COLUMN_SOURCES.filter((source) => source.facet === facet);
  const [column] = all;
  if (column?.flags !== undefined) {
    const counts = countValues(ids, columns.values(column.name));
    return sortCounts(countFlags(counts, column.flags)).slice(0, most);
  }
  if (column?.names === undefined) return [];
  const table = column.names;
  if (table === 'collection_set') {
    return sortCounts(countMembers(ids, columns, names)).slice(0, most);
  }
  const counts = countTogether(all.map(({ name }) => countValues(ids, columns.values(name))));
  return topCounts(counts, most, (value) => names.nameOf(table, value));
}

/** Documents by value in any of some columns: none has a value in two of them. */
function countTogether(counted: readonly Uint32Array[]): Uint32Array {
  const [only = new Uint32Array()] = counted;
  if (counted.length < 2) return only;
  const sums = new Uint32Array(Math.max(...counted.map(({ length }) => length)));
  for (const counts of counted) {
    for (const [value, count] of counts.entries()) sums[value] = (sums[value] ?? 0) + count;
  }
  return sums;
}

/** All collections with their numbers of documents, the largest first. */
export function countCollections(columns: Columns, names: SearchNames): FacetCount[] {
  const counted = countMembers(columns.ids(), columns, names);
  const counts = new Map(counted.map(({ value, count }) => [value, count]));
  return sortCounts(names.collections().map((value) => ({ value, count: counts.get(value) ?? 0 })));
}

/** Documents by bit of their values. */
function countFlags(counts: Uint32Array, flags: readonly string[]): FacetCount[] {
  const byBit = flags.map((value) => ({ value, count: 0 }));
  for (const [value, count] of counts.entries()) {
    if (count === 0) continue;
    for (const [bit, flag] of byBit.entries()) if (((value >>> bit) & 1) === 1) flag.count += count;
  }
  return byBit.filter(({ count }) => count > 0);
}

function countMembers(ids: Uint32Array, columns: Columns, names: SearchNames): FacetCount[] {
  const counts = new Map<string, number>();
  for (const [set, count] of countValues(ids, columns.values('collections')).entries()) {
    if (count === 0) continue;
    for (const name of names.collectionsIn(set)) counts.set(name, (counts.get(name) ?? 0) + count);
  }
  return Array.from(counts, ([value, count]) => ({ value, count }));
}
