// The classes of sizes, as paper 004 has them.

/** Both sides below, both sides above, or something between. */
export type SizeClass = 'small' | 'big' | 'middle' | 'unknown';

/** Sides in pixels that part the classes. */
export interface SizeBounds {
  /** SMALL: both sides are below. Default 200. */
  readonly small: number;
  /** BIG: both sides are above. Default 400. */
  readonly big: number;
}

/** The bounds of paper 004. */
export const PAPER_BOUNDS: SizeBounds = { small: 200, big: 400 };

/** The class of an image; `unknown` without a size. */
export function classOf(
  { width, height }: { readonly width: number; readonly height: number },
  { small, big }: SizeBounds = PAPER_BOUNDS,
): SizeClass {
  if (width <= 0 || height <= 0) return 'unknown';
  if (width < small && height < small) return 'small';
  return width > big && height > big ? 'big' : 'middle';
}
