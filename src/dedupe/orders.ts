// The total orders that decide which capture, page or text counts, so that no answer depends on the order of arrival.
import type { ImagePage } from '../model/image.ts';
import type { KeptCapture, SeenPage } from './observations.ts';

/** Order of texts by UTF-16 code units, the same on every machine; negative when `a` is the smaller. */
export function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/**
 * The oldest capture first: time, shorter URL, smaller URL, file, offset. The rest differs only where
 * two programs saw the same record differently; it makes the order total.
 */
export function compareCaptures(a: KeptCapture, b: KeptCapture): number {
  return (
    compareText(a.time, b.time) ||
    compareUrls(a.url, b.url) ||
    compareText(a.file, b.file) ||
    a.offset - b.offset ||
    compareText(a.surt, b.surt) ||
    compareText(a.mime, b.mime) ||
    a.width - b.width ||
    a.height - b.height ||
    a.frames - b.frames ||
    a.bytes - b.bytes
  );
}

/** The oldest page first: time, shorter URL, smaller URL. 0 for two sights of one page capture. */
export function comparePageCaptures(a: ImagePage, b: ImagePage): number {
  return compareText(a.time, b.time) || compareUrls(a.url, b.url);
}

/** As `comparePageCaptures`, and total: 0 only for equal pages. */
export function comparePages(a: SeenPage, b: SeenPage): number {
  return (
    comparePageCaptures(a, b) ||
    compareText(a.surt, b.surt) ||
    compareText(a.title, b.title) ||
    compareText(a.language, b.language) ||
    (a.awayDays ?? 0) - (b.awayDays ?? 0)
  );
}

function compareUrls(a: string, b: string): number {
  return a.length - b.length || compareText(a, b);
}
