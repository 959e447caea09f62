// Pictures that are not safe for work: hidden by the server, blurred or shown by the page.
import { parseQuery } from '../../src/model/query/parse-query.ts';
import { hasOperator } from '../../src/model/query/query-words.ts';
import type { ServerQuery } from '../api/addresses.ts';
import type { Item } from '../api/types.ts';
import type { Sensitive } from './settings.ts';

/** Scores above this are sensitive; the server hides the same. */
const LIMIT = 0.5;

/**
 * The query as the server is asked: who wants to see sensitive pictures gets them everywhere, but the
 * address of the page stays free of it, so that a link shows to others what they have chosen.
 */
export function toServerQuery(q: string, sensitive: Sensitive): ServerQuery {
  if (sensitive === 'hide' || hasOperator(parseQuery(q).query, 'safe')) return { q };
  return { q, safe: 'off' };
}

/** Whether a picture is sensitive; one that could not be judged is. */
export function isSensitive({ nsfw }: Pick<Item, 'nsfw'>): boolean {
  return nsfw !== undefined && (nsfw === 'unknown' || !(nsfw <= LIMIT));
}

/** Whether a picture is blurred until it is asked for. Also under `hide`, where `safe:off` brought it. */
export function isBlurred(item: Pick<Item, 'nsfw'>, sensitive: Sensitive): boolean {
  return sensitive !== 'show' && isSensitive(item);
}
