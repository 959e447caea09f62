// Small pictures of a picture, with a hash to draw while they load.
import type { FactValue } from '../model/fact.ts';
import type { PictureSize } from '../model/field-types.ts';
import type { Pixels } from './bitmap.ts';
import { toSharp } from './decode.ts';
import type { Picture } from './made-facts.ts';
import { toThumbHash } from './thumb-hash.ts';

const WEBP_QUALITY = 75;
/** Of a photograph 240 pixels wide effort 1 took 3.5 CPU-ms, 2 took 4.9 and 4 took 7.7 for files 2 and 6 % smaller. */
const SMALL_EFFORT = 1;
/** Of one 500 pixels wide effort 0 took 8 CPU-ms, 2 took 14 and 4 took 28 for files 2 and 9 % smaller. */
const LARGE_EFFORT = 0;

/** A picture as it was decoded, and in the box of the smallest thumbnail. */
export interface DecodedImage {
  /** The file. */
  readonly bytes: Uint8Array;
  /** In the box of the largest thumbnail. */
  readonly pixels: Pixels;
  /** In that of the smallest. */
  readonly small: Pixels;
  /** Whether the picture is larger than the largest box, as it is decoded. */
  readonly isShrunk: boolean;
}

/** What is told of thumbnails; the pictures themselves are kept elsewhere. */
export interface ThumbnailValue {
  /** The smallest first. */
  readonly sizes: readonly PictureSize[];
  /** ThumbHash (evanw.github.io/thumbhash) in base64. */
  readonly thumbhash: string;
}

/**
 * Encodes thumbnails. A large one is made only of a picture that is larger still: one that fits its box is shown
 * as it is.
 */
export async function makeThumbnails({
  pixels,
  small,
  isShrunk,
}: DecodedImage): Promise<{ readonly value: FactValue; readonly pictures: readonly Picture[] }> {
  const pictures = [await encode(small, SMALL_EFFORT)];
  if (isShrunk) pictures.push(await encode(pixels, LARGE_EFFORT));
  const sizes = (isShrunk ? [small, pixels] : [small]).map(({ width, height }) => {
    return { width, height };
  });
  const thumbhash = Buffer.from(toThumbHash(small)).toString('base64');
  const value: ThumbnailValue = { sizes, thumbhash };
  return { value: { kind: 'json', value }, pictures };
}

async function encode(pixels: Pixels, effort: number): Promise<Picture> {
  const bytes = await toSharp(pixels).webp({ quality: WEBP_QUALITY, effort }).toBuffer();
  return { side: Math.max(pixels.width, pixels.height), bytes };
}
