// Which web sites may read answers from their visitors' browsers (CORS).
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Routes for programs: what other sites may read where the operator allows it. */
const FOR_PROGRAMS =
  /^\/(?:api|cdx|imagesearch|iiif|oembed|feed\.atom|wayback\/available|web\/timemap)(?:\/|$|\?)/;

const PREFLIGHT = {
  'access-control-allow-methods': 'GET, HEAD',
  'access-control-allow-headers': 'authorization, if-none-match',
  'access-control-max-age': '86400',
} as const;

/** Headers that scripts of other sites may see. */
const EXPOSED = 'etag, link, retry-after, x-request-id, x-unknown-parameters';

/**
 * Adds the headers that let other origins read an answer, where they may; `origins` are addresses such as
 * `https://map.example`, or `*`. Tells whether the request is a preflight, which these headers answer.
 */
export function allowOrigins(
  request: FastifyRequest,
  reply: FastifyReply,
  origins: readonly string[],
): boolean {
  if (!FOR_PROGRAMS.test(request.originalUrl)) return false;
  const isPreflight =
    request.method === 'OPTIONS' && request.headers['access-control-request-method'] !== undefined;
  const allowed = allowedOrigin(request.headers.origin, origins);
  // Caches must not give one site the answer that was meant for another.
  if (!origins.includes('*') && origins.length > 0) void reply.header('vary', 'origin');
  if (allowed === undefined) return isPreflight;
  void reply.headers({
    'access-control-allow-origin': allowed,
    'access-control-expose-headers': EXPOSED,
    ...(isPreflight && PREFLIGHT),
  });
  return isPreflight;
}

function allowedOrigin(origin: string | undefined, origins: readonly string[]): string | undefined {
  if (origins.includes('*')) return '*';
  return origin !== undefined && origins.includes(origin) ? origin : undefined;
}
