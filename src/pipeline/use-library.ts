// A library in three calls: open it, put archives in, search.
import type { Library } from '../index/index.ts';
import { type SearchAnswer, type SearchRequest, searchImages } from '../search/search.ts';
import { planExtraction } from './extract-plan.ts';
import { type IngestOutcome, type IngestRun, ingestArchives } from './ingest.ts';

/** Options of `ingest`. */
export type IngestOptions = Partial<Omit<IngestRun, 'library' | 'archives'>>;

/** What came of `ingest`: what was read, and inputs that could not be. */
export interface IngestResult extends IngestOutcome {
  readonly unreadable: readonly { readonly name: string; readonly reason: string }[];
}

/**
 * Puts archives into a library that is open for writing. `inputs` are files, folders, patterns, and http(s)://
 * or s3:// addresses; the collection is `default` unless another is named.
 *
 * @example
 * const library = await openLibrary('my-library', { access: 'write', create: {} });
 * await ingest(library, ['crawl.warc.gz'], { collection: '2010' });
 */
export async function ingest(
  library: Library,
  inputs: readonly string[],
  options: IngestOptions = {},
): Promise<IngestResult> {
  const { archives, failed } = await planExtraction(inputs);
  const outcome = await ingestArchives({
    collection: 'default',
    options: {},
    ...options,
    library,
    archives,
  });
  return { ...outcome, unreadable: failed };
}

/**
 * Finds images of a library.
 *
 * @example
 * const { items, total } = search(library, 'lisboa site:example.org', { limit: 10 });
 */
export function search(
  library: Library,
  query: string,
  options: Omit<SearchRequest, 'query'> = {},
): SearchAnswer {
  return searchImages(library.index, { ...options, query });
}
