// Operators of a query as conditions of the index.
import type { IndexFilter, SearchIndex } from '../model/index-query.ts';
import { toMimes } from '../model/query/image-types.ts';
import type { OperatorNode, QuerySize } from '../model/query/query.ts';
import { toTimeSpan } from '../model/query/query-time.ts';
import { toSurt } from '../model/surt.ts';
import { quoteForMessage } from './request.ts';
import type { WarningCode } from './warning.ts';

/** Largest areas of small and of medium pictures, width times height. */
export const SMALL_AREA = 65_536;
export const MEDIUM_AREA = 810_000;

/** Pictures scored above this are hidden by `safe:on`. */
export const NSFW_LIMIT = 0.5;

const NOTHING: IndexFilter = { kind: 'nothing' };

/** Told what could not be done; the value goes into the message. */
export type Warn = (code: WarningCode, value?: string | number) => void;

/**
 * The condition of an operator. What the library has no data for passes nothing and is told by `warn`.
 * `safe:` is no condition of its own (`takeSafe` in plan.ts).
 */
export function toFilter(index: SearchIndex, node: OperatorNode, warn: Warn): IndexFilter {
  switch (node.name) {
    case 'site':
      return { kind: 'site', host: node.host, withSubdomains: true };
    case 'type':
      return { kind: 'mime', mimes: toMimes(node.subtype) };
    case 'size':
      return toSizeFilter(node.size);
    case 'from':
      return { kind: 'time', from: toTimeSpan(node.time).from };
    case 'to':
      return { kind: 'time', to: toTimeSpan(node.time).to };
    case 'year':
      return toYearFilter(node.from, node.to);
    case 'collection':
      return toCollectionFilter(index, node.collection, warn);
    case 'orientation':
      return { kind: 'orientation', value: node.value };
    case 'geo':
      return { kind: 'place', isKnown: node.isKnown };
    case 'lang':
      return { kind: 'language', code: node.code };
    case 'src':
      return { kind: 'source', surt: toSurt(node.url) };
    case 'near': {
      if (!('name' in node.place)) return { kind: 'near', ...node.place };
      warn('no-place-names');
      return NOTHING;
    }
    case 'link':
      warn('no-link-data');
      return NOTHING;
    case 'similar':
      warn('no-similar-data');
      return NOTHING;
    case 'color':
      warn('no-color-data');
      return NOTHING;
    case 'safe':
      return { kind: 'not', filter: NOTHING };
  }
}

/**
 * Repeated operators with the same key are alternatives: `site:a.pt site:b.pt` means either. Those
 * without a key must all hold, so that `from:` and `to:` narrow one another.
 */
export function alternativeKey(node: OperatorNode): string | undefined {
  switch (node.name) {
    case 'size':
      return 'class' in node.size ? 'size' : undefined;
    case 'from':
    case 'to':
    case 'geo':
    case 'safe':
      return undefined;
    default:
      return node.name;
  }
}

/** Times of a list of conditions as one; `undefined` when no moment is left. */
export function intersectTimes(filters: readonly IndexFilter[]): IndexFilter[] | undefined {
  let from = Number.NEGATIVE_INFINITY;
  let to = Number.POSITIVE_INFINITY;
  const others: IndexFilter[] = [];
  for (const filter of filters) {
    if (filter.kind !== 'time') others.push(filter);
    else {
      from = Math.max(from, filter.from ?? from);
      to = Math.min(to, filter.to ?? to);
    }
  }
  if (from > to) return undefined;
  const bounds = { ...(from > -Infinity && { from }), ...(to < Infinity && { to }) };
  return 'from' in bounds || 'to' in bounds ? [{ kind: 'time', ...bounds }, ...others] : others;
}

/** Collections have exact names, but nobody should have to remember which letters were capitals. */
function toCollectionFilter(index: SearchIndex, typed: string, warn: Warn): IndexFilter {
  const names = index.collections().map(({ value }) => value);
  if (names.includes(typed)) return { kind: 'collection', name: typed };
  const similar = names.filter((name) => name.toLowerCase() === typed.toLowerCase());
  if (similar.length === 0) warn('no-such-collection', quoteForMessage(typed));
  const filters = similar.map((name): IndexFilter => ({ kind: 'collection', name }));
  const [only = NOTHING] = filters;
  return filters.length > 1 ? { kind: 'any', filters } : only;
}

function toSizeFilter(size: QuerySize): IndexFilter {
  if (!('class' in size)) return { kind: 'size', ...size };
  if (size.class === 'sm') return { kind: 'area', max: SMALL_AREA };
  if (size.class === 'lg') return { kind: 'area', min: MEDIUM_AREA + 1 };
  return { kind: 'area', min: SMALL_AREA + 1, max: MEDIUM_AREA };
}

function toYearFilter(first: number, last: number): IndexFilter {
  const span = (year: number) => toTimeSpan({ digits: String(year).padStart(4, '0') });
  return { kind: 'time', from: span(first).from, to: span(last).to };
}
