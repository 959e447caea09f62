// What making a thumbnail comes to: apart from the decoders, which take long to load.

/** A thumbnail. */
export interface Thumbnail {
  /** The picture as WebP. */
  readonly bytes: Uint8Array;
  /** Pixels, as shown. */
  readonly width: number;
  readonly height: number;
  /** ThumbHash (evanw.github.io/thumbhash): about 25 bytes that draw a blurred picture. */
  readonly thumbhash: Uint8Array;
}

/** Bytes of which no thumbnail can be made. */
export interface NoThumbnail {
  readonly problem: ThumbnailProblem;
}

/** Why there is no thumbnail. */
export type ThumbnailProblem = keyof typeof THUMBNAIL_PROBLEMS;

/** Every reason with an explanation for reports and documentation. */
export const THUMBNAIL_PROBLEMS = {
  unsupported: 'the bytes are of no format, or of a variant, that can be decoded',
  damaged: 'the bytes end or contradict their format before there is anything to see',
  'too-large': 'decoding would take more memory than an image is allowed',
  'too-slow': 'decoding took longer than an image is allowed',
  crashed: 'the decoder ended the process that it ran in',
} as const;

/** Both sides of a thumbnail are at most this many pixels. */
export const THUMBNAIL_BOX = 200;
