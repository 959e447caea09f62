// Addresses of the server's routes.
import type { Sort } from '../state/route.ts';

const ROOT = '/api/v1';

/** Pictures of one answer. */
export const PAGE_SIZE = 50;

/** Pictures that an export may have; the server gives no more. */
export const MOST_EXPORTED = 100_000;

/** Formats of exports. */
export const EXPORT_FORMATS = ['ndjson', 'csv', 'json', 'geojson', 'kml'] as const;

/** Formats of exports that hold the pictures themselves. */
export const PACKAGE_FORMATS = ['zip', 'warc', 'wacz'] as const;

/** Pictures that such an export has at most. */
export const MOST_PACKED = 500;

/** One of the formats of exports. */
export type ExportFormat = (typeof EXPORT_FORMATS)[number] | (typeof PACKAGE_FORMATS)[number];

/** What is searched for. */
export interface ServerQuery {
  /** As it was written: nothing is added to it, as it may end in an open quote. */
  readonly q: string;
  /** `off` asks for sensitive pictures too, unless the query says otherwise. */
  readonly safe?: 'off';
  /** Only what is in this part of the map: west,south,east,north. */
  readonly bbox?: string;
  /** Only places that are at least so sure. */
  readonly sure?: string;
}

/** A page of search results. */
export function imagesAddress(query: ServerQuery, sort: Sort, cursor?: string): string {
  return address('/images', { ...query, sort, limit: String(PAGE_SIZE), cursor });
}

/** Places of the gazetteer: by name, by point or by part of the map. */
export function placesAddress(parameters: Readonly<Record<string, string>>): string {
  return address('/places', parameters);
}

/** Clusters of a part of the map. */
export function mapAddress(query: ServerQuery, zoom: number): string {
  return address('/map', { ...query, zoom: String(Math.max(0, Math.floor(zoom))) });
}

/** One picture; `part` is one of its lists. */
export function imageAddress(
  id: string,
  part?: 'versions' | 'pages' | 'citation' | 'variants' | 'similar',
  parameters: Readonly<Record<string, string | undefined>> = {},
): string {
  const path = `/images/${encodeURIComponent(id)}`;
  return address(part === undefined ? path : `${path}/${part}`, parameters);
}

/** Search by a picture that is sent along. */
export function byImageAddress(safe: 'off' | undefined): string {
  return address('/images/by-image', { safe });
}

/** The bytes of a picture as a file of a name. */
export function downloadAddress(content: string, name: string): string {
  return `${content}?download=${encodeURIComponent(name)}`;
}

/** Counts by facets. */
export function facetsAddress(
  { q, safe }: ServerQuery,
  names: readonly string[],
  limit: number,
): string {
  return address('/facets', { q, safe, names: names.join(','), limit: String(limit) });
}

/** Counts over time, on the axis of the library: bars of all searches can be compared. */
export function timelineAddress({ q, safe }: ServerQuery, buckets: number): string {
  return address('/timeline', { q, safe, buckets: String(buckets), axis: 'library' });
}

/** Completions of what is typed. */
export function suggestAddress(q: string, limit: number): string {
  return address('/suggest', { q, limit: String(limit) });
}

/** All results as a file, up to `MOST_EXPORTED`. */
export function exportAddress({ q, safe }: ServerQuery, sort: Sort, format: ExportFormat): string {
  return address('/export', { q, safe, sort, limit: String(MOST_EXPORTED), format });
}

/** Where pictures that were chosen one by one are asked for, or exported. */
export function chosenAddress(): string {
  return address('/export', {});
}

/** Numbers of the library or of a collection. */
export function statsAddress(collection: string): string {
  return address('/stats', { collection: collection || undefined });
}

/** Names of the collections. */
export function collectionsAddress(): string {
  return address('/collections', {});
}

/** The crawls of the library. */
export function crawlsAddress(): string {
  return address('/crawls', {});
}

/** One crawl; `part` is its events, or what an operator wants of it. */
export function crawlAddress(name: string, part: 'events' | 'start' | 'pause' | 'stop'): string {
  return address(`/crawls/${encodeURIComponent(name)}/${part}`, {});
}

function address(path: string, parameters: Readonly<Record<string, string | undefined>>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined) search.set(name, value);
  }
  const text = search.toString();
  return ROOT + path + (text === '' ? '' : `?${text}`);
}
