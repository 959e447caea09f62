// A small picture of a picture: decoded, turned upright, fitted into a box, with a hash to draw while it loads.
import sharp, { type SharpOptions } from 'sharp';
import { decodeBmp, isBmp, type Pixels } from './bitmap.ts';
import { isIco, pickIcon } from './icon.ts';
import { isSvgText, MAX_SVG_BYTES, toPlainSvg } from './svg.ts';
import { toThumbHash } from './thumb-hash.ts';
import {
  type NoThumbnail,
  THUMBNAIL_BOX,
  type Thumbnail,
  type ThumbnailProblem,
} from './thumbnail-result.ts';

/** Formats that are decoded row by row may have this many pixels, as many as an image of the library. */
const MAX_PIXELS = 225_000_000;
/** Formats held as a whole: 64 million pixels took 370 MB as GIF, 280 MB as interlaced PNG or progressive JPEG. */
const MAX_PIXELS_HELD = 64_000_000;
/** AVIF took 17 bytes a pixel. */
const MAX_PIXELS_HEIF = 25_000_000;
const BY_ROW = new Set(['svg', 'webp']);

const MAX_SECONDS = 10;
const WEBP_QUALITY = 75;
/** Takes 2.5 ms where the usual 4 takes 6.4, for files that are 5 % larger (200 x 150 of a photograph). */
const WEBP_EFFORT = 2;

// Thousands of different images pass: caches never help, and threads of one image only fight those of others.
sharp.cache(false);
sharp.concurrency(1);

/**
 * Makes the thumbnail of an image of any format: first frame, EXIF orientation applied, never enlarged.
 * What a broken file has is shown; when that is nothing, there is a problem. Never throws for bad bytes.
 *
 * Nothing is read but the bytes: SVG is rendered without what it refers to. Its rendering, unlike that
 * of other formats, cannot be interrupted here; `openThumbnailMaker` can.
 */
export async function makeThumbnail(bytes: Uint8Array): Promise<Thumbnail | NoThumbnail> {
  try {
    const source = toSource(bytes);
    if ('problem' in source) return source;
    const pixels = await decode(source);
    const { data: webp } = await sharp(pixels.data, { raw: rawOf(pixels) })
      .webp({ quality: WEBP_QUALITY, effort: WEBP_EFFORT })
      .toBuffer({ resolveWithObject: true });
    const { width, height } = pixels;
    return { bytes: webp, width, height, thumbhash: toThumbHash(pixels) };
  } catch (thrown) {
    return { problem: problemOf(thrown) };
  }
}

/** What sharp is given: bytes of a format it knows, or pixels. */
type Source = Pick<Pixels, 'data'> & Partial<Pixels>;

function toSource(bytes: Uint8Array): Source | NoThumbnail {
  if (isBmp(bytes)) return decodeBmp(bytes) ?? { problem: 'unsupported' };
  if (isIco(bytes)) return pickIcon(bytes) ?? { problem: 'unsupported' };
  if (isSvgText(bytes)) {
    if (bytes.length > MAX_SVG_BYTES) return { problem: 'too-large' };
    return { data: toPlainSvg(bytes) };
  }
  return { data: bytes };
}

async function decode(source: Source): Promise<Pixels> {
  if ('width' in source) return shrink(source, { failOn: 'none' });
  let limitInputPixels = MAX_PIXELS_HEIF;
  let pixels: Pixels;
  try {
    pixels = await shrink(source, { limitInputPixels, failOn: 'none' });
  } catch (thrown) {
    if (problemOf(thrown) !== 'too-large') throw thrown;
    // Few images are larger than the smallest limit: only they are looked at twice.
    limitInputPixels = await pixelLimitOf(source);
    pixels = await shrink(source, { limitInputPixels, failOn: 'none' });
  }
  // A file of which nothing could be decoded comes out in one colour: then its errors count.
  if (isUniform(pixels)) await shrink(source, { limitInputPixels, failOn: 'error' });
  return pixels;
}

async function pixelLimitOf({ data }: Source): Promise<number> {
  const image = sharp(data, { limitInputPixels: false, failOn: 'none' });
  const { format, isProgressive } = await image.metadata();
  if (format === 'heif') return MAX_PIXELS_HEIF;
  const isByRow =
    format === 'jpeg' || format === 'png' ? isProgressive !== true : BY_ROW.has(format);
  return isByRow ? MAX_PIXELS : MAX_PIXELS_HELD;
}

async function shrink(source: Source, options: SharpOptions): Promise<Pixels> {
  const { data, info } = await sharp(source.data, {
    ...options,
    ...('width' in source && { raw: rawOf(source) }),
    sequentialRead: true,
  })
    .autoOrient()
    .resize({
      width: THUMBNAIL_BOX,
      height: THUMBNAIL_BOX,
      fit: 'inside',
      withoutEnlargement: true,
    })
    .timeout({ seconds: MAX_SECONDS })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  if (channels !== 3 && channels !== 4) throw new Error(`sharp gave ${channels} channels`);
  return { data, width, height, channels };
}

function rawOf({ width = 0, height = 0, channels = 4 }: Partial<Pixels>) {
  return { width, height, channels };
}

function isUniform({ data, channels }: Pixels): boolean {
  for (let at = channels; at < data.length; at++) {
    if (data[at] !== data[at - channels]) return false;
  }
  return true;
}

/** What the messages of sharp, libvips and its decoders come to. */
function problemOf(thrown: unknown): ThumbnailProblem {
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  if (/pixel limit|too large|too big/i.test(message)) return 'too-large';
  if (/timeout/i.test(message)) return 'too-slow';
  if (/unsupported|not supported|no decod|is empty/i.test(message)) return 'unsupported';
  return 'damaged';
}
