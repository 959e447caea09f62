// What extraction sees: pages, references to images, and captures of images, as later stages and `pinakes extract` know them.
import type { TimeSource, Timestamp } from './capture.ts';

/** How a page mentions an image; the order is that of the documentation. */
export const REFERENCE_TAGS = [
  'img',
  'srcset',
  'picture',
  'a',
  'css',
  'background',
  'poster',
  'input',
  'svg',
  'og',
  'twitter',
  'jsonld',
  'link',
  'noscript',
  'object',
  'embed',
  'iframe',
] as const;

/** One of the ways in which a page mentions an image. */
export type ReferenceTag = (typeof REFERENCE_TAGS)[number];

/** How a caption was found; `''` where there is none. */
export type CaptionSource = '' | 'figcaption' | 'parent' | 'siblings' | 'anchor' | 'near';

/** What told the encoding of a page. */
export type CharsetSource = 'bom' | 'header' | 'utf8' | 'meta' | 'detector';

/** What told the language of a page; `''` where nothing did. */
export type LanguageSource = '' | 'html' | 'meta' | 'header' | 'detector';

/** The page a reference stands in. */
export interface PageKey {
  readonly url: string;
  /** SURT key of `url`. */
  readonly surt: string;
  readonly title: string;
  readonly time: Timestamp;
}

/** One HTML capture. Absent text is `''`. */
export interface PageObservation extends PageKey {
  readonly kind: 'page';
  /** HTTP status, 0 where there is none. */
  readonly status: number;
  /** ISO 639 code of the page's language, lower case, without region. */
  readonly language: string;
  /** Encoding by its WHATWG name, lower case. */
  readonly charset: string;
  /** Number of `img` elements. */
  readonly images: number;
  /** Path, URL or name of the archive file. */
  readonly file: string;
  /** Where the record starts in `file`. */
  readonly offset: number;
  /** Title the page gives to those who share it. */
  readonly ogTitle?: string;
  /** URL that the page says it should be known by. */
  readonly canonicalUrl?: string;
  /** What was cut: `bytes`, `depth`, `nodes`, `references` and the like; empty for most pages. */
  readonly truncated?: readonly string[];
  /** Links to other pages, JSON-LD and positions, where they were asked for. */
  readonly outlinks?: readonly Outlink[];
  readonly jsonLd?: readonly unknown[];
  readonly geo?: readonly GeoHint[];
  /** Keys of where it links, a list of `toKeyList`, where they were asked for. */
  readonly linkKeys?: string;
  /** What told the time, where the date of the record cannot be understood as it stands. */
  readonly timeSource?: TimeSource;
  /** Digest by which revisits name the record, where it was asked for and the record can have revisits. */
  readonly payloadDigest?: string;
}

/** One mention of an image by a page. Absent text is `''`, absent numbers are 0. */
export interface ReferenceObservation {
  readonly kind: 'reference';
  /** SURT key of `url`; for `data:` images `url` itself. */
  readonly surt: string;
  /** Absolute URL without fragment; `data:<mime>;sha256,<hex digest>` for images in the page itself. */
  readonly url: string;
  readonly tag: ReferenceTag;
  readonly alt: string;
  readonly title: string;
  readonly caption: string;
  readonly captionSource: CaptionSource;
  /** The caption by the rule of paper 000 (`docs/captions.md`), with whatever the interface of the site says there; `''` only where `caption` is. */
  readonly paperCaption: string;
  /** Text of the link the image stands in, or that leads to it. */
  readonly anchorText: string;
  /** Text of the nearest heading above it; `''` for images that are declared to be tiny. */
  readonly heading: string;
  /** Running text before and after it, about 160 characters each, a newline between; `''` for images that are declared to be tiny. */
  readonly nearText: string;
  /** Where the markup puts the image or the page, a line for each statement (`model/stated-place.ts`). */
  readonly location: string;
  /** Declared width in pixels. */
  readonly width: number;
  /** Declared height in pixels. */
  readonly height: number;
  /** Number of ancestors of the element, the document included. */
  readonly depth: number;
  /** Number of other elements with the same parent. */
  readonly siblings: number;
  /** Rank among the references of the page, in document order from 0. */
  readonly position: number;
  /** The page loads it late: `loading=lazy`, or the URL is in a `data-*` attribute. */
  readonly lazy: boolean;
  /** Name of the element that offers several files of one picture (`srcset`, `picture`), the same for each of them; `''` for others. */
  readonly element: string;
  /** Descriptor of a `srcset` candidate, such as `2x` or `640w`. */
  readonly descriptor: string;
  /** Licences that the page states for the image, a line for each (`model/licence.ts`). */
  readonly licence: string;
  /** Image and page have the same registrable domain. */
  readonly sameSite: boolean;
  /** Characters of text in the parent element, counted up to 10,000. */
  readonly parentTextLength: number;
  readonly page: PageKey;
  /** Number of `img` elements in the page. */
  readonly imagesInPage: number;
}

/** One capture whose bytes are an image, or that is declared as one and rejected because they are not. */
export interface CaptureObservation {
  readonly kind: 'capture';
  /** SURT key of `url`; for `data:` images `url` itself. */
  readonly surt: string;
  readonly url: string;
  readonly time: Timestamp;
  /** SHA-256 of the decoded body in hexadecimal. */
  readonly digest: string;
  /** MIME type told by the bytes; the declared one where they tell none. */
  readonly mime: string;
  /** Width in pixels, 0 if unknown. */
  readonly width: number;
  /** Height in pixels, 0 if unknown. */
  readonly height: number;
  /** Number of frames; more than 1 for animations. */
  readonly frames: number;
  /** Size of the decoded body in bytes. */
  readonly bytes: number;
  readonly file: string;
  readonly offset: number;
  /** Why the image is not kept; absent for one that is. */
  readonly rejected?: string;
  /** The file ends before its format says it should. */
  readonly truncated?: boolean;
  /** EXIF orientation 2 to 8; absent: upright. */
  readonly orientation?: number;
  /** What cameras and people wrote into the file, as far as we keep it. */
  readonly metadata?: EmbeddedMetadata;
  /** As those of a page. */
  readonly timeSource?: TimeSource;
  readonly payloadDigest?: string;
}

/** Embedded metadata of an image. */
export interface EmbeddedMetadata {
  /** Where it was taken, in decimal degrees and metres. */
  readonly place?: {
    readonly latitude: number;
    readonly longitude: number;
    readonly altitude?: number;
    readonly source: string;
    readonly isDoubtful: boolean;
  };
  /** Why coordinates that are there were not taken. */
  readonly placeRejected?: string;
  /** Names of the place that people wrote into the file, the smallest first: `Ribeira, Porto, Portugal`. */
  readonly location?: string;
  /** The licence stated inside the file, a line of `model/licence.ts`. */
  readonly licence?: string;
  /** When it was taken, ISO 8601; `''` when unknown. */
  readonly taken: string;
  readonly title: string;
  readonly description: string;
}

/** A line of `pinakes extract`. */
export type Observation = PageObservation | ReferenceObservation | CaptureObservation;

/** A link to another page, in document order. */
export interface Outlink {
  /** Absolute http or https URL without fragment. */
  readonly url: string;
  /** Text of the link, cut like a caption. */
  readonly text: string;
  /** Rank among the links of the page, from 0. */
  readonly position: number;
}

/** Where a position on a page came from. */
export type GeoHintSource =
  | 'geo.position'
  | 'microformat'
  | 'geohack'
  | 'icbm'
  | 'opengraph'
  | 'microdata'
  | 'jsonld'
  | 'map-link';

/** A position that a page states in its markup, in decimal degrees. */
export interface GeoHint {
  readonly source: GeoHintSource;
  readonly latitude: number;
  readonly longitude: number;
  /** What is said to be there; `''` if nothing is. */
  readonly name: string;
}
