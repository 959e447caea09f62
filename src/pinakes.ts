// The public face of Pinakes: libraries of images, filled from archives and searched.
export type { Library, LibraryOptions, LibrarySettings } from './index/index.ts';
export { openLibrary } from './index/index.ts';
export type {
  ImageCaption,
  ImageDocument,
  ImagePage,
  ImageText,
  ImageVersion,
} from './model/image.ts';
export type { RankingProfile } from './model/ranking.ts';
export { deriveDocuments } from './pipeline/derive.ts';
export { type ImageDetails, loadImageDetails } from './pipeline/image-details.ts';
export type { IngestOutcome, IngestProgress } from './pipeline/ingest.ts';
export { collectStats, type LibraryStats } from './pipeline/library-stats.ts';
export { type RemoveOutcome, type RemoveRequest, removeFromLibrary } from './pipeline/remove.ts';
export { type IngestOptions, type IngestResult, ingest, search } from './pipeline/use-library.ts';
export type { SearchAnswer, SearchItem, SearchRequest } from './search/search.ts';
export { type ErrorCode, PinakesError } from './support/errors.ts';
