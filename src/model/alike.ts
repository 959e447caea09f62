// How much two pictures look alike: by their looks and by what a network makes of them, on one scale.
import { NEAR_BITS, parseLook, pictureDistance } from './look.ts';
import { parseVector, type Vector, vectorDistance } from './vector.ts';

/** What pictures are compared by. */
export interface PictureLook {
  /** Its look in hexadecimal; absent for one that is tiny, flat or cannot be decoded. */
  readonly look?: string | undefined;
  /** Its vector as documents have it; absent for one that is tiny or that no network has seen. */
  readonly vector?: string | undefined;
  /**
   * How far apart vectors may be, as 1 minus the cosine, for whoever is not after copies: those of words are never near those of pictures. Default
   * 0.2. The distance is then told in fractions.
   */
  readonly reach?: number | undefined;
}

/** Up to this distance a picture is probably a copy. */
export const COPY_BITS = 64;
/** Looks that differ in more bits have nothing to do with one another. */
export const MAX_LOOK_BITS = 72;
/** Vectors that are farther apart than this are hardly those of copies, and beyond that of nothing alike (docs/library.md, Looks). */
const COPY_VECTORS = 0.12;
const ALIKE_VECTORS = 0.2;

/** Pictures that are farther from one another have nothing in common. */
export const ALIKE_BITS = 128;

/** Gives the distance of other pictures to one, from 0 to 128. */
export type Comparison = (other: PictureLook) => number;

/**
 * Compares pictures with one. Up to 24 the distance is the number of bits in which their looks differ, one of them mirrored or not. Beyond that
 * looks and vectors are brought to one scale, on which both take equally many strangers for copies up to 64, and the smaller distance counts.
 * Up to 128 vectors are alike; all else is infinitely far.
 */
export function compareWith(picture: PictureLook): Comparison {
  const look = parseLook(picture.look);
  const vector = parseVector(picture.vector);
  const { reach } = picture;
  return (other) => Math.min(lookBits(look, other.look), vectorBits(vector, other.vector, reach));
}

function lookBits(look: Uint8Array | undefined, other: string | undefined): number {
  const bits = look === undefined ? undefined : parseLook(other);
  if (look === undefined || bits === undefined) return Number.POSITIVE_INFINITY;
  const distance = pictureDistance(look, bits);
  if (distance <= NEAR_BITS) return distance;
  const share = (distance - NEAR_BITS) / (MAX_LOOK_BITS - NEAR_BITS);
  return share > 1
    ? Number.POSITIVE_INFINITY
    : NEAR_BITS + Math.ceil(share * (COPY_BITS - NEAR_BITS));
}

function vectorBits(
  vector: Vector | undefined,
  other: string | undefined,
  reach: number | undefined,
): number {
  const parsed = vector === undefined ? undefined : parseVector(other);
  if (vector === undefined || parsed === undefined) return Number.POSITIVE_INFINITY;
  const distance = vectorDistance(vector, parsed);
  if (reach !== undefined) {
    return distance > reach
      ? Number.POSITIVE_INFINITY
      : Math.max(NEAR_BITS + 1, (distance / reach) * ALIKE_BITS);
  }
  const copy = Math.max(NEAR_BITS + 1, Math.ceil((distance / COPY_VECTORS) * COPY_BITS));
  if (copy <= COPY_BITS) return copy;
  const share = (distance - COPY_VECTORS) / (ALIKE_VECTORS - COPY_VECTORS);
  return share > 1
    ? Number.POSITIVE_INFINITY
    : COPY_BITS + Math.ceil(share * (ALIKE_BITS - COPY_BITS));
}
