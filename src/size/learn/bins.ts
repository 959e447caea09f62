// Numbers put into at most 255 bins, which is all that trees need to know of them.

/** Numbers of rows as bins: feature `f` of row `r` at `f * rows + r`. */
export interface BinnedRows {
  readonly rows: number;
  readonly features: number;
  readonly bins: Uint8Array;
  /** Upper borders of the bins of each feature; a value belongs to the first bin whose border is not below it. */
  readonly borders: readonly Float32Array[];
}

const MAX_BINS = 128;

/** Puts the columns of a table (row by row, `features` numbers each) into bins of about equal size. */
export function toBins(table: Float32Array, features: number): BinnedRows {
  const rows = Math.floor(table.length / features);
  const bins = new Uint8Array(rows * features);
  const borders: Float32Array[] = [];
  for (let feature = 0; feature < features; feature += 1) {
    const column = Float32Array.from(
      { length: rows },
      (_, row) => table[row * features + feature] ?? 0,
    );
    const own = bordersOf(column);
    borders.push(own);
    for (let row = 0; row < rows; row += 1)
      bins[feature * rows + row] = binOf(own, column[row] ?? 0);
  }
  return { rows, features, bins, borders };
}

/** The bin of a value. */
export function binOf(borders: Float32Array, value: number): number {
  let low = 0;
  let high = borders.length;
  while (low < high) {
    const middle = (low + high) >>> 1; // within the borders
    if ((borders[middle] as number) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

function bordersOf(column: Float32Array): Float32Array {
  const sorted = column.toSorted();
  const found: number[] = [];
  const step = sorted.length / MAX_BINS;
  let last = Number.NaN;
  for (let bin = 1; bin < MAX_BINS; bin += 1) {
    const value = sorted[Math.floor(bin * step)] ?? 0;
    if (value === last || value === sorted.at(-1)) continue;
    found.push(value);
    last = value;
  }
  // Where few values differ, quantiles miss the rare ones.
  const distinct = [...new Set(sorted)];
  return Float32Array.from(distinct.length <= MAX_BINS ? distinct.slice(0, -1) : found);
}
