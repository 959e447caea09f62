// Routes of bytes: thumbnails, and images as they were captured. Both never change, but may be taken down.
import type { FastifyReply } from 'fastify';
import Type from 'typebox';
import type { App, ServerParts } from '../parts.ts';
import { HttpProblem } from '../problems.ts';
import { ask } from '../send-answer.ts';
import { IMAGE_ID, problemAnswers } from './schema-parts.ts';

/** Ten minutes, then caches ask again: what was removed from the library must not be shown elsewhere for long. */
const CACHE = 'public, max-age=600, must-revalidate';

/** An image from an archive may be an SVG with scripts: whatever it is, it runs nothing and loads nothing. */
export const CONTENT_POLICY = "sandbox; default-src 'none'; style-src 'unsafe-inline'";

const THUMBNAIL_QUERY = Type.Object({
  side: Type.Integer({
    minimum: 1,
    maximum: 10_000,
    default: 1,
    description: 'The smallest thumbnail whose longer side has so many pixels, else the largest.',
  }),
});

const CONTENT_QUERY = Type.Object({
  download: Type.Optional(
    Type.String({
      maxLength: 200,
      description: 'Name of a file, without its ending, that browsers save the image as.',
    }),
  ),
});

const BYTES = Type.Unsafe<unknown>({ type: 'string', format: 'binary' });

/** Registers the routes. */
export function registerByteRoutes(app: App, parts: ServerParts): void {
  const answers = (description: string, type: string) => ({
    200: { description, content: { [type]: { schema: BYTES } } },
  });
  app.get(
    '/images/:id/thumbnail',
    {
      compress: false,
      schema: {
        summary:
          'Thumbnail of an image, at most 240 pixels on each side unless a larger one is asked for',
        tags: ['image'],
        params: IMAGE_ID,
        querystring: THUMBNAIL_QUERY,
        response: {
          ...answers('The thumbnail.', 'image/webp'),
          ...problemAnswers('invalid-parameter', 'not-found', 'taken-down', 'no-thumbnail'),
        },
      },
    },
    async (request, reply) => {
      const digest = await parts.reader.findDigest(request.params.id);
      if (digest === undefined) {
        throw new HttpProblem('not-found', 'There is no such image in this library.');
      }
      const { side } = request.query;
      const etag = `"${digest}-t${side}"`;
      if (request.headers['if-none-match']?.includes(etag)) return unchanged(reply, etag);
      const found = parts.reader.get(digest, side);
      if (found === undefined) throw new HttpProblem('no-thumbnail');
      return sendBytes(reply, found, etag);
    },
  );
  app.get(
    '/images/:id/content',
    {
      compress: false,
      schema: {
        summary: 'The image as it was captured',
        tags: ['image'],
        params: IMAGE_ID,
        querystring: CONTENT_QUERY,
        response: {
          ...answers('The bytes.', 'image/*'),
          ...problemAnswers(
            'invalid-parameter',
            'not-found',
            'taken-down',
            'unsupported-image',
            'archive-missing',
          ),
        },
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      const etag = `"${id.slice(0, 64)}"`;
      if (request.headers['if-none-match']?.includes(etag)) {
        const digest = await parts.reader.findDigest(id);
        if (digest !== undefined) return unchanged(reply, etag);
      }
      const answer = await ask(parts, { kind: 'content', id }, { pool: parts.background, reply });
      if (answer.kind !== 'bytes') throw new HttpProblem('internal');
      if (!isImageType(answer.mime)) throw new HttpProblem('unsupported-image');
      reply.header('content-disposition', toDisposition(id, answer.mime, request.query.download));
      return sendBytes(reply, answer, etag);
    },
  );
}

function sendBytes(
  reply: FastifyReply,
  { data, mime }: { readonly data: Uint8Array; readonly mime: string },
  etag: string,
): FastifyReply {
  return reply
    .header('etag', etag)
    .header('cache-control', CACHE)
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', CONTENT_POLICY)
    .type(mime)
    .send(Buffer.from(data.buffer, data.byteOffset, data.byteLength));
}

function unchanged(reply: FastifyReply, etag: string): FastifyReply {
  return reply.code(304).header('etag', etag).header('cache-control', CACHE).send();
}

/** Shown, unless it is to be saved; names with more than ASCII are written as RFC 6266 asks. */
function toDisposition(id: string, mime: string, wanted: string | undefined): string {
  const ending = `.${extensionOf(mime)}`;
  const own = `filename="${id.slice(0, 16)}${ending}"`;
  if (wanted === undefined) return `inline; ${own}`;
  const name = wanted.replace(/[^\p{L}\p{N}._ -]+/gu, '-');
  return `attachment; ${own}; filename*=UTF-8''${encodeURIComponent(name + ending)}`;
}

/** Types that are told from bytes have this form; anything else would not be ours. */
function isImageType(mime: string): boolean {
  return /^image\/[a-z0-9.+-]{1,40}$/.test(mime);
}

/** A name for saving: letters alone, whatever the type is. */
function extensionOf(mime: string): string {
  return (/^image\/(?:x-|vnd\.microsoft\.)?([a-z]+)/.exec(mime)?.[1] ?? 'bin').replace(
    'jpeg',
    'jpg',
  );
}
