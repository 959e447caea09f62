// Reading and writing web archives: the face of this stage, exported as `pinakes/archive`.

import { ArchiveReader, type ReadOptions } from './read/reader.ts';
import { loadZstdDictionary } from './read/zstd-member.ts';
import { openInput } from './source/inputs-open.ts';
import type { ByteSource } from './source/source.ts';

/**
 * Opens one WARC or ARC file, plain or compressed, for reading from its start or from any offset.
 * `input` is a path, an http(s):// or s3:// address, the name of a file in a WACZ
 * (`x.wacz#archive/y.warc.gz`) or a source. For a WACZ as a whole use `openArchives`.
 *
 * @example
 * const reader = await openArchive('crawl.warc.gz', { onLoss: (loss) => console.warn(loss) });
 * for (const record of reader) console.log(record.type, record.url, record.status);
 * await reader.close();
 */
export async function openArchive(
  input: string | ByteSource,
  options: ReadOptions = {},
): Promise<ArchiveReader> {
  const source = typeof input === 'string' ? await openInput(input) : input;
  const isFromStart = (options.startOffset ?? 0) === 0;
  const dictionary =
    options.dictionary ?? (isFromStart ? undefined : await loadZstdDictionary(source));
  return new ArchiveReader(source, { ...options, dictionary });
}

export type { Capture, Loss, LossReason, TimeSource, Timestamp } from '../model/capture.ts';
export { LOSS_REASONS } from '../model/capture.ts';
export { toSurt } from '../model/surt.ts';
export { parseTimestamp, toIsoTime, toTimestamp } from '../model/timestamp.ts';
export { type ErrorCode, type ErrorOptions, PinakesError } from '../support/errors.ts';
export {
  type CdxFormat,
  formatCdxHeader,
  formatCdxLine,
  parseCdxHeader,
  parseCdxLine,
} from './cdx/cdx.ts';
export type { CdxBatch, RejectedLine } from './cdx/cdx-batches.ts';
export type { CdxEntry, CdxLine, CdxRejectReason, CdxTexts, JsonValue } from './cdx/cdx-entry.ts';
export type { CdxLegend } from './cdx/cdx-fields.ts';
export {
  type CdxIndex,
  type CdxOptions,
  openCdx,
  type ReadOptions as CdxReadOptions,
} from './cdx/cdx-file.ts';
export type { CdxKind, LineBlock } from './cdx/cdx-lines.ts';
export type { CaptureQuery, LineRange, MatchType } from './cdx/cdx-query.ts';
export type { OpenSource } from './cdx/zipnum-parts.ts';
export { writeZipNum, type ZipNumWriterOptions } from './cdx/zipnum-writer.ts';
export type { Coding } from './read/body.ts';
export { type ExamineOptions, examineArchive, type Health } from './read/examine.ts';
export type { HeaderFields } from './read/header-fields.ts';
export type { HttpHead } from './read/http-head.ts';
export { RecordAccess, type RecordPointer } from './read/random-access.ts';
export { ArchiveReader, type ReadOptions } from './read/reader.ts';
export type { ArchiveRecord, Body, BodyOptions } from './read/record.ts';
export type { RecordHeader } from './read/record-header.ts';
export {
  type FindOriginal,
  type Original,
  RevisitIndex,
  type RevisitTarget,
  revisitTargetOf,
} from './read/revisit.ts';
export { type HttpSourceOptions, openHttp } from './source/http-source.ts';
export type { HttpOptions } from './source/http-source-request.ts';
export { type ExpandedInputs, expandInputs, type Input } from './source/inputs.ts';
export {
  type InputOptions,
  type OpenedInput,
  openArchives,
  openInput,
} from './source/inputs-open.ts';
export type { SkippedInput } from './source/inputs-walk.ts';
export { openS3, type S3Options } from './source/s3-source.ts';
export type { Environment } from './source/s3-source-credentials.ts';
export type { Format } from './source/sniff.ts';
export { type ByteSource, memorySource, openFile, sliceSource } from './source/source.ts';
export { openWacz, type Wacz, type WaczMember } from './source/wacz.ts';
export type {
  DataPackage,
  ResourceHash,
  WaczCheck,
  WaczResource,
} from './source/wacz-datapackage.ts';
export type { RejectedPage, WaczPage } from './source/wacz-pages.ts';
export type { EntryOptions } from './source/zip-entry.ts';
export {
  type Comparing,
  type IndexComparison,
  type IndexDifference,
  type ListedPage,
  type PageComparison,
  startComparison,
  type WaczComparison,
} from './wacz/comparison.ts';
export { checkStoredLines } from './wacz/line-check.ts';
export { readStoredIndex, type StoredIndex } from './wacz/stored-index.ts';
export { type PackOptions, type PackReport, packFolder } from './write/pack.ts';
export type { SkipReason as PackSkipReason } from './write/pack-walk.ts';
export {
  type OpenFile,
  openWarcWriter,
  type WarcWriter,
  type WarcWriterOptions,
  type WrittenRecord,
} from './write/warc-writer.ts';
export type { Place } from './write/warc-writer-file.ts';
export type {
  HeaderList,
  NewBody,
  NewHttpHead,
  NewHttpMessage,
  NewHttpRecord,
  NewMetadata,
  NewRecord,
  NewResource,
  NewRevisit,
  RecordBase,
  Truncation,
} from './write/warc-writer-record.ts';
export { type RecoveredFile, recoverOpenFiles } from './write/warc-writer-recover.ts';
export type { ZstdDictionary } from './zstd/dictionary.ts';
