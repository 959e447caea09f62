// Huffman coding of literals (RFC 8878 section 4.2): reading tree descriptions, decoding streams.
import { bitsAt, type Cursor, type Fault, nextByte, topOfStream } from './bits.ts';
import { createFseTable, type FseLimits, readFseTable } from './fse.ts';

/** A decoding table of `1 << maxBits` cells: the symbol (bits 0-7) and the length of its code. */
export interface HuffmanTable {
  maxBits: number;
  readonly cells: Uint16Array;
}

/** The standard allows 11; dictionaries with 12 exist, and the reference decoder takes them. */
const MAX_CODE_BITS = 12;
/** The weight of the last of the 256 symbols is never written. */
const MAX_WEIGHTS = 255;
const WEIGHT_LIMITS: FseLimits = { maxLog: 6, maxSymbol: MAX_CODE_BITS };

/** An empty table with room for the deepest tree. */
export function createHuffmanTable(): HuffmanTable {
  return { maxBits: 0, cells: new Uint16Array(1 << MAX_CODE_BITS) };
}

/** Reads the tree description at the cursor into `table`. */
export function readHuffmanTable(cursor: Cursor, table: HuffmanTable): Fault {
  if (cursor.position >= cursor.end) return CUT_SHORT;
  const head = nextByte(cursor);
  const isDirect = head >= 128;
  const size = isDirect ? (head - 126) >>> 1 : head;
  const tree: Cursor = { ...cursor, end: cursor.position + size };
  if (tree.end > cursor.end) return CUT_SHORT;
  cursor.position = tree.end;
  const weights = isDirect ? readDirectWeights(tree, head - 127) : readCodedWeights(tree);
  return typeof weights === 'string' ? weights : buildHuffmanTable(table, weights);
}

/** Decodes a stream into all of `target`. */
export function decodeHuffmanStream(
  stream: Cursor,
  table: HuffmanTable,
  target: Uint8Array,
): Fault {
  const { view } = stream.memory;
  const { cells, maxBits } = table;
  const mask = (1 << maxBits) - 1;
  const bottom = stream.position * 8;
  const size = target.length;
  let bit = topOfStream(stream);
  let out = 0;
  // Two codes fit into one load.
  while (out + 1 < size && bit >= bottom) {
    const word = bitsAt(view, bit - 2 * maxBits, 2 * maxBits);
    const first = cells[word >>> maxBits] ?? 0;
    const second = cells[(word >>> (maxBits - (first >>> 8))) & mask] ?? 0;
    target[out] = first;
    target[out + 1] = second;
    bit -= (first >>> 8) + (second >>> 8);
    out += 2;
  }
  if (out < size && bit >= bottom) {
    const last = cells[bitsAt(view, bit - maxBits, maxBits)] ?? 0;
    target[out++] = last;
    bit -= last >>> 8;
  }
  return out === size && bit === bottom ? undefined : 'a Huffman stream has a wrong length';
}

const CUT_SHORT = 'a Huffman tree is cut short';

/** Weights stored as they are, four bits each. */
function readDirectWeights(tree: Cursor, count: number): number[] {
  const weights: number[] = [];
  while (weights.length < count) {
    const pair = nextByte(tree);
    weights.push(pair >>> 4, pair & 15);
  }
  return weights.slice(0, count);
}

/**
 * Weights coded with FSE: two states take turns until the stream has too few bits for the next
 * state of one; then the other still gives its symbol.
 */
function readCodedWeights(tree: Cursor): number[] | string {
  const { view } = tree.memory;
  const table = createFseTable(WEIGHT_LIMITS);
  const fault = readFseTable(tree, table, WEIGHT_LIMITS);
  if (fault !== undefined) return fault;
  const { cells, log } = table;
  const bottom = tree.position * 8;
  let bit = topOfStream(tree) - 2 * log;
  if (bit < bottom) return CUT_SHORT;
  let current = bitsAt(view, bit + log, log);
  let other = bitsAt(view, bit, log);
  const weights: number[] = [];
  while (weights.length < MAX_WEIGHTS - 1) {
    const cell = cells[current] ?? 0;
    weights.push(cell & 0xff);
    const bits = (cell >>> 8) & 0xff;
    bit -= bits;
    if (bit < bottom) {
      weights.push((cells[other] ?? 0) & 0xff);
      return weights;
    }
    current = other;
    other = (cell >>> 16) + bitsAt(view, bit, bits);
  }
  return 'a Huffman tree has too many weights';
}

/** Completes the weights with the last one, which is what they lack to a power of two. */
function buildHuffmanTable(table: HuffmanTable, weights: number[]): Fault {
  const total = weights.reduce((sum, weight) => sum + ((1 << weight) >>> 1), 0);
  const maxBits = 32 - Math.clz32(total);
  if (total === 0 || maxBits > MAX_CODE_BITS) return 'a Huffman tree is empty or too deep';
  const missing = (1 << maxBits) - total;
  if ((missing & (missing - 1)) !== 0) return 'a Huffman tree is not complete';
  weights.push(32 - Math.clz32(missing));
  if (!weights.includes(1)) return 'a Huffman tree has no longest code';
  table.maxBits = maxBits;
  fillCells(table, weights);
  return undefined;
}

/** Codes are given out by rising weight, and within a weight by rising symbol. */
function fillCells({ cells, maxBits }: HuffmanTable, weights: readonly number[]): void {
  let cell = 0;
  for (let weight = 1; weight <= maxBits; weight++) {
    const width = 1 << (weight - 1);
    const bits = maxBits + 1 - weight;
    weights.forEach((other, symbol) => {
      if (other !== weight) return;
      cells.fill(symbol | (bits << 8), cell, cell + width);
      cell += width;
    });
  }
}
