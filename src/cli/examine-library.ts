// `pinakes doctor --library`: tells the health of a library and makes it anew on request.
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
  const { checkLibrary, repairLibrary } = await import('../pipeline/library-check.ts');
  if (repair) {
    const progress = startProgress({ unit: 'addresses' });
    let seen = 0;
    const { tables, documents, kept } = await repairLibrary(folder, (done) => {
      progress.advance(done - seen, 0, 'indexing');
      seen = done;
    }).finally(() => progress.stop());
    for (const { table, rows, problem } of tables) {
      if (problem !== undefined) log.warn(`${table}: only ${rows} rows could be read: ${problem}`);
    }
    log.note(`${documents} documents were made anew. The old database is kept as ${kept}.`);
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
