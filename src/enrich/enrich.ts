// What can be told of an image by looking at its pixels, and where it is: the face of this stage.

export { type FactMaker, type FactMakerOptions, openFactMaker } from './fact-maker.ts';
export { type MadeFacts, PIXEL_PROBLEMS, type Picture, type PixelProblem } from './made-facts.ts';
export { readModels } from './models-file.ts';
export { findTextModels } from './ocr/text-models.ts';
export { type PictureModels, type ProducerList, producersWith } from './picture-models.ts';
export {
  COLORS,
  LOOK,
  NETWORK_PRODUCERS,
  NSFW,
  OCR,
  PIXEL_PRODUCERS,
  THUMBNAIL,
  THUMBNAIL_SIDES,
  VECTOR,
} from './pixel-producers.ts';
export { EVIDENCE_RULES } from './place-evidence.ts';
export { CORRECTION, withPlace } from './place-of.ts';
export { type ImageLook, readLook } from './read-look.ts';
export { type Thumbnail, thumbnail } from './thumbnail-enrichment.ts';
export { openWordsReader, WORDS_REACH, type WordsReader } from './words/words-vector.ts';
