// Asks an index about several selections at once, of which no two share a document, as if they were one.
import type {
  Facet,
  FacetCount,
  IndexAnswer,
  IndexHit,
  IndexQuery,
  IndexSelection,
  IndexSort,
  SearchIndex,
  TimeBucket,
} from '../model/index-query.ts';

type Selections = readonly IndexSelection[];

/** Values of a facet that are added up when there are several selections; rarer ones may be missed. */
const MAX_VALUES = 10_000;

/** Answers in the order of the index, whichever selection they come from. */
export function searchSelected(
  index: SearchIndex,
  selections: Selections,
  query: Omit<IndexQuery, keyof IndexSelection>,
): IndexAnswer {
  const [only] = selections;
  if (only !== undefined && selections.length === 1) return index.search({ ...only, ...query });
  const limit = query.offset + query.limit;
  const answers = selections.map((selection) =>
    index.search({ ...selection, ...query, offset: 0, limit }),
  );
  const hits = answers.flatMap((answer) => answer.hits).sort(compareHits(query.sort));
  const total = answers.reduce((sum, answer) => sum + answer.total, 0);
  return { hits: hits.slice(query.offset, limit), total };
}

/** Number of documents. */
export function countSelected(index: SearchIndex, selections: Selections): number {
  return selections.reduce((sum, selection) => sum + index.count(selection), 0);
}

/** Values of a facet, most frequent first, then by value. */
export function facetSelected(
  index: SearchIndex,
  selections: Selections,
  { facet, limit }: { readonly facet: Facet; readonly limit: number },
): readonly FacetCount[] {
  const [only] = selections;
  if (only !== undefined && selections.length === 1) return index.facet(only, facet, limit);
  const counts = new Map<string, number>();
  for (const selection of selections) {
    for (const { value, count } of index.facet(selection, facet, MAX_VALUES)) {
      counts.set(value, (counts.get(value) ?? 0) + count);
    }
  }
  return [...counts]
    .map(([value, count]) => ({ value, count }))
    .sort((a, b) => b.count - a.count || compareText(a.value, b.value))
    .slice(0, limit);
}

/** Documents between the given starts; the last bucket is open. */
export function histogramSelected(
  index: SearchIndex,
  selections: Selections,
  starts: readonly number[],
): readonly TimeBucket[] {
  const all = selections.map((selection) => index.histogram(selection, starts));
  return starts.map((start, at) => ({
    start,
    count: all.reduce((sum, buckets) => sum + (buckets[at]?.count ?? 0), 0),
  }));
}

/** Oldest captures of the first and last document, seconds; `undefined` when there is none. */
export function timeSpanSelected(
  index: SearchIndex,
  selections: Selections,
): { readonly first: number; readonly last: number } | undefined {
  const spans = selections.map((selection) => index.timeSpan(selection));
  const known = spans.filter((span) => span !== undefined);
  if (known.length === 0) return undefined;
  return {
    first: Math.min(...known.map((span) => span.first)),
    last: Math.max(...known.map((span) => span.last)),
  };
}

/** The order of an index: score, oldest capture, SURT, id; or time alone before SURT and id. */
export function compareHits(sort: IndexSort): (a: IndexHit, b: IndexHit) => number {
  const direction = sort === 'newest' ? -1 : 1;
  return (a, b) =>
    (sort === 'relevance' ? b.score - a.score : 0) ||
    direction * compareText(a.document.oldest.time, b.document.oldest.time) ||
    compareText(a.document.oldest.surt, b.document.oldest.surt) ||
    compareText(a.document.id, b.document.id);
}

function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
