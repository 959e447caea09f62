// What is known of an image before a byte of it is fetched: its address and what the page says about it.

/** What a page says about an image. Absent text is `''`, absent numbers are 0 unless said otherwise. */
export interface ImageClues {
  /** Absolute URL of the image. */
  readonly url: string;
  /** URL of the page that mentions it. */
  readonly pageUrl: string;
  /** How it is mentioned: `img`, `srcset`, `og` and the like. */
  readonly tag: string;
  readonly alt: string;
  readonly title: string;
  readonly caption: string;
  /** Declared size in pixels: that of the display, which is not always that of the file. */
  readonly width: number;
  readonly height: number;
  /** Descriptor of a `srcset` candidate, such as `2x` or `640w`. */
  readonly descriptor: string;
  /** Whether the element offers several sizes. */
  readonly hasSrcset: boolean;
  /** Classes of the element, as written. */
  readonly classes: string;
  /** Name of the parent element in lower case. */
  readonly parentTag: string;
  /** Number of ancestors; -1 when unknown. */
  readonly depth: number;
  /** Number of other elements with the same parent; -1 when unknown. */
  readonly siblings: number;
  /** Rank among the images of the page from 0; -1 when unknown. */
  readonly position: number;
  /** Number of `img` elements of the page; -1 when unknown. */
  readonly imagesInPage: number;
  /** Characters of text in the parent element; -1 when unknown. */
  readonly parentTextLength: number;
  /** The page loads it late. */
  readonly isLazy: boolean;
}

/** An image of which nothing but its address is known. */
export const NO_CLUES: Omit<ImageClues, 'url'> = {
  ...{ pageUrl: '', tag: 'img', alt: '', title: '', caption: '', width: 0, height: 0 },
  ...{ descriptor: '', hasSrcset: false, classes: '', parentTag: '', depth: -1, siblings: -1 },
  ...{ position: -1, imagesInPage: -1, parentTextLength: -1, isLazy: false },
};

/** What the other images of the page tell about one of them. */
export interface PageContext {
  /** Images of the page whose address has the same pattern, and whose elements have the same classes. */
  readonly samePattern: number;
  readonly sameClasses: number;
  /** How often the page shows this very address. */
  readonly sameUrl: number;
  /** Images of the page that are known. */
  readonly known: number;
}
