// Lists for programs that follow a library: an Atom feed of a query, and a site map for search engines.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { RANKING_PROFILES } from '../../model/ranking.ts';
import { html } from '../html/escape.ts';
import { captionOf, type ShownAnswer } from '../html/search-page.ts';
import { type App, baseOf, type ServerParts } from '../parts.ts';
import { HttpProblem } from '../problems.ts';
import type { ApiItem } from '../query/api-item.ts';
import { askFor } from '../send-answer.ts';
import { pageOf, previewOf } from './image-head.ts';

const FEED_ITEMS = 50;
/** The newest; search engines follow links from there. */
const MAP_ITEMS = 1000;

/** Registers the routes. */
export function registerFeeds(app: App, parts: ServerParts): void {
  const hidden = { schema: { hide: true } };
  app.get('/feed.atom', hidden, async (request, reply) => {
    const q = parametersOf(request).get('q')?.trim() ?? '';
    const { items } = await findNewest(parts, reply, { q, limit: FEED_ITEMS });
    const base = baseOf(request, parts.settings);
    return reply
      .type('application/atom+xml; charset=utf-8')
      .header('cache-control', 'private, max-age=600')
      .send(toAtom({ base, q, items }));
  });
  app.get('/sitemap.xml', hidden, async (request, reply) => {
    if (!parts.settings.isListed) throw new HttpProblem('not-found');
    const { items } = await findNewest(parts, reply, { q: '', limit: MAP_ITEMS });
    const base = baseOf(request, parts.settings);
    const urls = items.map(
      (image) => html`<url><loc>${pageOf({ image, base })}</loc></url>
`,
    );
    const text = html`<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
<url><loc>${base}/</loc></url>
${urls}</urlset>
`;
    return reply
      .type('application/xml; charset=utf-8')
      .header('cache-control', 'private, max-age=3600')
      .send(XML + text);
  });
}

const XML = '<?xml version="1.0" encoding="UTF-8"?>\n';

/** The newest images of a query, as the family filter shows them. */
function findNewest(
  parts: ServerParts,
  reply: FastifyReply,
  { q, limit }: { readonly q: string; readonly limit: number },
): Promise<ShownAnswer> {
  return askFor<ShownAnswer>(
    parts,
    {
      ...{ kind: 'search', q, safe: true, match: 'all', duplicates: 'collapse', limit, offset: 0 },
      ...{ sort: 'newest', profile: RANKING_PROFILES[0]?.name ?? '', facets: [] },
    },
    { reply },
  );
}

/** RFC 4287. An image is dated by its first capture, and known by its content for ever. */
function toAtom(feed: {
  readonly base: string;
  readonly q: string;
  readonly items: readonly ApiItem[];
}): string {
  const { base, q, items } = feed;
  const parameters = q === '' ? '' : `?q=${encodeURIComponent(q)}`;
  const entries = items.map((image) => {
    const preview = previewOf(image);
    return html`<entry><id>urn:sha256:${image.id}</id><title>${captionOf(image, image.url)}</title><updated>${image.firstCapture}</updated><published>${image.firstCapture}</published><author><name>${image.page?.url ?? image.url}</name></author><link href="${pageOf({ image, base })}"/>${
      preview !== undefined &&
      html`<link rel="enclosure" type="image/webp" href="${base + preview.url}"/>`
    }<summary>${image.captions[0] ?? image.alts[0] ?? ''}</summary></entry>
`;
  });
  const text = html`<feed xmlns="http://www.w3.org/2005/Atom">
<id>${base}/feed.atom${parameters}</id>
<title>${q === '' ? 'Pinakes' : `${q} - Pinakes`}</title>
<updated>${items[0]?.firstCapture ?? '1970-01-01T00:00:00Z'}</updated>
<link rel="self" href="${base}/feed.atom${parameters}"/>
<link href="${base}/${parameters}"/>
${entries}</feed>
`;
  return XML + text;
}

function parametersOf(request: FastifyRequest): URLSearchParams {
  return new URL(request.originalUrl, 'http://localhost').searchParams;
}
