// Session ids in paths and queries: the same page under a new name at every visit.

/** Cookieless ASP.NET sessions in a lower-case path: `/(s(<24>)f(<24>))/` and the older `/(<24>)/`. */
const PATH_SESSIONS = [
  /\/\((?:[a-z]\([0-9a-z]{24}\)){1,99}\)(?=\/)/g,
  /\/\([0-9a-z]{24}\)(?=\/)/g,
] as const;

/** Session parameters in a lower-case query, in the order they are taken out. */
const QUERY_SESSIONS = [
  /jsessionid=[0-9a-z]{32}(?=&|$)/g,
  /phpsessid=[0-9a-z]{32}(?=&|$)/g,
  /sid=[0-9a-z]{32}(?=&|$)/g,
  /aspsessionid[a-z]{8}=[a-z]{24}(?=&|$)/g,
] as const;

/** A lower-case path without its session id: of each kind the last one that an `.aspx` name follows. */
export function stripPathSession(path: string): string {
  if (!path.includes('/(') || !path.includes('.aspx')) return path;
  return PATH_SESSIONS.reduce(stripBeforeAspx, path);
}

/** A lower-case query without session ids: the last one of each kind goes, with the `&` behind it. */
export function stripQuerySession(query: string): string {
  if (!query.includes('id')) return query; // all of them have it in their names
  let rest = query;
  for (const session of QUERY_SESSIONS) {
    const found = lastMatch(rest, session);
    if (found !== undefined) rest = without(rest, found.start, found.end);
  }
  return stripColdFusion(rest);
}

interface Span {
  readonly start: number;
  readonly end: number;
}

/** Between the id and `.aspx` there must be a character, and no `?` (an escaped one can be in a path). */
function stripBeforeAspx(path: string, session: RegExp): string {
  const parts = path.split('?');
  for (const [index, part] of [...parts.entries()].reverse()) {
    // The slash that closes the id, and one character of the name, come before `.aspx`.
    const before = part.slice(0, Math.max(0, part.lastIndexOf('.aspx') - 1));
    const found = lastMatch(before, session);
    if (found === undefined) continue;
    return parts.with(index, part.slice(0, found.start) + part.slice(found.end)).join('?');
  }
  return path;
}

/** `cfid=<x>&cftoken=<y>` as a pair. */
function stripColdFusion(query: string): string {
  const mark = '&cftoken=';
  for (let at = query.lastIndexOf(mark); at > 0; at = query.lastIndexOf(mark, at - 1)) {
    const value = at + mark.length;
    const end = query.indexOf('&', value);
    const parameterStart = query.lastIndexOf('&', at - 1) + 1;
    const parameter = query.slice(parameterStart, at);
    const id = parameter.slice(0, -1).lastIndexOf('cfid='); // its value has a character or more
    if (id < 0 || value === query.length || end === value) continue;
    return without(query, parameterStart + id, end < 0 ? query.length : end);
  }
  return query;
}

function without(query: string, start: number, end: number): string {
  return query.slice(0, start) + query.slice(end + 1);
}

function lastMatch(text: string, pattern: RegExp): Span | undefined {
  let last: Span | undefined;
  for (const match of text.matchAll(pattern)) {
    last = { start: match.index, end: match.index + match[0].length };
  }
  return last;
}
