// Filters the lines of an index: no archive is opened.
import { openCorpus } from 'pinakes/corpus';

interface Args {
  readonly folder: string;
  readonly index: string;
  readonly where: string;
}

/** Gives the number of captures found and of lines looked at, and the time on the clock. */
export async function prepare({ folder, index, where }: Args) {
  return async () => {
    const start = performance.now();
    let lines = 0;
    const corpus = await openCorpus(folder, {
      cdx: [index],
      onReport: (report) => {
        lines = report.index.lines;
      },
    });
    const found = await corpus.where(where).count();
    await corpus.close();
    return { found, lines, wallMs: performance.now() - start };
  };
}
