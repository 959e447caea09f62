// The public face of Pinakes: libraries of images, filled from archives and searched.
export type { RecordOptions } from './extract/extract.ts';
export type { LibrarySettings, MetadataCounts, TakedownDetails } from './index/index.ts';
export type { Loss, LossReason, Timestamp } from './model/capture.ts';
export type { FieldName } from './model/document-fields.ts';
export type { NamedFacet, ShownDocument } from './model/field-lists.ts';
export type { FieldTypes, PictureSize, ShownType, ShownTypes } from './model/field-types.ts';
export type {
  DedupeMode,
  ImageCaption,
  ImageDocument,
  ImagePage,
  ImagePlace,
  ImageText,
  ImageVersion,
} from './model/image.ts';
export type { CaptionSource, EmbeddedMetadata } from './model/observation.ts';
export type { EnrichOutcome } from './pipeline/enrich-images.ts';
export type { PlannedArchive } from './pipeline/extract-plan.ts';
export type { FactStats } from './pipeline/fact-stats.ts';
export type { ImageDetails } from './pipeline/image-details.ts';
export type {
  IngestOptions,
  IngestOutcome,
  IngestProgress,
  SkipReason,
} from './pipeline/ingest.ts';
export type { IngestResult } from './pipeline/ingest-inputs.ts';
export type { LibraryFinding } from './pipeline/library-check.ts';
export type { LibraryStats, MatchCounts } from './pipeline/library-stats.ts';
export type { MergeOutcome, MergeProgress, MergeSkipReason } from './pipeline/merge.ts';
export {
  type CheckRequest,
  type ImageRequest,
  type Library,
  type LibraryOptions,
  type MergeOptions,
  openLibrary,
  type StatsRequest,
} from './pipeline/open-library.ts';
export type { RemoveOptions, RemoveOutcome, RemoveRequest } from './pipeline/remove.ts';
export type {
  Facet,
  FacetAnswer,
  FacetCount,
  FacetRequest,
  SearchAnswer,
  SearchIndex,
  SearchItem,
  SearchRequest,
  SearchWarning,
  SelectionRequest,
  Suggestion,
  SuggestRequest,
  Timeline,
  TimelineBucket,
  TimelineRequest,
  TimeUnit,
} from './search/search.ts';
export {
  type ErrorCode,
  type ErrorOptions,
  type NextStep,
  PinakesError,
  type Where,
} from './support/errors.ts';
