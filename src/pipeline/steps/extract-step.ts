// The step `extract`: archives in, all that a library needs of them out, as lines with a head and an end.
import type { RecordOptions } from '../../extract/extract.ts';
import type { Loss } from '../../model/capture.ts';
import { type ExtractTotals, extractArchives } from '../extract-archives.ts';
import { openStreamOutput } from '../extract-output.ts';
import type { PlannedArchive } from '../extract-plan.ts';
import { withAllForIngest } from '../observation-output.ts';

/** What the step works on. */
export interface ExtractStepOptions {
  readonly archives: readonly PlannedArchive[];
  readonly options: Pick<RecordOptions, 'minSide' | 'maxPageBytes'>;
  readonly write: (lines: readonly string[]) => Promise<unknown>;
  readonly signal: AbortSignal;
  readonly onLoss: (loss: Loss) => void;
  /** An archive could not be read to its end; the output says so, too. */
  readonly onFailed: (archive: PlannedArchive, reason: string) => void;
}

/** Reads archives one after another: schedulers start one process for each core. */
export async function extractStep(step: ExtractStepOptions): Promise<ExtractTotals> {
  const { archives, options, write, signal, onLoss, onFailed } = step;
  const lines = await openStreamOutput(async (bytes) => {
    const text = Buffer.from(bytes).toString('utf8');
    if (text !== '') await write(text.slice(0, -1).split('\n'));
  });
  const sink = withAllForIngest(lines, archives);
  try {
    const totals = await extractArchives({
      archives,
      options: { ...options, ...FOR_INGEST },
      sink,
      workers: 1,
      signal,
      onLoss,
      withCaptures: true,
      isSettledElsewhere: true,
      onFailed: (archive, error) => {
        sink.fail(archive, error.message);
        onFailed(archive, error.message);
      },
      onProgress: () => {},
    });
    // Without its end nobody takes the output for whole.
    if (!signal.aborted) await sink.finish();
    return totals;
  } finally {
    await sink.close();
  }
}

/** What libraries need beyond what people read. */
export const FOR_INGEST = {
  withSheets: true,
  withPayloadDigests: true,
  withOtherAnswers: true,
  withLinkKeys: true,
} as const;
