// The two steps that make equal URLs look equal: clean what is written, then drop what rarely matters.
import { escapeMinimally, minimalEscapes, unescapeFully } from './surt-escapes.ts';
import { canonicalHost } from './surt-host.ts';
import type { UrlParts } from './surt-parts.ts';
import { stripPathSession, stripQuerySession } from './surt-session.ts';

const DEFAULT_PORTS: ReadonlyMap<string, string> = new Map([
  ['http', '80'],
  ['https', '443'],
]);

/** Step one, which changes no meaning: escapes, host spelling, dot segments, doubled slashes. */
export function cleanParts(parts: UrlParts): UrlParts {
  const host = parts.host && canonicalHost(parts.host);
  const path = unescapeFully(parts.path);
  return {
    scheme: parts.scheme,
    host,
    port: minimalEscapes(parts.port),
    // Without a host the path is no path of folders: `mailto:`, `urn:`.
    path: escapeMinimally(host === '' ? path : resolveDots(path)),
    query: parts.query === undefined ? undefined : minimalEscapes(parts.query),
  };
}

/**
 * Step two, for cleaned parts: `www`, default ports, case, a slash at the end, session ids and the
 * order of parameters are taken for meaningless.
 */
export function simplifyParts(parts: UrlParts): UrlParts {
  const isDefaultPort = DEFAULT_PORTS.get(parts.scheme.toLowerCase()) === parts.port;
  const host = parts.host.toLowerCase();
  const path = stripPathSession(parts.path.toLowerCase());
  return {
    scheme: parts.scheme,
    host: parts.scheme === 'dns' ? host : host.replace(/^www\d*\./, ''),
    port: isDefaultPort ? '' : parts.port.toLowerCase(),
    path: path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path,
    query: simplifyQuery(parts.query ?? '') || undefined,
  };
}

/** A query in lower case, without session ids, its parameters in order; `''` when nothing is left. */
export function simplifyQuery(query: string): string {
  const rest = stripQuerySession(query.toLowerCase());
  if (!rest.includes('&')) return rest;
  // Sorted by name, then value. A zero byte, which an escaped query cannot hold, ends the
  // name, so that `a=1` comes before `a!=1` as the name `a` comes before `a!`.
  const parameters = rest.split('&').map((parameter) => parameter.replace('=', '\0'));
  return parameters.sort().join('&').replaceAll('\0', '=');
}

/** Resolves `.` and `..` and joins slashes; a `..` that has nothing to go back from stays. */
function resolveDots(path: string): string {
  const kept: string[] = [];
  for (const segment of path.split('/').slice(1)) {
    if (segment === '.') continue;
    if (segment === '..' && kept.length > 0) kept.pop();
    else kept.push(segment);
  }
  const last = kept.pop() ?? '';
  return ['', ...kept.filter((segment) => segment !== ''), last].join('/');
}
