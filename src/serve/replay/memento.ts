// Memento (RFC 7089): which captures of a URL there are, told in headers and lists.
import type { Neighbours } from '../../index/captures.ts';
import type { Capture, Timestamp } from '../../model/capture.ts';
import { toHttpDate } from './moment.ts';
import { toPlainUrl, toReplayPath } from './replay-url.ts';

/** Media type of a TimeMap. */
export const LINK_FORMAT = 'application/link-format; charset=utf-8';

/** Where links lead. */
export interface LinkBase {
  /** The address by which clients reach the server, without a slash at its end. */
  readonly origin: string;
  readonly basePath: string;
}

/** Longest `Link` header that is sent. Clients such as Node's refuse answers with more than 16 KB of headers in all. */
const MAX_LINK_LENGTH = 8000;

/**
 * The `Link` header of an answer about a URL; `at` is the capture that is shown, if one is. Every link repeats the
 * URL: of a long one only the original, the TimeGate and the TimeMap are told, of a very long one nothing.
 */
export function toLinkHeader(
  url: string,
  base: LinkBase,
  around?: Neighbours & { readonly at: Capture },
): { readonly link?: string } {
  const ways = [
    link(toPlainUrl(url), 'original'),
    link(gateOf(url, base), 'timegate'),
    link(mapOf(url, base), 'timemap', '; type="application/link-format"'),
  ];
  const all = around === undefined ? ways : [...ways, ...mementosOf(around, base)];
  for (const links of [all, ways]) {
    const text = links.join(', ');
    if (text.length <= MAX_LINK_LENGTH) return { link: text };
  }
  return {};
}

/** The first lines of a TimeMap, all but its mementos. */
export function toTimeMapHead(
  url: string,
  base: LinkBase,
  span?: { readonly first: Timestamp; readonly last: Timestamp },
): string {
  const dates =
    span === undefined
      ? ''
      : `; from="${toHttpDate(span.first)}"; until="${toHttpDate(span.last)}"`;
  return [
    link(toPlainUrl(url), 'original'),
    link(mapOf(url, base), 'self', `; type="application/link-format"${dates}`),
    link(gateOf(url, base), 'timegate'),
  ].join(',\n');
}

/** The line of a memento in a TimeMap. */
export function toMementoLine(
  capture: Pick<Capture, 'time' | 'url'>,
  base: LinkBase,
  place: '' | 'first ' | 'last ' | 'first last ' = '',
): string {
  return link(addressOf(capture, base), `${place}memento`, dateOf(capture));
}

function mementosOf(
  { at, first, previous, next, last }: Neighbours & { readonly at: Capture },
  base: LinkBase,
): string[] {
  // One link for each capture, with all that it is.
  const relations = new Map<string, { capture: Capture; names: string[] }>();
  const add = (name: string, capture: Capture | undefined): void => {
    if (capture === undefined) return;
    const known = relations.get(capture.time);
    if (known !== undefined) known.names.push(name);
    else relations.set(capture.time, { capture, names: [name] });
  };
  add('first', first);
  add('prev', previous);
  add('', at);
  add('next', next);
  add('last', last);
  return [...relations.values()].map(({ capture, names }) => {
    const relation = [...names.filter((name) => name !== ''), 'memento'].join(' ');
    return link(addressOf(capture, base), relation, dateOf(capture));
  });
}

function link(address: string, relation: string, more = ''): string {
  return `<${address}>; rel="${relation}"${more}`;
}

function dateOf({ time }: Pick<Capture, 'time'>): string {
  return `; datetime="${toHttpDate(time)}"`;
}

function addressOf({ time, url }: Pick<Capture, 'time' | 'url'>, base: LinkBase): string {
  return base.origin + toReplayPath(base.basePath, { time, url });
}

function gateOf(url: string, { origin, basePath }: LinkBase): string {
  return `${origin}${basePath}/${toPlainUrl(url)}`;
}

function mapOf(url: string, { origin, basePath }: LinkBase): string {
  return `${origin}${basePath}/timemap/link/${toPlainUrl(url)}`;
}
