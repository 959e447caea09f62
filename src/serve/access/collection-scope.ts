// Which collections a client may see, and how an index and rows are narrowed down to them.
import { createHash, timingSafeEqual } from 'node:crypto';
import type { Library } from '../../index/index.ts';
import type { Timestamp } from '../../model/capture.ts';
import type { IndexFilter } from '../../model/index-query.ts';
import { toMillis, toTimestamp } from '../../model/timestamp.ts';
import {
  type CollectionSettings,
  readCollectionSettings,
} from '../../pipeline/collection-settings.ts';

/** What a client has shown to be allowed to see. */
export interface View {
  /** Collections whose token it has. */
  readonly opened: readonly string[];
  /** Sees all collections. */
  readonly isOperator: boolean;
}

/** What everybody may see. */
export const PUBLIC_VIEW: View = { opened: [], isOperator: false };

/** The collections that may be seen, where these are not all of them, or not all of what they have. */
export interface CollectionScope {
  /** Whether a collection may be seen, be it only what is old enough. */
  shows(collection: string): boolean;
  /** Whether all that is in these collections may be seen. */
  isWhole(collections: readonly string[]): boolean;
  /** The last moment of a file that may be seen; `undefined`: nothing of it. */
  lastOf(file: number): Timestamp | undefined;
  /** Whether what may be seen depends on the time. */
  readonly hasEmbargo: boolean;
  /** Documents of which something may be seen. */
  readonly search: IndexFilter;
  /** Documents of which nothing may be seen only in part, as far as an index can tell. */
  readonly counts: readonly IndexFilter[];
}

const END = '99999999999999' as Timestamp; // later than any capture
const DAY_MS = 86_400_000;
/** Limits move on so often: cursors hold for as long, and so do answers that clients keep. */
const HOUR_MS = 3_600_000;

/** What a view may see of a library; `undefined` where that is all. */
export function scopeOf(
  library: Library,
  { opened, isOperator }: View,
): CollectionScope | undefined {
  if (isOperator) return undefined;
  const settled = readCollectionSettings(library);
  const now = Math.floor(Date.now() / HOUR_MS) * HOUR_MS;
  const restricted = new Set<string>();
  const limits = new Map<string, Timestamp>();
  for (const [name, settings] of settled) {
    if (!isOpen(settings, opened.includes(name))) restricted.add(name);
    else if (settings.embargoDays > 0) {
      limits.set(name, toTimestamp(new Date(now - settings.embargoDays * DAY_MS)));
    }
  }
  if (restricted.size + limits.size === 0) return undefined;
  const files = new Map<number, Timestamp | undefined>();
  const lastOfCollections = (names: readonly string[]): Timestamp | undefined => {
    const lasts = names
      .filter((name) => !restricted.has(name))
      .map((name) => limits.get(name) ?? END);
    return lasts.sort().at(-1);
  };
  return {
    shows: (name) => !restricted.has(name),
    isWhole: (names) => names.every((name) => !restricted.has(name) && !limits.has(name)),
    lastOf(file) {
      if (!files.has(file)) files.set(file, lastOfCollections(library.files.collectionsOf(file)));
      return files.get(file);
    },
    hasEmbargo: limits.size > 0,
    search: toSearchFilter(library.files.collections(), restricted, limits),
    counts: toCountFilters(restricted, limits),
  };
}

function isOpen({ access, isPublished }: CollectionSettings, hasToken: boolean): boolean {
  return isPublished && (access === 'public' || (access === 'token' && hasToken));
}

type Limits = ReadonlyMap<string, Timestamp>;

function toSearchFilter(
  names: readonly string[],
  restricted: ReadonlySet<string>,
  limits: Limits,
): IndexFilter {
  const filters = names
    .filter((name) => !restricted.has(name))
    .map((name): IndexFilter => {
      const limit = limits.get(name);
      const isIn: IndexFilter = { kind: 'collection', name };
      return limit === undefined ? isIn : both(isIn, upTo(limit));
    });
  return filters.length === 0 ? { kind: 'nothing' } : { kind: 'any', filters };
}

function toCountFilters(restricted: ReadonlySet<string>, limits: Limits): IndexFilter[] {
  const outside = (name: string): IndexFilter => ({
    kind: 'not',
    filter: { kind: 'collection', name },
  });
  return [
    ...[...restricted].map(outside),
    ...[...limits].map(
      ([name, limit]): IndexFilter => ({ kind: 'any', filters: [outside(name), upTo(limit)] }),
    ),
  ];
}

function upTo(limit: Timestamp): IndexFilter {
  return { kind: 'time', to: Math.floor(toMillis(limit) / 1000) };
}

function both(a: IndexFilter, b: IndexFilter): IndexFilter {
  const not = (filter: IndexFilter): IndexFilter => ({ kind: 'not', filter });
  return not({ kind: 'any', filters: [not(a), not(b)] });
}

/** The collections that a token opens. Takes the same time for any wrong one. */
export function openedBy(library: Library, token: string): string[] {
  const hash = createHash('sha256').update(token).digest();
  return [...readCollectionSettings(library)]
    .filter(([, { access, isPublished, tokenHash }]) => {
      const known = Buffer.from(tokenHash, 'hex');
      const isSame = known.length === hash.length && timingSafeEqual(known, hash);
      return isSame && isPublished && access === 'token';
    })
    .map(([name]) => name);
}

/** Whether some collection of a library is not for everybody. */
export function hasRestricted(library: Library): boolean {
  return scopeOf(library, PUBLIC_VIEW) !== undefined;
}
