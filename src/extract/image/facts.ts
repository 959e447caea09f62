// What one block of embedded metadata says, before the blocks are weighed against each other.
import type { ImagePlace, PlaceRejection } from './place.ts';

/** Statements about rights, `''` where there is none; all as stored. */
export interface StatedRights {
  /** Address of a licence. */
  readonly licenceUrl: string;
  readonly words: string;
  /** The line that is to be printed with the picture. */
  readonly credit: string;
}

/** Facts of one block. Texts are as stored, the better ones first; empty ones say nothing. */
export interface EmbeddedFacts {
  readonly place?: ImagePlace | PlaceRejection | undefined;
  /** ISO 8601, or `''`. */
  readonly taken?: string;
  readonly titles?: readonly string[];
  readonly descriptions?: readonly string[];
  /** Names of the place, the smallest first. */
  readonly placeNames?: readonly string[];
  /** What is said about rights. */
  readonly rights?: StatedRights;
}
