// Answers of `/api/v1/stats` and `/api/v1/collections`, and numbers for health checks and metrics.
import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import type { Facet, IndexFilter } from '../../model/index-query.ts';
import { DEFAULT_COLLECTION, readCollectionSettings } from '../../pipeline/collection-settings.ts';
import { collectStats, type LibraryStats } from '../../pipeline/library-stats.ts';
import type { AnswerContext, Answered } from './answer-context.ts';
import type { QueryRequest } from './query-requests.ts';
import { toShownIndex } from './shown-index.ts';

/** What the server tells about its library on its start page, in metrics and in health checks. */
export interface LibrarySummary {
  readonly name: string;
  readonly generation: number;
  /** Images that are shown. */
  readonly documents: number;
  readonly files: number;
  /** Archive files that cannot be read, of the `MAX_FILES_CHECKED` that were ingested last. */
  readonly missingFiles: number;
  /** First and last year of the oldest captures; absent when the library is empty. */
  readonly years?: readonly [number, number];
}

/** Archive files that a health check looks for. */
const MAX_FILES_CHECKED = 20;
/** Values of a facet in statistics. */
const MOST_VALUES = 100;

/** What is told under an embargo, or where collections are hidden: numbers of archive files, and of images that are shown. The others are left out. */
export type ShownStats = Pick<LibraryStats, 'collection' | 'files' | 'bytes' | 'documents'> &
  Pick<LibraryStats, 'years' | 'sites' | 'types' | 'sizes' | 'collections' | 'rejected'> & {
    readonly matched: Partial<LibraryStats['matched']>;
    readonly metadata: Partial<LibraryStats['metadata']>;
  };

/** Numbers about the library, or about one of its collections. */
export async function answerStats(
  { collection }: Extract<QueryRequest, { kind: 'stats' }>,
  context: AnswerContext,
): Promise<Answered> {
  const { library, stopwatch, embargoMs, scope } = context;
  const isAll = embargoMs <= 0 && scope === undefined;
  const isHidden =
    collection !== undefined &&
    (scope?.shows(collection) === false ||
      (embargoMs > 0 && (await countShown(context, collection)) === 0));
  if (collection !== undefined && (isHidden || !library.files.collections().includes(collection))) {
    const detail = 'There is no such collection in this library.';
    return { kind: 'refused', problem: 'not-found', detail, parameter: 'collection' };
  }
  const value = await stopwatch.time('stats', () =>
    isAll ? collectStats(library, collection) : collectShown(context, collection),
  );
  return { value };
}

function countShown(context: AnswerContext, collection: string): Promise<number> {
  return toShownIndex(context.library.index, context).count({
    filters: [{ kind: 'collection', name: collection }],
  });
}

/** How the images that are shown spread, so that no year or collection tells of others; sites tell of pages. */
async function collectShown(context: AnswerContext, collection?: string): Promise<ShownStats> {
  const { library } = context;
  const index = toShownIndex(library.index, context);
  const filters: IndexFilter[] =
    collection === undefined ? [] : [{ kind: 'collection', name: collection }];
  const count = (facet: Facet) => index.facet({ filters }, facet, MOST_VALUES);
  const reports = shownFiles(context, collection).map(({ report }) => report);
  const sum = (of: (report: (typeof reports)[number]) => number) =>
    reports.reduce((total, report) => total + of(report), 0);
  return {
    ...(collection !== undefined && { collection }),
    files: reports.length,
    bytes: sum(({ bytes }) => bytes),
    matched: { records: sum(({ records }) => records), indexed: await index.documentCount() },
    metadata: {},
    documents: await index.count({ filters }),
    rejected: [],
    years: [...(await count('year'))].sort((a, b) => (a.value < b.value ? -1 : 1)),
    sites: await count('site'),
    types: await count('type'),
    sizes: await count('size'),
    collections: await count('collection'),
  };
}

/** Files of which something may be shown. */
function shownFiles({ library, scope }: AnswerContext, collection?: string) {
  const files = library.files.list(collection);
  return scope === undefined ? files : files.filter(({ id }) => scope.lastOf(id) !== undefined);
}

/** Names of collections with their numbers of images, the largest first. */
export async function answerCollections(context: AnswerContext): Promise<Answered> {
  const { library, embargoMs, scope } = context;
  const isAll = embargoMs <= 0 && scope === undefined;
  const counts = await (isAll
    ? library.index.collections()
    : toShownIndex(library.index, context).facet({ filters: [] }, 'collection', MOST_VALUES));
  const settled = readCollectionSettings(library);
  const collections = counts.map(({ value, count }) => {
    const { title, description, access, embargoDays, isPublished } =
      settled.get(value) ?? DEFAULT_COLLECTION;
    return {
      name: value,
      images: count,
      title: title === '' ? value : title,
      description,
      access: isPublished ? access : 'hidden',
      embargoDays,
    };
  });
  return { value: { collections } };
}

/** Numbers that cost little, however large the library is. */
export async function answerSummary(context: AnswerContext): Promise<Answered> {
  const { library, scope } = context;
  const { settings, files } = library;
  const index = toShownIndex(library.index, context);
  const places = files.newestLocations(MAX_FILES_CHECKED);
  const isThere = await Promise.all(places.map(isReadable));
  const span = await index.timeSpan({ filters: [] });
  const year = (seconds: number) => new Date(seconds * 1000).getUTCFullYear();
  const value: LibrarySummary = {
    name: settings.name,
    generation: await index.generation(),
    documents: await index.documentCount(),
    files: scope === undefined ? files.count() : shownFiles(context).length,
    missingFiles: isThere.filter((is) => !is).length,
    ...(span && { years: [year(span.first), year(span.last)] }),
  };
  return { value };
}

/** Whether a local file can be read; remote ones are not asked. What follows `#` is a member of a WACZ. */
async function isReadable(location: string): Promise<boolean> {
  if (/^[a-z][a-z0-9+.-]+:\/\//i.test(location)) return true;
  for (const path of [location, location.replace(/#.*$/s, '')]) {
    const isFound = await access(path, constants.R_OK).then(
      () => true,
      () => false,
    );
    if (isFound) return true;
  }
  return false;
}
