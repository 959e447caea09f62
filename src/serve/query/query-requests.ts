// What the server asks of its query threads, and what they answer: plain data that can cross threads.
import type { PictureLook } from '../../model/alike.ts';
import type { Duplicates, GeoBox, WordMatch } from '../../search/search.ts';
import type { ErrorCode } from '../../support/errors.ts';
import type { View } from '../access/collection-scope.ts';
import type { ImageSearchRequest } from '../arquivo/image-search-request.ts';
import type { ProblemName } from '../problems.ts';

/** Which images are meant. */
export interface Selected {
  readonly q: string;
  /** Hides what may offend. */
  readonly safe: boolean;
  /** Which words must match. */
  readonly match: WordMatch;
  /** Whether variants of a picture are one answer. */
  readonly duplicates: Duplicates;
  /** Only what is in this part of the map. */
  readonly box?: GeoBox;
  /** Only places that are at least so sure. */
  readonly sure?: number;
}

/** Clusters of a part of the map. */
export interface MapQuery extends Selected {
  readonly kind: 'map';
  readonly zoom: number;
}

/** Images around a point, the nearest first. */
export interface AroundQuery extends Selected {
  readonly kind: 'around';
  readonly latitude: number;
  readonly longitude: number;
  readonly km: number;
  readonly limit: number;
}

/** Places of the gazetteer: of a name, near a point, or the best known of a part of the map. */
export interface PlacesQuery {
  readonly kind: 'places';
  readonly by:
    | { readonly name: string }
    | { readonly latitude: number; readonly longitude: number }
    | { readonly box: GeoBox };
  readonly limit: number;
}

/** A search for one page of answers. */
export interface SearchQuery extends Selected {
  readonly kind: 'search';
  readonly limit: number;
  readonly offset: number;
  readonly sort: string;
  readonly profile: string;
  /** Facets that are counted along; none for most requests. */
  readonly facets: readonly string[];
  readonly cursor?: string;
}

/** A search for a part of an export: answers in brief form, without facets. */
export interface ExportQuery {
  readonly kind: 'export';
  readonly limit: number;
  readonly sort: string;
  readonly cursor?: string;
}

/** How images are found by an image. */
export interface ImageWishes {
  readonly duplicates: Duplicates;
  readonly safe: boolean;
  readonly limit: number;
}

/** A question about a library. */
export type QueryRequest =
  | SearchQuery
  | MapQuery
  | AroundQuery
  | PlacesQuery
  | (Selected & {
      readonly kind: 'facets';
      readonly names: readonly string[];
      readonly limit: number;
    })
  | (Selected & {
      readonly kind: 'timeline';
      readonly buckets: number;
      readonly axis: 'found' | 'library';
    })
  | { readonly kind: 'suggest'; readonly q: string; readonly limit: number }
  | (ImageWishes &
      PictureLook & {
        readonly kind: 'by-image';
        /** SHA-256 of the bytes, and what they look like, as `findByImage` takes them. */
        readonly digest?: string;
      })
  | (ImageWishes & { readonly kind: 'similar'; readonly id: string })
  | { readonly kind: 'variants'; readonly id: string }
  | { readonly kind: 'image'; readonly id: string }
  /** The images of a list that somebody chose, with lines of attribution; `base` as for `citation`. */
  | { readonly kind: 'chosen'; readonly ids: readonly string[]; readonly base: string }
  /** All that the page of an image shows: the image, its first captures and pages, and how to cite it. */
  | { readonly kind: 'image-page'; readonly id: string; readonly base: string }
  | {
      readonly kind: 'versions';
      readonly id: string;
      readonly limit: number;
      readonly offset: number;
    }
  | { readonly kind: 'pages'; readonly id: string; readonly limit: number; readonly offset: number }
  /** `base` is the address of the server, for links that leave it. */
  | { readonly kind: 'citation'; readonly id: string; readonly base: string }
  | { readonly kind: 'content'; readonly id: string }
  | { readonly kind: 'stats'; readonly collection?: string }
  | { readonly kind: 'collections' }
  /** Numbers for health checks, metrics and the start page. */
  | { readonly kind: 'summary' }
  | (Selected & ExportQuery)
  | (ImageSearchRequest & { readonly kind: 'imagesearch' });

/** A question, and the ETag of an answer that the client has already. */
export interface QueryMessage {
  readonly request: QueryRequest;
  readonly known?: string;
  /** The client has the operator token: it may see where archive files are. Default false. */
  readonly isOperator?: boolean;
  /** What the client may see. Default: what everybody may. */
  readonly view?: View;
}

/** Milliseconds spent on the steps of an answer. */
export type Stages = Readonly<Record<string, number>>;

/** What came of a question. */
export type QueryAnswer =
  | {
      readonly kind: 'found';
      /** The answer as JSON: made in the thread, so that the server only hands it on. */
      readonly text: string;
      /** Weak ETag: changes with the library and with the question. */
      readonly etag: string;
      readonly stages: Stages;
      /** Cursor of the answers that follow, where there is one. */
      readonly next?: string | null;
    }
  /** The client's own copy is still right. */
  | { readonly kind: 'unchanged'; readonly etag: string }
  /** There is no such image. */
  | { readonly kind: 'missing' }
  | {
      readonly kind: 'bytes';
      readonly data: Uint8Array;
      readonly mime: string;
      readonly digest: string;
    }
  /** The question cannot be answered as it stands; `parameter` is to blame where one is. */
  | {
      readonly kind: 'refused';
      readonly problem: ProblemName;
      readonly detail: string;
      readonly parameter?: string;
    }
  /** An error of the table, or `INTERNAL`. */
  | {
      readonly kind: 'failed';
      readonly code: ErrorCode;
      readonly message: string;
      /** For the server's log alone. */
      readonly stack?: string;
    };

/** What a query thread is started with. */
export interface QueryThreadOptions {
  readonly libraryFolder: string;
  /** The address of an index elsewhere that answers searches. */
  readonly index?: string;
  /** Hides images first captured less than so many milliseconds ago; 0 hides none. */
  readonly embargoMs: number;
  /** Shows coordinates of cameras as exactly as they are known. Default false: to about a kilometre. */
  readonly exactPlaces?: boolean;
  /** Where links to archived pages lead instead of this server. */
  readonly replayTemplate?: string;
  /** Version of the program, part of ETags: another version may answer in another shape. */
  readonly version: string;
}

/** What a query thread tells its pool. */
export type FromThread =
  | { readonly kind: 'ready' }
  | { readonly kind: 'answer'; readonly answer: QueryAnswer };

/** Answers questions, in this thread or another. */
export interface Queries {
  answer(message: QueryMessage): Promise<QueryAnswer>;
  close(): Promise<void>;
}
