// The look of a picture in 256 bits (a difference hash), by which near duplicates are found.
import type { FactValue } from '../model/fact.ts';
import { LOOK_SIDE, printLook } from '../model/look.ts';
import type { Pixels } from './bitmap.ts';
import { toSharp } from './decode.ts';

/** Pictures with a shorter side are too small to tell apart: icons and buttons look alike. */
export const MIN_LOOK_SIDE = 64;
/** Neighbours (of 256 levels) that differ by less are of one colour. */
const FLAT_STEP = 3;
/**
 * Pictures with fewer neighbours that differ are flat: their bits are noise, or the same for many. A disc on a ground has at most 92
 * of 256, whatever its colours; nine of ten photographs of a news site had 146 or more.
 */
const MIN_STEPS = 112;

/** The look of a picture: `{hash}`, or `{}` for one that is tiny or flat, which has none of its own. */
export async function makeLook({
  pixels,
  small,
}: {
  readonly pixels: Pixels;
  readonly small: Pixels;
}): Promise<{ readonly value: FactValue }> {
  if (Math.min(pixels.width, pixels.height) < MIN_LOOK_SIDE) return NONE;
  const width = LOOK_SIDE + 1;
  const grey = await toSharp(small)
    .flatten({ background: '#fff' })
    .greyscale()
    .resize({ width, height: LOOK_SIDE, fit: 'fill', kernel: 'lanczos3' })
    .raw()
    .toBuffer();
  const look = new Uint8Array((LOOK_SIDE * LOOK_SIDE) / 8);
  let steps = 0;
  for (let bit = 0; bit < LOOK_SIDE * LOOK_SIDE; bit++) {
    const at = Math.floor(bit / LOOK_SIDE) * width + (bit % LOOK_SIDE);
    const difference = (grey[at] ?? 0) - (grey[at + 1] ?? 0);
    if (difference > 0) look[bit >>> 3] = (look[bit >>> 3] ?? 0) | (1 << (bit & 7));
    if (Math.abs(difference) >= FLAT_STEP) steps++;
  }
  if (steps < MIN_STEPS) return NONE;
  return { value: { kind: 'json', value: { hash: printLook(look) } } };
}

const NONE = { value: { kind: 'json', value: {} } } as const;
