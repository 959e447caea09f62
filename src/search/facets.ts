// Counts of the pictures a query finds: by site, year, type, size, collection and language.
import { FACETS, type Facet, type FacetCount, type SearchIndex } from '../model/index-query.ts';
import { parseQuery } from '../model/query/parse-query.ts';
import { toPlan } from './plan.ts';
import { invalidRequest, quoteForMessage, type SelectionRequest } from './request.ts';
import { facetSelected } from './selected.ts';

/** Values of one facet. */
export interface FacetAnswer {
  readonly facet: Facet;
  /** Most frequent first, then by value. */
  readonly values: readonly FacetCount[];
}

const DEFAULT_VALUES = 20;
const MAX_VALUES = 1000;

/**
 * Counts what a query finds by the facets named, in their order. At most `limit` values each (default 20, at
 * most 1000). Throws a `PinakesError` for a name that is no facet.
 */
export function facets(
  index: SearchIndex,
  request: SelectionRequest,
  { names = FACETS, limit = DEFAULT_VALUES }: FacetOptions = {},
): FacetAnswer[] {
  const wanted = [...new Set(names)].map(toFacet);
  if (!Number.isSafeInteger(limit) || limit < 1) {
    throw invalidRequest(`The number of values must be a whole number from 1 to ${MAX_VALUES}.`);
  }
  const { selections } = toPlan(index, parseQuery(request.query).query, request);
  const most = Math.min(limit, MAX_VALUES);
  return wanted.map((facet) => ({
    facet,
    values: facetSelected(index, selections, { facet, limit: most }),
  }));
}

/** What to count. */
export interface FacetOptions {
  /** Names of facets. Default: all. */
  readonly names?: readonly string[];
  /** Values of each. Default 20. */
  readonly limit?: number;
}

function toFacet(name: string): Facet {
  const found = FACETS.find((facet) => facet === name);
  if (found !== undefined) return found;
  throw invalidRequest(
    `There is no facet ${quoteForMessage(name)}; there are ${FACETS.join(', ')}.`,
  );
}
