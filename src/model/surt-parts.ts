// Cuts a URL of any quality into the parts a SURT key is made of.
import { toAsciiUrl } from './surt-escapes.ts';

/** The parts of a URL; text that is not there is `''`. User, password and fragment are not kept. */
export interface UrlParts {
  /** As written: case is kept. */
  readonly scheme: string;
  readonly host: string;
  /** Without leading zeros when it is a number up to 65,535, else as written. */
  readonly port: string;
  readonly path: string;
  /** What follows `?`; `undefined` when there is no `?`. */
  readonly query: string | undefined;
}

/**
 * Cuts a URL into parts, or gives `undefined` for blank text. Every other text has parts: without a
 * scheme it is taken for http. This is not the browsers' parser: a backslash is a character
 * like others, and tab, CR and LF vanish wherever they stand.
 */
export function splitUrl(url: string): UrlParts | undefined {
  // ASCII by now, so that trim() takes white space of ASCII only.
  const text = toAsciiUrl(url)
    .trim()
    .replace(/[\t\r\n]+/g, '');
  if (text === '') return undefined;
  const full = /^[a-zA-Z][a-zA-Z0-9+.-]*:/.test(text) ? text : `http://${text}`;
  // Of `http://https://host/` the last scheme counts.
  const single = full.replace(/^(?:https?:\/\/)+(?=https?:\/\/)/, '');
  return splitParts(single);
}

function splitParts(url: string): UrlParts {
  const colon = url.indexOf(':');
  const scheme = url.slice(0, colon);
  const [beforeFragment] = cut(url.slice(colon + 1), '#');
  const [location, query] = cut(beforeFragment, '?');
  const slash = location.startsWith('//') ? location.indexOf('/', 2) : 0;
  const authority = location.slice(0, slash < 0 ? location.length : slash).slice(2);
  const path = slash < 0 ? '' : location.slice(slash);
  const { host, port } = splitAuthority(authority);
  // `http:host/path` and `http:////host/path`: the first name in the path is the host.
  if (host === '' && scheme.startsWith('http')) {
    const [name, rest] = cut(path.replace(/^\/+/, ''), '/');
    return { scheme, host: name, port, path: path && `/${rest ?? ''}`, query };
  }
  return { scheme, host, port, path, query };
}

function splitAuthority(authority: string): { host: string; port: string } {
  let end = authority.length;
  while (end > 0 && authority[end - 1] === ':') end--;
  const place = authority.slice(authority.lastIndexOf('@', end - 1) + 1, end);
  const [, bracketed] = cut(place, '[');
  if (bracketed === undefined) {
    const [host, port = ''] = cut(place, ':');
    return { host, port: toPort(port) };
  }
  // An IPv6 address loses its brackets.
  const [host, behind = ''] = cut(bracketed, ']');
  const [, port = ''] = cut(behind, ':');
  return { host, port: toPort(port) };
}

function toPort(text: string): string {
  if (!/^\d+$/.test(text)) return text;
  const value = Number(text);
  if (value > 65_535) return text;
  return value === 0 ? '' : String(value);
}

/** What stands before and behind the first `mark`; the second is `undefined` where there is none. */
function cut(text: string, mark: string): [before: string, behind: string | undefined] {
  const at = text.indexOf(mark);
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)];
}
