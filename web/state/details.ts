// All that is known of the picture that is looked at.
import { imageAddress } from '../api/addresses.ts';
import { fetchJson } from '../api/client.ts';
import type { Citation, ItemDetail, ListAnswer, PageUse, VersionsAnswer } from '../api/types.ts';
import { takeInitialData } from './initial-data.ts';
import { createResource } from './resource.ts';

/** Captures that are asked for; the strip shows no more. */
const MOST_VERSIONS = 1000;
const MOST_PAGES = 50;

/** The record of the picture. */
export const detail = createResource<ItemDetail>();
/** Its captures. */
export const versions = createResource<VersionsAnswer>();
/** Pages that showed it. */
export const pageUses = createResource<ListAnswer<PageUse>>();
/** How to cite it. */
export const citation = createResource<Citation>();

/** Asks for all of it. */
export function loadDetails(id: string): void {
  const taken = takeInitialData('image');
  const written = taken?.answer.id === id ? taken : undefined;
  const or = <T>(known: T | undefined, address: string) =>
    [
      address,
      async (signal: AbortSignal) => known ?? (await fetchJson<T>(address, signal)),
    ] as const;
  detail.load(...or(written?.answer, imageAddress(id)));
  versions.load(...or(whole(written?.versions), part('versions', MOST_VERSIONS)));
  pageUses.load(...or(whole(written?.pages), part('pages', MOST_PAGES)));
  citation.load(...or(written?.citation, imageAddress(id, 'citation')));

  function part(name: 'versions' | 'pages', limit: number): string {
    return imageAddress(id, name, { limit: String(limit) });
  }
}

/** Asks for the record again, past what the browser has kept: it was changed just now. */
export async function refreshDetail(id: string): Promise<void> {
  const answer = await fetch(imageAddress(id), { cache: 'reload' });
  if (answer.ok && detail.state.peek().key === imageAddress(id)) {
    detail.replace(await answer.json());
  }
}

/** A list, if nothing is left out of it. */
function whole<T extends ListAnswer<unknown>>(list: T | undefined): T | undefined {
  return list !== undefined && list.items.length >= list.total ? list : undefined;
}
