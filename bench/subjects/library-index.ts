// Makes a library of generated images, from observations to a merged index.
import { rmSync } from 'node:fs';
import { IMAGES_PER_PAGE } from '../library-corpus.ts';
import { openLibrary } from './built.ts';
import { measureBytes } from './library-bytes.ts';
import { PAGES_PER_FILE, startIngestion } from './library-ingest.ts';
import { ownMemory } from './usage.ts';
import { readYardstick, takeYardstick } from './yardstick.ts';

/** Gives times, bytes and memory of its own (files that are mapped into memory left out). */
export async function prepare(args: { readonly folder: string; readonly images: number }) {
  const { folder, images } = args;
  rmSync(folder, { recursive: true, force: true });
  const library = await openLibrary(folder, { access: 'write', create: { name: 'bench' } });
  const ingestion = await startIngestion(library);
  return async () => {
    const pages = images / IMAGES_PER_PAGE;
    let peakOwnBytes = 0;
    for (let first = 0; first < pages; first += PAGES_PER_FILE) {
      const count = Math.min(PAGES_PER_FILE, pages - first);
      const crawl = { round: 0, file: `crawl-${first / PAGES_PER_FILE}.warc.gz` };
      await ingestion.addFile(
        crawl,
        Array.from({ length: count }, (_, at) => first + at),
      );
      peakOwnBytes = Math.max(peakOwnBytes, ownMemory());
      takeYardstick();
    }
    await ingestion.finish('wholly');
    peakOwnBytes = Math.max(peakOwnBytes, ownMemory());
    const bytes = await measureBytes(library);
    const documents = await library.index.documentCount();
    library.close();
    return { times: ingestion.times, bytes, documents, peakOwnBytes, yardstick: readYardstick() };
  };
}
