// A further crawl of pages of a library: each image gets another capture and another reference.

import { IMAGES_PER_PAGE } from '../library-corpus.ts';
import { createRandom } from '../random.ts';
import { openLibrary } from './built.ts';
import { measureBytes } from './library-bytes.ts';
import { PAGES_PER_FILE, startIngestion } from './library-ingest.ts';

/** Works on the library itself. Gives times, and bytes before and after. */
export async function prepare(args: {
  readonly folder: string;
  readonly images: number;
  /** Images that are crawled again, at most `images`. */
  readonly changed: number;
  /** How the text index is merged at the end. */
  readonly merge: 'wholly' | 'partly';
}) {
  const library = await openLibrary(args.folder, { access: 'write' });
  const ingestion = await startIngestion(library);
  const pages = choosePages(args.images / IMAGES_PER_PAGE, args.changed / IMAGES_PER_PAGE);
  const before = await measureBytes(library);
  const documents = await library.index.documentCount();
  return async () => {
    for (let first = 0; first < pages.length; first += PAGES_PER_FILE) {
      const crawl = { round: 1, file: `further-${first / PAGES_PER_FILE}.warc.gz` };
      await ingestion.addFile(crawl, pages.slice(first, first + PAGES_PER_FILE));
    }
    await ingestion.finish(args.merge);
    const after = await measureBytes(library);
    const isSame = (await library.index.documentCount()) === documents;
    library.close();
    return { times: ingestion.times, before, after, isSame };
  };
}

/** Distinct pages all over the library, in any order. */
function choosePages(pages: number, count: number): number[] {
  const random = createRandom(11);
  const all = Array.from({ length: pages }, (_, page) => page);
  for (let place = 0; place < count; place++) {
    const other = random.int(place, pages - 1);
    [all[place], all[other]] = [all[other]!, all[place]!];
  }
  return all.slice(0, count);
}
