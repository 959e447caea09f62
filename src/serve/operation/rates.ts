// How many requests a client may make each minute, by what they cost: each kind has a budget of its own.
import type { FastifyRequest } from 'fastify';
import { HttpProblem } from '../problems.ts';
import type { Settings } from '../settings.ts';
import { routeOf } from './access-log.ts';

/** `bytes`: a page of results, or an archived page, shows fifty images. `export`: one may take a minute. */
const FACTORS = { query: 1, bytes: 20, export: 0.05 } as const;

type Kind = keyof typeof FACTORS;

/** Options of the plug-in that counts requests. */
export function toRateOptions({ rateLimit }: Settings) {
  return {
    timeWindow: 60_000,
    max: (request: FastifyRequest) => {
      const kind = kindOf(request) ?? 'query';
      return Math.max(1, Math.ceil(rateLimit * FACTORS[kind]));
    },
    keyGenerator: (request: FastifyRequest) => `${kindOf(request)} ${request.ip}`,
    allowList: (request: FastifyRequest) => kindOf(request) === undefined,
    errorResponseBuilder: (_: FastifyRequest, { ttl }: { readonly ttl: number }) =>
      new HttpProblem('rate-limited', undefined, { retryAfter: Math.ceil(ttl / 1000) }),
  };
}

/**
 * The kind of a request; `undefined` for what costs nothing and must always be answered. It is told from the route: an
 * address can be written in many ways.
 */
function kindOf(request: FastifyRequest): Kind | undefined {
  const route = routeOf(request);
  if (/^\/(?:assets|health|api\/docs)\/|^\/(?:metrics|plain\.css)$/.test(route)) return undefined;
  if (/^\/web\/|^\/api\/v1\/images\/:id\/(?:thumbnail|content)$/.test(route)) return 'bytes';
  return route === '/api/v1/export' ? 'export' : 'query';
}
