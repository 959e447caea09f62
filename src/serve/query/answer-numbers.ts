// Answers of `/api/v1/stats` and `/api/v1/collections`, and numbers for health checks and metrics.
import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { collectStats } from '../../pipeline/library-stats.ts';
import type { AnswerContext, Answered } from './answer-context.ts';
import type { QueryRequest } from './query-requests.ts';

/** What the server tells about its library on its start page, in metrics and in health checks. */
export interface LibrarySummary {
  readonly name: string;
  readonly generation: number;
  readonly documents: number;
  readonly files: number;
  /** Archive files that cannot be read, of the `MAX_FILES_CHECKED` that were ingested last. */
  readonly missingFiles: number;
  /** First and last year of the oldest captures; absent when the library is empty. */
  readonly years?: readonly [number, number];
}

/** Archive files that a health check looks for. */
const MAX_FILES_CHECKED = 20;

/** Numbers about the library, or about one of its collections. */
export function answerStats(
  { collection }: Extract<QueryRequest, { kind: 'stats' }>,
  { library, stopwatch }: AnswerContext,
): Answered {
  if (collection !== undefined && !library.files.collections().includes(collection)) {
    const detail = 'There is no such collection in this library.';
    return { kind: 'refused', problem: 'not-found', detail, parameter: 'collection' };
  }
  return { value: stopwatch.time('stats', () => collectStats(library, collection)) };
}

/** Names of collections with their numbers of images, the largest first. */
export function answerCollections({ library }: AnswerContext): Answered {
  const counts = library.index.collections();
  return {
    value: { collections: counts.map(({ value, count }) => ({ name: value, images: count })) },
  };
}

/** Numbers that cost little, however large the library is. */
export async function answerSummary({ library, embargoMs }: AnswerContext): Promise<Answered> {
  const { index, settings, database } = library;
  const files = database.prepare<[], number>('SELECT count(*) FROM file').pluck().get() ?? 0;
  const places = database
    .prepare<[number], string>('SELECT location FROM file ORDER BY id DESC LIMIT ?')
    .pluck()
    .all(MAX_FILES_CHECKED);
  const isThere: boolean[] = await Promise.all(places.map(String).map(isReadable));
  const span = index.timeSpan({ filters: [] });
  const year = (seconds: number) => new Date(seconds * 1000).getUTCFullYear();
  const last = Math.floor((Date.now() - embargoMs) / 1000);
  const value: LibrarySummary = {
    name: settings.name,
    generation: index.generation,
    documents: index.documentCount,
    files,
    missingFiles: isThere.filter((is) => !is).length,
    ...(span && { years: [year(span.first), year(Math.min(span.last, last))] }),
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
