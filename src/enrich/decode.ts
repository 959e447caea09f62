// From the bytes of an image of any format to pixels: turned upright, fitted into a box, capped in time and memory.
import sharp, { type Sharp, type SharpOptions } from 'sharp';
import { decodeBmp, isBmp, type Pixels } from './bitmap.ts';
import { isIco, pickIcon } from './icon.ts';
import type { PixelProblem } from './made-facts.ts';
import { isSvgText, MAX_SVG_BYTES, toPlainSvg } from './svg.ts';

/** Formats that are decoded row by row may have this many pixels, as many as an image of the library. */
const MAX_PIXELS = 225_000_000;
/** Formats held as a whole: 64 million pixels took 370 MB as GIF, 280 MB as interlaced PNG or progressive JPEG. */
const MAX_PIXELS_HELD = 64_000_000;
/** AVIF took 17 bytes a pixel. */
const MAX_PIXELS_HEIF = 25_000_000;
const BY_ROW = new Set(['svg', 'webp']);

/** By the clock, so far above what an image takes on a busy machine; `openFactMaker` counts processor time, and ends what takes more. */
export const MAX_SECONDS = 60;

// Thousands of different images pass: caches never help, and threads of one image only fight those of others.
sharp.cache(false);
sharp.concurrency(1);

/** An image that was decoded, or why it cannot be. */
export type Decoded = Pixels | { readonly problem: PixelProblem };

/**
 * Decodes an image of any format into a box of pixels: first frame, EXIF orientation applied, never enlarged. What a
 * broken file has is shown; when that is nothing, there is a problem. Never throws for bad bytes.
 *
 * Nothing is read but the bytes: SVG is rendered without what it refers to. Its rendering, unlike that of other formats,
 * cannot be interrupted here; `openFactMaker` can.
 */
export async function decodeImage(bytes: Uint8Array, box: number): Promise<Decoded> {
  try {
    const source = toSource(bytes);
    return 'problem' in source ? source : await decode(source, box);
  } catch (thrown) {
    return { problem: problemOf(thrown) };
  }
}

/** The same picture in a smaller box; itself where it fits already. */
export async function shrinkPixels(pixels: Pixels, box: number): Promise<Pixels> {
  if (Math.max(pixels.width, pixels.height) <= box) return pixels;
  return shrink(pixels, { failOn: 'none' }, box);
}

/** Pixels as sharp takes them. */
export function toSharp(pixels: Pixels): Sharp {
  return sharp(pixels.data, { raw: rawOf(pixels) });
}

/** What sharp is given: bytes of a format it knows, or pixels. */
type Source = Pick<Pixels, 'data'> & Partial<Pixels>;

function toSource(bytes: Uint8Array): Source | { readonly problem: PixelProblem } {
  if (isBmp(bytes)) return decodeBmp(bytes) ?? { problem: 'unsupported' };
  if (isIco(bytes)) return pickIcon(bytes) ?? { problem: 'unsupported' };
  if (isSvgText(bytes)) {
    if (bytes.length > MAX_SVG_BYTES) return { problem: 'too-large' };
    return { data: toPlainSvg(bytes) };
  }
  return { data: bytes };
}

async function decode(source: Source, box: number): Promise<Pixels> {
  if ('width' in source) return shrink(source, { failOn: 'none' }, box);
  let limitInputPixels = MAX_PIXELS_HEIF;
  let pixels: Pixels;
  try {
    pixels = await shrink(source, { limitInputPixels, failOn: 'none' }, box);
  } catch (thrown) {
    if (problemOf(thrown) !== 'too-large') throw thrown;
    // Few images are larger than the smallest limit: only they are looked at twice.
    limitInputPixels = await pixelLimitOf(source);
    pixels = await shrink(source, { limitInputPixels, failOn: 'none' }, box);
  }
  // A file of which nothing could be decoded comes out in one colour: then its errors count.
  if (isUniform(pixels)) await shrink(source, { limitInputPixels, failOn: 'error' }, box);
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

async function shrink(source: Source, options: SharpOptions, box: number): Promise<Pixels> {
  const { data, info } = await sharp(source.data, {
    ...options,
    ...('width' in source && { raw: rawOf(source) }),
    sequentialRead: true,
  })
    .autoOrient()
    .resize({
      width: box,
      height: box,
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
function problemOf(thrown: unknown): PixelProblem {
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  if (/pixel limit|too large|too big/i.test(message)) return 'too-large';
  if (/timeout/i.test(message)) return 'too-slow';
  if (/unsupported|not supported|no decod|is empty/i.test(message)) return 'unsupported';
  return 'damaged';
}
