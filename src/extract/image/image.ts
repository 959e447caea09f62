// The face of image inspection: what the bytes of an image say, and whether it is kept.
import { hash } from 'node:crypto';
import { readOrientation } from './exif.ts';
import { sniffImage } from './formats.ts';
import type { HeaderFault, HeaderReading, ImageHeader, ImageMime } from './header.ts';
import { type ImageMetadata, readImageMetadata } from './metadata.ts';
import { isOneColour } from './one-colour.ts';

/** What is asked of an image to be kept. */
export interface InspectOptions {
  /** Smallest width and height in pixels; 51 by default. */
  readonly minSide?: number;
  /** Largest area in pixels; 225,000,000 by default. */
  readonly maxArea?: number;
  /** Whether the image stands in a `data:` URL: then one of a single colour is no picture. Default false. */
  readonly isInline?: boolean;
}

/** An image, kept or rejected. */
export interface InspectedImage {
  readonly kind: 'image';
  /** From the bytes, never from a header or a file name. */
  readonly mime: ImageMime;
  /** Pixels as stored, before `orientation`; 0 when the header cannot be read. */
  readonly width: number;
  readonly height: number;
  /** Frames of an animation or pages of a TIFF; 0 when the header cannot be read. */
  readonly frames: number;
  /** EXIF orientation 2 to 8; from 5 on width and height are swapped on display. Absent: upright. */
  readonly orientation?: number;
  /** SHA-256 of the bytes in hexadecimal. */
  readonly digest: string;
  /** Number of bytes. */
  readonly bytes: number;
  /** The bytes end before the format says they should. */
  readonly truncated: boolean;
  /** Why the image is not kept; absent when it is. */
  readonly rejected?: ImageRejection;
  /** Only of images that are kept, and only when there is something in it. */
  readonly metadata?: ImageMetadata;
}

/** Bytes that are no image of a known format. */
export interface NotImage {
  readonly kind: 'not-image';
  readonly reason: NotImageReason;
}

/** Why an image is not kept. */
export type ImageRejection = keyof typeof IMAGE_REJECTIONS;

/** Every reason for rejecting an image with an explanation for reports and documentation. */
export const IMAGE_REJECTIONS = {
  'too-small': 'width or height is below the limit (51 pixels unless set otherwise)',
  'too-large': 'the area is above the limit (225,000,000 pixels unless set otherwise)',
  'zero-size': 'the header declares a width or height of zero',
  'truncated-header': 'the bytes end before the size is known',
  'bad-header': 'the header contradicts its format, so the size is not known',
  blank: 'a drawing that draws nothing, or one colour in a `data:` URL',
  font: 'an SVG file that holds the letters of a font',
  placeholder: 'a `data:` URL that stands in for an image that is loaded later',
  empty: 'declared as an image, but there are no bytes',
  'unknown-format':
    'declared as an image, but the bytes start like no image format that Pinakes knows',
  html: 'declared as an image, but the bytes are a page',
  screenshot: 'a picture that the crawler took of a page (`screenshot:`, `urn:view:` and the like)',
  'no-web-address': 'an image that was not captured from the web (`file:`, `urn:` and the like)',
  damaged: 'the record that holds the image is damaged',
} as const;

/** Why bytes are no image. */
export type NotImageReason = keyof typeof NOT_IMAGE_REASONS;

/** Every reason for taking bytes as no image with an explanation. */
export const NOT_IMAGE_REASONS = {
  empty: 'there are no bytes',
  'unknown-format': 'the bytes start like no image format that Pinakes knows',
} as const;

const MIN_SIDE = 51;
const MAX_AREA = 225_000_000;

/**
 * Inspects the bytes of a response. Never throws, never keeps a reference to `bytes`, never reads outside
 * the view, and takes time linear in its length.
 */
export function inspectImage(
  bytes: Uint8Array,
  options: InspectOptions = {},
): InspectedImage | NotImage {
  if (bytes.length === 0) return { kind: 'not-image', reason: 'empty' };
  const format = sniffImage(bytes);
  if (format === undefined) return { kind: 'not-image', reason: 'unknown-format' };
  const reading = format.read(bytes);
  const rejected =
    rejectionOf(reading, options) ?? emptinessOf(bytes, format.mime, reading, options);
  const header = typeof reading === 'string' ? unreadable(reading) : reading;
  const orientation = orientationOf(header);
  const metadata = rejected === undefined ? readImageMetadata(header.blocks) : undefined;
  return {
    kind: 'image',
    mime: format.mime,
    width: header.width,
    height: header.height,
    frames: header.frames,
    digest: hash('sha256', bytes),
    bytes: bytes.length,
    truncated: header.truncated,
    ...(orientation !== 1 && { orientation }),
    ...(rejected && { rejected }),
    ...(metadata && { metadata }),
  };
}

function unreadable(fault: HeaderFault): ImageHeader {
  return { width: 0, height: 0, frames: 0, truncated: fault === 'truncated-header', blocks: {} };
}

/** What the container says counts before EXIF, as the standards of AVIF and HEIC demand. */
function orientationOf({ orientation, blocks }: ImageHeader): number {
  return orientation ?? (blocks.exif && readOrientation(blocks.exif)) ?? 1;
}

/** Why a picture of the right size is none after all. */
function emptinessOf(
  bytes: Uint8Array,
  mime: ImageMime,
  reading: HeaderReading,
  { isInline = false }: InspectOptions,
): ImageRejection | undefined {
  const shows = typeof reading === 'string' ? undefined : reading.shows;
  if (shows === 'font') return 'font';
  if (shows === 'nothing') return 'blank';
  return isInline && (shows === 'one-colour' || isOneColour(bytes, mime)) ? 'blank' : undefined;
}

function rejectionOf(reading: HeaderReading, options: InspectOptions): ImageRejection | undefined {
  if (typeof reading === 'string') return reading;
  const { width, height } = reading;
  const { minSide = MIN_SIDE, maxArea = MAX_AREA } = options;
  if (width === 0 || height === 0) return 'zero-size';
  if (width < minSide || height < minSide) return 'too-small';
  return width * height > maxArea ? 'too-large' : undefined;
}
