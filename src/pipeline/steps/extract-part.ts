// The step `extract` on a part of an archive: its records become rows.
import { openInput } from '../../archive/archive.ts';
import { loadZstdDictionary } from '../../archive/read/zstd-member.ts';
import { extractArchive } from '../../extract/extract.ts';
import type { Loss } from '../../model/capture.ts';
import { messageOf } from '../../support/errors.ts';
import { FOR_INGEST } from './extract-step.ts';
import { LibraryRows } from './library-rows.ts';
import type { PartLine } from './plan-line.ts';
import type { StepContext } from './step.ts';
import { emitFindings } from './to-rows.ts';

/** What was read. */
export interface PartTotals {
  readonly records: number;
  readonly bytes: number;
}

/** How a part is read. */
export interface PartOptions {
  readonly signal?: AbortSignal | undefined;
  /** Called between stretches of records: a good moment to wait for whoever takes the rows. */
  readonly onStretch?: () => Promise<void>;
  readonly onLoss?: (loss: Loss) => void;
}

/** Gives the rows of the records that start in a part. One that cannot be read to its end is poison; what it gave before stays. */
export async function extractPart(
  part: PartLine,
  { settings, emit, poison }: StepContext,
  { signal, onStretch, onLoss }: PartOptions = {},
): Promise<PartTotals> {
  const { takedown, options } = settings;
  const target = { emit, takedown, collection: part.collection };
  let records = 0;
  let bytes = 0;
  let failure: string | undefined;
  const kept = settings.forLibrary ? new LibraryRows(part, { settings, emit, poison }) : undefined;
  await kept?.begin();
  try {
    const source = await openInput(part.location);
    try {
      const range = {
        startOffset: part.start,
        endOffset: part.end ?? Number.POSITIVE_INFINITY,
        dictionary: part.start > 0 ? await loadZstdDictionary(source) : undefined,
      };
      const named = { ...source, name: part.name };
      const withCaptures = kept !== undefined;
      const reading = { ...options, ...FOR_INGEST, ...range, withCaptures };
      for await (const batch of extractArchive(named, { ...reading, ...(signal && { signal }) })) {
        records += batch.records;
        bytes += batch.bytes;
        for (const loss of batch.losses) onLoss?.(loss);
        emitFindings(batch, target);
        kept?.add(batch);
        await onStretch?.();
      }
    } finally {
      await source.close();
    }
  } catch (thrown) {
    signal?.throwIfAborted();
    failure = messageOf(thrown);
    poison(part.name, failure);
  }
  kept?.end(failure);
  return { records, bytes };
}
