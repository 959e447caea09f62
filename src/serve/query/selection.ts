// Which images a request means, as search is asked for them.
import { openPlacesFor } from '../../pipeline/place-reader.ts';
import type { SelectionRequest } from '../../search/search.ts';
import type { Selected } from './query-requests.ts';

/** What search is asked; `query` in place of the one of the request where another was meant. */
export async function toSelection(
  { q, safe, match, duplicates, box, sure }: Selected,
  embargoMs: number,
  query: string = q,
): Promise<SelectionRequest> {
  const places = await openPlacesFor(query);
  return { query, safe, match, duplicates, box, sure, places, embargoMs };
}
