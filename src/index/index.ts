// The library and its index: the face of this stage.

export { hashKey, keyOfDigest } from '../support/hash-key.ts';
export { asStored } from './as-stored.ts';
export type { Captures } from './captures.ts';
export { type DocumentIndex, openDocumentIndex } from './document-index.ts';
export {
  BACKUP_MANIFEST,
  DATABASE_FILE,
  type Library,
  type LibraryOptions,
  type LibrarySettings,
  openLibrary,
} from './library.ts';
export type { MetadataCounts } from './library-counts.ts';
export { toLibraryError, whileUsing } from './library-errors.ts';
export type { FactCount, FactTable, ListedFact } from './library-facts.ts';
export type { FileReport, LibraryFile, NewFile } from './library-files.ts';
export { MAX_NAMESAKES } from './library-kin.ts';
export type { NewPage } from './library-pages.ts';
export { MAX_HOPS } from './library-redirects.ts';
export {
  ORIGINAL_KINDS,
  partsOfRevisit,
  revisitOfPart,
  type StoredOriginal,
  type StoredRevisit,
} from './library-revisits.ts';
export type { GroupRow } from './library-rows.ts';
export { MAX_SHEET_LEVELS, toSheetContent } from './library-sheets.ts';
export { type MatchShare, WHOLE_LIBRARY } from './match-totals.ts';
export { pageKeysOf } from './page-images.ts';
export { type PayloadMark, toPayloadMark } from './payload-digest.ts';
export { type CopiedTable, FACT_TABLES, type Rebuild, startRebuild } from './repair.ts';
export type {
  CaptureRow,
  OtherRow,
  ReferenceRow,
  StoredCapture,
  StoredReference,
} from './row-codec.ts';
export { FORMAT_VERSION } from './schema.ts';
export type { TakedownDetails, TakedownEntry, TakedownKind } from './takedown-entry.ts';
export { printTakedowns, readTakedownFile, TAKEDOWN_FILE } from './takedown-file.ts';
export {
  openThumbnails,
  pictureMark,
  repairThumbnails,
  THUMBNAILS_FILE,
  type ThumbnailStore,
} from './thumbnails.ts';
