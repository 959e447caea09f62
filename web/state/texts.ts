// The words for a picture: what it is called, where it stood, and how its file is named.
import { bestTitle } from '../../src/model/image-title.ts';
import type { Item } from '../api/types.ts';

/** The line that names a picture; `''` when nobody said anything that tells something. */
export function titleOf(
  item: Pick<Item, 'titles' | 'alts' | 'captions'> & Partial<Pick<Item, 'linkTexts' | 'page'>>,
): string {
  return bestTitle({ ...item, pageTitle: item.page?.title });
}

/** Host of the page of a picture, or of the picture itself, without `www.`. */
export function siteOf(item: Pick<Item, 'page' | 'url'>): string {
  return hostOf(item.page?.url ?? item.url);
}

/** Host of a URL without `www.`; the start of a text that is none. */
export function hostOf(url: string): string {
  if (url.startsWith('data:')) return 'data:';
  try {
    return new URL(url).host.replace(/^www\./, '');
  } catch {
    return url.slice(0, 40);
  }
}

/** Year of an RFC 3339 time. */
export function yearOf(time: string): string {
  return time.slice(0, 4);
}

/** The years between the first and the last capture: `2004`, `2004–2019`. */
export function yearsOf(item: Pick<Item, 'firstCapture' | 'lastCapture'>): string {
  const [first, last] = [yearOf(item.firstCapture), yearOf(item.lastCapture)];
  return first === last ? first : `${first}–${last}`;
}

/** Short name of a format: `image/svg+xml` is `SVG`. */
export function formatOf(mime: string): string {
  return mime
    .replace(/^image\/(?:x-|vnd\.)?/, '')
    .replace(/\+.*$/, '')
    .toUpperCase()
    .replace('WEBP', 'WebP');
}

/** Formats that browsers do not show; what is seen is then the thumbnail. */
const NOT_SHOWN = new Set(['image/tiff', 'image/heic', 'image/heif']);

/** Whether browsers show a format. */
export function isShown(mime: string): boolean {
  return !NOT_SHOWN.has(mime);
}

/** Whether a URL may be followed; archived pages also hold `javascript:` ones. */
export function isWebUrl(url: string): boolean {
  return /^https?:\/\//i.test(url);
}

/** A name for a picture that is saved: its title, site and year, in letters that all systems allow. */
export function fileNameOf(item: Item): string {
  const words = [titleOf(item), siteOf(item), yearOf(item.firstCapture)];
  const name = words
    .join(' ')
    .normalize('NFKC')
    .replace(/[^\p{L}\p{N}.]+/gu, '-')
    .replace(/^[-.]+|[-.]+$/g, '')
    .slice(0, MAX_FILE_NAME);
  return name || item.id.slice(0, 16);
}

const MAX_FILE_NAME = 100;
