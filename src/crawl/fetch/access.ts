// Where a crawl may connect to: without a contact, only to machines of one's own.
import { PinakesError } from '../../support/errors.ts';
import { parseUrl } from '../../support/parse-url.ts';
import { refusalOf } from './address-guard.ts';
import { FetchFault } from './fetch-fault.ts';
import type { HttpFetcherOptions } from './http-fetcher.ts';
import { parseProxy } from './proxy-tunnel.ts';
import { findRule, type ResolveRule } from './resolve-rules.ts';

/** What a user allows. */
export interface AccessOptions {
  readonly resolve: readonly ResolveRule[];
  readonly allowPrivate: boolean;
  readonly contact: string | undefined;
  readonly port: readonly number[];
  /** Address of an HTTP proxy. */
  readonly proxy?: string | undefined;
}

/** Where connections may go. Without a contact only the user's own machines are asked, never the public web. */
export function accessOf(
  seeds: readonly string[],
  { resolve, allowPrivate, contact, port, proxy }: AccessOptions,
): Pick<HttpFetcherOptions, 'resolve' | 'allowPrivate' | 'ports' | 'lookup' | 'proxy'> {
  const ports = [...port];
  for (const seed of seeds) {
    const url = parseUrl(seed);
    if (url !== undefined && url.port !== '') ports.push(Number(url.port));
    const isOwn =
      url !== undefined &&
      (findRule(resolve, url.hostname) !== undefined || (allowPrivate && isLocal(url.hostname)));
    if (contact !== undefined || isOwn) continue;
    throw new PinakesError('USAGE', {
      command: 'crawl',
      detail: `${seed} is a public address: say with --contact how those who run it can reach you, such as --contact me@example.com.`,
    });
  }
  const own = { resolve, allowPrivate, ports, ...(proxy && { proxy: parseProxy(proxy) }) };
  if (contact !== undefined) return own;
  return { ...own, lookup: allowPrivate ? findPrivate : refuseAll };
}

/** Addresses, and names that only networks of one's own know. */
function isLocal(hostname: string): boolean {
  const refusal = refusalOf(hostname);
  if (refusal !== 'not-an-address') return refusal !== undefined;
  return !hostname.includes('.') || /\.(?:local|localhost|internal|lan|test)$/.test(hostname);
}

async function refuseAll(hostname: string): Promise<readonly string[]> {
  throw new FetchFault('address', `${hostname} is public, and no contact is given`);
}

async function findPrivate(hostname: string): Promise<readonly string[]> {
  const { lookup } = await import('node:dns/promises');
  const found = await lookup(hostname, { all: true });
  return found.map(({ address }) => address).filter((address) => refusalOf(address) !== undefined);
}
