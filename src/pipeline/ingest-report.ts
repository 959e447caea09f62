// The report of an ingestion: what was read, what merging left, what is known of the images.
import type { Library, MetadataCounts } from '../index/index.ts';
import type { IngestOutcome } from './ingest.ts';
import { countMatches, type MatchCounts } from './library-stats.ts';

/** What `ingest --json` prints; docs/cli-json.md describes it. */
export interface IngestReport {
  readonly collection: string;
  readonly files: number;
  readonly knownFiles: number;
  readonly failedFiles: number;
  readonly bytes: number;
  readonly records: number;
  readonly pages: number;
  readonly imageCaptures: number;
  readonly references: number;
  readonly matched: MatchCounts & { readonly indexed: number };
  readonly metadata: MetadataCounts;
  readonly rejected: readonly { readonly reason: string; readonly count: number }[];
  /** Images that were looked at: those with facts now, those that tell nothing by reason, those that could not be had. */
  readonly enriched: {
    readonly made: number;
    readonly failed: readonly { readonly reason: string; readonly count: number }[];
    readonly skipped: number;
  };
  readonly losses: number;
  readonly skippedBytes: number;
  readonly seconds: number;
}

/** Makes the report and keeps it in the library. */
export async function toIngestReport(
  library: Library,
  outcome: IngestOutcome,
  { collection, seconds }: { readonly collection: string; readonly seconds: number },
): Promise<IngestReport> {
  const { made, reasons, skipped } = outcome.enriched;
  const report = {
    collection,
    files: outcome.files,
    knownFiles: outcome.known,
    failedFiles: outcome.failed,
    bytes: outcome.bytes,
    records: outcome.records,
    pages: outcome.pages,
    imageCaptures: outcome.imageCaptures,
    references: outcome.references,
    matched: { ...countMatches(library, collection), indexed: await library.index.documentCount() },
    metadata: library.counts.metadata(collection),
    rejected: toList(outcome.rejected),
    enriched: { made, failed: toList(reasons), skipped },
    losses: outcome.losses,
    skippedBytes: outcome.skippedBytes,
    seconds: Math.round(seconds * 1000) / 1000,
  };
  library.transaction(() => library.writeNote(noteOf(collection), JSON.stringify(report)));
  return report;
}

function toList(counts: Readonly<Record<string, number>>): { reason: string; count: number }[] {
  return Object.entries(counts)
    .map(([reason, count]) => ({ reason, count }))
    .sort((a, b) => b.count - a.count);
}

/** Drops the report of a collection that is removed; within a transaction of the caller. */
export function forgetIngestReport(library: Library, collection: string): void {
  library.removeNote(noteOf(collection));
}

function noteOf(collection: string): string {
  return `report:${collection}`;
}
