// A small change of a large library: a few images come, the report is made, a few images go.
import { IMAGES_PER_PAGE } from '../library-corpus.ts';
import { importBuilt, openLibrary } from './built.ts';
import { startIngestion } from './library-ingest.ts';
import { startUsage } from './usage.ts';

type RemoveModule = typeof import('../../dist/pipeline/remove.js');
type StatsModule = typeof import('../../dist/pipeline/library-stats.js');

/** Images that come. */
const ADDED = 52;
/** Images that go. */
const REMOVED = 10;

/** Adds images to the library itself and counts. Gives processor time of each step in seconds. */
async function add(folder: string, images: number) {
  const { collectStats, countMatches } = await importBuilt<StatsModule>(
    'pipeline/library-stats.js',
  );
  const library = await openLibrary(folder, { access: 'write' });
  const ingestion = await startIngestion(library);
  const first = images / IMAGES_PER_PAGE;
  const pages = Array.from({ length: ADDED / IMAGES_PER_PAGE }, (_, at) => first + at);
  const added = startUsage();
  await ingestion.addFile({ round: 0, file: 'new.warc.gz' }, pages);
  await ingestion.finish('partly');
  const [collection] = library.files.collections();
  countMatches(library, collection);
  library.counts.metadata(collection);
  const { cpuSeconds } = added();
  const counted = startUsage();
  const { documents } = await collectStats(library);
  const { cpuSeconds: stats } = counted();
  library.close();
  return { cpuSeconds, stats, documents };
}

/** Takes images down. */
async function remove(folder: string) {
  const { removeFromLibrary } = await importBuilt<RemoveModule>('pipeline/remove.js');
  const library = await openLibrary(folder, { access: 'write' });
  const gone: string[] = [];
  for (const { document } of library.documents.all()) {
    if (gone.push(document.digest) === REMOVED) break;
  }
  const removed = startUsage();
  const { documents } = await removeFromLibrary(library, { images: gone });
  const { cpuSeconds } = removed();
  library.close();
  return { cpuSeconds, stats: 0, documents };
}

/** Works on the library itself; the peak of memory is that of the process. */
export async function prepare(args: {
  readonly folder: string;
  readonly images: number;
  readonly step: 'add' | 'remove';
}) {
  return () => (args.step === 'add' ? add(args.folder, args.images) : remove(args.folder));
}
