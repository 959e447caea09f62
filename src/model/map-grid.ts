// Cells of a map: equal squares of Web Mercator, by which points that stand close together on a screen are counted as one.

/** The finest grid: cells of about two metres. */
export const MAX_MAP_LEVEL = 24;

/** Web Mercator ends here; what is nearer to a pole is counted at the edge. */
const MAX_LATITUDE = 85.0511287798066;
const RADIANS = Math.PI / 180;

/** Number of the cell of a point in a grid of 2 to the power of `level` cells on each side: rows from the north, then columns from the west. */
export function mapCellOf(latitude: number, longitude: number, level: number): number {
  const side = 2 ** level;
  return toIndex(mercatorY(latitude), side) * side + toIndex((longitude + 180) / 360, side);
}

/** From 0 in the north to 1 in the south. */
export function mercatorY(latitude: number): number {
  const sine = Math.sin(Math.max(-MAX_LATITUDE, Math.min(MAX_LATITUDE, latitude)) * RADIANS);
  return 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI);
}

/** A level that there is. */
export function toMapLevel(level: number): number {
  return Math.max(0, Math.min(MAX_MAP_LEVEL, Math.floor(level) || 0));
}

function toIndex(share: number, side: number): number {
  return Math.max(0, Math.min(side - 1, Math.floor(share * side)));
}
