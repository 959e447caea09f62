// What one block of embedded metadata says, before the blocks are weighed against each other.
import type { ImagePlace, PlaceRejection } from './place.ts';

/** Facts of one block. Texts are as stored, the better ones first; empty ones say nothing. */
export interface EmbeddedFacts {
  readonly place?: ImagePlace | PlaceRejection | undefined;
  /** ISO 8601, or `''`. */
  readonly taken?: string;
  readonly titles?: readonly string[];
  readonly descriptions?: readonly string[];
  /** Names of the place, the smallest first. */
  readonly placeNames?: readonly string[];
}
