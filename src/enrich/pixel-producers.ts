// Who tells facts from the pixels of an image: names, versions and settings, apart from the decoders.
import type { Producer } from '../model/producer.ts';

/** Longer sides of thumbnails in pixels: one for a tile, one for dense screens and previews. */
export const THUMBNAIL_SIDES = [240, 600] as const;

/** Thumbnails in WebP, and a ThumbHash to draw while they load. */
export const THUMBNAIL: Producer = {
  name: 'image.thumbnail',
  version: '1',
  settings: { sides: THUMBNAIL_SIDES, format: 'webp', quality: 75 },
};

/** A palette with shares, and the families of colours that prevail. */
export const COLORS: Producer = { name: 'image.colors', version: '1', settings: {} };

/** The sort of picture that the pixels look like. */
export const TEXTURE: Producer = { name: 'image.texture', version: '1', settings: {} };

/** Pixels of each side of what the family filter sees, and the most frames of an animation that it looks at. */
export const NSFW_SIDE = 224;
export const NSFW_FRAMES = 16;

/** Scores of the family filter. */
export const NSFW: Producer = {
  name: 'nsfw',
  version: '1',
  settings: {
    model: 'nsfwjs-4.4.0/mobilenet_v2',
    side: NSFW_SIDE,
    filter: 'lanczos3',
    frames: NSFW_FRAMES,
  },
};

/** Numbers by which pictures are compared, from the same run of the same network. */
export const VECTOR: Producer = {
  name: 'image.vector',
  version: '1',
  settings: { model: 'nsfwjs-4.4.0/mobilenet_v2', side: NSFW_SIDE, filter: 'lanczos3' },
};

/** A difference hash of 256 bits, for near duplicates. */
export const LOOK: Producer = { name: 'image.look', version: '1', settings: {} };

/** Text in the picture; asked only where somebody wants it, since it takes ten times as long as all others together. */
export const OCR: Producer = {
  name: 'ocr',
  version: '1',
  settings: { model: 'ocr-models-1.4.2/ch_PP-OCRv4', side: 1280 },
};

/** All that are asked unless told otherwise, in that order. */
export const PIXEL_PRODUCERS: readonly Producer[] = [
  THUMBNAIL,
  COLORS,
  TEXTURE,
  LOOK,
  NSFW,
  VECTOR,
];

/** Those that run a network: they take about as long as all others together. */
export const NETWORK_PRODUCERS: readonly Producer[] = [NSFW, VECTOR];
