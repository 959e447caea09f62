// References as they are met in a page, before addresses are resolved and captions are known.
import type { ReferenceTag } from '../../model/observation.ts';
import { detach } from './detach.ts';
import type { JsonLdLicence, JsonLdPlace } from './json-ld.ts';
import { collapse } from './white-space.ts';

/** References of a page beyond this many are not kept. */
export const MAX_REFERENCES = 25_000;

/** Texts of attributes are cut to this many characters. */
const MAX_ATTRIBUTE_TEXT = 2000;

/** Where a reference gets its caption: the text around it, the text inside it, or nowhere. */
export type CaptionPlace = 'around' | 'inside' | 'none';

/** What attributes say about an image. */
export interface ImageWords {
  readonly alt: string;
  readonly title: string;
  /** Declared pixels, 0 if none. */
  readonly width: number;
  readonly height: number;
}

/** One mention of an image. */
export interface Draft {
  readonly tag: ReferenceTag;
  /** As written. */
  readonly address: string;
  readonly node: number;
  /** Innermost `figure` and `a` around it, -1 if there is none. */
  readonly figure: number;
  readonly anchor: number;
  readonly captionPlace: CaptionPlace;
  readonly lazy: boolean;
  readonly descriptor: string;
  /** A `data:` image that stands in for an image that the same element loads later. */
  readonly isPlaceholder: boolean;
  /** The `img` or `picture` that offers this as one of the files of its picture, -1 for others. */
  readonly offeredBy: number;
  /** Where JSON-LD puts this image. */
  readonly place?: JsonLdPlace | undefined;
  /** The licence that JSON-LD states for this image. */
  readonly licence?: JsonLdLicence | undefined;
  /** May become known after the address: of a `picture` by its `img`, of `og:image` by later tags. */
  words: ImageWords;
}

/** An image of which nothing is said. */
export const NO_WORDS: ImageWords = { alt: '', title: '', width: 0, height: 0 };

/** A draft of something that stands nowhere near text. */
export const OUTSIDE = {
  figure: -1,
  anchor: -1,
  captionPlace: 'none',
  lazy: false,
  descriptor: '',
  isPlaceholder: false,
  offeredBy: -1,
  words: NO_WORDS,
} as const;

/** The references of one page. */
export interface Drafts {
  readonly list: readonly Draft[];
  /** There were more references than are kept. */
  readonly isCut: () => boolean;
  readonly add: (draft: Draft) => void;
}

/** An empty list. */
export function createDrafts(): Drafts {
  const list: Draft[] = [];
  let isCut = false;
  return {
    list,
    isCut: () => isCut,
    add: (draft) => {
      if (list.length < MAX_REFERENCES) list.push(draft);
      else isCut = true;
    },
  };
}

/** An attribute's text: blanks collapsed, cut at 2,000 characters. */
export function cleanText(value: string | undefined): string {
  if (value === undefined || value === '') return '';
  const text = collapse(value.slice(0, 2 * MAX_ATTRIBUTE_TEXT));
  return detach(text.slice(0, MAX_ATTRIBUTE_TEXT));
}

/** Pixels of a `width` or `height` attribute; 0 for percentages and nonsense. */
export function pixelsOf(value: string | undefined): number {
  if (value === undefined) return 0;
  const digits = /^\s*(\d{1,5})(?:\.\d*)?\s*(?:px)?\s*;?\s*$/i.exec(value)?.[1];
  return digits === undefined ? 0 : Number(digits);
}
