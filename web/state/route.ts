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
  readonly q: string;
  readonly sort: Sort;
}

/** A page of the application. */
export type Route =
  | SearchRoute
  | ImageRoute
  | { readonly name: 'stats'; readonly collection: string }
  | { readonly name: 'about' }
  | { readonly name: 'missing' };

/** The page of an address; `path` is what follows the host. */
export function parseRoute(path: string): Route {
  const { pathname, searchParams } = new URL(path, 'http://page.invalid');
  const q = (searchParams.get('q') ?? '').trim();
  const sort = SORTS.find((each) => each === searchParams.get('sort')) ?? 'relevance';
  if (pathname === '/') return { name: 'search', q, sort };
  if (pathname === '/stats')
    return { name: 'stats', collection: searchParams.get('collection') ?? '' };
  if (pathname === '/about') return { name: 'about' };
  const id = /^\/image\/([^/]+)\/?$/.exec(pathname)?.[1];
  if (id !== undefined) return { name: 'image', id: decode(id), q, sort };
  return { name: 'missing' };
}

/** The address of a page. */
export function printRoute(route: Route): string {
  switch (route.name) {
    case 'search':
      return `/${searchPart(route)}`;
    case 'image':
      return `/image/${encodeURIComponent(route.id)}${searchPart(route)}`;
    case 'stats':
      return `/stats${parameters({ collection: route.collection })}`;
    case 'about':
      return '/about';
    case 'missing':
      return '/missing';
  }
}

/** Whether an address belongs to the application, not to the server's other pages. */
export function isOwnPath(pathname: string): boolean {
  return parseRoute(pathname).name !== 'missing';
}

function searchPart({ q, sort }: { readonly q: string; readonly sort: Sort }): string {
  return parameters({ q, sort: sort === 'relevance' ? '' : sort });
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

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // a stray percent sign: no such picture, but no reason to fail either
  }
}
