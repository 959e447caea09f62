// Corpora from web archives: the face of this folder, exported as `pinakes/corpus`.
import { OpenCorpus } from './record-corpus.ts';
import type { RunOptions } from './run.ts';
import type { RunReport } from './run-report.ts';
import { openSource, type SourceOptions } from './source/open-source.ts';

export type { Thumbnail } from '../enrich/thumbnail-enrichment.ts';
export type { Capture, Timestamp } from '../model/capture.ts';
export * from '../model/enrichment.ts';
export { NoValue } from '../model/no-value.ts';
export {
  type PlainData,
  type Producer,
  producerKey,
  producerOf,
  type Settings,
} from '../model/producer.ts';
export { PAYLOAD } from '../model/response.ts';
export { type ErrorCode, type ErrorOptions, PinakesError } from '../support/errors.ts';
export type { InputPart } from '../support/input-part.ts';
export type { LineProgramOptions } from '../support/line-program.ts';
export { Dataset } from './dataset.ts';
export {
  DERIVATIVE_CAPTURES,
  type DerivativeOptions,
  type DerivativeReport,
  saveDerivatives,
} from './derivatives/derivatives.ts';
export * from './enrichments/enrichments.ts';
export type { Explanation } from './explain.ts';
export type { CaptureField, Column } from './output/columns.ts';
export type { JsonObject } from './output/json-value.ts';
export { toLineage } from './output/lineage.ts';
export { type Manifest, readManifest, sameRun } from './output/manifest.ts';
export type { FingerprintKind } from './output/manifest-inputs.ts';
export { type OutputFormat, type OutputOptions, outputFormatOf } from './output/open-sink.ts';
export type { ColumnType } from './output/parquet-cells.ts';
export type { TypedColumn } from './output/parquet-sink.ts';
export type { OutputFile } from './output/sink.ts';
export type { CheckpointOptions } from './output/unfinished-output.ts';
export { CorpusRecord } from './record.ts';
export { Corpus, OpenCorpus } from './record-corpus.ts';
export type { Failure, RecordView } from './record-view.ts';
export type { RunOptions } from './run.ts';
export type { RunReport, StepReport } from './run-report.ts';
export type { SaveOptions, SaveReport } from './save.ts';
export type { IndexProgress } from './source/archive-source.ts';
export type {
  CaptureBatch,
  CaptureOptions,
  CaptureSource,
  CorpusLoss,
  LoadRecord,
  SourceInput,
  SourcePlan,
} from './source/capture-source.ts';
export type { SourceOptions } from './source/open-source.ts';
export type { PoliteOptions } from './source/server-requests.ts';
export type { ServerSourceOptions } from './source/server-source.ts';
export type { SortKey } from './spill.ts';
export type { Group, KeyCount, SortOptions } from './steps/key-steps.ts';
export { lookInside, parseValueFilter, type ValueFilter } from './value-filter.ts';
export type { KeyRange } from './where/key-ranges.ts';
export { parseWhere, printWhere, type Where } from './where/where.ts';
export type {
  CountField,
  CountRange,
  TextField,
  TextPattern,
  TimeRange,
} from './where/where-node.ts';

/** Options of `openCorpus`. */
export interface CorpusOptions extends Omit<SourceOptions, 'archives'>, RunOptions {
  /** Called at the end of each reading with what it did. */
  readonly onReport?: (report: RunReport) => void;
}

/**
 * Opens archives as a data set of captures. With index files (`cdx`) nothing but the records that are selected is ever
 * read; without them the archives are indexed first, and the index can be kept (`keepIndex`).
 *
 * @example
 * await using corpus = await openCorpus('crawl/*.warc.gz', { cdx: 'crawl/index.cdxj' });
 * const pages = corpus.where('mime=text/html status=200').enrich(html.title);
 * for await (const page of pages) console.log(page.url, page.get(html.title));
 */
export async function openCorpus(
  archives: string | readonly string[] = [],
  options: CorpusOptions = {},
): Promise<OpenCorpus> {
  const list = typeof archives === 'string' ? [archives] : archives;
  const source = await openSource({ ...options, archives: list });
  return new OpenCorpus(source, { options, caches: new Set() });
}
