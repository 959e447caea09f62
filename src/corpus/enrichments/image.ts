// An image capture: what its bytes say, told without decoding its pixels.
import { hash } from 'node:crypto';
import { type InspectedImage, inspectImage } from '../../extract/image/image.ts';
import type { Timestamp } from '../../model/capture.ts';
import { type DeriveContext, defineEnrichment } from '../../model/enrichment.ts';
import type { EmbeddedMetadata } from '../../model/observation.ts';
import { declaredMime, httpField, nameOfType } from './declared.ts';
import { response } from './response.ts';
import { splitUrl } from './url-parts.ts';

/** What the bytes of an image say. */
export interface ImageValues {
  /** MIME type told by the bytes. */
  readonly type: string;
  /** Pixels as stored; 0 where the header cannot be read. */
  readonly width: number;
  readonly height: number;
  /** Frames of an animation; 1 for still images, 0 where the header cannot be read. */
  readonly frames: number;
  /** EXIF orientation 1 to 8; from 5 on width and height are swapped on display. */
  readonly orientation: number;
  readonly bytes: number;
  /** Hexadecimal. */
  readonly sha256: string;
  /** Whether the bytes end too early. */
  readonly isTruncated: boolean;
  /** What cameras and people wrote into the file: place, time, title and description alone. */
  readonly metadata?: EmbeddedMetadata;
}

/** Where an image was taken. */
export type ImagePlace = NonNullable<EmbeddedMetadata['place']>;

/** A row of the table of images, in the columns of the Archives Unleashed Toolkit. */
export interface ImageRow {
  /** 14 digits. */
  readonly crawl_date: Timestamp;
  /** 14 digits from the header `Last-Modified`; `''` where there is none. */
  readonly last_modified_date: string;
  readonly url: string;
  readonly filename: string;
  readonly extension: string;
  readonly mime_type_web_server: string;
  /** From the bytes, here not by Apache Tika. */
  readonly mime_type_tika: string;
  readonly width: number;
  readonly height: number;
  /** Hexadecimal. */
  readonly md5: string;
  /** Hexadecimal. */
  readonly sha1: string;
  /** The image itself, base64. */
  readonly bytes: string;
}

/** Type, size, frames, digest and embedded metadata of an image. Payloads that are no image fail. */
export const image = defineEnrichment({
  name: 'image',
  needs: response.fields.payload,
  gives: 'image',
  origin: { module: import.meta.url, export: 'image' },
  derive: (payload, context): ImageValues => {
    const { mime, width, height, frames, orientation, bytes, digest, truncated, metadata } =
      inspect(payload, context);
    return {
      type: mime,
      width,
      height,
      frames,
      orientation: orientation ?? 1,
      bytes,
      sha256: digest,
      isTruncated: truncated,
      ...(metadata && { metadata }),
    };
  },
});

/** Where an image was taken, by its EXIF or XMP; `null` where nothing tells. */
export const exifPlace = defineEnrichment({
  name: 'exifPlace',
  needs: image,
  gives: 'exifPlace',
  origin: { module: import.meta.url, export: 'exifPlace' },
  derive: ({ metadata }): ImagePlace | null => metadata?.place ?? null,
});

/** When an image was taken, ISO 8601, local time where no zone is given; `''` where nothing tells. */
export const exifTime = defineEnrichment({
  name: 'exifTime',
  needs: image,
  gives: 'exifTime',
  origin: { module: import.meta.url, export: 'exifTime' },
  derive: ({ metadata }): string => metadata?.taken ?? '',
});

/** A row of the Archives Unleashed Toolkit's table of images, the bytes included. */
export const imageRow = defineEnrichment({
  name: 'imageRow',
  needs: response.fields.payload,
  gives: 'imageRow',
  origin: { module: import.meta.url, export: 'imageRow' },
  derive: (payload, context): ImageRow => {
    const { mime, width, height } = inspect(payload, context);
    const { url, time } = context.capture;
    const { filename, extension } = splitUrl(url);
    return {
      crawl_date: time,
      last_modified_date: toDigits(httpField(context, 'last-modified')),
      url,
      filename,
      extension: extension || (EXTENSIONS[mime] ?? ''),
      mime_type_web_server: declaredMime(context),
      mime_type_tika: mime,
      width,
      height,
      md5: hash('md5', payload),
      sha1: hash('sha1', payload),
      bytes: Buffer.from(payload.buffer, payload.byteOffset, payload.length).toString('base64'),
    };
  },
});

/** Small images count too: what to leave out is for the user to say. */
function inspect(payload: Uint8Array, context: DeriveContext): InspectedImage {
  const found = inspectImage(payload, { minSide: 1, maxArea: Number.POSITIVE_INFINITY });
  if (found.kind === 'image') return found;
  const what = found.reason === 'empty' ? 'empty' : nameOfType(context);
  throw new Error(`no image: the payload is ${what}`);
}

/** The usual endings of files, for URLs without one. */
const EXTENSIONS: Readonly<Partial<Record<string, string>>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/avif': 'avif',
  'image/heic': 'heic',
  'image/heif': 'heif',
  'image/bmp': 'bmp',
  'image/x-icon': 'ico',
  'image/tiff': 'tif',
  'image/svg+xml': 'svg',
};

/** 14 digits of an HTTP date. */
function toDigits(date: string): string {
  const millis = Date.parse(date);
  return Number.isNaN(millis) ? '' : new Date(millis).toISOString().replace(/\D/g, '').slice(0, 14);
}
