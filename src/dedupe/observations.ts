// What the stage takes: captures and references, with the page and the collections they belong to.
import type { Timestamp } from '../model/capture.ts';
import type { ImagePage, ImageVersion } from '../model/image.ts';
import type { EmbeddedMetadata } from '../model/observation.ts';
import type { Said } from '../model/said.ts';

/** A capture as far as documents show it. */
export interface KeptCapture extends ImageVersion {
  readonly mime: string;
  readonly width: number;
  readonly height: number;
  readonly frames: number;
  readonly bytes: number;
}

/** One image capture. (SURT, time, digest) is its identity: in two files it is still one. */
export interface GroupCapture extends KeptCapture {
  /** SHA-256 of the bytes in hexadecimal. */
  readonly digest: string;
  /** Names of the collections its file belongs to. */
  readonly collections: readonly string[];
  readonly metadata?: EmbeddedMetadata | undefined;
}

/** A page that refers to an image, with the days between it and the nearest capture of the image; absent for none. */
export interface SeenPage extends ImagePage {
  readonly awayDays?: number | undefined;
}

/** One mention of an image by a page. */
export interface GroupReference {
  /** SURT of the image that is mentioned. */
  readonly surt: string;
  readonly said: Said;
  readonly page: SeenPage;
  /** Row of the page in a library: tells copies of a page in several files apart. */
  readonly pageRow?: number | undefined;
  /** Number of `img` elements in the page. */
  readonly imagesInPage: number;
  /** Names of the collections the page's file belongs to. */
  readonly collections: readonly string[];
}

/** What an address gave that is no image of the library: an error, a page, an image that was not kept, or another address. */
export interface OtherAnswer {
  readonly surt: string;
  readonly time: Timestamp;
  /** SURT that it redirected to; `''` where it led nowhere. */
  readonly target: string;
}

/** Exactly the fields of a capture: what a caller gave may hold more. */
export function toKeptCapture(capture: KeptCapture): KeptCapture {
  const { surt, url, time, file, offset, mime, width, height, frames, bytes } = capture;
  return { surt, url, time, file, offset, mime, width, height, frames, bytes };
}

/** A reference with how far its page is from the image that it shows. */
export function seenFrom(reference: GroupReference, days: number): GroupReference {
  return days === 0 ? reference : { ...reference, page: { ...reference.page, awayDays: days } };
}

/** The fields of a page as accumulators keep it. */
export function toSeenPage(page: SeenPage): SeenPage {
  const { awayDays = 0 } = page;
  return awayDays === 0 ? toImagePage(page) : { ...toImagePage(page), awayDays };
}

/** Exactly the fields of a page: what a caller gave may hold more. */
export function toImagePage({ url, surt, title, time, language }: ImagePage): ImagePage {
  return { url, surt, title, time, language };
}
