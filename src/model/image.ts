// One distinct picture with what was said about it: what dedupe makes, the index keeps and search shows.
import type { Timestamp } from './capture.ts';
import type { CaptionSource } from './observation.ts';

/** How the mentions of one picture become documents; fixed when a library is made. */
export const DEDUPE_MODES = ['compact', 'oldest', 'full'] as const;

/**
 * `compact`: the oldest page, and the distinct texts of all pages. `oldest`: the oldest page and its
 * texts. `full`: a document for each picture and page.
 */
export type DedupeMode = (typeof DEDUPE_MODES)[number];

/** Distinct titles, alternative texts and captions that a document keeps of each. */
export const MAX_TEXTS = 50;

/** Referring pages that are kept for showing. */
export const MAX_PAGES = 50;

/** A text about a picture. */
export interface ImageText {
  readonly text: string;
  /** Language of the page it stands in, an ISO 639 code; `''` when unknown. */
  readonly language: string;
}

/** A caption and how it was found; `'metadata'` is a description inside the image file. */
export interface ImageCaption extends ImageText {
  readonly source: CaptionSource | 'metadata';
}

/** A page that shows a picture. */
export interface ImagePage {
  readonly url: string;
  readonly surt: string;
  readonly title: string;
  readonly time: Timestamp;
  readonly language: string;
}

/** One capture of a picture. */
export interface ImageVersion {
  readonly surt: string;
  readonly url: string;
  readonly time: Timestamp;
  /** Name of the archive file. */
  readonly file: string;
  readonly offset: number;
}

/** Where a photograph was taken, in decimal degrees. */
export interface ImagePlace {
  readonly latitude: number;
  readonly longitude: number;
  /** What told it, such as `exif`. */
  readonly source: string;
}

/** How often a picture was seen and how much what was said about it changed (paper 000, section 4.2). */
export interface ImageCounters {
  /** Captures: distinct (SURT, time) of this content. */
  readonly matchingImages: number;
  /** Distinct keys of the pages that refer to it. */
  readonly matchingPages: number;
  /** Most `img` elements in one of these pages. */
  readonly imagesInOriginalPage: number;
  /** Distinct pairs of alternative text and title, minus one; 0 when there is none. */
  readonly imageMetadataChanges: number;
  /** Distinct page titles, minus one; 0 when there is none. */
  readonly pageMetadataChanges: number;
}

/** A searchable document. Absent text is `''`. */
export interface ImageDocument extends ImageCounters {
  /** SHA-256 of the bytes in hexadecimal; in mode `full` followed by `-` and 16 digits of the page's key. */
  readonly id: string;
  /** SHA-256 of the bytes in hexadecimal. */
  readonly digest: string;
  /** The oldest capture: smallest time, then shorter URL, smaller URL, smaller file name, smaller offset. */
  readonly oldest: ImageVersion;
  readonly lastCapture: Timestamp;
  readonly mime: string;
  readonly width: number;
  readonly height: number;
  readonly frames: number;
  readonly bytes: number;
  /** By oldest time, then text; at most `MAX_TEXTS` each. */
  readonly titles: readonly ImageText[];
  readonly alts: readonly ImageText[];
  readonly captions: readonly ImageCaption[];
  /** The oldest page: smallest time, then shorter URL, then smaller URL; absent when nobody refers to it. */
  readonly page?: ImagePage;
  /** Names of the collections whose files hold a capture or a mention of it, sorted. */
  readonly collections: readonly string[];
  readonly place?: ImagePlace;
  /** When the photograph was taken, ISO 8601; `''` when unknown. */
  readonly taken: string;
}
