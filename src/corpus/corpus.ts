// Corpora from web archives: the face of this folder, exported as `pinakes/corpus`.
import { OpenCorpus } from './record-corpus.ts';
import type { RunOptions } from './run.ts';
import type { RunReport } from './run-report.ts';
import { openSource, type SourceOptions } from './source/open-source.ts';

export type { Capture, Timestamp } from '../model/capture.ts';
export * from '../model/enrichment.ts';
export { type ErrorCode, PinakesError } from '../support/errors.ts';
export { Dataset } from './dataset.ts';
export * from './enrichments/enrichments.ts';
export type { Explanation } from './explain.ts';
export { toLineage } from './output/lineage.ts';
export { type Manifest, readManifest, sameRun } from './output/manifest.ts';
export { CorpusRecord } from './record.ts';
export { Corpus, OpenCorpus } from './record-corpus.ts';
export type { Failure, RecordView } from './record-view.ts';
export type { RunReport, StepReport } from './run-report.ts';
export type { SaveOptions, SaveReport } from './save.ts';
export type { CorpusLoss } from './source/capture-source.ts';
export type { SortKey } from './spill.ts';
export type { Group } from './steps/key-steps.ts';
export { parseWhere, printWhere, type Where } from './where/where.ts';

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
 * const pages = corpus.where('mime=text/html status=200').enrich(title);
 * for await (const page of pages) console.log(page.url, page.get(title));
 */
export async function openCorpus(
  archives: string | readonly string[] = [],
  options: CorpusOptions = {},
): Promise<OpenCorpus> {
  const list = typeof archives === 'string' ? [archives] : archives;
  const source = await openSource({ ...options, archives: list });
  return new OpenCorpus(source, { options, caches: new Set() });
}
