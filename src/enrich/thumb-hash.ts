// ThumbHash of pixels: they are averaged down first, because its time grows with their number.
import { rgbaToThumbHash } from 'thumbhash';
import type { Pixels } from './bitmap.ts';

/** 64 pixels give the hash of 100, but for the last bit of few numbers, in a quarter of the time. */
const MAX_SIDE = 64;

/** The ThumbHash of a small picture: 5 to 25 bytes. */
export function toThumbHash(pixels: Pixels): Uint8Array {
  const step = Math.ceil(Math.max(pixels.width, pixels.height) / MAX_SIDE);
  const width = Math.ceil(pixels.width / step);
  const height = Math.ceil(pixels.height / step);
  const rgba = new Uint8Array(width * height * 4);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      rgba.set(averageOf(pixels, { x: x * step, y: y * step, step }), (y * width + x) * 4);
    }
  }
  return rgbaToThumbHash(width, height, rgba);
}

/** The mean colour of a square, in which transparent pixels weigh nothing. */
function averageOf(
  { data, width, height, channels }: Pixels,
  { x, y, step }: { readonly x: number; readonly y: number; readonly step: number },
): [number, number, number, number] {
  const right = Math.min(width, x + step);
  const bottom = Math.min(height, y + step);
  let [red, green, blue, opacity] = [0, 0, 0, 0];
  for (let row = y; row < bottom; row++) {
    for (let column = x; column < right; column++) {
      const at = (row * width + column) * channels;
      const alpha = channels === 4 ? (data[at + 3] ?? 0) : 255;
      red += (data[at] ?? 0) * alpha;
      green += (data[at + 1] ?? 0) * alpha;
      blue += (data[at + 2] ?? 0) * alpha;
      opacity += alpha;
    }
  }
  if (opacity === 0) return [0, 0, 0, 0];
  return [red / opacity, green / opacity, blue / opacity, opacity / ((right - x) * (bottom - y))];
}
