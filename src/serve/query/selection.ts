// Which images a request means, as search is asked for them.
import { openPlaceReader } from '../../pipeline/place-reader.ts';
import type { SelectionRequest } from '../../search/search.ts';
import type { Selected } from './query-requests.ts';

/** A query that may name a place; only then the gazetteer has to be there. */
const MAY_NAME_PLACE = /(?:near|place):/i;

/** What search is asked; `query` in place of the one of the request where another was meant. */
export async function toSelection(
  { q, safe, match, duplicates, box, sure }: Selected,
  embargoMs: number,
  query: string = q,
): Promise<SelectionRequest> {
  const places = MAY_NAME_PLACE.test(query) ? await openPlaceReader() : undefined;
  return { query, safe, match, duplicates, box, sure, places, embargoMs };
}
