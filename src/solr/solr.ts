// An index in SolrCloud, behind the same two interfaces as the one in SQLite: the face of this folder.
import type { IndexOptions, SearchIndex } from '../model/index-query.ts';
import { parseSolrAddress } from './solr-address.ts';
import { documentsOf, rowsOf } from './solr-answer.ts';
import { SolrClient } from './solr-client.ts';
import {
  type CollectionOptions,
  checkCollection,
  deleteCollection,
  ensureCollection,
} from './solr-collection.ts';
import {
  countCells,
  countDocuments,
  countFacet,
  countTimes,
  countWord,
  findAlike,
  findTimeSpan,
  listCollections,
  listLanguages,
  sitesFrom,
  wordsFrom,
  wordsOfStems,
} from './solr-counts.ts';
import { IMAGES, isId, oneOf, SolrParameters } from './solr-query.ts';
import { searchSolr } from './solr-search.ts';
import { SolrStatistics } from './solr-statistics.ts';
import { SolrWriter, type SolrWriterOptions, STATE_KEY } from './solr-writer.ts';

/** How an index in Solr is reached. */
export interface SolrIndexOptions {
  /** `user:password` for basic authentication. */
  readonly credentials?: string | undefined;
  /** How long requests are repeated while nodes are away, milliseconds. Default 60,000. */
  readonly patienceMs?: number | undefined;
  /** Told why a request is repeated. */
  readonly onRetry?: ((reason: string) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** How an index in Solr is made and written. */
export interface WritableSolrOptions
  extends SolrIndexOptions,
    CollectionOptions,
    SolrWriterOptions {
  /** Removes the collection first, whatever version it is of. */
  readonly isFresh?: boolean | undefined;
}

/** An index that can be written. */
export interface WritableSolrIndex {
  readonly index: SearchIndex;
  readonly writer: SolrWriter;
  /** The ids of all documents, some thousand at a time, in order. */
  ids(options?: IndexOptions): AsyncGenerator<readonly string[]>;
}

/** Whether a text is the address of an index in Solr. */
export function isSolrAddress(address: string): boolean {
  return /^solrs?:\/\//.test(address);
}

/** Opens an index for searching. Rejects with `USAGE`, `INDEX_NOT_FOUND`, `INDEX_OLD` or `REMOTE_FAILED`. */
export async function openSolrIndex(
  address: string,
  { signal, ...options }: SolrIndexOptions = {},
): Promise<SearchIndex> {
  const client = new SolrClient({ ...parseSolrAddress(address), ...options });
  await checkCollection(client, signal);
  return createIndex(client);
}

/** Opens an index for writing, or makes one. Rejects as `openSolrIndex` does. */
export async function openWritableSolrIndex(
  address: string,
  { signal, isFresh = false, ...options }: WritableSolrOptions = {},
): Promise<WritableSolrIndex> {
  const client = new SolrClient({ ...parseSolrAddress(address), ...options });
  if (isFresh) await deleteCollection(client, signal);
  await ensureCollection(client, options, signal);
  return {
    index: createIndex(client),
    writer: new SolrWriter(client, options),
    ids: (asked) => listIds(client, asked),
  };
}

/** Ids in one page. */
const PAGE = 2_000;

async function* listIds(
  client: SolrClient,
  { signal }: IndexOptions = {},
): AsyncGenerator<readonly string[]> {
  for (let mark = '*'; ; ) {
    const request = { query: IMAGES, fields: ['id'], sort: 'id asc,key asc', limit: PAGE };
    const answer = await client.query({ ...request, params: { cursorMark: mark } }, signal);
    const ids = rowsOf(answer).map(({ id }) => String(id));
    if (ids.length > 0) yield ids;
    const next = String(answer['nextCursorMark']);
    if (next === mark) return;
    mark = next;
  }
}

function createIndex(client: SolrClient): SearchIndex {
  const statistics = new SolrStatistics(client);
  const everything = { filters: [] };

  async function readGeneration(signal?: AbortSignal): Promise<number> {
    const request = { query: `key:${STATE_KEY}`, fields: ['generation'], limit: 1 };
    const [state] = rowsOf(await client.query(request, signal));
    return Number(state?.['generation'] ?? 0);
  }

  return {
    documentCount: async (options) => countDocuments(client, everything, options?.signal),
    generation: async (options) => readGeneration(options?.signal),
    languages: async (options) => listLanguages(client, options?.signal),
    async search(query, options) {
      statistics.keepFor(await readGeneration(options?.signal));
      return searchSolr(client, statistics, query, options?.signal);
    },
    count: async (selection, options) => countDocuments(client, selection, options?.signal),
    facet: async (selection, facet, limit, options) =>
      countFacet(client, selection, { facet, limit }, options?.signal),
    histogram: async (selection, starts, options) =>
      countTimes(client, selection, starts, options?.signal),
    timeSpan: async (selection, options) => findTimeSpan(client, selection, options?.signal),
    cells: async (selection, grid, options) => countCells(client, selection, grid, options?.signal),
    async documents(ids, options) {
      const parameters = new SolrParameters();
      const request = {
        query: oneOf('id', [...new Set(ids.filter(isId))], parameters),
        fields: ['document'],
        limit: ids.length,
        params: parameters.values,
      };
      const found = documentsOf(await client.query(request, options?.signal));
      const byId = new Map(found.map(({ document }) => [document.id, document]));
      return ids.map((id) => byId.get(id));
    },
    lookAlikes: async (picture, range, options) =>
      findAlike(client, picture, range, options?.signal),
    wordsFrom: async (prefix, limit, options) => wordsFrom(client, prefix, limit, options?.signal),
    wordCount: async (word, options) => countWord(client, word, options?.signal),
    wordsOfStems: async (stems, options) => wordsOfStems(client, stems, options?.signal),
    sitesFrom: async (prefix, limit, options) => sitesFrom(client, prefix, limit, options?.signal),
    // Documents alone are kept there, no pages.
    knowsLinks: async () => false,
    collections: async (options) => listCollections(client, options?.signal),
  };
}
