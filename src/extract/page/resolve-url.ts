// Absolute URLs from what pages write: resolved as browsers do, quickly where nothing is unusual.

import { isPlainUrl, mayNeedCare, parseUrl } from '../../support/parse-url.ts';
import { detach } from './detach.ts';

/** URLs longer than this are not followed. */
const MAX_URL_LENGTH = 10_000;

/** Resolves addresses of one page. */
export interface Resolver {
  /** The URL that relative addresses are resolved against; `''` if the page has none that is valid. */
  readonly baseUrl: string;
  /**
   * The absolute http or https URL of an address, without its fragment; `undefined` where there is
   * none (empty, too long, another scheme, not valid).
   */
  readonly resolve: (address: string) => string | undefined;
}

/** A resolver for a page. `baseHref` is what its `base` element says, if it has one. */
export function createResolver(pageUrl: string, baseHref: string | undefined): Resolver {
  const baseUrl = parse(baseHref ?? '', pageUrl) ?? parse(pageUrl) ?? '';
  const origin = /^https?:\/\/[^/]+/.exec(baseUrl)?.[0] ?? '';
  const folder = baseUrl.slice(0, withoutQuery(baseUrl).lastIndexOf('/') + 1);

  const quick = (address: string): string | undefined => {
    if (isPlainUrl(address)) return detach(address);
    if (origin === '' || !PLAIN_RELATIVE.test(address) || mayNeedCare(address)) return undefined;
    return detach((address.startsWith('/') ? origin : folder) + address);
  };

  const resolve = (address: string): string | undefined => {
    const trimmed = withoutFragment(address.trim());
    if (trimmed === '' || trimmed.length > MAX_URL_LENGTH) return undefined;
    return quick(trimmed) ?? parse(trimmed, baseUrl);
  };

  return { baseUrl, resolve };
}

/** As `isPlainUrl` has it, relative to a page. */
const PLAIN_RELATIVE =
  /^(?:\/(?!\/)|[\w~!$&()*+,;=%-])[\w\-.~!$&()*+,;=@%/]*(?:\?[\w\-.~!$&()*+,;=@%/?]*)?$/;

function parse(address: string, base?: string): string | undefined {
  const url = parseUrl(address, base === '' ? undefined : base);
  if (url === undefined) return undefined;
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return undefined;
  url.hash = '';
  return url.href;
}

function withoutFragment(address: string): string {
  const hash = address.indexOf('#');
  return hash < 0 ? address : address.slice(0, hash);
}

function withoutQuery(url: string): string {
  const query = url.indexOf('?');
  return query < 0 ? url : url.slice(0, query);
}
