// Which images a request means, as search is asked for them.
import type { IndexFilter } from '../../model/index-query.ts';
import { openPlacesFor } from '../../pipeline/place-reader.ts';
import type { SelectionRequest } from '../../search/search.ts';
import type { Embargoed } from './embargo.ts';
import type { Selected } from './query-requests.ts';

/** What is found: images of which something may be shown. */
export function toNarrowed({
  embargoMs,
  scope,
}: Pick<Embargoed, 'embargoMs' | 'scope'>): Pick<SelectionRequest, 'embargoMs' | 'filters'> {
  return { embargoMs, ...(scope && { filters: [scope.search] }) };
}

/** The same as conditions on an index. */
export function toShownConditions({
  embargoMs,
  scope,
}: Pick<Embargoed, 'embargoMs' | 'scope'>): IndexFilter[] {
  const to = Math.floor((Date.now() - embargoMs) / 1000);
  return [
    ...(embargoMs > 0 ? [{ kind: 'time', to } as const] : []),
    ...(scope ? [scope.search] : []),
  ];
}

/** What is counted, by more than totals: images of which nothing is hidden. */
export async function toCounted(
  selected: Selected,
  shown: Pick<Embargoed, 'embargoMs' | 'scope'>,
  query?: string,
): Promise<SelectionRequest> {
  const selection = await toSelection(selected, shown, query);
  return shown.scope === undefined ? selection : { ...selection, filters: shown.scope.counts };
}

/** What search is asked; `query` in place of the one of the request where another was meant. */
export async function toSelection(
  { q, safe, match, duplicates, box, sure }: Selected,
  shown: Pick<Embargoed, 'embargoMs' | 'scope'>,
  query: string = q,
): Promise<SelectionRequest> {
  const places = await openPlacesFor(query);
  return { query, safe, match, duplicates, box, sure, places, ...toNarrowed(shown) };
}
