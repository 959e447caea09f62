// The pictures whose ids are in a basket, as the server knows them.
import { chosenAddress } from '../api/addresses.ts';
import { sendJson } from '../api/client.ts';
import type { Item } from '../api/types.ts';
import { createResource } from './resource.ts';

/** Pictures by id; `undefined` for those that the library does not have. */
export const basketItems = createResource<ReadonlyMap<string, Item | undefined>>();

/** Asks for pictures, unless all of them are known. */
export function loadBasketItems(ids: readonly string[]): void {
  const { value } = basketItems.state.peek();
  if (ids.every((id) => value?.has(id))) return;
  basketItems.load(ids.join(' '), async (signal) => {
    const form = new URLSearchParams({ ids: ids.join(' '), format: 'json' });
    const { items } = await sendJson<{ items: readonly Item[] }>(chosenAddress(), form, signal);
    const found = new Map(items.map((item) => [item.id, item]));
    return new Map(ids.map((id) => [id, found.get(id)]));
  });
}
