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
  TimeSpan,
} from '../model/index-query.ts';

type Selections = readonly IndexSelection[];

/** A part of an answer: pictures that hold all words of the query (or whichever it asks for), or some of them. */
export type PartName = 'all' | 'some';

/** Where fewer pictures than these hold all words, those that hold some of them follow: a page of answers. */
export const FEW = 24;

/** What `searchParts` finds. */
export interface PartsAnswer extends IndexAnswer {
  /** How many of `total` come first because they hold all words. */
  readonly all: number;
  /** Whether pictures with some of the words follow, be it that there are none. */
  readonly hasSome: boolean;
}

/** Answers of all parts, one behind the other; each part is in the order of the index. */
export async function searchParts(
  index: SearchIndex,
  { selections, some }: { readonly selections: Selections; readonly some: Selections },
  query: Omit<IndexQuery, keyof IndexSelection>,
): Promise<PartsAnswer> {
  const first = await searchSelected(index, selections, query);
  const all = first.total;
  const hasSome = some.length > 0 && all < FEW;
  if (!hasSome) return { ...first, all, hasSome };
  const second = await searchSelected(index, some, {
    ...query,
    offset: Math.max(0, query.offset - all),
    limit: query.limit - first.hits.length,
  });
  return {
    hits: [...first.hits, ...second.hits],
    total: all + second.total,
    all,
    hasSome,
  };
}

/** The selections whose pictures an answer shows, and the parts they are. */
export async function selectParts(
  index: SearchIndex,
  { selections, some }: { readonly selections: Selections; readonly some: Selections },
): Promise<{ readonly selections: Selections; readonly parts: readonly PartName[] }> {
  const hasSome = some.length > 0 && (await countSelected(index, selections)) < FEW;
  return hasSome
    ? { selections: [...selections, ...some], parts: ['all', 'some'] }
    : { selections, parts: ['all'] };
}

/** Values of a facet that are added up when there are several selections; rarer ones may be missed. */
const MAX_VALUES = 10_000;

/** Answers in the order of the index, whichever selection they come from. */
export async function searchSelected(
  index: SearchIndex,
  selections: Selections,
  query: Omit<IndexQuery, keyof IndexSelection>,
): Promise<IndexAnswer> {
  const [only] = selections;
  if (only !== undefined && selections.length === 1) return index.search({ ...only, ...query });
  const limit = query.offset + query.limit;
  const answers = await askEach(selections, (selection) =>
    index.search({ ...selection, ...query, offset: 0, limit }),
  );
  const hits = answers.flatMap((answer) => answer.hits).sort(compareHits(query.sort));
  const total = answers.reduce((sum, answer) => sum + answer.total, 0);
  return { hits: hits.slice(query.offset, limit), total };
}

/** Number of documents. */
export async function countSelected(index: SearchIndex, selections: Selections): Promise<number> {
  const counts = await askEach(selections, (selection) => index.count(selection));
  return counts.reduce((sum, count) => sum + count, 0);
}

/** Values of a facet, most frequent first, then by value. */
export async function facetSelected(
  index: SearchIndex,
  selections: Selections,
  { facet, limit }: { readonly facet: Facet; readonly limit: number },
): Promise<readonly FacetCount[]> {
  const [only] = selections;
  if (only !== undefined && selections.length === 1) return index.facet(only, facet, limit);
  const all = await askEach(selections, (selection) => index.facet(selection, facet, MAX_VALUES));
  const counts = new Map<string, number>();
  for (const { value, count } of all.flat()) counts.set(value, (counts.get(value) ?? 0) + count);
  return [...counts]
    .map(([value, count]) => ({ value, count }))
    .sort((a, b) => b.count - a.count || compareText(a.value, b.value))
    .slice(0, limit);
}

/** Documents between the given starts; the last bucket is open. */
export async function histogramSelected(
  index: SearchIndex,
  selections: Selections,
  starts: readonly number[],
): Promise<readonly TimeBucket[]> {
  const all = await askEach(selections, (selection) => index.histogram(selection, starts));
  return starts.map((start, at) => ({
    start,
    count: all.reduce((sum, buckets) => sum + (buckets[at]?.count ?? 0), 0),
  }));
}

/** Oldest captures of the first and last document; `undefined` when there is none. */
export async function timeSpanSelected(
  index: SearchIndex,
  selections: Selections,
): Promise<TimeSpan | undefined> {
  const spans = await askEach(selections, (selection) => index.timeSpan(selection));
  const known = spans.filter((span) => span !== undefined);
  if (known.length === 0) return undefined;
  return {
    first: Math.min(...known.map((span) => span.first)),
    last: Math.max(...known.map((span) => span.last)),
  };
}

/** Asks about one selection after another: there are up to dozens, and an engine has others to answer. */
async function askEach<Answer>(
  selections: Selections,
  ask: (selection: IndexSelection) => Promise<Answer>,
): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (const selection of selections) answers.push(await ask(selection));
  return answers;
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
