// Reads the texts of the images of a library for place names: what they would be put on the map by.
import type { Library } from '../index/index.ts';
import type { ImageDocument } from '../model/image.ts';
import type { Gazetteer, LocatedPlace } from '../places/places.ts';

/** An image with the place that its texts name, and where that is written. */
export interface LocatedImage {
  readonly id: string;
  readonly url: string;
  /** Page that shows it, where one does. */
  readonly page?: string;
  /** The text that names the place. */
  readonly text: string;
  readonly from: 'caption' | 'alt' | 'title' | 'page title';
  readonly place: LocatedPlace;
}

/** Texts of one kind that are read of an image. */
const MAX_TEXTS = 5;

/** Goes through a library: for each image the surest place of its own texts, else of the title of its page; `undefined` where none is named. */
export function* locateImages(
  library: Library,
  gazetteer: Gazetteer,
): Generator<LocatedImage | undefined> {
  for (const { document } of library.documents.all()) yield locateImage(document, gazetteer);
}

function locateImage(document: ImageDocument, gazetteer: Gazetteer): LocatedImage | undefined {
  const { page } = document;
  const texts: { readonly from: LocatedImage['from']; readonly text: string }[] = [
    ...document.captions
      .slice(0, MAX_TEXTS)
      .map(({ text }) => ({ from: 'caption' as const, text })),
    ...document.alts.slice(0, MAX_TEXTS).map(({ text }) => ({ from: 'alt' as const, text })),
    ...document.titles.slice(0, MAX_TEXTS).map(({ text }) => ({ from: 'title' as const, text })),
  ];
  const title = page?.title ?? '';
  const own = surest(document, texts, gazetteer, title === '' ? [] : [title]);
  return own ?? surest(document, [{ from: 'page title', text: title }], gazetteer, []);
}

function surest(
  document: ImageDocument,
  texts: readonly { readonly from: LocatedImage['from']; readonly text: string }[],
  gazetteer: Gazetteer,
  around: readonly string[],
): LocatedImage | undefined {
  const { page } = document;
  const language = page?.language;
  let best: LocatedImage | undefined;
  for (const { from, text } of texts) {
    const context = { around, ...(language ? { language } : {}) };
    for (const place of gazetteer.locate(text, context)) {
      if (best !== undefined && place.confidence <= best.place.confidence) continue;
      best = {
        id: document.id,
        url: document.oldest.url,
        ...(page === undefined ? {} : { page: page.url }),
        text,
        from,
        place,
      };
    }
  }
  return best;
}
