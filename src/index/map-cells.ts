// Counts documents by the cells of a map, from their packed coordinates.
import { toLatitude, toLongitude } from '../model/column-codes.ts';
import type { MapGrid } from '../model/index-query.ts';
import { mercatorY, toMapLevel, widerCell } from '../model/map-grid.ts';
import { COLUMNS, type Columns } from './columns.ts';

/** Documents of one cell; `row` is that of one of the surest. */
export interface CountedCell {
  readonly cell: number;
  count: number;
  /** Sums of codes of coordinates. */
  north: number;
  east: number;
  row: number;
  confidence: number;
}

/** Cells of a grid, the fullest first. Where there are more than are wanted, those of a coarser grid. */
export function countCells(
  ids: Uint32Array,
  columns: Columns,
  grid: MapGrid,
): { readonly level: number; readonly cells: readonly CountedCell[] } {
  let level = toMapLevel(grid.level);
  let cells = countFinest(ids, columns, level);
  while (cells.size > grid.limit && level > 0) {
    cells = widen(cells, level);
    level -= 1;
  }
  const sorted = [...cells.values()].sort((a, b) => b.count - a.count || a.cell - b.cell);
  return { level, cells: sorted };
}

function countFinest(ids: Uint32Array, columns: Columns, level: number): Map<number, CountedCell> {
  const latitudes = columns.values('latitude');
  const longitudes = columns.values('longitude');
  const confidences = columns.values('confidence');
  const unknown = COLUMNS.latitude.absent;
  const side = 2 ** level;
  const cells = new Map<number, CountedCell>();
  const rowOf = createRows(side);
  for (let at = 0; at < ids.length; at++) {
    const id = ids[at] ?? 0;
    const north = latitudes[id] ?? unknown;
    const east = longitudes[id] ?? unknown;
    if (north === unknown || east === unknown) continue;
    const column = Math.min(side - 1, Math.floor((east / LONGITUDE_STEPS) * side));
    const cell = rowOf(north) * side + column;
    const confidence = confidences[id] ?? 0;
    const known = cells.get(cell);
    if (known === undefined) {
      cells.set(cell, { cell, count: 1, north, east, row: id, confidence });
      continue;
    }
    known.count++;
    known.north += north;
    known.east += east;
    if (confidence > known.confidence) {
      known.confidence = confidence;
      known.row = id;
    }
  }
  return cells;
}

/** Codes of all longitudes. */
const LONGITUDE_STEPS = 3_600_000_000;
/** Latitudes are cut into bands of about 700 metres; most lie within one row of the grid, which is then known. */
const BAND_BITS = 16;
const BANDS = Math.ceil(1_800_000_000 / 2 ** BAND_BITS) + 1;

/** Tells the row of a latitude by its code. The logarithm is worked out once for each band, not for each document. */
function createRows(side: number): (code: number) => number {
  const exact = (code: number) =>
    Math.max(0, Math.min(side - 1, Math.floor(mercatorY(toLatitude(code)) * side)));
  const rows = new Int32Array(BANDS).fill(UNKNOWN_BAND);
  return (code) => {
    const band = code >>> BAND_BITS;
    const known = rows[band] ?? MIXED_BAND;
    if (known >= 0) return known;
    if (known === UNKNOWN_BAND) {
      const first = exact(band * 2 ** BAND_BITS);
      const last = exact((band + 1) * 2 ** BAND_BITS - 1);
      rows[band] = first === last ? first : MIXED_BAND;
      if (first === last) return first;
    }
    return exact(code);
  };
}

const UNKNOWN_BAND = -1;
const MIXED_BAND = -2;

function widen(cells: ReadonlyMap<number, CountedCell>, level: number): Map<number, CountedCell> {
  const wider = new Map<number, CountedCell>();
  for (const one of cells.values()) {
    const cell = widerCell(one.cell, level);
    const known = wider.get(cell);
    if (known === undefined) {
      wider.set(cell, { ...one, cell });
      continue;
    }
    known.count += one.count;
    known.north += one.north;
    known.east += one.east;
    if (one.confidence > known.confidence) {
      known.confidence = one.confidence;
      known.row = one.row;
    }
  }
  return wider;
}

/** Where the middle of the documents of a cell is. */
export function middleOf({ north, east, count }: CountedCell): {
  readonly latitude: number;
  readonly longitude: number;
} {
  return {
    latitude: round(toLatitude(north / count)),
    longitude: round(toLongitude(east / count)),
  };
}

function round(degrees: number): number {
  return Math.round(degrees * 1e6) / 1e6 + 0;
}
