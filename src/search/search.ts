// The face of search: from the text a person typed to pictures, counts, and help with the next query.
import type { IndexAnswer, SearchIndex } from '../model/index-query.ts';
import { parseQuery } from '../model/query/parse-query.ts';
import { printQuery } from '../model/query/print-query.ts';
import { fingerprint, parseCursor, printCursor } from './cursor.ts';
import { type SearchItem, toItem } from './item.ts';
import { type Plan, toPlan } from './plan.ts';
import { MAX_DEPTH, MAX_LIMIT, type Paging, type SearchRequest, toPaging } from './request.ts';
import { resumeAfter } from './resume.ts';
import { countSelected, searchSelected } from './selected.ts';
import { type SearchWarning, toQueryWarnings, toWarning } from './warning.ts';

export { didYouMean } from './did-you-mean.ts';
export { type FacetAnswer, facets } from './facets.ts';
export type { SearchItem } from './item.ts';
export { type Plan, toPlan } from './plan.ts';
export {
  DEFAULT_LIMIT,
  MAX_DEPTH,
  MAX_LIMIT,
  type SearchRequest,
  type SelectionRequest,
  SORTS,
} from './request.ts';
export { type Suggestion, suggest } from './suggest.ts';
export { type Timeline, type TimelineBucket, timeline } from './timeline.ts';
export type { SearchWarning } from './warning.ts';

/** What was found. */
export interface SearchAnswer {
  /** The query as it was understood, in the query language. */
  readonly query: string;
  /** Number of all pictures that match; always exact. */
  readonly total: { readonly value: number; readonly relation: 'eq' };
  readonly items: readonly SearchItem[];
  /** Cursor of the next answers; `null` at the end. */
  readonly next: string | null;
  /** Milliseconds. */
  readonly took: number;
  readonly warnings: readonly SearchWarning[];
}

/** With words and operators as alternatives each page is merged from the start, so it must not be far. */
const MAX_MERGED_DEPTH = 5000;

/**
 * Finds pictures. Any text is a query: what cannot be understood is left out and told in `warnings`. A
 * cursor that is damaged or belongs to another search gives no items and a warning with a code `cursor-…`.
 * Throws a `PinakesError` for a limit, offset, profile or sort that cannot be meant.
 *
 * @example searchImages(index, { query: 'lisboa site:publico.pt year:2004', limit: 10 }).items
 */
export function searchImages(index: SearchIndex, request: SearchRequest): SearchAnswer {
  const clock = request.clock ?? (() => performance.now());
  const started = clock();
  const paging = toPaging(request);
  const { query, notes } = parseQuery(request.query);
  const plan = toPlan(index, query, request);
  const warnings = [...toQueryWarnings(notes), ...plan.warnings];
  if ((request.limit ?? 0) > MAX_LIMIT) warnings.push(toWarning('limit-lowered', MAX_LIMIT));
  const understood = printQuery(query);
  const page = readPage(index, { plan, paging, cursor: request.cursor, search: toSearchKey() });
  return {
    query: understood,
    total: { value: page.total, relation: 'eq' },
    items: page.items,
    next: page.next,
    took: Math.max(0, Math.round((clock() - started) * 100) / 100),
    warnings: [...warnings, ...page.warnings],
  };

  /** A cursor goes on with this search only; the profile matters only where it orders. */
  function toSearchKey(): string {
    const { defaultOperator = 'and', safe = true, embargoMs = 0 } = request;
    const profile = paging.sort === 'relevance' ? paging.profile.name : '';
    const parts = [understood, paging.sort, profile, defaultOperator, safe, embargoMs];
    return fingerprint(JSON.stringify(parts));
  }
}

interface PageRequest {
  readonly plan: Plan;
  readonly paging: Paging;
  readonly cursor: string | undefined;
  readonly search: string;
}

interface Page {
  readonly total: number;
  readonly items: readonly SearchItem[];
  readonly next: string | null;
  readonly warnings: readonly SearchWarning[];
}

/** The answers after a cursor or an offset. */
function readPage(index: SearchIndex, { plan, paging, cursor, search }: PageRequest): Page {
  const { profile, sort } = paging;
  const { generation } = index;
  const empty = (warning: SearchWarning): Page => ({
    total: countSelected(index, plan.selections),
    items: [],
    next: null,
    warnings: [warning],
  });
  const ask = (offset: number, limit: number): IndexAnswer =>
    searchSelected(index, plan.selections, { words: plan.words, profile, sort, offset, limit });
  const maxDepth = plan.selections.length > 1 ? MAX_MERGED_DEPTH : MAX_DEPTH;
  const warnings: SearchWarning[] = [];
  let { offset } = paging;
  if (cursor !== undefined) {
    const place = parseCursor(cursor);
    if (place === undefined) return empty(toWarning('cursor-invalid'));
    if (place.search !== search) return empty(toWarning('cursor-other-query'));
    if (place.offset >= maxDepth) return empty(toWarning('depth-limit', maxDepth));
    const resumed = resumeAfter(place, { generation, sort, maxDepth, ask });
    if (!resumed.isSure) warnings.push(toWarning('cursor-moved'));
    offset = resumed.offset;
  }
  if (offset >= maxDepth) return empty(toWarning('depth-limit', maxDepth));
  const { hits, total } = ask(offset, Math.min(paging.limit, maxDepth - offset));
  const end = offset + hits.length;
  const last = hits.at(-1);
  const hasMore = last !== undefined && end < total;
  if (hasMore && end >= maxDepth) warnings.push(toWarning('depth-limit', maxDepth));
  const next =
    hasMore && end < maxDepth
      ? printCursor({
          generation,
          offset: end,
          search,
          score: last.score,
          time: last.document.oldest.time,
          id: last.document.id,
        })
      : null;
  return { total, items: hits.map(toItem), next, warnings };
}
