// What a caller may ask of search, checked once at the border.
import type { ImageDocument, ImagePage } from '../model/image.ts';
import type { IndexFilter, IndexSort, WordForms } from '../model/index-query.ts';
import type { PlaceReader } from '../model/place.ts';
import type { QueryBox } from '../model/query/query.ts';
import { RANKING_PROFILES, type RankingProfile } from '../model/ranking.ts';
import { PinakesError } from '../support/errors.ts';

/** Answers of a request that names no limit. */
export const DEFAULT_LIMIT = 24;

/** Most answers of one request. */
export const MAX_LIMIT = 1000;

/** Answers after this one cannot be reached. */
export const MAX_DEPTH = 100_000;

/** Orders of answers, the default one first. */
export const SORTS: readonly IndexSort[] = ['relevance', 'newest', 'oldest'];

/**
 * Which words of a query must match. `all`: every word. `most`: every word and, where fewer than 24 pictures hold them
 * all, behind these the pictures that hold some of them. `any`: one is enough. Words with `+`, phrases and
 * alternatives are always needed in `most`; in `any` only words with `+` are.
 */
export type WordMatch = 'all' | 'most' | 'any';

/** All of these, the default one first. */
export const WORD_MATCHES: readonly WordMatch[] = ['most', 'all', 'any'];

/** What becomes of resized copies and near duplicates: the best stands for all of them, or each for itself. */
export type Duplicates = 'collapse' | 'all';

/** All of these, the default one first. */
export const DUPLICATES: readonly Duplicates[] = ['collapse', 'all'];

/** Which pictures are meant: what `facets` and `timeline` share with a search. */
export interface SelectionRequest {
  /** In the query language; any text is allowed, `''` means all pictures. */
  readonly query: string;
  /** Which of the words must match. Default `most`. */
  readonly match?: WordMatch;
  /**
   * A ranking profile, or the name of one of `RANKING_PROFILES`: words are looked for in the fields that count in it.
   * Default: the first of these.
   */
  readonly profile?: string | RankingProfile | undefined;
  /** Whether variants of a picture are one answer or all of them are shown, unless the query says `variants:`. Default `collapse`. */
  readonly duplicates?: Duplicates;
  /** Hides what may offend unless the query says `safe:off`. Default true. */
  readonly safe?: boolean;
  /** Only pictures whose place is between these bounds, in degrees; over the antimeridian where `west` is the larger. */
  readonly box?: GeoBox | undefined;
  /** Only pictures whose place is at least so sure, from 0 to 1. */
  readonly sure?: number | undefined;
  /** Finds places for `near:NAME` and `place:NAME`. Absent: names of places are not known to an index; a library asks the gazetteer. */
  readonly places?: Pick<PlaceReader, 'byName'> | undefined;
  /** Hides pictures first captured less than so many milliseconds before `now`. Default: none hidden. */
  readonly embargoMs?: number;
  /** More conditions, which no query names. */
  readonly filters?: readonly IndexFilter[];
  /** The present for `embargoMs`. Default: the time of the call. */
  readonly now?: Date;
  /** Ends the request: it is rejected with the reason of the signal. */
  readonly signal?: AbortSignal | undefined;
}

/** A part of the map. */
export type GeoBox = QueryBox;

/** A search. */
export interface SearchRequest extends SelectionRequest {
  /** Most answers wanted, at least 1; more than 1000 are taken as 1000. Default 24. */
  readonly limit?: number;
  /** Answers to leave out at the start; less than 100,000. Default 0. */
  readonly offset?: number;
  /** `next` of an earlier answer to the same query: goes on after it, whatever `offset` says. */
  readonly cursor?: string;
  /** Default `relevance`. */
  readonly sort?: string;
  /** Milliseconds of a clock that never goes back, for `took`. Default `performance.now`. */
  readonly clock?: () => number;
  /** Tells which page said the words, where it is not the oldest; an index alone does not know. Not asked under an embargo. */
  readonly matchedPages?:
    | ((document: ImageDocument, words: readonly WordForms[]) => ImagePage | undefined)
    | undefined;
}

/** The part of a search request that can be wrong, checked and complete. */
export interface Paging {
  readonly limit: number;
  readonly offset: number;
  readonly profile: RankingProfile;
  readonly sort: IndexSort;
}

/** Checks a request. Throws a `PinakesError` for a limit, offset, profile or sort that cannot be meant. */
export function toPaging(request: SearchRequest): Paging {
  const { limit = DEFAULT_LIMIT, offset = 0 } = request;
  if (!Number.isSafeInteger(limit) || limit < 1) {
    throw invalidRequest(`The limit must be a whole number from 1 to ${MAX_LIMIT}.`);
  }
  if (!Number.isSafeInteger(offset) || offset < 0 || offset >= MAX_DEPTH) {
    throw invalidRequest(`The offset must be a whole number from 0 to ${MAX_DEPTH - 1}.`);
  }
  return {
    limit: Math.min(limit, MAX_LIMIT, MAX_DEPTH - offset),
    offset,
    profile: toProfile(request.profile),
    sort: toSort(request.sort),
  };
}

/** The error for a request that cannot be meant. */
export function invalidRequest(detail: string): PinakesError {
  return new PinakesError('USAGE', { detail, command: 'search' });
}

/** A text from outside in a message: short, and without characters that could upset a terminal. */
export function quoteForMessage(text: string): string {
  const plain = text.replace(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu, '\ufffd');
  return `\`${plain.length > 60 ? `${plain.slice(0, 60)}…` : plain}\``;
}

/** The profile that is meant. Throws a `PinakesError` for a name that no profile has. */
export function toProfile(asked: string | RankingProfile | undefined): RankingProfile {
  if (typeof asked === 'object') return asked;
  const found = RANKING_PROFILES.find(({ name }) => asked === undefined || name === asked);
  if (found !== undefined) return found;
  const names = RANKING_PROFILES.map(({ name }) => name).join(', ');
  throw invalidRequest(
    `There is no ranking profile ${quoteForMessage(asked ?? '')}; there are ${names}.`,
  );
}

function toSort(name = 'relevance'): IndexSort {
  const found = SORTS.find((sort) => sort === name);
  if (found !== undefined) return found;
  throw invalidRequest(
    `There is no order ${quoteForMessage(name)}; there are ${SORTS.join(', ')}.`,
  );
}
