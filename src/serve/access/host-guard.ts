// Refuses requests for host names that are not ours: a web site whose name was rebound to this machine must not read a library.
import type { IncomingMessage } from 'node:http';
import { parseUrl } from '../../support/parse-url.ts';
import { HttpProblem } from '../problems.ts';
import { isLoopback, type Settings } from '../settings.ts';

/**
 * Checks the `Host` header of a request. A server that listens on loopback answers to loopback names and to the host
 * of its public address alone; one that is open to others answers to any name. What is asked for is a path: in an
 * address with a host that host would count instead of the header. Throws an `HttpProblem`.
 */
export function checkHost(
  { rawHeaders, headers, url }: Pick<IncomingMessage, 'rawHeaders' | 'headers' | 'url'>,
  { host, publicUrl }: Pick<Settings, 'host' | 'publicUrl'>,
): void {
  // Proxies and servers pick different ones of two, which lets a client speak to one in the name of another.
  if (countHosts(rawHeaders) > 1) {
    throw new HttpProblem('bad-request', 'A request has one Host header.');
  }
  if (url?.startsWith('/') !== true) {
    throw new HttpProblem('bad-request', 'A request asks for a path.');
  }
  if (!isLoopback(host)) return;
  const asked = hostnameOf(`http://${headers.host ?? ''}`);
  if (asked !== undefined && isLoopback(asked)) return;
  if (asked !== undefined && publicUrl !== undefined && asked === hostnameOf(publicUrl)) return;
  throw new HttpProblem('wrong-host');
}

/** Names and values take turns. */
function countHosts(rawHeaders: readonly string[]): number {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    if (rawHeaders[at]?.toLowerCase() === 'host') count++;
  }
  return count;
}

function hostnameOf(address: string): string | undefined {
  const name = parseUrl(address)?.hostname;
  return name === undefined || name === '' ? undefined : name.replace(/^\[|\]$|\.$/g, '');
}
