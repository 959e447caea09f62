// The report of a merge: what was copied, and what the library holds now.
import type { Library, MetadataCounts } from '../index/index.ts';
import { countMatches, type MatchCounts } from './library-stats.ts';
import type { MergeOutcome } from './merge.ts';

/** What `merge --json` prints; docs/cli-json.md describes it. */
export interface MergeReport {
  readonly libraries: number;
  readonly files: number;
  readonly knownFiles: number;
  readonly supersededFiles: number;
  readonly takenDownFiles: number;
  readonly failedFiles: number;
  readonly bytes: number;
  readonly records: number;
  readonly pages: number;
  readonly imageCaptures: number;
  readonly references: number;
  readonly matched: MatchCounts & { readonly indexed: number };
  readonly metadata: MetadataCounts;
  readonly thumbnails: number;
  readonly losses: number;
  readonly seconds: number;
}

/** Makes the report. */
export async function toMergeReport(
  library: Library,
  outcome: MergeOutcome,
  { libraries, seconds }: { readonly libraries: number; readonly seconds: number },
): Promise<MergeReport> {
  return {
    libraries,
    files: outcome.files,
    knownFiles: outcome.known,
    supersededFiles: outcome.superseded,
    takenDownFiles: outcome.takenDown,
    failedFiles: outcome.failed,
    bytes: outcome.bytes,
    records: outcome.records,
    pages: outcome.pages,
    imageCaptures: outcome.imageCaptures,
    references: outcome.references,
    matched: { ...countMatches(library), indexed: await library.index.documentCount() },
    metadata: library.counts.metadata(),
    thumbnails: outcome.thumbnails,
    losses: outcome.losses,
    seconds: Math.round(seconds * 1000) / 1000,
  };
}
