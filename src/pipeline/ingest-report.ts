// The report of an ingestion: what was read, what merging left, what is known of the images.
import type { Library } from '../index/index.ts';
import type { IngestOutcome } from './ingest.ts';
import {
  countMatches,
  countMetadata,
  type MatchCounts,
  type MetadataCounts,
} from './library-stats.ts';

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
  readonly losses: number;
  readonly skippedBytes: number;
  readonly seconds: number;
}

/** Makes the report and keeps it in the library. */
export function toIngestReport(
  library: Library,
  outcome: IngestOutcome,
  { collection, seconds }: { readonly collection: string; readonly seconds: number },
): IngestReport {
  const rejected = Object.entries(outcome.rejected)
    .map(([reason, count]) => ({ reason, count }))
    .sort((a, b) => b.count - a.count);
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
    matched: { ...countMatches(library, collection), indexed: library.index.documentCount },
    metadata: countMetadata(library, collection),
    rejected,
    losses: outcome.losses,
    skippedBytes: outcome.skippedBytes,
    seconds: Math.round(seconds * 1000) / 1000,
  };
  library.transaction(() => library.writeNote(noteOf(collection), JSON.stringify(report)));
  return report;
}

/** Drops the report of a collection that is removed; within a transaction of the caller. */
export function forgetIngestReport({ database }: Library, collection: string): void {
  database.prepare('DELETE FROM meta WHERE name = ?').run(noteOf(collection));
}

function noteOf(collection: string): string {
  return `report:${collection}`;
}
