// Which site an address belongs to.
import { getDomain } from 'tldts';
import { toHost } from '../../model/url-host.ts';

/** The registrable domain of a URL, or its host where it has none; `''` for what is no URL. */
export function siteOf(url: string): string {
  return getDomain(url, { allowPrivateDomains: true }) ?? toHost(url);
}
