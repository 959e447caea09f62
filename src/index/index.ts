// The library and its index: the face of this stage.

export {
  CAPTURES_FILE,
  type Captures,
  type FileCaptures,
  openCaptures,
} from './captures.ts';
export { type ColumnName, type Columns, openColumns } from './columns.ts';
export { hashKey, keyOfDigest } from './hash-key.ts';
export { type Library, type LibraryOptions, type LibrarySettings, openLibrary } from './library.ts';
export { toLibraryError, whileUsing } from './library-errors.ts';
export type { FileReport, LibraryFile, NewFile } from './library-files.ts';
export type { NewPage } from './library-pages.ts';
export { ORIGINAL_KINDS, type StoredOriginal, type StoredRevisit } from './library-revisits.ts';
export type { GroupRow } from './library-rows.ts';
export { type PayloadMark, toPayloadMark } from './payload-digest.ts';
export { type CopiedTable, type Rebuild, startRebuild } from './repair.ts';
export type { CaptureRow, ReferenceRow, StoredCapture, StoredReference } from './row-codec.ts';
export { FORMAT_VERSION } from './schema.ts';
export { toMembers } from './search-names.ts';
export { openThumbnails, THUMBNAILS_FILE, type ThumbnailStore } from './thumbnails.ts';
