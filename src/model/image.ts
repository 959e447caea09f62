// One distinct picture with what was said about it: what dedupe makes, the index keeps and search shows.
import type { ImageDocument } from './document-fields.ts';

export type { ImageDocument } from './document-fields.ts';
export type {
  ImageCaption,
  ImagePage,
  ImagePlace,
  ImageText,
  ImageVersion,
} from './field-types.ts';

/** How the mentions of one picture become documents; fixed when a library is made. */
export const DEDUPE_MODES = ['compact', 'oldest', 'full'] as const;

/**
 * `compact`: the oldest page, and the distinct texts of all pages. `oldest`: the oldest page and its
 * texts. `full`: a document for each picture and page.
 */
export type DedupeMode = (typeof DEDUPE_MODES)[number];

/** Largest areas, in pixels, of pictures of the sizes `sm` and `md`. */
export const SMALL_AREA = 65_536;
export const MEDIUM_AREA = 810_000;

/** Distinct texts that a document keeps of each kind: by oldest time, then text. */
export const MAX_TEXTS = 50;

/** A page that is more days than these from the captures of a picture may well have shown another one. */
export const FAR_PAGE_DAYS = 365;

/** Referring pages that are kept for showing. */
export const MAX_PAGES = 50;

/** How often a picture was seen and how much what was said about it changed (paper 000, section 4.2). */
export type ImageCounters = Pick<
  ImageDocument,
  | 'matchingImages'
  | 'matchingPages'
  | 'imagesInOriginalPage'
  | 'imageMetadataChanges'
  | 'pageMetadataChanges'
>;
