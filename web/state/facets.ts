// Counts beside the filters. Those of a filter in use are counted as if it were not, so that others can be chosen.
import { facetsAddress } from '../api/addresses.ts';
import { fetchJson } from '../api/client.ts';
import type { FacetCount, FacetsAnswer } from '../api/types.ts';
import { FILTERS } from './filters.ts';
import { listFilters, withoutOperators } from './query-edit.ts';
import { createResource } from './resource.ts';
import { toServerQuery } from './sensitive.ts';
import { settings } from './settings.ts';

/** Values by name of the facet. */
export type FacetCounts = Readonly<Record<string, readonly FacetCount[]>>;

/** Values that are asked for of each. */
const MOST_VALUES = 40;

/** The counts of the search on the page. */
export const facets = createResource<FacetCounts>({ keepsOld: true });

/** Counts for a query. */
export function loadFacets(q: string): void {
  const { sensitive } = settings.value;
  const requests = toRequests(q).map(({ query, names }) =>
    facetsAddress(toServerQuery(query, sensitive), names, MOST_VALUES),
  );
  facets.load(requests.join(' '), async (signal) => {
    const answers = await Promise.all(
      requests.map((address) => fetchJson<FacetsAnswer>(address, signal)),
    );
    return Object.fromEntries(
      answers.flatMap((answer) => answer.facets.map(({ facet, values }) => [facet, values])),
    );
  });
}

/** What to ask: one request for all facets without a filter, and one for each with some. */
export function toRequests(
  q: string,
): readonly { readonly query: string; readonly names: readonly string[] }[] {
  const used = new Set(
    listFilters(q).flatMap(({ operator, isNegated }) =>
      operator === undefined || isNegated ? [] : [operator.name],
    ),
  );
  const withFacet = FILTERS.flatMap(({ operator, facet }) =>
    facet === undefined ? [] : [{ operator, facet }],
  );
  const unused = withFacet.filter(({ operator }) => !used.has(operator));
  return [
    ...(unused.length > 0 ? [{ query: q, names: unused.map(({ facet }) => facet) }] : []),
    ...withFacet
      .filter(({ operator }) => used.has(operator))
      .map(({ operator, facet }) => ({ query: withoutOperators(q, [operator]), names: [facet] })),
  ];
}
