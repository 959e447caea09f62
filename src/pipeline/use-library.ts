// A library in three calls: open it, put archives in, search.
import { resolve } from 'node:path';
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
 * or s3:// addresses; files that are new belong to the collection `default` unless another is named.
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
  // A library remembers where its files are: that must not depend on the working folder.
  const places = inputs.map((input) => (isAddress(input) ? input : resolve(input)));
  const { archives, failed } = await planExtraction(places);
  const outcome = await ingestArchives({
    options: {},
    ...options,
    library,
    archives,
  });
  return { ...outcome, unreadable: failed };
}

function isAddress(input: string): boolean {
  return /^[a-z][a-z0-9+.-]+:\/\//i.test(input);
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
