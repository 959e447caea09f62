// SURT keys: the name under which captures of the same page or image meet.
import { cleanParts, simplifyParts, simplifyQuery } from './surt-canonical.ts';
import { minimalEscapes } from './surt-escapes.ts';
import { splitUrl, type UrlParts } from './surt-parts.ts';

/**
 * The SURT key of a URL as CDX files have it: `http://www.example.com/A/?b=2&a=1` becomes
 * `com,example)/a?a=1&b=2`. Every text has a key, the same one everywhere; that of blank text is
 * `-`. Never throws; takes time linear in the text, but for the sorting of parameters.
 *
 * The answers are those of the Internet Archive's `surt` package with its default options;
 * `docs/decisions/002-surt.md` lists the differences.
 */
export function toSurt(url: string): string {
  return toSurtOfPlain(url) ?? toSurtOfAny(url);
}

/** The canonical URL that a key stands for: `http://example.com/a?a=1&b=2`; blank text has none, `''`. */
export function toCanonicalUrl(url: string): string {
  const parts = splitUrl(url);
  return parts === undefined ? '' : printUrl(simplifyParts(cleanParts(parts)));
}

/** Parts as a URL again. */
export function printUrl(parts: UrlParts): string {
  const { scheme, host, port } = parts;
  const slashes = scheme === 'dns' ? '' : '//';
  const place = host === '' ? '' : `${slashes}${host}${port && `:${port}`}`;
  return `${scheme}:${place}${printPath(parts)}`;
}

/**
 * Plain URLs, which are nearly all: http(s), a name as host, no port, no fragment, nothing outside
 * ASCII; in the path no escapes, no empty or dotted segments and no `/(`, which may begin a session
 * id. To their host and path the long way does nothing but take off `www` and the last slash,
 * lower the case and turn the labels round. No character can match in two places, so that no input
 * makes it slow.
 */
const PLAIN_URL =
  /^[hH][tT][tT][pP][sS]?:\/\/(?:[wW]{3}\d*\.)?((?:[a-zA-Z0-9_-]+\.)*[a-zA-Z][a-zA-Z0-9_-]*)((?:\/[!"$&')-\-0-9:->@-~][!"$&-.0-9:->@-~]*)*)\/?(?:\?([!"$-~]*))?$/;

/** Longer URLs could exhaust the stack of the expression. */
const MAX_PLAIN_LENGTH = 4096;

/** The key of a plain URL, else `undefined`: half the time of the long way. */
function toSurtOfPlain(url: string): string | undefined {
  const found = url.length > MAX_PLAIN_LENGTH ? null : PLAIN_URL.exec(url);
  if (found === null) return undefined;
  const [, host = '', path = '', query = ''] = found;
  const simple = query && simplifyQuery(minimalEscapes(query));
  return `${reverseLabels(host.toLowerCase())})${path.toLowerCase() || '/'}${simple && `?${simple}`}`;
}

function toSurtOfAny(url: string): string {
  if (url.startsWith('filedesc')) return url; // the first record of an ARC file is its own key
  const split = splitUrl(url);
  if (split === undefined) return '-';
  const parts = simplifyParts(cleanParts(split));
  const { scheme, host, port } = parts;
  const place = host === '' ? `${scheme}:` : `${reverseLabels(host)}${port && `:${port}`})`;
  return place + printPath(parts);
}

function printPath({ path, query }: UrlParts): string {
  return query === undefined ? path : `${path || '/'}?${query}`;
}

function reverseLabels(host: string): string {
  return host.split('.').reverse().join(',');
}
