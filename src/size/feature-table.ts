// The features of many images, made once and used by all that learns from them.
import type { ImageClues, PageContext } from './clues.ts';
import { toAddressParts } from './features/address.ts';
import { DENSE_COUNT, writeDense } from './features/dense.ts';
import { NO_CONTEXT, toPageContexts } from './features/page-context.ts';
import { createSparse, type SparseInput } from './features/sparse.ts';
import { statedSize } from './features/url-numbers.ts';
import type { SparseRows } from './learn/linear.ts';

/** Features of images, row by row. */
export interface FeatureTable {
  readonly sparse: SparseRows;
  /** `DENSE_COUNT` numbers for each row. */
  readonly dense: Float32Array;
}

/** All that features are made of. */
export function toFeatureInput(clues: ImageClues, context: PageContext): SparseInput {
  const address = toAddressParts(clues.url);
  const isSameHost = address.host !== '' && clues.pageUrl.includes(`//${address.host}`);
  return { clues, context, address, stated: statedSize(clues.url), isSameHost, withDeclared: true };
}

/** The features of images; pages are told apart by their addresses. */
export function toFeatureTable(images: readonly ImageClues[], bits: number): FeatureTable {
  const contexts = contextsOf(images);
  const collector = createSparse(bits);
  const starts = new Int32Array(images.length + 1);
  const middles = new Int32Array(images.length);
  const dense = new Float32Array(images.length * DENSE_COUNT);
  let places = new Int32Array(images.length * 256 + 4096);
  let end = 0;
  for (const [row, clues] of images.entries()) {
    const input = toFeatureInput(clues, contexts[row] ?? NO_CONTEXT);
    collector.collect(input);
    if (end + collector.count > places.length) {
      const larger = new Int32Array(places.length * 2);
      larger.set(places);
      places = larger;
    }
    places.set(collector.places.subarray(0, collector.count), end);
    middles[row] = end + collector.pieces;
    end += collector.count;
    starts[row + 1] = end;
    writeDense(input, dense, row * DENSE_COUNT);
  }
  return { sparse: { starts, middles, places: places.slice(0, end) }, dense };
}

/** The context of each image, by the other images of its page. */
export function contextsOf(images: readonly ImageClues[]): PageContext[] {
  const pages = new Map<string, number[]>();
  for (const [row, { pageUrl }] of images.entries()) {
    const rows = pages.get(pageUrl);
    if (rows === undefined) pages.set(pageUrl, [row]);
    else rows.push(row);
  }
  const contexts: PageContext[] = [];
  for (const [page, rows] of pages) {
    const found = page === '' ? [] : toPageContexts(rows.map((row) => images[row] as ImageClues)); // rows of this list
    for (const [at, row] of rows.entries()) contexts[row] = found[at] ?? NO_CONTEXT;
  }
  return contexts;
}
