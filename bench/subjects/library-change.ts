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

/** Works on the library itself. Gives processor time of each step in seconds, and the peak of memory in bytes. */
export async function prepare(args: { readonly folder: string; readonly images: number }) {
  const { removeFromLibrary } = await importBuilt<RemoveModule>('pipeline/remove.js');
  const { collectStats, countMatches } = await importBuilt<StatsModule>(
    'pipeline/library-stats.js',
  );
  const library = await openLibrary(args.folder, { access: 'write' });
  const ingestion = await startIngestion(library);
  const first = args.images / IMAGES_PER_PAGE;
  return async () => {
    const pages = Array.from({ length: ADDED / IMAGES_PER_PAGE }, (_, at) => first + at);
    const added = startUsage();
    await ingestion.addFile({ round: 0, file: 'new.warc.gz' }, pages);
    await ingestion.finish('partly');
    const [collection] = library.files.collections();
    countMatches(library, collection);
    library.counts.metadata(collection);
    const { cpuSeconds: add } = added();
    const counted = startUsage();
    const { documents } = await collectStats(library);
    const { cpuSeconds: stats } = counted();
    const gone: string[] = [];
    for (const { document } of library.documents.all()) {
      if (gone.push(document.digest) === REMOVED) break;
    }
    const removed = startUsage();
    await removeFromLibrary(library, { images: gone });
    const { cpuSeconds: remove, peakBytes } = removed();
    library.close();
    return { add, stats, remove, peakBytes, documents };
  };
}
