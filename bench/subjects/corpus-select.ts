// Selects captures by an index and sums up the lengths of their texts, with our corpus.
import { openCorpus, payload } from 'pinakes/corpus';

/** What is selected. */
export interface Selection {
  /** Condition on captures. */
  readonly where: string;
  /** Whether only the latest capture of each URL is meant. */
  readonly isLatest: boolean;
}

interface Args extends Selection {
  readonly folder: string;
  readonly index: string;
  /** Times that the work is done before it is measured; 0 measures what happens first in a process. */
  readonly before: number;
  /** Threads for deriving texts; the usual number by default. */
  readonly workers?: number;
}

/** Gives the sum, the number of texts, what was read, and the time on the clock. */
export async function prepare({ folder, index, where, isLatest, before, workers }: Args) {
  const select = async () => {
    const start = performance.now();
    const corpus = await openCorpus(folder, { cdx: [index], workers });
    const selected = corpus.where(where);
    let sum = 0;
    let texts = 0;
    const {
      archives,
      index: lines,
      lossCount,
    } = await (isLatest ? selected.latestPerUrl() : selected)
      .enrich(payload.stringLength)
      .forEach((record) => {
        const characters = record.get(payload.stringLength);
        if (characters === undefined) return; // a picture
        sum += characters;
        texts++;
      });
    await corpus.close();
    const wallMs = performance.now() - start;
    return {
      sum,
      texts,
      records: archives.records,
      archiveBytes: archives.bytes,
      lines: lines.lines,
      indexBytes: lines.bytes,
      lossCount,
      wallMs,
    };
  };
  for (let time = 0; time < before; time++) await select();
  return select;
}
