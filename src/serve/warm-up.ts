// What a server does before it is ready, so that its first answers are as fast as later ones: files are read, questions asked.
import { createReadStream, statSync } from 'node:fs';
import { join } from 'node:path';
import { DATABASE_FILE, THUMBNAILS_FILE } from '../index/index.ts';
import { FACETS } from '../model/index-query.ts';
import { RANKING_PROFILES } from '../model/ranking.ts';
import { messageOf } from '../support/errors.ts';
import type { QueryPool } from './query/query-pool.ts';
import type { QueryRequest } from './query/query-requests.ts';

/** What was done. */
export interface WarmUp {
  /** Bytes of the library that were read into the memory of the system. */
  readonly bytes: number;
  /** Bytes that it has; more than were read where memory is too small for all of them. */
  readonly totalBytes: number;
  /** Questions that were answered. */
  readonly answered: number;
  /** Why others were not, in the words of the first. */
  readonly failure?: string;
}

/** What is warmed up. */
export interface WarmUpOptions {
  readonly libraryFolder: string;
  readonly queries: QueryPool;
  /** Threads of the pool: each is asked everything. */
  readonly queryWorkers: number;
  readonly signal?: AbortSignal | undefined;
  /** Bytes that may be read. Default: most of the memory that is free. */
  readonly maxBytes?: number;
}

/** Files of the index first: thumbnails are what can be waited for. */
const FILES = [DATABASE_FILE, THUMBNAILS_FILE].flatMap((name) => [name, `${name}-wal`]);
const READ_BYTES = 4 * 1024 * 1024;
/** The rest of the free memory is for the threads; a system that runs out of it drops what was just read. */
const SHARE_OF_MEMORY = 0.8;
/** A question to a cold index of hundreds of gigabytes, milliseconds. */
const PATIENCE_MS = 600_000;
const WORDS = 8;

/** Reads the library, then asks what people ask. What fails is told and does no harm. Throws when it is aborted. */
export async function warmUp(options: WarmUpOptions): Promise<WarmUp> {
  const maxBytes = options.maxBytes ?? Math.floor(process.availableMemory() * SHARE_OF_MEMORY);
  const read = await readFiles({ ...options, maxBytes });
  return { ...read, ...(await askAll(options)) };
}

/** The system keeps what was read, and all threads and processes of this machine find it there. */
async function readFiles({
  libraryFolder,
  maxBytes,
  signal,
}: WarmUpOptions & { readonly maxBytes: number }) {
  let bytes = 0;
  let totalBytes = 0;
  for (const name of FILES) {
    const path = join(libraryFolder, name);
    const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
    totalBytes += size;
    const wanted = Math.min(size, maxBytes - bytes);
    if (wanted <= 0) continue;
    const stream = createReadStream(path, { end: wanted - 1, highWaterMark: READ_BYTES, signal });
    for await (const chunk of stream) bytes += (chunk as Buffer).length; // read without an encoding
  }
  return { bytes, totalBytes };
}

/** Asks each thread for the start page, its counts and the map, then for words that the first images have. */
async function askAll({ queries, queryWorkers, signal }: WarmUpOptions) {
  let answered = 0;
  let failure: string | undefined;
  const askEach = async (request: QueryRequest): Promise<string> => {
    signal?.throwIfAborted();
    const asking = Array.from({ length: queryWorkers }, () =>
      queries.ask({ request }, { timeoutMs: PATIENCE_MS, ...(signal && { signal }) }),
    );
    let text = '';
    for (const outcome of await Promise.allSettled(asking)) {
      const answer = outcome.status === 'fulfilled' ? outcome.value : undefined;
      if (answer?.kind === 'found') {
        answered++;
        ({ text } = answer);
      } else if (outcome.status === 'rejected') failure ??= messageOf(outcome.reason);
      else failure ??= answer?.kind === 'failed' ? answer.message : answer?.kind;
    }
    signal?.throwIfAborted();
    return text;
  };
  const first = await askEach(toSearch('', FACETS));
  await askEach({ kind: 'timeline', ...selected(''), buckets: 50, axis: 'library' });
  await askEach({ kind: 'map', ...selected(''), zoom: 1 });
  for (const word of wordsOf(first)) {
    await askEach({ kind: 'suggest', q: word.slice(0, 2), limit: 10 });
    await askEach(toSearch(word, []));
  }
  return { answered, ...(failure !== undefined && { failure }) };
}

function selected(q: string) {
  return { q, safe: true, match: 'most', duplicates: 'collapse' } as const;
}

function toSearch(q: string, facets: readonly string[]): QueryRequest {
  const profile = RANKING_PROFILES[0]?.name ?? '';
  const paging = { limit: 50, offset: 0, sort: 'relevance' };
  return { kind: 'search', ...selected(q), ...paging, profile, facets };
}

/** Words by which images were described, those that more of them have first. */
function wordsOf(text: string): string[] {
  if (text === '') return [];
  const { items }: { items: readonly Described[] } = JSON.parse(text); // an answer of our own
  const counts = new Map<string, number>();
  for (const { titles, alts, captions } of items) {
    const said = [titles, alts, captions].flat().join(' ').slice(0, MAX_SAID).toLowerCase();
    for (const word of new Set(said.match(/\p{L}{4,20}/gu))) {
      counts.set(word, (counts.get(word) ?? 0) + 1);
    }
  }
  const words = [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
  return words.slice(0, WORDS).map(([word]) => word);
}

interface Described {
  readonly titles: readonly string[];
  readonly alts: readonly string[];
  readonly captions: readonly string[];
}

const MAX_SAID = 2_000;
