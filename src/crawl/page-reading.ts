// What the crawler needs to know of pages and images; `pipeline/` reads them with the extractor of the library.

/** A link of a page. */
export interface PageLink {
  /** Absolute, without fragment. */
  readonly url: string;
  /** Its text, or what stands for it. */
  readonly text: string;
  /** Its `title` attribute. */
  readonly title: string;
  /** The page asks not to follow it. */
  readonly isNofollow: boolean;
}

/** An image that a page mentions. Absent text is `''`, absent numbers are 0. */
export interface ImageMention {
  readonly url: string;
  /** How it is mentioned: `img`, `srcset`, `og` and the like. */
  readonly tag: string;
  readonly alt: string;
  readonly title: string;
  readonly caption: string;
  readonly anchorText: string;
  /** Declared size in pixels. */
  readonly width: number;
  readonly height: number;
  /** Descriptor of a `srcset` candidate, such as `2x` or `640w`. */
  readonly descriptor: string;
  /** The same for all addresses of one picture of the page. */
  readonly picture: number;
  /** Where it stands in the page; absent for what stands in none. */
  readonly place?: MentionPlace;
}

/** Where a page mentions an image. */
export interface MentionPlace {
  /** Number of ancestors of the element, and of other elements with the same parent. */
  readonly depth: number;
  readonly siblings: number;
  /** Rank among the images of the page, from 0. */
  readonly position: number;
  /** Characters of text in the parent element. */
  readonly parentTextLength: number;
  readonly isLazy: boolean;
  /** Number of `img` elements in the page. */
  readonly imagesInPage: number;
}

/** A page, read. */
export interface PageReading {
  readonly title: string;
  /** All its text. */
  readonly text: string;
  readonly links: readonly PageLink[];
  readonly images: readonly ImageMention[];
  /** Values of its `meta name=robots` elements. */
  readonly robots: readonly string[];
  /** Addresses of feeds and of pages it sends visitors on to. */
  readonly feeds: readonly string[];
  readonly forwards: readonly string[];
  /** Positions that its markup states. */
  readonly places: number;
}

/** What the first bytes of an image tell. */
export interface ImageReading {
  readonly mime: string;
  /** Pixels; 0 when the bytes end before they are told. */
  readonly width: number;
  readonly height: number;
  readonly hasPlace: boolean;
  /** Coordinates are there, but cannot be right. */
  readonly hasWrongPlace: boolean;
  /** Where to read on when the bytes end too early: an offset in the file; -1 when nothing is missing. */
  readonly missingFrom: number;
}

/** Reads pages and images. Neither function throws. */
export interface Readers {
  readonly readPage: (
    bytes: Uint8Array,
    page: { readonly url: string; readonly contentType: string; readonly time: string },
  ) => PageReading;
  /** `undefined` for what is no image. `more` are bytes from `missingFrom` on. */
  readonly readImage: (
    bytes: Uint8Array,
    more?: { readonly bytes: Uint8Array; readonly from: number },
  ) => ImageReading | undefined;
}
