// The address is the state of the page: which page is meant by an address, and how it is written.

/** Orders of results. */
export const SORTS = ['relevance', 'newest', 'oldest'] as const;

/** Order of results. */
export type Sort = (typeof SORTS)[number];

/** Search results. */
export interface SearchRoute {
  readonly name: 'search';
  readonly q: string;
  readonly sort: Sort;
}

/** One picture, and the search it was found by. */
export interface ImageRoute {
  readonly name: 'image';
  readonly id: string;
  /** Id of a picture to compare it with. */
  readonly compare?: string;
  readonly q: string;
  readonly sort: Sort;
}

/** A search on the map. */
export interface MapRoute {
  readonly name: 'map';
  readonly q: string;
  readonly sort: Sort;
  /** Where the map is, as `zoom/latitude/longitude`; `''` for the whole world. */
  readonly at: string;
  /** Least sureness of places, from 0 to 1. */
  readonly sure: number;
  /** Id of the image that is open on the map; `''` for none. */
  readonly open: string;
}

/** Pictures that were collected. */
export interface BasketRoute {
  readonly name: 'basket';
  /** What a link carries behind its `#`; `''` for one's own. */
  readonly shared: string;
}

/** A page of the application. */
export type Route =
  | SearchRoute
  | MapRoute
  | ImageRoute
  | BasketRoute
  | { readonly name: 'stats'; readonly collection: string }
  | { readonly name: 'crawls'; readonly crawl: string }
  | { readonly name: 'live'; readonly q: string }
  | { readonly name: 'about' }
  | { readonly name: 'by-image' }
  | { readonly name: 'missing' };

const IMAGE_ID = /^[0-9a-f]{64}(?:-[0-9a-f]{16})?$/;

/** The page of an address; `path` is what follows the host. */
export function parseRoute(path: string): Route {
  const { pathname, searchParams, hash } = new URL(path, 'http://page.invalid');
  const q = (searchParams.get('q') ?? '').trim();
  const sort = SORTS.find((each) => each === searchParams.get('sort')) ?? 'relevance';
  if (pathname === '/') return { name: 'search', q, sort };
  if (pathname === '/map') {
    const sure = Number(searchParams.get('sure') ?? 0);
    const at = searchParams.get('at') ?? '';
    const open = IMAGE_ID.exec(searchParams.get('open') ?? '')?.[0] ?? '';
    return { name: 'map', q, sort, at, open, sure: sure > 0 && sure <= 1 ? sure : 0 };
  }
  if (pathname === '/stats')
    return { name: 'stats', collection: searchParams.get('collection') ?? '' };
  if (pathname === '/crawls') return { name: 'crawls', crawl: searchParams.get('crawl') ?? '' };
  if (pathname === '/live') return { name: 'live', q };
  if (pathname === '/about') return { name: 'about' };
  if (pathname === '/by-image') return { name: 'by-image' };
  if (pathname === '/basket') return { name: 'basket', shared: hash.slice(1) };
  const id = /^\/image\/([0-9a-f]{64}(?:-[0-9a-f]{16})?)\/?$/.exec(pathname)?.[1];
  if (id !== undefined) {
    const compare = searchParams.get('compare') ?? '';
    const isId = IMAGE_ID.test(compare);
    return { name: 'image', id, q, sort, ...(isId && { compare }) };
  }
  return { name: 'missing' };
}

/** The address of a page. */
export function printRoute(route: Route): string {
  switch (route.name) {
    case 'search':
      return `/${searchPart(route)}`;
    case 'image':
      return `/image/${encodeURIComponent(route.id)}${searchPart(route, route.compare)}`;
    case 'map': {
      const { q, at, sure, open } = route;
      return `/map${parameters({ q, at, sure: sure === 0 ? '' : String(sure), open })}`;
    }
    case 'stats':
      return `/stats${parameters({ collection: route.collection })}`;
    case 'crawls':
      return `/crawls${parameters({ crawl: route.crawl })}`;
    case 'live':
      return `/live${parameters({ q: route.q })}`;
    case 'about':
      return '/about';
    case 'basket':
      return route.shared === '' ? '/basket' : `/basket#${route.shared}`;
    case 'by-image':
      return '/by-image';
    case 'missing':
      return '/missing';
  }
}

/** Whether an address belongs to the application, not to the server's other pages. */
export function isOwnPath(pathname: string): boolean {
  return parseRoute(pathname).name !== 'missing';
}

function searchPart(
  { q, sort }: { readonly q: string; readonly sort: Sort },
  compare = '',
): string {
  return parameters({ q, sort: sort === 'relevance' ? '' : sort, compare });
}

function parameters(values: Readonly<Record<string, string>>): string {
  const text = Object.entries(values)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name}=${encode(value)}`)
    .join('&');
  return text === '' ? '' : `?${text}`;
}

/** Readable where the standard allows it, so that `site:example.org` stays what it is when shared. */
function encode(value: string): string {
  // Half a pair of surrogates cannot be written in an address.
  return encodeURIComponent(value.replace(/\p{Cs}/gu, '\ufffd'))
    .replaceAll('%3A', ':')
    .replaceAll('%2F', '/')
    .replaceAll('%2C', ',')
    .replaceAll('%20', '+');
}
