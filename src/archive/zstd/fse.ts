// Finite State Entropy (RFC 8878 section 4.1): reading distributions and building decoding tables.
import { bitsAt, type Cursor, type Fault } from './bits.ts';

/**
 * A decoding table of `1 << log` cells. A cell packs the symbol (bits 0-7), the number of bits to
 * read for the next state (bits 8-15) and what to add to them (bits 16-31).
 */
export interface FseTable {
  log: number;
  readonly cells: Int32Array;
}

/** What a table may hold, by the place it is used in. */
export interface FseLimits {
  readonly maxLog: number;
  readonly maxSymbol: number;
}

const MIN_LOG = 5;

/** An empty table with room for the largest one allowed. */
export function createFseTable(limits: FseLimits): FseTable {
  return { log: 0, cells: new Int32Array(1 << limits.maxLog) };
}

/** Fills a table with the one cell of a symbol that repeats without using any bits. */
export function fillWithSymbol(table: FseTable, symbol: number): void {
  table.log = 0;
  table.cells[0] = symbol;
}

/** Builds the table of a distribution: how many cells each symbol has, -1 for "less than one". */
export function buildFseTable(table: FseTable, log: number, counts: Int16Array): void {
  table.log = log;
  spreadSymbols(table.cells, 1 << log, counts);
  linkStates(table.cells, log, counts);
}

/** Reads the table description at the cursor into `table`. */
export function readFseTable(cursor: Cursor, table: FseTable, limits: FseLimits): Fault {
  if (cursor.position >= cursor.end) return CUT_SHORT;
  const log = bitsAt(cursor.memory.view, cursor.position * 8, 4) + MIN_LOG;
  if (log > limits.maxLog) return 'an entropy table is larger than allowed';
  const counts = new Int16Array(limits.maxSymbol + 1);
  const fault = readCounts(cursor, log, counts);
  if (fault === undefined) buildFseTable(table, log, counts);
  return fault;
}

const CUT_SHORT = 'an entropy table is cut short';

/** Reads counts that add up to `1 << log`. A "less than one" weighs as much as a one. */
function readCounts(cursor: Cursor, log: number, counts: Int16Array): Fault {
  const { view } = cursor.memory;
  const endBit = cursor.end * 8;
  let bit = cursor.position * 8 + 4;
  let remaining = 1 << log;
  let symbol = 0;
  while (remaining > 0) {
    if (symbol >= counts.length) return 'an entropy table names too many symbols';
    if (bit >= endBit) return CUT_SHORT;
    // Values run from 0 to remaining + 1; the lowest ones take one bit less than the others.
    const bits = 32 - Math.clz32(remaining + 1);
    const half = 1 << (bits - 1);
    const shortOnes = 2 * half - 2 - remaining;
    const whole = bitsAt(view, bit, bits);
    const low = whole & (half - 1);
    const isShort = low < shortOnes;
    const value = isShort || whole < half ? low : whole - shortOnes;
    bit += isShort ? bits - 1 : bits;
    counts[symbol++] = value - 1;
    remaining -= Math.abs(value - 1);
    if (value !== 1) continue;
    // Behind a zero: how many more zeros follow, two bits at a time while these say three.
    for (let zeros = 3; zeros === 3 && bit < endBit; bit += 2) {
      zeros = bitsAt(view, bit, 2);
      symbol += zeros;
    }
  }
  cursor.position = (bit + 7) >>> 3;
  return cursor.position > cursor.end ? CUT_SHORT : undefined;
}

/** Gives each symbol its cells: rare ones single cells from the end, others by a fixed stride. */
function spreadSymbols(cells: Int32Array, size: number, counts: Int16Array): void {
  let free = size;
  counts.forEach((count, symbol) => {
    if (count === -1) cells[--free] = symbol;
  });
  const stride = (size >>> 1) + (size >>> 3) + 3;
  let cell = 0;
  counts.forEach((count, symbol) => {
    for (let left = count; left > 0; left--) {
      cells[cell] = symbol;
      do cell = (cell + stride) & (size - 1);
      while (cell >= free);
    }
  });
}

/** Adds to each cell how to get from it to the next state. */
function linkStates(cells: Int32Array, log: number, counts: Int16Array): void {
  const nextOfSymbol = counts.map(Math.abs);
  for (let state = 0; state < 1 << log; state++) {
    const symbol = cells[state] ?? 0;
    const next = nextOfSymbol[symbol] ?? 0;
    nextOfSymbol[symbol] = next + 1;
    const bits = log - (31 - Math.clz32(next));
    const base = (next << bits) - (1 << log);
    cells[state] = symbol | (bits << 8) | (base << 16);
  }
}
