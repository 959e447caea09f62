// Extraction written so that another machine can ingest it: archives with all that a library needs of them, and an end.
import { fromSortLine } from '../extract/extract.ts';
import { fromCaptureLines } from './capture-lines.ts';
import { type ExtractTotals, NO_TOTALS } from './extract-archives.ts';
import type { ExtractOutput } from './extract-output.ts';
import type { PlannedArchive } from './extract-plan.ts';
import { fingerprintOf, modifiedTimeOf, stampOf } from './fingerprint.ts';
import { differenceOf } from './ingest-sink.ts';
import { OBSERVATION_FORMAT, type ObservationLine } from './observation-file.ts';

/** An output that is told of archives that could not be read. */
export interface ObservationOutput extends ExtractOutput {
  /** Notes that an archive could not be read to its end. */
  fail(archive: PlannedArchive, reason: string): void;
}

/** Wraps an output; `archives` are those that are left to be read, in their order. */
export function withAllForIngest(
  output: ExtractOutput,
  archives: readonly PlannedArchive[],
): ObservationOutput {
  const failures = new Map<PlannedArchive, string>();
  let next = 0;
  let stamp = '';
  let isInArchive = false;
  let isHeaded = output.doneArchives > 0;
  let before: ExtractTotals = output.totals ?? NO_TOTALS;
  const write = async (...lines: readonly ObservationLine[]): Promise<void> => {
    const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
    if (text !== '') await output.writeLines(new TextEncoder().encode(text));
  };
  const head = async (): Promise<void> => {
    if (!isHeaded) await write({ kind: 'extract', format: OBSERVATION_FORMAT });
    isHeaded = true;
  };
  /** Writes the first line of the archive at hand, once. */
  const begin = async (): Promise<void> => {
    const archive = archives[next];
    if (isInArchive || archive === undefined) return;
    await head();
    const { name, location, size } = archive;
    stamp = stampOf(location);
    const fingerprint = await fingerprintOf(location).catch(() => ''); // told by the reader of the archive
    const modified = modifiedTimeOf(location);
    await write({ kind: 'archive', name, location, size, modified, fingerprint });
    isInArchive = true;
  };
  return {
    doneArchives: output.doneArchives,
    totals: output.totals,
    async writeLines(lines) {
      await begin();
      await output.writeLines(lines);
    },
    async keepLooseEnds(lines) {
      await begin();
      // Originals are told by the digests of pages, images and style sheets.
      await write(...lines.map(fromSortLine).filter((end) => end.kind !== 'original'));
    },
    async writeCaptures(lines) {
      await begin();
      const records = fromCaptureLines(lines, '');
      await write(
        ...records.map(({ file: _, ...record }) => ({ kind: 'record' as const, ...record })),
      );
    },
    async *looseEnds() {},
    async archiveDone(archive, totals) {
      await begin();
      const hasChanged = stampOf(archive.location) !== stamp;
      const failure =
        failures.get(archive) ?? (hasChanged ? 'it changed while it was read' : undefined);
      const report = differenceOf(totals, before);
      await write({ kind: 'archive-end', ...report, ...(failure !== undefined && { failure }) });
      before = totals;
      isInArchive = false;
      next++;
      await output.archiveDone(archive, totals);
    },
    async finish() {
      await head();
      await write({ kind: 'end', archives: output.doneArchives + next });
      await output.finish();
    },
    close: () => output.close(),
    fail: (archive, reason) => void failures.set(archive, reason),
  };
}
