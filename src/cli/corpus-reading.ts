// What the commands that read corpora have in common: how captures are chosen, how far they are, and what was lost.
import type { CorpusLoss, RunReport } from '../corpus/corpus.ts';
import { FILES_FROM_FLAG } from './files-from.ts';
import { LIBRARY_FLAG } from './library-flags.ts';
import type { Log } from './log.ts';
import type { Progress } from './progress.ts';
import { formatSize } from './units.ts';

/** Where captures come from, and which of them are meant. */
export const CORPUS_FLAGS = {
  filesFrom: FILES_FROM_FLAG,
  cdx: {
    type: 'string',
    placeholder: 'PATH',
    repeatable: true,
    sources: [],
    help: 'index files, folders or patterns of them: only selected records are read',
  },
  library: { ...LIBRARY_FLAG, sources: [], help: 'take the archives of this library' },
  where: {
    type: 'string',
    placeholder: 'EXPR',
    repeatable: true,
    sources: [],
    help: "condition on captures, e.g. 'mime=text/html status=200 time=2011..2012 host=*.example.org'",
  },
  latestPerUrl: { type: 'boolean', sources: [], help: 'only the latest capture of each URL' },
} as const;

/** Losses named one by one; the manifest lists more. */
const MAX_LISTED = 20;

/** Shows how far a reading is and remembers its first losses. */
export interface CorpusWatch {
  /** To be given to `openCorpus`. */
  readonly options: {
    readonly onLoss: (loss: CorpusLoss) => void;
    readonly onProgress: (report: RunReport) => void;
    readonly onIndexProgress: (progress: { readonly file: string }) => void;
  };
  /** Takes the progress away; any number of times. */
  stop(): void;
  /** Warns of losses, and of how many more there were. */
  tell(log: Log, lossCount: number): void;
}

/** Watches a reading; without `progress` only losses. */
export function watchCorpus(progress: Progress | undefined): CorpusWatch {
  const losses: CorpusLoss[] = [];
  let isStopped = false;
  let told = 0;
  return {
    options: {
      onLoss: (loss) => {
        if (losses.length < MAX_LISTED) losses.push(loss);
      },
      onProgress: ({ steps, archives, lossCount }) => {
        const seen = steps[0]?.out ?? 0;
        const read = `${archives.records} records read (${formatSize(archives.bytes)}), ${lossCount} losses`;
        progress?.advance(seen - told, 0, read);
        told = seen;
      },
      onIndexProgress: ({ file }) => progress?.advance(0, 0, `indexing ${file}`),
    },
    stop() {
      if (!isStopped) progress?.stop();
      isStopped = true;
    },
    tell(log, lossCount) {
      for (const loss of losses) log.warn(describeLoss(loss));
      if (lossCount > losses.length) log.warn(`... and ${lossCount - losses.length} more.`);
    },
  };
}

function describeLoss({ file, place, url, reason }: CorpusLoss): string {
  const where = place === undefined ? file : `${file} at ${place}`;
  return url === undefined ? `${where}: ${reason}` : `${where} (${url}): ${reason}`;
}
