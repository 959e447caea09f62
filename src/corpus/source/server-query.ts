// What a CDX server is asked for a condition: it knows URLs, hosts and domains, but not everything at once.
import { type MatchType, toSurt } from '../../archive/archive.ts';
import { toLineRange } from '../../archive/cdx/cdx-query.ts';
import { hostTest } from '../where/capture-keys.ts';
import { compareBytewise } from '../where/key-ranges.ts';
import type { KeyRange, TextField, TextPattern, Where } from '../where/where.ts';

/** A question to a server. */
export interface ServerQuery {
  readonly url: string;
  readonly matchType: MatchType;
  /** Keys that the answer can hold. */
  readonly range: KeyRange;
}

/** Questions to which the answers hold all that meets a condition, in the order of keys; `undefined` when there are none. */
export function toServerQueries(where: Where): readonly ServerQuery[] | undefined {
  const queries = queriesOf(where);
  if (queries === undefined) return undefined;
  const sorted = [...queries].sort(
    (a, b) =>
      compareBytewise(a.range.start, b.range.start) || compareBytewise(b.range.end, a.range.end),
  );
  // What lies in another answer need not be asked for again.
  const kept: ServerQuery[] = [];
  for (const query of sorted) {
    const last = kept.at(-1);
    if (last === undefined || compareBytewise(query.range.end, last.range.end) > 0)
      kept.push(query);
  }
  return kept;
}

/** The earliest and latest time that a condition allows, in up to 14 digits; `''` where it does not say. */
export function toTimeHull(where: Where): { readonly from: string; readonly to: string } {
  if (where.kind === 'time') {
    const froms = where.ranges.map(({ from }) => from);
    const tos = where.ranges.map(({ to }) => to);
    const from = froms.reduce((a, b) => (a.padEnd(14, '0') < b.padEnd(14, '0') ? a : b));
    const to = tos.reduce((a, b) => (a.padEnd(14, '9') > b.padEnd(14, '9') ? a : b));
    return { from, to };
  }
  if (where.kind !== 'and') return { from: '', to: '' };
  const hulls = where.conditions.map(toTimeHull);
  return {
    from: hulls
      .map(({ from }) => from)
      .reduce((a, b) => (a.padEnd(14, '0') > b.padEnd(14, '0') ? a : b), ''),
    to: hulls
      .map(({ to }) => to)
      .reduce((a, b) => (a.padEnd(14, '9') < b.padEnd(14, '9') ? a : b), ''),
  };
}

function queriesOf(where: Where): readonly ServerQuery[] | undefined {
  switch (where.kind) {
    case 'and': {
      const known = where.conditions.flatMap((condition) => {
        const queries = queriesOf(condition);
        return queries === undefined ? [] : [queries];
      });
      const [best] = known.sort((a, b) => costOf(a) - costOf(b));
      return best;
    }
    case 'or':
      return joined(where.conditions.map(queriesOf));
    case 'text':
      return joined(where.patterns.map((pattern) => queriesOfPattern(where.field, pattern)));
    default:
      return undefined;
  }
}

function joined(lists: readonly (readonly ServerQuery[] | undefined)[]): ServerQuery[] | undefined {
  if (lists.length === 0) return undefined;
  const known = lists.flatMap((list) => list ?? []);
  return lists.some((list) => list === undefined) ? undefined : known;
}

const COSTS: Readonly<Record<MatchType, number>> = {
  exact: 1,
  prefix: 100,
  host: 1000,
  domain: 10_000,
};

/** How much an answer may hold: of several ways to ask, the narrowest is taken. */
function costOf(queries: readonly ServerQuery[]): number {
  return queries.reduce((sum, { matchType }) => sum + COSTS[matchType], 0);
}

function queriesOfPattern(
  field: TextField,
  pattern: TextPattern,
): readonly ServerQuery[] | undefined {
  const [first = '', second = ''] = pattern;
  const isWhole = pattern.length === 1;
  const isPrefix = pattern.length === 2 && second === '' && first !== '';
  switch (field) {
    case 'url':
      if (isWhole) return make(first, 'exact');
      // A folder has lost its last slash in keys; asked for without it, it comes with its neighbours.
      return isPrefix ? make(first.replace(/([^/])\/$/, '$1'), 'prefix') : undefined;
    case 'host':
      return queriesOfHost(pattern);
    case 'surt': {
      const url = toUrl(first);
      return isWhole || isPrefix ? make(url, isWhole ? 'exact' : 'prefix') : undefined;
    }
    default:
      return undefined;
  }
}

/**
 * The question for a host, or for it and its sub-domains. What lies behind other ports of the host cannot be asked for:
 * to all known servers `host` and `domain` are ranges of keys that end before the colon of a port.
 */
function queriesOfHost(pattern: TextPattern): readonly ServerQuery[] | undefined {
  const test = hostTest(pattern);
  if (test.kind === 'pattern' || test.host === '') return undefined;
  const name = pattern.at(-1)?.replace(/^\./, '') ?? '';
  // `name:8080` alone would be read as a URL of the scheme `name`; no sub-domain has a port in common with its host.
  if (test.hasPort) return make(`http://${name}/`, 'host');
  return make(name, test.withSubdomains ? 'domain' : 'host', `http://${name}/`);
}

/** A question with the keys that servers answer it with. `whole` is the URL with its scheme. */
function make(url: string, matchType: MatchType, whole = url): readonly ServerQuery[] | undefined {
  if (url === '') return undefined;
  const { start, end } = toLineRange({ key: toSurt(whole), matchType });
  return [{ url, matchType, range: { start: start.toString(), end: end.toString() } }];
}

/** A URL whose key is the given one; `''` when there is none. */
export function toUrl(key: string): string {
  const close = key.indexOf(')');
  if (close < 0) return '';
  const [, labels = '', port = ''] = /^([^:]*)(:\d+)?$/.exec(key.slice(0, close)) ?? [];
  const url = `http://${labels.split(',').reverse().join('.')}${port}${key.slice(close + 1)}`;
  return toSurt(url) === key ? url : '';
}
