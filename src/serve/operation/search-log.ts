// The search log: what was asked, what was shown and what was opened, for judging rankings; nothing of who asked.
import type { FastifyRequest } from 'fastify';
import type { QueryRequest } from '../query/query-requests.ts';
import { routeOf } from './access-log.ts';

/** Longer queries are pasted, not typed. */
const MAX_QUERY = 500;
/** Feeds and viewers of other programs ask, too; people use these. */
const SEARCH_ROUTES: ReadonlySet<string> = new Set(['/', '/api/v1/images']);

/**
 * The line of an answered request; `undefined` where it is neither a search nor an image that was opened. `text` is the answer as JSON, absent
 * where the client had it already.
 */
export function toSearchLine(
  asked: QueryRequest,
  text: string | undefined,
  request: FastifyRequest,
): string | undefined {
  const time = new Date().toISOString();
  if (asked.kind === 'search' && text !== undefined && SEARCH_ROUTES.has(routeOf(request))) {
    const { profile, sort, offset } = asked;
    const query = asked.q.slice(0, MAX_QUERY);
    return toLine({ time, kind: 'search', query, profile, sort, offset, shown: idsOf(text) });
  }
  if (asked.kind !== 'image' && asked.kind !== 'image-page') return undefined;
  const query = queryOf(request.headers.referer);
  return toLine({ time, kind: 'open', id: asked.id, ...(query !== undefined && { query }) });
}

function toLine(line: object): string {
  return `${JSON.stringify(line)}\n`;
}

function idsOf(text: string): string[] {
  const { items } = JSON.parse(text) as { readonly items: readonly { readonly id: string }[] }; // an answer of our own
  return items.map(({ id }) => id);
}

/** The query of the page from which an image was opened: our pages have it in their address. */
function queryOf(referer: string | undefined): string | undefined {
  if (referer === undefined) return undefined;
  try {
    return new URL(referer).searchParams.get('q')?.slice(0, MAX_QUERY) || undefined;
  } catch {
    return undefined; // what a client sends need not be an address
  }
}
