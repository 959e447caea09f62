// Which site a URL belongs to.
import { getDomain } from 'tldts';

/** The registrable domain of a URL, or its host where it has none (an address, a local name). */
export function siteOf(url: string): string {
  return getDomain(url, { allowPrivateDomains: true }) ?? hostOf(url);
}

/** The host of a URL with its port, in lower case; `''` where it has none. */
export function hostOf(url: string): string {
  return /^[a-z]+:\/\/([^/?#]*)/i.exec(url)?.[1]?.toLowerCase() ?? '';
}
