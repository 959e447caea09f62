// Counts documents by the cells of a map, from their packed coordinates.
import { toLatitude, toLongitude } from '../model/column-codes.ts';
import type { MapGrid } from '../model/index-query.ts';
import { mercatorY, toMapLevel } from '../model/map-grid.ts';
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
  const points = toPoints(ids, columns);
  const wanted = toMapLevel(grid.level);
  let table = countTable(points, wanted);
  while (table.filled > grid.limit && table.level > 0) table = widen(table);
  if (table.level === wanted || table.filled > grid.limit)
    return sorted(table.level, toCells(table));
  return countFiner(points, { ...grid, level: wanted }, table);
}

/** Where documents are, by the codes of their coordinates. */
interface Points {
  readonly ids: Uint32Array;
  readonly latitudes: NumberArray;
  readonly longitudes: NumberArray;
  readonly confidences: NumberArray;
  /** Smallest and largest code among them; the smallest is larger where there is none. */
  readonly south: number;
  readonly north: number;
  readonly west: number;
  readonly east: number;
}

type NumberArray = ReturnType<Columns['values']>;

const UNKNOWN = COLUMNS.latitude.absent;

function toPoints(ids: Uint32Array, columns: Columns): Points {
  const latitudes = columns.values('latitude');
  const longitudes = columns.values('longitude');
  let south = Number.POSITIVE_INFINITY;
  let north = -1;
  let west = Number.POSITIVE_INFINITY;
  let east = -1;
  for (let at = 0; at < ids.length; at++) {
    const id = ids[at] ?? 0;
    const latitude = latitudes[id] ?? UNKNOWN;
    const longitude = longitudes[id] ?? UNKNOWN;
    if (latitude === UNKNOWN || longitude === UNKNOWN) continue;
    if (latitude < south) south = latitude;
    if (latitude > north) north = latitude;
    if (longitude < west) west = longitude;
    if (longitude > east) east = longitude;
  }
  const confidences = columns.values('confidence');
  return { ids, latitudes, longitudes, confidences, south, north, west, east };
}

/** Cells of the part of a grid that holds all points, each with what is known of its documents. */
interface CellTable {
  readonly level: number;
  /** The first row and column, and how many there are. */
  readonly row: number;
  readonly column: number;
  readonly rows: number;
  readonly columns: number;
  readonly counts: Uint32Array;
  readonly north: Float64Array;
  readonly east: Float64Array;
  readonly ids: Uint32Array;
  readonly confidences: Uint8Array;
  /** Cells with documents. */
  readonly filled: number;
}

/** Cells of one table: so few that they stay in the processor's cache. */
const MAX_TABLE = 2 ** 16;

/** The finest table up to a level that is not too large. */
function countTable(points: Points, level: number): CellTable {
  let finest = level;
  let frame = frameOf(points, finest);
  while (frame.rows * frame.columns > MAX_TABLE) {
    finest -= 1;
    frame = frameOf(points, finest);
  }
  const table = emptyTable(finest, frame);
  const { counts, north, east, ids, confidences } = table;
  const { row: firstRow, column: firstColumn, columns: width } = frame;
  const side = 2 ** finest;
  const rowOf = createRows(side);
  let filled = 0;
  for (let at = 0; at < points.ids.length; at++) {
    const id = points.ids[at] ?? 0;
    const latitude = points.latitudes[id] ?? UNKNOWN;
    const longitude = points.longitudes[id] ?? UNKNOWN;
    if (latitude === UNKNOWN || longitude === UNKNOWN) continue;
    const cell = (rowOf(latitude) - firstRow) * width + columnOf(longitude, side) - firstColumn;
    const confidence = points.confidences[id] ?? 0;
    const count = counts[cell] ?? 0;
    counts[cell] = count + 1;
    north[cell] = (north[cell] ?? 0) + latitude;
    east[cell] = (east[cell] ?? 0) + longitude;
    if (count === 0) filled += 1;
    if (count > 0 && confidence <= (confidences[cell] ?? 0)) continue;
    confidences[cell] = confidence;
    ids[cell] = id;
  }
  return { ...table, filled };
}

type Frame = Pick<CellTable, 'row' | 'column' | 'rows' | 'columns'>;

function frameOf({ south, north, west, east }: Points, level: number): Frame {
  if (north < 0) return { row: 0, column: 0, rows: 0, columns: 0 };
  const side = 2 ** level;
  const row = exactRow(north, side); // rows are counted from the north
  const column = columnOf(west, side);
  const rows = exactRow(south, side) - row + 1;
  return { row, column, rows, columns: columnOf(east, side) - column + 1 };
}

function emptyTable(level: number, frame: Frame): CellTable {
  const size = frame.rows * frame.columns;
  return {
    level,
    ...frame,
    counts: new Uint32Array(size),
    north: new Float64Array(size),
    east: new Float64Array(size),
    ids: new Uint32Array(size),
    confidences: new Uint8Array(size),
    filled: 0,
  };
}

/** The table of the next coarser level. */
function widen(table: CellTable): CellTable {
  const row = table.row >> 1;
  const column = table.column >> 1;
  const rows = ((table.row + table.rows - 1) >> 1) - row + 1;
  const columns = ((table.column + table.columns - 1) >> 1) - column + 1;
  const wider = emptyTable(table.level - 1, { row, column, rows, columns });
  let filled = 0;
  for (let at = 0; at < table.counts.length; at++) {
    const more = table.counts[at] ?? 0;
    if (more === 0) continue;
    const y = ((table.row + Math.floor(at / table.columns)) >> 1) - row;
    const x = ((table.column + (at % table.columns)) >> 1) - column;
    const cell = y * columns + x;
    const count = wider.counts[cell] ?? 0;
    wider.counts[cell] = count + more;
    wider.north[cell] = (wider.north[cell] ?? 0) + (table.north[at] ?? 0);
    wider.east[cell] = (wider.east[cell] ?? 0) + (table.east[at] ?? 0);
    if (count === 0) filled += 1;
    const confidence = table.confidences[at] ?? 0;
    if (count > 0 && confidence <= (wider.confidences[cell] ?? 0)) continue;
    wider.confidences[cell] = confidence;
    wider.ids[cell] = table.ids[at] ?? 0;
  }
  return { ...wider, filled };
}

function toCells(table: CellTable): CountedCell[] {
  const side = 2 ** table.level;
  const cells: CountedCell[] = [];
  for (let at = 0; at < table.counts.length; at++) {
    const count = table.counts[at] ?? 0;
    if (count === 0) continue;
    const row = table.row + Math.floor(at / table.columns);
    cells.push({
      cell: row * side + table.column + (at % table.columns),
      count,
      north: table.north[at] ?? 0,
      east: table.east[at] ?? 0,
      row: table.ids[at] ?? 0,
      confidence: table.confidences[at] ?? 0,
    });
  }
  return cells;
}

/** For points that lie in few heaps far from each other: the finest level at which there are not too many cells. */
function countFiner(
  points: Points,
  { level, limit }: MapGrid,
  table: CellTable,
): { readonly level: number; readonly cells: readonly CountedCell[] } {
  let best = { level: table.level, cells: toCells(table) };
  let finest = level;
  for (let next = finest; best.level < finest; next = (best.level + finest + 1) >> 1) {
    const cells = countFew(points, next, limit);
    if (cells === undefined) finest = next - 1;
    else best = { level: next, cells: [...cells.values()] };
  }
  return sorted(best.level, best.cells);
}

/** Cells of a level; `undefined` as soon as there are too many. */
function countFew(
  points: Points,
  level: number,
  limit: number,
): Map<number, CountedCell> | undefined {
  const side = 2 ** level;
  const cells = new Map<number, CountedCell>();
  const rowOf = createRows(side);
  for (let at = 0; at < points.ids.length; at++) {
    const id = points.ids[at] ?? 0;
    const north = points.latitudes[id] ?? UNKNOWN;
    const east = points.longitudes[id] ?? UNKNOWN;
    if (north === UNKNOWN || east === UNKNOWN) continue;
    const cell = rowOf(north) * side + columnOf(east, side);
    const confidence = points.confidences[id] ?? 0;
    const known = cells.get(cell);
    if (known === undefined) {
      if (cells.size === limit) return undefined;
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

function sorted(level: number, cells: CountedCell[]) {
  return { level, cells: cells.sort((a, b) => b.count - a.count || a.cell - b.cell) };
}

/** Codes of all longitudes. */
const LONGITUDE_STEPS = 3_600_000_000;
/** Latitudes are cut into bands of about 700 metres; most lie within one row of the grid, which is then known. */
const BAND_BITS = 16;
const BANDS = Math.ceil(1_800_000_000 / 2 ** BAND_BITS) + 1;

function columnOf(east: number, side: number): number {
  return Math.min(side - 1, Math.floor((east / LONGITUDE_STEPS) * side));
}

function exactRow(code: number, side: number): number {
  return Math.max(0, Math.min(side - 1, Math.floor(mercatorY(toLatitude(code)) * side)));
}

/** Tells the row of a latitude by its code. The logarithm is worked out once for each band, not for each document. */
function createRows(side: number): (code: number) => number {
  const exact = (code: number) => exactRow(code, side);
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
