// Counts of the pictures a query finds: by site, year, type, size, collection, language and colour.
import { FACETS, type Facet, type FacetCount, type SearchIndex } from '../model/index-query.ts';
import { parseQuery } from '../model/query/parse-query.ts';
import { toPlan } from './plan.ts';
import { invalidRequest, quoteForMessage, type SelectionRequest } from './request.ts';
import { facetSelected, type PartName, selectParts } from './selected.ts';
import { withSignal } from './with-signal.ts';

/** Values of one facet. */
export interface FacetAnswer {
  readonly facet: Facet;
  /** Most frequent first, then by value. */
  readonly values: readonly FacetCount[];
  /** Which parts of the answer were counted: those that `searchImages` gives for the same query. */
  readonly parts: readonly PartName[];
}

const DEFAULT_VALUES = 20;
const MAX_VALUES = 1000;

/**
 * Counts what a query finds by the facets named, in their order. At most `limit` values each (default 20, at
 * most 1000). Rejects with a `PinakesError` for a name that is no facet.
 */
export async function facets(searched: SearchIndex, request: FacetRequest): Promise<FacetAnswer[]> {
  const { names = FACETS, limit = DEFAULT_VALUES } = request;
  const index = withSignal(searched, request.signal);
  const wanted = [...new Set(names)].map(toFacet);
  if (!Number.isSafeInteger(limit) || limit < 1) {
    throw invalidRequest(`The number of values must be a whole number from 1 to ${MAX_VALUES}.`);
  }
  const plan = await toPlan(index, parseQuery(request.query).query, request);
  const { selections, parts } = await selectParts(index, plan);
  const most = Math.min(limit, MAX_VALUES);
  const answers: FacetAnswer[] = [];
  for (const facet of wanted) {
    const values = await facetSelected(index, selections, { facet, limit: most });
    answers.push({ facet, values, parts });
  }
  return answers;
}

/** Which pictures to count, and by what. */
export interface FacetRequest extends SelectionRequest {
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
