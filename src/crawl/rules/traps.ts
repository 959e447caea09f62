// Traps: pages without end that programs make, calendars above all.
import { urlTemplate } from '../strategy/url-template.ts';

/** Bounds of a crawl; each is meant to be far beyond what a real site has. */
export interface TrapBounds {
  /** Links from a seed. Default 50. */
  readonly maxDepth?: number;
  /** Pages of one host. Default 100,000. */
  readonly maxPagesPerHost?: number;
  /** Pages of one host that differ only in numbers of their query, as calendars do. Default 200. */
  readonly maxPerPattern?: number;
}

/** Why a link is taken for a trap. */
export type TrapReason =
  | 'trap-depth'
  | 'trap-url'
  | 'trap-segments'
  | 'trap-parameters'
  | 'trap-pattern'
  | 'trap-host';

const MAX_URL = 2083;
const MAX_SEGMENTS = 20;
const MAX_PARAMETERS = 8;
const MAX_REPEATS = 2;
/** Patterns that are counted; more would be a trap for the counter. */
const MAX_PATTERNS = 200_000;

/** Tells traps from links. Counts what it lets pass. */
export class TrapRules {
  readonly #bounds: Required<TrapBounds>;
  readonly #patterns = new Map<string, number>();
  readonly #hosts = new Map<string, number>();

  constructor(bounds: TrapBounds = {}) {
    const { maxDepth = 50, maxPagesPerHost = 100_000, maxPerPattern = 200 } = bounds;
    this.#bounds = { maxDepth, maxPagesPerHost, maxPerPattern };
  }

  /** Why a link to a page that was not known before is not followed; `undefined` when it is. */
  refuse(url: string, depth: number): TrapReason | undefined {
    const reason = depth > this.#bounds.maxDepth ? 'trap-depth' : shapeOf(url);
    return reason ?? this.#count(url);
  }

  #count(url: string): TrapReason | undefined {
    const origin = url.slice(0, pathStartOf(url));
    const pages = (this.#hosts.get(origin) ?? 0) + 1;
    if (pages > this.#bounds.maxPagesPerHost) return 'trap-host';
    const pattern = isCalendarLike(url) ? `${origin} ${urlTemplate(url)}` : undefined;
    if (pattern !== undefined) {
      const same = (this.#patterns.get(pattern) ?? 0) + 1;
      if (same > this.#bounds.maxPerPattern) return 'trap-pattern';
      if (this.#patterns.size > MAX_PATTERNS) this.#patterns.clear();
      this.#patterns.set(pattern, same);
    }
    this.#hosts.set(origin, pages);
    return undefined;
  }
}

function shapeOf(url: string): TrapReason | undefined {
  if (url.length > MAX_URL) return 'trap-url';
  const mark = url.indexOf('?');
  const path = url.slice(pathStartOf(url), mark < 0 ? undefined : mark);
  const segments = path.split('/').filter(Boolean);
  if (segments.length > MAX_SEGMENTS) return 'trap-segments';
  if (segments.length > MAX_REPEATS && isRepetitive(segments)) return 'trap-segments';
  return mark >= 0 && url.slice(mark).split('&').length > MAX_PARAMETERS
    ? 'trap-parameters'
    : undefined;
}

function isRepetitive(segments: readonly string[]): boolean {
  const counts = new Map<string, number>();
  for (const segment of segments) {
    const count = (counts.get(segment) ?? 0) + 1;
    if (count > MAX_REPEATS) return true;
    counts.set(segment, count);
  }
  return false;
}

/** Where the path of a canonical URL starts. */
function pathStartOf(url: string): number {
  const slash = url.indexOf('/', 8);
  return slash < 0 ? url.length : slash;
}

/** A query whose values are numbers and dates, or a path that ends in a date. */
function isCalendarLike(url: string): boolean {
  const mark = url.indexOf('?');
  const query = mark < 0 ? '' : url.slice(mark + 1);
  if (query === '') return /\/\d{4}[/-]\d{1,2}(?:[/-]\d{1,2})?\/?$/.test(url);
  return query.split('&').some((pair) => /=[\d\-:./T]+$/.test(pair));
}
