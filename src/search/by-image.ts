// Pictures that are the same as a picture somebody has, nearly the same, or look like it.
import { ALIKE_BITS, type PictureLook } from '../model/alike.ts';
import type { IndexHit, LookAlike, SearchIndex } from '../model/index-query.ts';
import { NEAR_BITS } from '../model/look.ts';
import { parseQuery } from '../model/query/parse-query.ts';
import { RANKING_PROFILES } from '../model/ranking.ts';
import { type SearchItem, toItem } from './item.ts';
import { toPlan } from './plan.ts';
import { MAX_ALIKE } from './plan-filters.ts';
import { invalidRequest, type SelectionRequest } from './request.ts';
import { withSignal } from './with-signal.ts';

/** How a picture was found: the same bytes, a near duplicate, or one that looks like it. */
export type ImageMatch = 'exact' | 'near' | 'alike';

/** A picture to compare with. */
export interface ImageRequest extends Omit<SelectionRequest, 'query'>, PictureLook {
  /** SHA-256 of its bytes in hexadecimal; absent: those bytes are not looked for. */
  readonly digest?: string;
  /** Id of a picture that is left out: the one that others are compared with. */
  readonly except?: string;
  /** Narrows down what is found, in the query language. Default: nothing does. */
  readonly query?: string;
  /** Most pictures wanted, 1 to 100. Default 24. */
  readonly limit?: number;
}

/** A picture that was found by another. */
export interface ImageMatchItem extends SearchItem {
  readonly match: ImageMatch;
  /** How far it is from the picture, from 0 to 128: bits in which the looks differ, or fewer where a network sees them alike. */
  readonly distance: number;
}

/** What was found by a picture. */
export interface ImageAnswer {
  /** Number of all pictures that were found; always exact. */
  readonly total: { readonly value: number; readonly relation: 'eq' };
  /** The same picture first, then the nearest. */
  readonly items: readonly ImageMatchItem[];
  /** Milliseconds. */
  readonly took: number;
}

const DEFAULT_LIMIT = 24;
const MAX_LIMIT = 100;

/** Finds pictures by a picture. Rejects with a `PinakesError` for a limit that cannot be meant. */
export async function findByImage(
  searched: SearchIndex,
  request: ImageRequest,
): Promise<ImageAnswer> {
  const { digest, look, vector, except, limit = DEFAULT_LIMIT } = request;
  if (!Number.isSafeInteger(limit) || limit < 1 || limit > MAX_LIMIT) {
    throw invalidRequest(`The limit must be a whole number from 1 to ${MAX_LIMIT}.`);
  }
  const started = performance.now();
  const index = withSignal(searched, request.signal);
  const range = { maxDistance: ALIKE_BITS, limit: MAX_ALIKE };
  const alike = await index.lookAlikes({ look, vector }, range);
  const distances = new Map(alike.map(({ id, distance }) => [id, distance]));
  if (digest !== undefined) distances.set(digest, EXACT);
  if (except !== undefined) distances.delete(except);
  const hits = await shownOf(index, [...distances.keys()], request);
  const isAll = request.duplicates === 'all';
  const ordered = hits
    .map(({ document }) => ({ document, distance: distances.get(document.id) ?? ALIKE_BITS }))
    .sort((a, b) => a.distance - b.distance || compareText(a.document.id, b.document.id));
  const own = except === undefined ? undefined : (await index.documents([except]))[0]?.picture;
  const seen = new Set<string>(own === undefined || isAll ? [] : [own.lead]);
  const shown = ordered.filter(({ document: { id, picture } }) => {
    const name = isAll ? id : (picture?.lead ?? id);
    if (seen.has(name)) return false;
    seen.add(name);
    return true;
  });
  return {
    total: { value: shown.length, relation: 'eq' },
    items: shown.slice(0, limit).map(({ document, distance }) => ({
      ...toItem({ document, score: 0 }),
      match: toMatch(distance),
      distance: Math.max(0, Math.round(distance)),
    })),
    took: Math.max(0, Math.round((performance.now() - started) * 100) / 100),
  };
}

/** Comes before a look that differs in no bit. */
const EXACT = -1;

function toMatch(distance: LookAlike['distance']): ImageMatch {
  if (distance === EXACT) return 'exact';
  return distance <= NEAR_BITS ? 'near' : 'alike';
}

/** Those of some documents that may be shown, and that the query means. */
async function shownOf(
  index: SearchIndex,
  ids: readonly string[],
  request: ImageRequest,
): Promise<readonly IndexHit[]> {
  const [profile] = RANKING_PROFILES;
  if (ids.length === 0 || profile === undefined) return [];
  const { query = '' } = request;
  const plan = await toPlan(index, parseQuery(query).query, {
    ...request,
    query,
    match: 'all',
    duplicates: 'all',
  });
  const hits: IndexHit[] = [];
  for (const selection of plan.selections) {
    const answer = await index.search({
      ...selection,
      filters: [...selection.filters, { kind: 'ids', ids }],
      words: [],
      profile,
      sort: 'oldest',
      offset: 0,
      limit: MAX_ALIKE + 1,
    });
    hits.push(...answer.hits);
  }
  return hits;
}

function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
