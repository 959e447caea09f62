// What the server answers under /api/v1, as far as the page reads it.
import type { ImageCounters, ImageDocument } from '../../src/model/image.ts';
import type { FacetCount } from '../../src/model/index-query.ts';
import type { PlaceEvidence, PlaceExtent } from '../../src/model/place.ts';
import type { TextsField } from '../../src/model/said.ts';
import type { Correction } from '../../src/search/did-you-mean.ts';
import type { SearchItem } from '../../src/search/item.ts';
import type { AnswerPart, ImageMatch } from '../../src/search/search.ts';
import type { SearchWarning } from '../../src/search/warning.ts';
import type { CrawlReader, ShownCrawlDetail } from '../../src/serve/crawls/crawl-reader.ts';

export type { AnswerPart, Correction, FacetCount, SearchWarning };

/** A picture with the addresses of its bytes. */
export interface Item extends Omit<SearchItem, 'thumbhash' | 'thumbnails'> {
  readonly thumbnail: string | null;
  /** The smallest first. */
  readonly thumbnails: readonly {
    readonly width: number;
    readonly height: number;
    readonly url: string;
  }[];
  readonly content: string;
  /** Base64; `null` when there is none. */
  readonly thumbhash: string | null;
  readonly archivedImage: string;
  readonly archivedPage: string | null;
  readonly archivedMatchedPage?: string;
}

/** Number of pictures found; `gte`: at least so many. */
export interface Total {
  readonly value: number;
  readonly relation: 'eq' | 'gte';
}

/** `GET /images`. */
export interface ImagesAnswer {
  /** The query as it was understood. */
  readonly query: string;
  readonly total: Total;
  readonly items: readonly Item[];
  /** Images that have all words, then those that have some. */
  readonly parts: readonly AnswerPart[];
  /** Another spelling that was searched because nothing has all words as typed. */
  readonly corrected?: Correction;
  readonly didYouMean?: string;
  /** Cursor; `null` at the end. */
  readonly next: string | null;
  readonly took: number;
  readonly warnings: readonly SearchWarning[];
}

/** `POST /images/by-image` and `GET /images/{id}/similar`. */
export interface MatchesAnswer {
  readonly total: Total;
  readonly items: readonly (Item & { readonly match: ImageMatch; readonly distance: number })[];
}

/** A cluster of the map, or a single image. */
export interface MapFeature {
  readonly geometry: { readonly coordinates: readonly number[] };
  readonly properties: {
    readonly count: number;
    readonly id: string;
    readonly name?: string;
    readonly extent?: PlaceExtent;
  };
}

/** `GET /map`. */
export interface MapAnswer {
  readonly total: number;
  readonly level: number;
  readonly features: readonly MapFeature[];
  readonly warnings: readonly SearchWarning[];
}

/** A place of the gazetteer. */
export interface GazetteerPlace {
  readonly name: string;
  readonly kind: string;
  readonly latitude: number;
  readonly longitude: number;
  /** `''` where none is known. */
  readonly region: string;
  readonly country: string;
  /** From the point that was asked for. */
  readonly distanceKm?: number;
}

/** `GET /places`. */
export interface PlacesAnswer {
  readonly places: readonly GazetteerPlace[];
}

/** `GET /images/{id}`. */
export interface ItemDetail extends Item {
  readonly versions: number;
  readonly pageCount: number;
  readonly counters: ImageCounters;
  /** Texts with their languages, and captions with how they were found, where the server tells. */
  readonly texts?: Pick<ImageDocument, TextsField>;
  /** All that tells where it is, the best first. */
  readonly evidence?: readonly PlaceEvidence[];
}

/** One capture of a picture. */
export interface Version {
  readonly time: string;
  readonly url: string;
  readonly file: string;
  readonly offset: number;
  readonly archivedImage: string;
  /** The capture before it, at the same address, was of another picture. */
  readonly changed: boolean;
}

/** Another picture that an address of this one showed. */
export interface OtherPicture {
  readonly time: string;
  readonly url: string;
  /** Absent where the library does not show it. */
  readonly id?: string;
  readonly thumbnail?: string;
  readonly content?: string;
  readonly archivedImage: string;
}

/** `GET /images/{id}/versions`. */
export interface VersionsAnswer extends ListAnswer<Version> {
  readonly others: readonly OtherPicture[];
}

/** A page that showed a picture. */
export interface PageUse {
  readonly url: string;
  readonly title: string;
  readonly time: string;
  readonly language: string;
  readonly archivedPage: string | null;
}

/** A part of a longer list. */
export interface ListAnswer<T> {
  readonly total: number;
  readonly items: readonly T[];
}

/** `GET /images/{id}/citation`. */
export interface Citation {
  /** One line for beside the picture. */
  readonly attribution: string;
  readonly plain: string;
  readonly html: string;
  readonly bibtex: string;
  /** Empty for pictures that had no address of their own. */
  readonly pwid: string;
}

/** `GET /facets`. */
export interface FacetsAnswer {
  readonly facets: readonly { readonly facet: string; readonly values: readonly FacetCount[] }[];
}

/** A stretch of time; both ends belong to it. */
export interface Bucket {
  readonly start: string;
  readonly end: string;
  readonly count: number;
}

/** `GET /timeline`. */
export interface TimelineAnswer {
  readonly unit: 'day' | 'month' | 'year';
  readonly step: number;
  readonly buckets: readonly Bucket[];
}

/** `GET /suggest`. */
export interface SuggestAnswer {
  readonly suggestions: readonly Suggestion[];
}

/** A way to go on with a query. */
export interface Suggestion {
  readonly kind: 'word' | 'site' | 'collection' | 'place' | 'operator';
  readonly text: string;
  readonly replacement: string;
  readonly count: number;
}

/** `GET /stats`. */
export interface StatsAnswer {
  readonly files: number;
  readonly bytes: number;
  readonly matched: {
    readonly records: number;
    /** These and others that may be missing are left out under an embargo. */
    readonly imageCaptures?: number;
    readonly pairs?: number;
    readonly bySurt?: number;
    readonly byDigest?: number;
    readonly indexed: number;
  };
  readonly metadata: {
    readonly altOrTitle?: number;
    readonly caption?: number;
    readonly any?: number;
  };
  readonly documents: number;
  readonly pages?: number;
  readonly references?: number;
  readonly rejected: readonly { readonly reason: string; readonly count: number }[];
  readonly years: readonly FacetCount[];
  readonly sites: readonly FacetCount[];
  readonly types: readonly FacetCount[];
  readonly sizes: readonly FacetCount[];
  readonly collections: readonly FacetCount[];
  readonly libraryBytes?: number;
  /** Images that most pages show. */
  readonly mostPages?: readonly { readonly url: string; readonly pages: number }[];
  /** What was made of the pixels, and of how many images. */
  readonly facts?: readonly { readonly name: string; readonly done: number }[];
}

/** `GET /crawls`, and one crawl of it with all that is known. */
export type CrawlsAnswer = ReturnType<CrawlReader['list']>;
export type CrawlDetail = ShownCrawlDetail;

/** `GET /collections`. */
export interface CollectionsAnswer {
  readonly collections: readonly { readonly name: string; readonly images: number }[];
}
