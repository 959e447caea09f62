// The images of a library as lessons for the model of image sizes: every ingested image is a label.
import type { Library } from '../index/index.ts';
import { type LabelledImage, NO_CLUES } from '../size/size.ts';

/** More would not fit into the memory of a laptop, and teach little. */
const MAX_IMAGES = 300_000;

/** A size, and the address it was captured at. */
interface KnownSize {
  readonly url: string;
  readonly width: number;
  readonly height: number;
}

/**
 * What pages say of the images of a library, with the true sizes of the files. One lesson for an image and a page; the
 * oldest files first, at most 300,000. Libraries do not hold images below their least size: such sites show fewer
 * SMALL ones than there are.
 */
export function toLessons(library: Library, limit = MAX_IMAGES): LabelledImage[] {
  const sizes = new Map<string, KnownSize>();
  const files = library.files.list();
  for (const { id } of files) {
    for (const { surt, captures } of library.rows.rowsOf(id)) {
      const known = captures.find(({ width, height }) => width > 0 && height > 0);
      if (known !== undefined && !sizes.has(surt)) sizes.set(surt, known);
    }
    if (sizes.size >= limit) break;
  }
  const lessons = new Map<string, LabelledImage>();
  for (const { id } of files) {
    for (const { surt, references } of library.rows.rowsOf(id)) {
      const size = sizes.get(surt);
      if (size === undefined) continue;
      for (const { tag, said, page, imagesInPage } of references) {
        if (lessons.size >= limit) return [...lessons.values()];
        const { alt, title, caption } = said;
        const clues = {
          ...NO_CLUES,
          ...{ url: size.url, pageUrl: page.url, tag, alt, title, caption, imagesInPage },
        };
        const { width, height } = size;
        lessons.set(`${surt} ${page.url}`, { clues, width, height, source: 'file' });
      }
    }
  }
  return [...lessons.values()];
}
