// Which documents have the sketches nearest to one: the first half of all sketches is compared, then the whole of those that come near.
import { SKETCH_WORDS } from '../model/vector.ts';
import type { ColumnName, Columns } from './columns.ts';

/** Columns with the words of sketches, of the field `vector`. */
const COLUMNS_OF_WORDS = Array.from(
  { length: SKETCH_WORDS },
  (_, word) => `sketch${word}` as ColumnName, // named so by the table of fields
);

/** Words that are compared for all documents: the other half halves the work and loses next to nothing. */
const FIRST_WORDS = 4;
const FIRST_BITS = FIRST_WORDS * 32;
/** So many times the documents that are wanted are compared as a whole. */
const CANDIDATES = 25;
/** Sketches of unrelated pictures differ in about 128 bits: with more than this no picture is near another. */
const MAX_BITS = 112;

/** Rows of the documents whose sketches differ least from one, in at most `mostBits` of 256: the nearest first, at most `count`. */
export function nearestSketches(
  columns: Columns,
  sketch: Uint32Array,
  { count, mostBits = MAX_BITS }: { readonly count: number; readonly mostBits?: number },
): number[] {
  const words = COLUMNS_OF_WORDS.map((name) => {
    const { buffer, byteOffset, length } = columns.values(name);
    return new Int32Array(buffer, byteOffset, length); // quicker to compare than unsigned ones
  });
  const wanted = new Int32Array(sketch);
  const near = nearestHalves(words, wanted, count * CANDIDATES).flatMap((row) => {
    let distance = 0;
    let union = 0;
    for (let word = 0; word < SKETCH_WORDS; word++) {
      const bits = words[word]?.[row] ?? 0;
      distance += sumBytes(countPairs(bits ^ (wanted[word] ?? 0), 0));
      union |= bits;
    }
    // Documents without a vector have no bit set.
    return union !== 0 && distance <= mostBits ? [{ row, distance }] : [];
  });
  near.sort((a, b) => a.distance - b.distance || a.row - b.row);
  return near.slice(0, count).map(({ row }) => row);
}

/** About so many rows whose first words differ least; those that differ in as many bits as the last are all there. */
function nearestHalves(words: readonly Int32Array[], sketch: Int32Array, count: number): number[] {
  const totals = new Uint32Array(FIRST_BITS + 1);
  const distances = compareHalves(words, sketch, totals);
  let most = 0;
  for (let sum = totals[0] ?? 0; sum < count && most < FIRST_BITS; ) sum += totals[++most] ?? 0;
  const rows: number[] = [];
  for (let row = 1; row < distances.length; row++) {
    if ((distances[row] ?? 0) <= most) rows.push(row);
  }
  return rows;
}

/** The number of bits in which the first words of each sketch differ, by row, and how many rows differ in so many; row 0 is none. */
function compareHalves(
  words: readonly Int32Array[],
  sketch: Int32Array,
  totals: Uint32Array,
): Uint8Array {
  const [a = NONE, b = NONE, c = NONE, d = NONE] = words;
  const [i = 0, j = 0, k = 0, l = 0] = sketch;
  const distances = new Uint8Array(a.length);
  for (let row = 1; row < distances.length; row++) {
    const first = countPairs((a[row] ?? 0) ^ i, (b[row] ?? 0) ^ j);
    const distance = sumBytes(first + countPairs((c[row] ?? 0) ^ k, (d[row] ?? 0) ^ l));
    distances[row] = distance;
    totals[distance] = (totals[distance] ?? 0) + 1;
  }
  return distances;
}

const NONE = new Int32Array();

/** Bits that are set in two words together, by byte of the result: 16 in each at most. */
function countPairs(one: number, other: number): number {
  const a = one - ((one >>> 1) & 0x55555555);
  const b = other - ((other >>> 1) & 0x55555555);
  const quarters =
    (a & 0x33333333) + ((a >>> 2) & 0x33333333) + (b & 0x33333333) + ((b >>> 2) & 0x33333333);
  return (quarters & 0x0f0f0f0f) + ((quarters >>> 4) & 0x0f0f0f0f);
}

/** The sum of the four bytes of a word, of up to 255. */
function sumBytes(bytes: number): number {
  return Math.imul(bytes, 0x01010101) >>> 24;
}
