// Routes of IIIF: image services of level 0 and manifests.
import sharp from 'sharp';
import { RANKING_PROFILES } from '../../model/ranking.ts';
import { CONTENT_POLICY } from '../api/byte-routes.ts';
import type { ShownImage } from '../html/image-page.ts';
import type { ShownAnswer } from '../html/search-page.ts';
import { type App, baseOf, type ServerParts } from '../parts.ts';
import { HttpProblem } from '../problems.ts';
import type { ApiItem } from '../query/api-item.ts';
import { ask, askFor } from '../send-answer.ts';
import { findSize, toImageInfo } from './iiif-image.ts';
import { serviceOf, toImageManifest, toQueryManifest } from './iiif-manifest.ts';

const ID = /^[0-9a-f]{64}(?:-[0-9a-f]{16})?$/;
const QUERY_ITEMS = 100;
const MOST_OTHERS = 50;
const JSON_LD = 'application/ld+json; charset=utf-8';
const CACHE = 'private, max-age=600';

/** Registers the routes. */
export function registerIiif(app: App, parts: ServerParts): void {
  const hidden = { schema: { hide: true } };
  app.get<{ Params: { id: string } }>('/iiif/3/manifest/:id', hidden, async (request, reply) => {
    const base = baseOf(request, parts.settings);
    const { id } = request.params;
    if (!ID.test(id)) throw new HttpProblem('not-found');
    const shown = await askFor<ShownImage>(parts, { kind: 'image-page', id, base }, { reply });
    const ids = [...new Set(shown.versions.others.flatMap((other) => other.id ?? []))];
    const others = await Promise.all(
      ids.slice(0, MOST_OTHERS).map((other) => findImage(parts, other)),
    );
    const known = others.filter((other) => other !== undefined);
    return reply
      .type(JSON_LD)
      .header('cache-control', CACHE)
      .send(toImageManifest(shown, { base, others: known }));
  });
  app.get('/iiif/3/query', hidden, async (request, reply) => {
    const base = baseOf(request, parts.settings);
    const parameters = new URL(request.originalUrl, 'http://localhost').searchParams;
    const q = parameters.get('q')?.trim() ?? '';
    const { items } = await askFor<ShownAnswer>(
      parts,
      {
        ...{ kind: 'search', q, safe: true, match: 'most', duplicates: 'collapse', offset: 0 },
        ...{ limit: QUERY_ITEMS, sort: 'relevance', facets: [] },
        profile: RANKING_PROFILES[0]?.name ?? '',
      },
      { reply },
    );
    const manifest = toQueryManifest(items, { base, q });
    return reply.type(JSON_LD).header('cache-control', CACHE).send(manifest);
  });
  app.get<{ Params: { id: string } }>('/iiif/3/:id', hidden, (request, reply) =>
    reply.redirect(`/iiif/3/${encodeURIComponent(request.params.id)}/info.json`, 303),
  );
  app.get<{ Params: { id: string } }>('/iiif/3/:id/info.json', hidden, async (request, reply) => {
    const { id } = request.params;
    const image = await getImage(parts, id);
    const info = toImageInfo(image, serviceOf(baseOf(request, parts.settings), id));
    if (info === undefined) throw new HttpProblem('no-thumbnail');
    return reply.type(JSON_LD).header('cache-control', CACHE).send(info);
  });
  app.get<{ Params: { id: string; size: string; file: string } }>(
    '/iiif/3/:id/full/:size/0/:file',
    { ...hidden, compress: false },
    async (request, reply) => {
      const { id, size: asked, file } = request.params;
      const format = /^default\.(jpg|webp)$/.exec(file)?.[1];
      const image = await getImage(parts, id);
      const size = findSize(image, asked);
      if (format === undefined || size === undefined) {
        throw new HttpProblem('bad-request', 'info.json lists the sizes and formats there are.');
      }
      const bytes = await readSize(parts, image, size);
      const isWanted = bytes.mime === (format === 'jpg' ? 'image/jpeg' : 'image/webp');
      // Thumbnails are of our own making, so that decoding one is safe and quick.
      const data = isWanted
        ? bytes.data
        : await sharp(bytes.data)
            .toFormat(format === 'jpg' ? 'jpeg' : 'webp')
            .toBuffer();
      return reply
        .type(format === 'jpg' ? 'image/jpeg' : 'image/webp')
        .header('cache-control', CACHE)
        .header('x-content-type-options', 'nosniff')
        .header('content-security-policy', CONTENT_POLICY)
        .send(Buffer.from(data.buffer, data.byteOffset, data.byteLength));
    },
  );
}

async function readSize(
  parts: ServerParts,
  image: ApiItem,
  { side }: { readonly side?: number },
): Promise<{ readonly data: Uint8Array; readonly mime: string }> {
  if (side !== undefined) {
    const digest = await parts.reader.findDigest(image.id);
    const found = digest === undefined ? undefined : parts.reader.get(digest, side);
    if (found === undefined) throw new HttpProblem('no-thumbnail');
    return found;
  }
  const answer = await ask(parts, { kind: 'content', id: image.id }, { pool: parts.background });
  if (answer.kind !== 'bytes') throw new HttpProblem('internal');
  return answer;
}

async function getImage(parts: ServerParts, id: string): Promise<ApiItem> {
  if (!ID.test(id)) throw new HttpProblem('not-found');
  return askFor<ApiItem>(parts, { kind: 'image', id });
}

/** One that was taken down meanwhile, or is under embargo, is not there. */
function findImage(parts: ServerParts, id: string): Promise<ApiItem | undefined> {
  return getImage(parts, id).catch(() => undefined);
}
