// `pinakes doctor --library`: tells the health of a library and makes it anew on request.
import { createLossList } from './archive-inputs.ts';
import type { Context, ExitCode } from './command.ts';

/** What `doctor --library` works with. */
export interface ExamineLibraryOptions
  extends Pick<Context, 'output' | 'log' | 'signal' | 'startProgress'> {
  readonly json: boolean;
  readonly thorough: boolean;
  readonly repair: boolean;
}

/** Checks the library in a folder, after a repair if one is asked for. */
export async function examineLibrary(
  folder: string,
  { output, log, signal, startProgress, json, thorough, repair }: ExamineLibraryOptions,
): Promise<ExitCode> {
  const { openLibrary } = await import('../index/index.ts');
  const { checkLibrary } = await import('../pipeline/library-check.ts');
  if (repair) {
    const { repairLibrary } = await import('../pipeline/repair-library.ts');
    const progress = startProgress({ unit: 'addresses' });
    let seen = 0;
    const losses = createLossList();
    const { tables, documents, kept, readAgain, notRead, thumbnails } = await repairLibrary(
      folder,
      {
        onProgress: (done) => {
          progress.advance(done - seen, 0, 'indexing');
          seen = done;
        },
        onLoss: losses.add,
        signal,
      },
    ).finally(() => progress.stop());
    losses.tell(log);
    for (const { table, rows, problem } of tables) {
      if (problem !== undefined) log.warn(`${table}: only ${rows} rows could be read: ${problem}`);
    }
    if (readAgain > 0) log.note(`${readAgain} archives were read again.`);
    for (const name of notRead) log.warn(`${name} is not there to be read again: ingest it.`);
    if (thumbnails > 0) log.note(`${thumbnails} images have their thumbnails again.`);
    log.note(`${documents} documents were rebuilt. The old database is kept as ${kept}.`);
  }
  let isSick = false;
  const library = await openLibrary(folder);
  try {
    for await (const finding of checkLibrary(library, { isThorough: thorough, signal })) {
      isSick ||= !finding.isHealthy;
      if (json) await output.records([finding]);
      else
        await output.lines([
          `${finding.check}: ${finding.isHealthy ? '' : 'NOT WELL: '}${finding.detail}`,
        ]);
    }
  } finally {
    library.close();
  }
  return isSick ? 3 : 0;
}
