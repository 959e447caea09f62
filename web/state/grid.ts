// Arithmetic of the grid: shapes of tiles, and which tile an arrow key leads to.

/** Shape of a tile: panoramas are cropped to a less extreme frame, thin banners shown whole in it. */
export interface TileShape {
  /** Width divided by height of the frame. */
  readonly ratio: number;
  /** Width divided by height of the picture: where it differs, the picture is cropped or does not fill its frame. */
  readonly own: number;
  /** The picture is shown whole though it does not fill its frame. */
  readonly isFitted: boolean;
  /** The picture is shown in its own size. */
  readonly isSmall: boolean;
}

const NARROWEST = 0.6;
const WIDEST = 3;
/** Up to this many pixels on both sides a picture is shown in its own size: enlarging makes mud of icons. */
const SMALL = 110;

/** The frame of a picture; also of one whose size is not known. */
export function tileShape(width: number, height: number): TileShape {
  if (!(width > 0) || !(height > 0)) return { ratio: 1, own: 1, isFitted: true, isSmall: false };
  const own = width / height;
  const ratio = Math.min(Math.max(own, NARROWEST), WIDEST);
  const isSmall = Math.max(width, height) <= SMALL;
  // What is cropped is enlarged to the height of the row: a banner of a few lines would be blurred and cut.
  const isThin = ratio !== own && Math.min(width, height) < SMALL;
  return { ratio: Math.round(ratio * 1000) / 1000, own, isFitted: isThin || isSmall, isSmall };
}

/** Where a tile is. */
export interface Place {
  readonly left: number;
  readonly right: number;
  readonly top: number;
}

/** The tile that a key leads to from another; `undefined` when it leads nowhere or means nothing. */
export function tileAfterKey(
  key: string,
  at: number,
  {
    places,
    isRightToLeft = false,
  }: { readonly places: readonly Place[]; readonly isRightToLeft?: boolean },
): number | undefined {
  const forwards = isRightToLeft ? 'ArrowLeft' : 'ArrowRight';
  const backwards = isRightToLeft ? 'ArrowRight' : 'ArrowLeft';
  switch (key) {
    case forwards:
      return at + 1 < places.length ? at + 1 : undefined;
    case backwards:
      return at > 0 ? at - 1 : undefined;
    case 'Home':
      return 0;
    case 'End':
      return places.length - 1;
    case 'ArrowDown':
      return nextRow(places, at, 1);
    case 'ArrowUp':
      return nextRow(places, at, -1);
    default:
      return undefined;
  }
}

/** In the next row the tile whose middle is nearest. */
function nextRow(places: readonly Place[], at: number, step: 1 | -1): number | undefined {
  const here = places[at];
  if (here === undefined) return undefined;
  const middle = (here.left + here.right) / 2;
  let rowTop: number | undefined;
  let best: { readonly index: number; readonly distance: number } | undefined;
  for (let index = at + step; index >= 0 && index < places.length; index += step) {
    const place = places[index];
    if (place === undefined || isSame(place.top, here.top)) continue;
    rowTop ??= place.top;
    if (!isSame(place.top, rowTop)) break;
    const distance = Math.abs((place.left + place.right) / 2 - middle);
    if (best === undefined || distance < best.distance) best = { index, distance };
  }
  return best?.index;
}

/** Tops of one row may differ by fractions of a pixel. */
function isSame(a: number, b: number): boolean {
  return Math.abs(a - b) < 2;
}
