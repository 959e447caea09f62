// What can be told of an image by looking at its pixels: the face of this stage.

export {
  openThumbnailMaker,
  type ThumbnailMaker,
  type ThumbnailMakerOptions,
} from './thumbnail-maker.ts';
export {
  type NoThumbnail,
  THUMBNAIL_BOX,
  THUMBNAIL_PROBLEMS,
  type Thumbnail,
  type ThumbnailProblem,
} from './thumbnail-result.ts';
