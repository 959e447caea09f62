// Pictures that belong to one that is looked at: those that look like it, of the same page, and of the same site about the same time.
import { printPart } from '../../src/model/query/print-query.ts';
import { imageAddress, imagesAddress } from '../api/addresses.ts';
import { fetchJson } from '../api/client.ts';
import type { ImagesAnswer, Item, MatchesAnswer } from '../api/types.ts';
import { toOperator } from './query-edit.ts';
import { createResource } from './resource.ts';
import { toServerQuery } from './sensitive.ts';
import { type Sensitive, settings } from './settings.ts';

/** A row of pictures and the search that finds them. */
export interface RelatedGroup {
  readonly kind: 'alike' | 'page' | 'site';
  readonly items: readonly Item[];
  readonly q: string;
}

/** Pictures of a row. */
const MOST = 12;
/** Years before and after the first capture that are the same time. */
const YEARS = 1;

/** The rows; their key is the id of the picture. */
export const related = createResource<readonly RelatedGroup[]>();

/** Asks for the pictures around one. */
export function loadRelated(item: Item): void {
  const q = toRelatedQuery(item);
  related.load(item.id, async (signal) => {
    const { sensitive } = settings.peek();
    const alike = await loadAlike(item, sensitive, signal);
    if (q === undefined) return alike;
    const asked = toServerQuery(q, sensitive);
    const answer = await fetchJson<ImagesAnswer>(imagesAddress(asked, 'oldest'), signal);
    return [...alike, ...toGroups(item, answer.items, q)];
  });
}

async function loadAlike(
  { id }: Item,
  sensitive: Sensitive,
  signal: AbortSignal,
): Promise<readonly RelatedGroup[]> {
  const { safe } = toServerQuery('', sensitive);
  const address = imageAddress(id, 'similar', { limit: String(MOST), safe });
  const { items } = await fetchJson<MatchesAnswer>(address, signal);
  return items.length === 0 ? [] : [{ kind: 'alike', items, q: '' }];
}

/** What is asked for: the site of the picture, about the time of its first capture. */
export function toRelatedQuery({ page, url, firstCapture }: Item): string | undefined {
  const host = URL.canParse(page?.url ?? url) ? new URL(page?.url ?? url).hostname : '';
  const site = host === '' ? undefined : toOperator('site', host);
  const year = Number(firstCapture.slice(0, 4));
  return site && `${printPart(site)} year:${year - YEARS}-${year + YEARS}`;
}

/** Those of the same page first; the rest of the site, from as many pages as there are. */
export function toGroups(item: Item, found: readonly Item[], q: string): readonly RelatedGroup[] {
  const others = found.filter(({ id }) => id !== item.id);
  const isSamePage = ({ page }: Item) => page !== null && page.url === item.page?.url;
  const groups: readonly RelatedGroup[] = [
    { kind: 'page', items: others.filter(isSamePage).slice(0, MOST), q },
    { kind: 'site', items: others.filter((each) => !isSamePage(each)).slice(0, MOST), q },
  ];
  return groups.filter(({ items }) => items.length > 0);
}
