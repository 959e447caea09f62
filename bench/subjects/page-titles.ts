// Titles and image addresses of the pages of an archive, with our corpus.
import { html, openCorpus, page } from 'pinakes/corpus';

interface Args {
  readonly file: string;
  /** Its index; without one it is made first, as part of the work. */
  readonly index?: string;
  /** Threads; 0 works in the main one. */
  readonly workers: number;
  /** Whether images come with captions, which others have none of. */
  readonly withCaptions?: boolean;
}

/** Gives the numbers of pages, titles and images, and the time on the clock. */
export async function prepare({ file, index, workers, withCaptions = false }: Args) {
  return async () => {
    const start = performance.now();
    const corpus = await openCorpus(file, {
      workers,
      ...(index !== undefined && { cdx: [index] }),
    });
    const pages = corpus.where('type=page type!=revisit status=200');
    const found = { pages: 0, titles: 0, images: 0, wallMs: 0 };
    const count = (title: string | undefined, images: readonly unknown[] | undefined) => {
      found.pages++;
      if (title !== undefined && title !== '') found.titles++;
      found.images += images?.length ?? 0;
    };
    if (withCaptions) {
      await pages.enrich(html.title, page.images).forEach((record) => {
        count(record.get(html.title), record.get(page.images));
      });
    } else {
      await pages.enrich(html.title, page.imageUrls).forEach((record) => {
        count(record.get(html.title), record.get(page.imageUrls));
      });
    }
    await corpus.close();
    return { ...found, wallMs: performance.now() - start };
  };
}
