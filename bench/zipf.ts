// Ranks as frequent as words in texts and hosts in archives are: a few very often, most hardly ever.
import type { Random } from './random.ts';

/** Draws ranks from 0 on. */
export type DrawRank = (random: Random) => number;

/** Places where the search for a rank may begin. */
const STARTS = 1 << 16;

/**
 * Ranks below `size`; rank r comes up in proportion to 1 / (r + 1 + shift)^exponent (the law of Zipf, as Mandelbrot
 * shifted it).
 */
export function createZipf(size: number, exponent: number, shift: number): DrawRank {
  const sums = new Float64Array(size);
  let total = 0;
  for (let rank = 0; rank < size; rank++) {
    total += (rank + 1 + shift) ** -exponent;
    sums[rank] = total;
  }
  const starts = new Uint32Array(STARTS);
  for (let start = 0, rank = 0; start < STARTS; start++) {
    while (sums[rank]! < (start / STARTS) * total) rank++;
    starts[start] = rank;
  }
  return (random) => {
    const drawn = random.next();
    let low = starts[Math.floor(drawn * STARTS)]!;
    let high = starts[Math.floor(drawn * STARTS) + 1] ?? size - 1;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (sums[middle]! < drawn * total) low = middle + 1;
      else high = middle;
    }
    return low;
  };
}
