// From pixels to the numbers that a network takes: red, green and blue, scaled as it was trained.
import type { Pixels } from './bitmap.ts';
import { toSharp } from './decode.ts';
import type { OnnxTensor } from './onnx-model.ts';

/** What a network wants to see. */
export interface PictureInput {
  readonly width: number;
  readonly height: number;
  /** `stretch`: the whole picture, whatever its shape; `crop`: as much of its middle as has the shape. Default `stretch`. */
  readonly fit?: 'stretch' | 'crop';
  /** `rows`: the colours of a pixel side by side (NHWC); `planes`: all of red, then green, then blue (NCHW). */
  readonly layout: 'rows' | 'planes';
  /** Each colour from 0 to 1, minus this, divided by `deviation`; of red, green and blue. */
  readonly mean: readonly [number, number, number];
  readonly deviation: readonly [number, number, number];
}

/** A picture as a network sees it: red, green, blue; what is transparent is white. The filter is lanczos3, sharp's own. */
export async function fitPixels(
  pixels: Pixels,
  { width, height, fit = 'stretch' }: PictureInput,
): Promise<Uint8Array> {
  return toSharp(pixels)
    .resize(width, height, { fit: fit === 'crop' ? 'cover' : 'fill', kernel: 'lanczos3' })
    .flatten({ background: 'white' })
    .removeAlpha()
    .raw()
    .toBuffer();
}

/** Pictures of that size, three bytes a pixel, as one batch. */
export function toTensor(
  pictures: readonly Uint8Array[],
  { width, height, layout, mean, deviation }: PictureInput,
): OnnxTensor {
  const area = width * height;
  const data = new Float32Array(pictures.length * area * 3);
  const isRows = layout === 'rows';
  for (let color = 0; color < 3; color++) {
    const table = toTable(mean[color] ?? 0, deviation[color] ?? 1);
    for (const [at, bytes] of pictures.entries()) {
      const start = at * area * 3 + (isRows ? color : color * area);
      const step = isRows ? 3 : 1;
      for (let pixel = 0; pixel < area; pixel++) {
        data[start + pixel * step] = table[bytes[pixel * 3 + color] ?? 0] ?? 0;
      }
    }
  }
  const shape = isRows ? [height, width, 3] : [3, height, width];
  return { data, shape: [pictures.length, ...shape] };
}

function toTable(mean: number, deviation: number): Float32Array {
  return Float32Array.from({ length: 256 }, (_, value) => (value / 255 - mean) / deviation);
}
