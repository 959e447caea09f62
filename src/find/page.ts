// A page as finding sees it: its tree, its texts, the images and links in it.

/** A text and the element it stands in. */
export interface PageText {
  readonly node: number;
  readonly text: string;
}

/** An image that a page mentions. Absent texts are `''`, absent numbers 0. */
export interface PageImage {
  /** Absolute. */
  readonly url: string;
  readonly node: number;
  /** How it is mentioned: `img`, `srcset`, `a`, `og` and the like. */
  readonly tag: string;
  readonly alt: string;
  readonly title: string;
  readonly caption: string;
  /** Where the caption comes from: `figcaption`, `parent`, `siblings`, `anchor`, `near`, or `''`. */
  readonly captionSource: string;
  readonly anchorText: string;
  /** Declared size in pixels. */
  readonly width: number;
  readonly height: number;
  /** Width or density that a `srcset` promises, such as `640w`. */
  readonly descriptor: string;
  /** Where the link around it leads; `''` for none. */
  readonly linkUrl: string;
  /** The same for all addresses of one picture of the page. */
  readonly picture: number;
}

/** A link of a page. */
export interface PageLink {
  /** Absolute. */
  readonly url: string;
  readonly node: number;
  readonly isNofollow: boolean;
}

/** A page, read. */
export interface FindPage {
  readonly url: string;
  readonly title: string;
  /** Language of its texts; `''` when unknown. */
  readonly language: string;
  /** Parent of each element, smaller than its own number; -1 for the first. */
  readonly parents: Int32Array;
  /** Bit of each element by `tagBit`. */
  readonly bits: Int32Array;
  /** Its texts in order; the title is one of them. */
  readonly texts: readonly PageText[];
  readonly images: readonly PageImage[];
  readonly links: readonly PageLink[];
  /** Values of `meta name=robots`. */
  readonly robots: readonly string[];
}
