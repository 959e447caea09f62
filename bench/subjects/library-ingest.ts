// Brings generated observations into a library as `pinakes ingest` does after extraction; the generator's time is not counted.
import {
  type CrawlRound,
  IMAGES_PER_FILE,
  IMAGES_PER_PAGE,
  observePage,
} from '../library-corpus.ts';
import { deriveDocuments, importBuilt, type openLibrary } from './built.ts';
import { startUsage } from './usage.ts';

/** A library that is open. */
export type Library = Awaited<ReturnType<typeof openLibrary>>;
type FileRowsModule = typeof import('../../dist/pipeline/file-rows.js');
type IngestModule = typeof import('../../dist/pipeline/ingest.js');
type TakedownModule = typeof import('../../dist/pipeline/takedown.js');

/** Pages of one archive file. */
export const PAGES_PER_FILE = IMAGES_PER_FILE / IMAGES_PER_PAGE;

const COLLECTIONS = 10;

/** Pages whose observations are made at a time: as in `pinakes ingest`, those of a whole file are never in memory together. */
const PAGES_TOGETHER = 100;

const REPORT = {
  records: 0,
  bytes: 0,
  pages: 0,
  imageCaptures: 0,
  references: 0,
  losses: 0,
  skippedBytes: 0,
  rejected: {},
};

/** Processor time of each step. Seconds. */
export interface IngestTimes {
  rows: number;
  derive: number;
  merge: number;
}

/** Ingests file after file. */
export interface Ingestion {
  readonly times: IngestTimes;
  /** Stores what the pages of a file show; derives documents when many wait. */
  addFile(crawl: CrawlRound, pages: readonly number[]): Promise<void>;
  /** Derives what still waits and merges the text index as `pinakes ingest` does after so large a change. */
  finish(merge: 'wholly' | 'partly'): Promise<void>;
}

/** Starts to ingest into a library. */
export async function startIngestion(library: Library): Promise<Ingestion> {
  // Not public: extraction would take far more time than what is measured here.
  const { FileRows } = await importBuilt<FileRowsModule>('pipeline/file-rows.js');
  const { MAX_WAITING } = await importBuilt<IngestModule>('pipeline/ingest.js');
  const { loadTakedown } = await importBuilt<TakedownModule>('pipeline/takedown.js');
  const takedown = loadTakedown(library);
  const times: IngestTimes = { rows: 0, derive: 0, merge: 0 };
  let waiting = 0;
  let files = 0;

  async function derive(): Promise<void> {
    const usage = startUsage();
    await deriveDocuments(library);
    times.derive += usage().cpuSeconds;
    waiting = 0;
  }

  return {
    times,
    async addFile(crawl, pages) {
      const { file: name } = crawl;
      const common = { location: name, size: 1e9, modified: 0, fingerprint: name };
      const usage = startUsage();
      library.begin();
      const file = library.files.add({ name, ...common, report: REPORT });
      library.files.addToCollection(file, `Collection ${files++ % COLLECTIONS}`);
      const rows = new FileRows(library, file, takedown);
      times.rows += usage().cpuSeconds;
      for (let from = 0; from < pages.length; from += PAGES_TOGETHER) {
        const some = pages.slice(from, from + PAGES_TOGETHER);
        const observations = some.flatMap((page) => observePage(page, crawl));
        const usageOfSome = startUsage();
        for (const observation of observations) rows.add(observation);
        times.rows += usageOfSome().cpuSeconds;
        waiting += observations.length;
      }
      const usageOfEnd = startUsage();
      rows.flush();
      library.commit();
      times.rows += usageOfEnd().cpuSeconds;
      if (waiting >= MAX_WAITING) await derive();
    },
    async finish(merge) {
      await derive();
      const usage = startUsage();
      library.mergeText(merge);
      library.writeBackLog();
      times.merge += usage().cpuSeconds;
    },
  };
}
