// Operators of a query as conditions of the index.

import { ALIKE_BITS } from '../model/alike.ts';
import { familyOf, readHex } from '../model/color.ts';
import { MEDIUM_AREA, SMALL_AREA } from '../model/image.ts';
import type { IndexFilter, SearchIndex } from '../model/index-query.ts';
import type { Kind } from '../model/kind.ts';
import { CC_LICENCES, type LicenceName } from '../model/licence.ts';
import { toLinkTarget } from '../model/link-target.ts';
import { EXTENT_KM } from '../model/place.ts';
import { countryCodeOf, joinNames } from '../model/place-names.ts';
import { toMimes } from '../model/query/image-types.ts';
import type { OperatorNode, QuerySize } from '../model/query/query.ts';
import { toTimeSpan } from '../model/query/query-time.ts';
import { RANKING_PROFILES } from '../model/ranking.ts';
import { toSurt } from '../model/surt.ts';
import { quoteForMessage, type SelectionRequest } from './request.ts';
import type { WarningCode } from './warning.ts';

/** Pictures scored above this are hidden by `safe:on`. */
export const NSFW_LIMIT = 0.5;

const NOTHING: IndexFilter = { kind: 'nothing' };

/** Told what could not be done; the value goes into the message. */
export type Warn = (code: WarningCode, value?: string | number) => void;

/**
 * The condition of an operator. What the library has no data for passes nothing and is told by `warn`.
 * `safe:` and `variants:` are no conditions of their own (`takeWays` in plan.ts).
 */
export async function toFilter(
  index: SearchIndex,
  node: OperatorNode,
  { warn, places }: { readonly warn: Warn; readonly places?: SelectionRequest['places'] },
): Promise<IndexFilter> {
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
    case 'before':
      return { kind: 'time', to: toTimeSpan(node.time).from - 1 };
    case 'year':
      return toYearFilter(node.from, node.to);
    case 'taken':
    case 'seen':
      return {
        kind: node.name,
        from: toTimeSpan(node.span.from).from,
        to: toTimeSpan(node.span.to).to,
      };
    case 'collection':
      return toCollectionFilter(index, node.collection, warn);
    case 'orientation':
      return { kind: 'orientation', value: node.value };
    case 'bbox':
      return { kind: 'box', ...node.box };
    case 'geo':
      return { kind: 'place', isKnown: node.isKnown };
    case 'animated':
      return { kind: 'flag', facet: 'animated', name: node.isAnimated ? 'yes' : 'no' };
    case 'lang':
      return { kind: 'language', code: node.code };
    case 'src':
      return { kind: 'source', surt: toSurt(node.url) };
    case 'near': {
      if (!('name' in node.place)) return { kind: 'near', ...node.place };
      if (places === undefined) warn('no-place-names');
      const found = places?.byName(node.place.name);
      if (found === undefined) {
        if (places !== undefined) warn('no-such-place', quoteForMessage(node.place.name));
        return NOTHING;
      }
      const { latitude, longitude, extent } = found;
      return { kind: 'near', latitude, longitude, km: node.place.km ?? EXTENT_KM[extent] };
    }
    case 'place':
      return toPlaceFilter(index, node.place, { warn, places });
    case 'link':
      if (await index.knowsLinks()) return { kind: 'link', target: toLinkTarget(node.target) };
      warn('no-link-data');
      return NOTHING;
    case 'similar':
      return toSimilarFilter(index, node.target, warn);
    case 'color':
      return toColorFilter(index, node.color, warn);
    case 'kind':
      return toKindFilter(index, node.value, warn);
    case 'licence':
      return toLicenceFilter(index, node.value, warn);
    case 'label':
      return toLabelFilter(index, node.label, warn);
    case 'safe':
    case 'variants':
    case 'text': // asked of the words, not of the attributes
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
    case 'before':
    case 'geo':
    case 'animated':
    case 'safe':
    case 'variants':
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
async function toCollectionFilter(
  index: SearchIndex,
  typed: string,
  warn: Warn,
): Promise<IndexFilter> {
  const names = (await index.collections()).map(({ value }) => value);
  if (names.includes(typed)) return { kind: 'collection', name: typed };
  const similar = names.filter((name) => name.toLowerCase() === typed.toLowerCase());
  if (similar.length === 0) warn('no-such-collection', quoteForMessage(typed));
  const filters = similar.map((name): IndexFilter => ({ kind: 'collection', name }));
  const [only = NOTHING] = filters;
  return filters.length > 1 ? { kind: 'any', filters } : only;
}

/** Pictures that look like one that is known by its id or its URL; the picture itself is not among them. */
async function toSimilarFilter(
  index: SearchIndex,
  image: string,
  warn: Warn,
): Promise<IndexFilter> {
  const ids = /^[0-9a-f]{64}(?:-[0-9a-f]{16})?$/.test(image)
    ? [image]
    : await idsAt(index, toSurt(image));
  const known = (await index.documents(ids)).filter((one) => one !== undefined);
  const found = new Set<string>();
  for (const { look, vector } of known) {
    const range = { maxDistance: ALIKE_BITS, limit: MAX_ALIKE };
    for (const { id } of await index.lookAlikes({ look, vector }, range)) found.add(id);
  }
  if (known.every(({ look = '', vector = '' }) => look + vector === '')) warn('no-similar-data');
  for (const { id } of known) found.delete(id);
  return found.size === 0 ? NOTHING : { kind: 'ids', ids: [...found] };
}

async function idsAt(index: SearchIndex, surt: string): Promise<string[]> {
  const [profile] = RANKING_PROFILES;
  if (profile === undefined) return [];
  const { hits } = await index.search({
    filters: [{ kind: 'source', surt }],
    words: [],
    profile,
    sort: 'oldest',
    offset: 0,
    limit: MAX_SOURCES,
  });
  return hits.map(({ document }) => document.id);
}

/** Contents of one URL that others are compared with. */
const MAX_SOURCES = 20;

/** Pictures that one is compared with at most. */
export const MAX_ALIKE = 1000;

/** By the code of a country, by its name in one of six languages, by the name that facets have, or by one the gazetteer knows. */
async function toPlaceFilter(
  index: SearchIndex,
  typed: string,
  { warn, places }: { readonly warn: Warn; readonly places?: SelectionRequest['places'] },
): Promise<IndexFilter> {
  const code = countryCodeOf(typed);
  if (code !== undefined) return { kind: 'placeName', name: code };
  const asTyped: IndexFilter = { kind: 'placeName', name: withCountryCode(typed) };
  if ((await index.count({ filters: [asTyped] })) > 0) return asTyped;
  const found = places?.byName(typed);
  if (found === undefined) {
    warn('no-such-place', quoteForMessage(typed));
    return NOTHING;
  }
  const { town, region, country } = found.address;
  const name = found.extent === 'country' ? country : joinNames(town || region, country);
  return name === '' ? NOTHING : { kind: 'placeName', name };
}

/** `Porto, Portugal` as `Porto, PT`. */
function withCountryCode(name: string): string {
  const parts = name.split(',').map((part) => part.trim());
  const code = parts.length > 1 ? countryCodeOf(parts.at(-1) ?? '') : undefined;
  return code === undefined ? name : joinNames(...parts.slice(0, -1), code);
}

/** Pictures in which the family of a colour prevails. */
async function toColorFilter(index: SearchIndex, color: string, warn: Warn): Promise<IndexFilter> {
  if ((await index.facet({ filters: [] }, 'color', 1)).length === 0) {
    warn('no-color-data');
    return NOTHING;
  }
  const rgb = readHex(color);
  return { kind: 'flag', facet: 'color', name: rgb === undefined ? color : familyOf(rgb) };
}

/** Pictures of a kind. */
async function toKindFilter(index: SearchIndex, name: Kind, warn: Warn): Promise<IndexFilter> {
  if ((await index.facet({ filters: [] }, 'kind', 1)).length > 0) {
    return { kind: 'flag', facet: 'kind', name };
  }
  warn('no-kind-data');
  return NOTHING;
}

/** Pictures of what a label names. */
async function toLabelFilter(index: SearchIndex, name: string, warn: Warn): Promise<IndexFilter> {
  if ((await index.facet({ filters: [] }, 'label', 1)).length > 0) return { kind: 'label', name };
  warn('no-label-data');
  return NOTHING;
}

/** Pictures under a licence, or under any of Creative Commons. */
async function toLicenceFilter(
  index: SearchIndex,
  name: LicenceName | 'cc',
  warn: Warn,
): Promise<IndexFilter> {
  if ((await index.facet({ filters: [] }, 'licence', 1)).length === 0) {
    warn('no-licence-data');
    return NOTHING;
  }
  const toFilter = (one: LicenceName): IndexFilter => ({
    kind: 'flag',
    facet: 'licence',
    name: one,
  });
  return name === 'cc' ? { kind: 'any', filters: CC_LICENCES.map(toFilter) } : toFilter(name);
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
