// The face of search: from the text a person typed to pictures, counts, and help with the next query.
import type { SearchIndex } from '../model/index-query.ts';
import { parseQuery } from '../model/query/parse-query.ts';
import { printQuery } from '../model/query/print-query.ts';
import { fingerprint, parseCursor, printCursor } from './cursor.ts';
import { type SearchItem, toItem, toShownPage } from './item.ts';
import { type Plan, toPlan } from './plan.ts';
import { MAX_DEPTH, MAX_LIMIT, type Paging, type SearchRequest, toPaging } from './request.ts';
import { resumeAfter } from './resume.ts';
import {
  countSelected,
  type PartName,
  type PartsAnswer,
  searchParts,
  selectParts,
} from './selected.ts';
import { type SearchWarning, toQueryWarnings, toWarning } from './warning.ts';
import { withSignal } from './with-signal.ts';

export type { PictureLook } from '../model/alike.ts';
export { analyse } from '../model/analysis/analysis.ts';
export type { ColorFamily } from '../model/color.ts';
export type { FlagFacet, NamedFacet } from '../model/field-lists.ts';
export type {
  ImageColors,
  PaletteColor,
  PictureBox,
  PictureLabel,
  PictureSize,
  PictureText,
  PictureVariant,
  ShownLabel,
  ShownPictureText,
} from '../model/field-types.ts';
export type { ImageDocument } from '../model/image.ts';
export type {
  Collapse,
  ContentDocuments,
  Facet,
  FacetCount,
  IndexAnswer,
  IndexFilter,
  IndexHit,
  IndexOptions,
  IndexQuery,
  IndexSelection,
  IndexSort,
  IndexWriter,
  LookAlike,
  MapCell,
  MapCells,
  MapGrid,
  MatchNode,
  SearchIndex,
  StemKey,
  TimeBucket,
  TimeSpan,
  VocabularyWord,
  WordForms,
} from '../model/index-query.ts';
export type { Kind } from '../model/kind.ts';
export type { LicenceName, LicenceSource, StatedLicence } from '../model/licence.ts';
export type {
  Address,
  EvidenceRole,
  EvidenceSource,
  LatLon,
  NamedPlace,
  PlaceEvidence,
  PlaceExtent,
  PlaceReader,
  ShownPlace,
  TextContext,
} from '../model/place.ts';
export type {
  OperatorNode,
  Query,
  QueryBox,
  QueryNode,
  QueryPlace,
  QuerySize,
  QuerySpan,
  QueryTime,
} from '../model/query/query.ts';
export {
  type PhraseBoost,
  type Prior,
  type PriorColumn,
  RANKING_PROFILES,
  type RankingProfile,
  TEXT_FIELDS,
  type TextField,
} from '../model/ranking.ts';
export {
  type CollectionStatistics,
  type FieldStatistics,
  type ScoredDocument,
  type ScoreQuery,
  scoreDocument,
} from '../model/score.ts';
export {
  findByImage,
  type ImageAnswer,
  type ImageMatch,
  type ImageMatchItem,
  type ImageRequest,
} from './by-image.ts';
export { type Correction, didYouMean } from './did-you-mean.ts';
export { type FacetAnswer, type FacetRequest, facets } from './facets.ts';
export type { SearchItem } from './item.ts';
export { type Plan, toPlan } from './plan.ts';
export { NSFW_LIMIT } from './plan-filters.ts';
export {
  DEFAULT_LIMIT,
  DUPLICATES,
  type Duplicates,
  type GeoBox,
  MAX_DEPTH,
  MAX_LIMIT,
  type SearchRequest,
  type SelectionRequest,
  SORTS,
  WORD_MATCHES,
  type WordMatch,
} from './request.ts';
export type { PartName } from './selected.ts';
export { type Suggestion, type SuggestRequest, suggest } from './suggest.ts';
export {
  type Timeline,
  type TimelineBucket,
  type TimelineRequest,
  type TimeUnit,
  timeline,
} from './timeline.ts';
export type { SearchWarning } from './warning.ts';

/** What was found. */
export interface SearchAnswer {
  /** The query as it was understood, in the query language. */
  readonly query: string;
  /** Number of all pictures that match, variants of one counted once unless all were asked for; always exact. */
  readonly total: { readonly value: number; readonly relation: 'eq' };
  readonly items: readonly SearchItem[];
  /**
   * What `total` and `items` are made of, in this order: pictures that hold all words and, where they are fewer than a
   * page and `match` is `most`, those that hold some of them.
   */
  readonly parts: readonly AnswerPart[];
  /** Cursor of the next answers; `null` at the end. */
  readonly next: string | null;
  /** Milliseconds. */
  readonly took: number;
  readonly warnings: readonly SearchWarning[];
}

/** A part of an answer. */
export interface AnswerPart {
  readonly match: PartName;
  /** Number of pictures of this part in the library; always exact. */
  readonly total: number;
  /** How many of the `items` belong to it. */
  readonly items: number;
}

/** With words and operators as alternatives each page is merged from the start, so it must not be far. */
const MAX_MERGED_DEPTH = 5000;

/**
 * Finds pictures. Any text is a query: what cannot be understood is left out and told in `warnings`. A
 * cursor that is damaged or belongs to another search gives no items and a warning with a code `cursor-…`.
 * Rejects with a `PinakesError` for a limit, offset, profile or sort that cannot be meant.
 *
 * @example const { items } = await searchImages(index, { query: 'lisboa year:2004', limit: 10 });
 */
export async function searchImages(
  searched: SearchIndex,
  request: SearchRequest,
): Promise<SearchAnswer> {
  const index = withSignal(searched, request.signal);
  const clock = request.clock ?? (() => performance.now());
  const started = clock();
  const paging = toPaging(request);
  const { query, notes } = parseQuery(request.query);
  const plan = await toPlan(index, query, request);
  const warnings = [...toQueryWarnings(notes), ...plan.warnings];
  if ((request.limit ?? 0) > MAX_LIMIT) warnings.push(toWarning('limit-lowered', MAX_LIMIT));
  const understood = printQuery(query);
  const page = await readPage(index, {
    plan,
    paging,
    cursor: request.cursor,
    search: toSearchKey(),
    // A page that came later may not be named.
    matchedPages: (request.embargoMs ?? 0) > 0 ? undefined : request.matchedPages,
  });
  return {
    query: understood,
    total: { value: page.total, relation: 'eq' },
    items: page.items,
    parts: page.parts,
    next: page.next,
    took: Math.max(0, Math.round((clock() - started) * 100) / 100),
    warnings: [...warnings, ...page.warnings],
  };

  /** A cursor goes on with this search only; the profile matters only where it orders. */
  function toSearchKey(): string {
    const { match = 'most', duplicates = 'collapse', safe = true, embargoMs = 0 } = request;
    const { box, sure, filters } = request;
    const profile = paging.sort === 'relevance' ? paging.profile.name : '';
    const chosen = [match, duplicates, safe, embargoMs, box, sure, filters];
    const parts = [understood, paging.sort, profile, ...chosen];
    return fingerprint(JSON.stringify(parts));
  }
}

interface PageRequest {
  readonly plan: Plan;
  readonly paging: Paging;
  readonly cursor: string | undefined;
  readonly search: string;
  readonly matchedPages: SearchRequest['matchedPages'];
}

interface Page {
  readonly total: number;
  readonly items: readonly SearchItem[];
  readonly parts: readonly AnswerPart[];
  readonly next: string | null;
  readonly warnings: readonly SearchWarning[];
}

/** The answers after a cursor or an offset. */
async function readPage(
  index: SearchIndex,
  { plan, paging, cursor, search, matchedPages }: PageRequest,
): Promise<Page> {
  const { profile, sort } = paging;
  const generation = await index.generation();
  const empty = async (warning: SearchWarning): Promise<Page> => {
    const { parts } = await selectParts(index, plan);
    const all = await countSelected(index, plan.selections);
    const hasSome = parts.includes('some');
    const total = hasSome ? all + (await countSelected(index, plan.some)) : all;
    const none = { hits: [], total, all, hasSome };
    return { total, items: [], parts: toParts(none, 0), next: null, warnings: [warning] };
  };
  const ask = (offset: number, limit: number): Promise<PartsAnswer> =>
    searchParts(index, plan, { words: plan.words, profile, sort, offset, limit });
  const isMerged = Math.max(plan.selections.length, plan.some.length) > 1;
  const maxDepth = isMerged ? MAX_MERGED_DEPTH : MAX_DEPTH;
  const warnings: SearchWarning[] = [];
  let { offset } = paging;
  if (cursor !== undefined) {
    const place = parseCursor(cursor);
    if (place === undefined) return empty(toWarning('cursor-invalid'));
    if (place.search !== search) return empty(toWarning('cursor-other-query'));
    if (place.offset >= maxDepth) return empty(toWarning('depth-limit', maxDepth));
    const resumed = await resumeAfter(place, { generation, sort, maxDepth, ask });
    if (!resumed.isSure) warnings.push(toWarning('cursor-moved'));
    offset = resumed.offset;
  }
  if (offset >= maxDepth) return empty(toWarning('depth-limit', maxDepth));
  const answer = await ask(offset, Math.min(paging.limit, maxDepth - offset));
  const { hits, total } = answer;
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
          part: end > answer.all ? 1 : 0,
          score: last.score,
          time: last.document.oldest.time,
          id: last.document.id,
        })
      : null;
  const items = hits.map((hit): SearchItem => {
    const page = matchedPages?.(hit.document, plan.words);
    return page === undefined ? toItem(hit) : { ...toItem(hit), matchedPage: toShownPage(page) };
  });
  return { total, items, parts: toParts(answer, offset), next, warnings };
}

/** The parts of an answer that starts at an offset. */
function toParts({ hits, total, all, hasSome }: PartsAnswer, offset: number): AnswerPart[] {
  const first = Math.min(hits.length, Math.max(0, all - offset));
  const parts: AnswerPart[] = [{ match: 'all', total: all, items: first }];
  if (hasSome) parts.push({ match: 'some', total: total - all, items: hits.length - first });
  return parts;
}
