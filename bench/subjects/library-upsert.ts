// A further crawl of some pages of a library: each image gets another capture and another reference.
import { openLibrary } from 'pinakes';
import { IMAGES_PER_PAGE } from '../library-corpus.ts';
import { createRandom } from '../random.ts';
import { measureBytes } from './library-bytes.ts';
import { startIngestion } from './library-ingest.ts';

/** Works on the library itself. Gives times, and bytes before, after, and after all is merged. */
export async function prepare(args: {
  readonly folder: string;
  readonly images: number;
  /** Images to be changed, below `images`. */
  readonly changed: number;
}) {
  const library = await openLibrary(args.folder, { access: 'write' });
  const ingestion = await startIngestion(library);
  const pages = choosePages(args.images / IMAGES_PER_PAGE, args.changed / IMAGES_PER_PAGE);
  const before = measureBytes(library);
  const documents = library.index.documentCount;
  return async () => {
    await ingestion.addFile({ round: 1, file: 'further.warc.gz' }, pages);
    await ingestion.finish('partly');
    const times = { ...ingestion.times };
    const after = measureBytes(library);
    library.transaction(() => library.database.exec("INSERT INTO text(text) VALUES('optimize')"));
    library.database.pragma('wal_checkpoint(TRUNCATE)');
    const merged = measureBytes(library);
    const isSame = library.index.documentCount === documents;
    library.close();
    return { times, before, after, merged, isSame };
  };
}

/** Distinct pages all over the library. */
function choosePages(pages: number, count: number): Set<number> {
  const random = createRandom(11);
  const chosen = new Set<number>();
  while (chosen.size < count) chosen.add(random.int(0, pages - 1));
  return chosen;
}
