// What the images of a page tell about each other: icons and previews come in lists, the picture of an article alone.
import type { ImageClues, PageContext } from '../clues.ts';
import { imagePattern, toAddressParts } from './address.ts';

/** The context of each image of a page, in the order given. */
export function toPageContexts(images: readonly ImageClues[]): PageContext[] {
  const patterns = new Map<string, number>();
  const classes = new Map<string, number>();
  const urls = new Map<string, number>();
  const keys = images.map(({ url, classes: names }) => {
    const pattern = imagePattern(toAddressParts(url));
    count(patterns, pattern);
    count(classes, names);
    count(urls, url);
    return pattern;
  });
  return images.map(({ url, classes: names }, at) => ({
    samePattern: patterns.get(keys[at] ?? '') ?? 1,
    sameClasses: names === '' ? 0 : (classes.get(names) ?? 1),
    sameUrl: urls.get(url) ?? 1,
    known: images.length,
  }));
}

/** An image whose page is not known. */
export const NO_CONTEXT: PageContext = { samePattern: 0, sameClasses: 0, sameUrl: 0, known: 0 };

function count(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
