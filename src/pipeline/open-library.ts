// A library as programs use it: opened, filled, searched and kept, in a dozen verbs.
import { resolve } from 'node:path';
import {
  type LibrarySettings,
  openLibrary as openStore,
  type Library as Store,
  toLibraryError,
} from '../index/index.ts';
import type { Loss } from '../model/capture.ts';
import {
  type FacetAnswer,
  type FacetRequest,
  facets,
  type SearchAnswer,
  type SearchIndex,
  type SearchRequest,
  type SelectionRequest,
  type Suggestion,
  type SuggestRequest,
  searchImages,
  suggest,
  type Timeline,
  type TimelineRequest,
  timeline,
} from '../search/search.ts';
import { PinakesError } from '../support/errors.ts';
import { backupLibrary } from './backup.ts';
import { type ImageDetails, loadImageDetails } from './image-details.ts';
import type { IngestOptions } from './ingest.ts';
import { type IngestResult, ingestInputs } from './ingest-inputs.ts';
import { checkLibrary, type LibraryFinding } from './library-check.ts';
import { collectStats, type LibraryStats } from './library-stats.ts';
import { createMatchedPages } from './matched-page.ts';
import {
  type MergeOutcome,
  type MergeProgress,
  type MergeSkipReason,
  mergeLibraries,
} from './merge.ts';
import { openPlacesFor } from './place-reader.ts';
import {
  type RemoveOptions,
  type RemoveOutcome,
  type RemoveRequest,
  removeFromLibrary,
} from './remove.ts';

/** How a library is opened. */
export interface LibraryOptions {
  /** `write` lets it be changed, by one program at a time; default `read`. */
  readonly access?: 'read' | 'write';
  /** Makes the library when there is none; settings that are given must fit one that is there. */
  readonly create?: Partial<LibrarySettings>;
}

/** Options of `Library.merge`. */
export interface MergeOptions {
  readonly signal?: AbortSignal | undefined;
  /** A revisit has another original now, whose archive cannot be read. */
  readonly onLoss?: (loss: Loss) => void;
  readonly onProgress?: (progress: MergeProgress) => void;
  /** A file of another library was not taken over. */
  readonly onSkipped?: (folder: string, file: string, reason: MergeSkipReason) => void;
}

/** Which image `Library.image` gives, and how much of it. */
export interface ImageRequest {
  readonly id: string;
  /** Captures that are listed. Default 1000. */
  readonly maxVersions?: number;
}

/** What `Library.stats` counts. */
export interface StatsRequest {
  /** Name of a collection; one that is not there gives zeros. Default: the whole library. */
  readonly collection?: string;
}

/** How `Library.check` looks. */
export interface CheckRequest {
  /** Derives each document again and compares. Default false. */
  readonly isThorough?: boolean;
  readonly signal?: AbortSignal | undefined;
}

/**
 * An open library. Verbs that change it (`ingest`, `merge`, `remove`) need one that was opened with `access: 'write'`, and are
 * called one after another. Errors are `PinakesError`s.
 */
export interface Library extends AsyncDisposable {
  readonly folder: string;
  /** What was fixed when the library was made. */
  readonly settings: LibrarySettings;
  /** The index, for the functions of `pinakes/search`. */
  readonly index: SearchIndex;
  /** What users should know of this installation, such as that searches are slower than they could be. */
  readonly warnings: readonly string[];
  /**
   * Puts archives in: files, folders, patterns, and http(s):// or s3:// addresses. New files belong to the
   * collection `default` unless another is named.
   */
  ingest(inputs: readonly string[], options?: IngestOptions): Promise<IngestResult>;
  /**
   * Puts in all that the libraries of these folders hold, as if their files had been ingested here. Rejects with
   * `LIBRARY_SETTINGS` where one was made with other settings.
   */
  merge(folders: readonly string[], options?: MergeOptions): Promise<MergeOutcome>;
  /** Finds images. */
  search(request: SearchRequest): Promise<SearchAnswer>;
  /** Counts what a query finds by site, year, type, size, collection and language. */
  facets(request: FacetRequest): Promise<readonly FacetAnswer[]>;
  /** Counts what a query finds over time. */
  timeline(request: TimelineRequest): Promise<Timeline>;
  /** Ways to go on with a query that is being typed. */
  suggest(request: SuggestRequest): Promise<readonly Suggestion[]>;
  /** All that is known of one image; `undefined` when there is none of that id. */
  image(request: ImageRequest): Promise<ImageDetails | undefined>;
  /** Takes images, addresses or collections out for good. */
  remove(request: RemoveRequest, options?: RemoveOptions): Promise<RemoveOutcome>;
  /** Numbers about the library, or about one of its collections. */
  stats(request?: StatsRequest): Promise<LibraryStats>;
  /** Copies the library as it is at one moment to a folder that does not exist yet. */
  backup(folder: string): Promise<void>;
  /** Looks whether everything fits together; nothing is changed. */
  check(request?: CheckRequest): AsyncIterable<LibraryFinding>;
  /** Lets go of the library; does nothing the second time. */
  close(): Promise<void>;
}

/**
 * Opens a library, or makes one. Rejects with `LIBRARY_NOT_FOUND`, `LIBRARY_LOCKED`, `LIBRARY_SETTINGS`,
 * `LIBRARY_TOO_NEW`, `LIBRARY_OLD`, `LIBRARY_DAMAGED` or `LIBRARY_UNREADABLE`; nothing is changed then.
 *
 * @example
 * await using library = await openLibrary('my-library', { access: 'write', create: {} });
 * await library.ingest(['crawl.warc.gz'], { collection: '2010' });
 * const { items } = await library.search({ query: 'lisboa site:example.org', limit: 10 });
 */
export async function openLibrary(folder: string, options: LibraryOptions = {}): Promise<Library> {
  return new OpenLibrary(await openStore(folder, options), options.access === 'write');
}

class OpenLibrary implements Library {
  readonly #store: Store;
  readonly #isWriter: boolean;
  #isOpen = true;

  constructor(store: Store, isWriter: boolean) {
    this.#store = store;
    this.#isWriter = isWriter;
  }

  get folder(): string {
    return this.#store.folder;
  }

  get settings(): LibrarySettings {
    return this.#store.settings;
  }

  get index(): SearchIndex {
    return this.#store.index;
  }

  get warnings(): readonly string[] {
    return this.#store.index.warnings;
  }

  ingest(inputs: readonly string[], options: IngestOptions = {}): Promise<IngestResult> {
    return this.#change(() => ingestInputs(this.#store, inputs, options));
  }

  merge(folders: readonly string[], options: MergeOptions = {}): Promise<MergeOutcome> {
    return this.#change(() => merge(this.#store, folders, options));
  }

  search(request: SearchRequest): Promise<SearchAnswer> {
    return this.#use(async () => {
      const matchedPages = createMatchedPages(this.#store);
      return searchImages(this.index, { matchedPages, ...(await withPlaces(request)) });
    });
  }

  facets(request: FacetRequest): Promise<readonly FacetAnswer[]> {
    return this.#use(async () => facets(this.index, await withPlaces(request)));
  }

  timeline(request: TimelineRequest): Promise<Timeline> {
    return this.#use(async () => timeline(this.index, await withPlaces(request)));
  }

  suggest(request: SuggestRequest): Promise<readonly Suggestion[]> {
    return this.#use(() => suggest(this.index, request));
  }

  image({ id, maxVersions }: ImageRequest): Promise<ImageDetails | undefined> {
    return this.#use(() => loadImageDetails(this.#store, id, maxVersions));
  }

  remove(request: RemoveRequest, options: RemoveOptions = {}): Promise<RemoveOutcome> {
    return this.#change(() => removeFromLibrary(this.#store, request, options));
  }

  stats({ collection }: StatsRequest = {}): Promise<LibraryStats> {
    return this.#use(() => collectStats(this.#store, collection));
  }

  backup(folder: string): Promise<void> {
    return this.#use(() => backupLibrary(this.#store, folder));
  }

  async *check(request: CheckRequest = {}): AsyncGenerator<LibraryFinding> {
    this.#requireOpen();
    yield* checkLibrary(this.#store, request);
  }

  async close(): Promise<void> {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#store.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  /** What SQLite refuses, such as damaged pages, is told as an error of the library. */
  async #use<T>(work: () => Promise<T>): Promise<T> {
    this.#requireOpen();
    try {
      return await work();
    } catch (thrown) {
      throw toLibraryError(this.folder, thrown);
    }
  }

  async #change<T>(work: () => Promise<T>): Promise<T> {
    const { folder } = this;
    if (!this.#isWriter) throw new PinakesError('LIBRARY_READ_ONLY', { folder });
    return this.#use(work);
  }

  #requireOpen(): void {
    if (!this.#isOpen) throw new PinakesError('LIBRARY_CLOSED', { folder: this.folder });
  }
}

async function merge(
  target: Store,
  folders: readonly string[],
  { onSkipped, ...options }: MergeOptions,
): Promise<MergeOutcome> {
  const sources: Store[] = [];
  try {
    for (const folder of new Set(folders.map((each) => resolve(each)))) {
      if (folder === resolve(target.folder)) throw new PinakesError('USAGE', { detail: ITSELF });
      sources.push(await openStore(folder));
    }
    return await mergeLibraries({
      ...options,
      sources,
      target,
      onSkipped: ({ folder }, { name }, reason) => onSkipped?.(folder, name, reason),
    });
  } finally {
    for (const source of sources) source.close();
  }
}

/** With the gazetteer where the query names a place, unless the caller has one. */
async function withPlaces<Request extends SelectionRequest>(request: Request): Promise<Request> {
  const places = request.places ?? (await openPlacesFor(request.query));
  return places === undefined ? request : { ...request, places };
}

const ITSELF = 'A library cannot be merged into itself.';
