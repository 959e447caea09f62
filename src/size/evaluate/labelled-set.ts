// Labelled images made ready for learning and evaluation.
import type { ImageClues } from '../clues.ts';
import { type FeatureTable, toFeatureTable } from '../feature-table.ts';
import { siteOf } from '../features/site.ts';
import { classOf, type SizeBounds, type SizeClass } from '../label.ts';
import { cluesWithoutLabel, type LabelledImage } from '../read-clues.ts';
import type { RowSites } from './split.ts';

/** Size of the table of weights of our models: `2 ** BITS`. */
export const BITS = 16;

/** Labelled images with their features. */
export interface LabelledSet {
  /** Without what the label was taken from. */
  readonly images: readonly ImageClues[];
  readonly classes: readonly SizeClass[];
  /** 1 for BIG. */
  readonly labels: Uint8Array;
  /** The rows that are SMALL or BIG. */
  readonly rows: Int32Array;
  readonly sites: RowSites;
  readonly table: FeatureTable;
  readonly bounds: SizeBounds;
  /** Images whose declared size is a clue. */
  readonly declared: number;
}

/** Prepares images. */
export function toLabelledSet(images: readonly LabelledImage[], bounds: SizeBounds): LabelledSet {
  const clues = images.map(cluesWithoutLabel);
  const classes = images.map((image) => classOf(image, bounds));
  return {
    ...{ images: clues, classes, bounds, table: toFeatureTable(clues, BITS) },
    declared: clues.filter(({ width, height }) => width > 0 && height > 0).length,
    labels: Uint8Array.from(classes, (own) => Number(own === 'big')),
    rows: Int32Array.from(
      [...classes.keys()].filter((row) => classes[row] === 'big' || classes[row] === 'small'),
    ),
    sites: {
      page: clues.map(({ pageUrl }) => siteOf(pageUrl)),
      image: clues.map(({ url }) => siteOf(url)),
    },
  };
}
