// Which proxies are believed about their clients (`X-Forwarded-*`).
import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { PinakesError } from '../../support/errors.ts';

/**
 * Proxies in front of the server: how many, or the addresses they have. `undefined`: none, and what clients say
 * of themselves is not believed.
 */
export type TrustedProxies = number | readonly string[] | undefined;

/** Names of address ranges that the library behind Fastify knows. */
const NAMED_RANGES = new Set(['loopback', 'linklocal', 'uniquelocal']);
const MAX_HOPS = 10;

/**
 * Reads a number of proxies (`1`), or their addresses (`10.0.0.7, 192.168.0.0/16, loopback`). Throws `USAGE`.
 */
export function parseProxies(text: string): TrustedProxies {
  const parts = text.split(',').map((part) => part.trim());
  if (parts.length === 1 && /^\d{1,2}$/.test(text.trim())) {
    const hops = Number(text);
    if (hops <= MAX_HOPS) return hops === 0 ? undefined : hops;
  }
  if (parts.every(isRange)) return parts;
  throw new PinakesError('USAGE', {
    command: 'serve',
    detail: `Trusted proxies are a number of them (1 for one proxy in front) or their addresses (10.0.0.7,192.168.0.0/16,loopback), not ${text}.`,
  });
}

function isRange(part: string): boolean {
  if (NAMED_RANGES.has(part)) return true;
  const [address = '', bits, ...rest] = part.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return (
    bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
  );
}

/** The same as Fastify takes it. */
export function toTrust(
  proxies: NonNullable<TrustedProxies>,
): string[] | ((address: string, hop: number) => boolean) {
  // Fastify believes nobody for a bare number, since it cannot know whether clients get past the proxies. The operator
  // does: a server with a number of proxies must be reached through them alone.
  return typeof proxies === 'number' ? (_, hop) => hop < proxies : [...proxies];
}

/** Whether a trusted proxy sent this request, rather than the client itself. */
export function isFromProxy(request: FastifyRequest, proxies: TrustedProxies): boolean {
  // Of a trusted chain Fastify lists the proxies first and the client last.
  return proxies !== undefined && (request.ips?.length ?? 0) > 1;
}

/** Whether a request comes from this machine itself, not through a proxy on it. */
export function isLocal(request: FastifyRequest): boolean {
  const isForwarded =
    request.headers['x-forwarded-for'] !== undefined || request.headers.forwarded !== undefined;
  const isOwn = /^(?:::1|(?:::ffff:)?127(?:\.\d+){3})$/.test(request.ip);
  return isOwn && (!isForwarded || (request.ips?.length ?? 0) > 1);
}
