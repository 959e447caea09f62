// Tests of FSE tables: against the standard's own, and by properties of all tables.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Fields, packForward } from '../../../test/fixtures/zstd/frames.ts';
import { allocate, copyWithMargins } from './bits.ts';
import { buildFseTable, createFseTable, type FseTable, readFseTable } from './fse.ts';
import { PREDEFINED_TABLES } from './sequence-codes.ts';

const LIMITS = { maxLog: 9, maxSymbol: 52 };

/** Counts of up to 53 symbols that add up to a power of two; rare symbols are -1. */
const distributions = fc
  .record({
    log: fc.integer({ min: 5, max: 9 }),
    shares: fc.array(fc.integer({ min: -1, max: 40 }), { minLength: 2, maxLength: 53 }),
  })
  .map(({ log, shares }) => {
    const counts: number[] = [];
    let left = 1 << log;
    for (const share of shares) {
      const count = Math.abs(share) > left ? left : share;
      if (left > 0) counts.push(count);
      left -= Math.abs(count);
    }
    if (left > 0) counts[0] = Math.max(0, counts[0] ?? 0) + left + Number(counts[0] === -1);
    return { log, counts };
  });

const rowsOf = ({ cells, log }: FseTable) =>
  [...cells.subarray(0, 1 << log)].map((cell) => [cell & 0xff, (cell >>> 8) & 0xff, cell >>> 16]);

describe('building a table', () => {
  it('gives the predefined tables of RFC 8878 appendix A', () => {
    const literalLength = rowsOf(PREDEFINED_TABLES.literalLength);
    expect(literalLength.slice(0, 4)).toEqual([
      [0, 4, 0],
      [0, 4, 16],
      [1, 5, 32],
      [3, 5, 0],
    ]);
    expect(literalLength.slice(36, 40)).toEqual([
      [22, 5, 32],
      [23, 5, 0],
      [25, 4, 0],
      [25, 4, 16],
    ]);
    expect(literalLength.slice(60)).toEqual([
      [35, 6, 0],
      [34, 6, 0],
      [33, 6, 0],
      [32, 6, 0],
    ]);
    const matchLength = rowsOf(PREDEFINED_TABLES.matchLength);
    expect(matchLength.slice(42, 46)).toEqual([
      [44, 6, 0],
      [1, 4, 32],
      [1, 4, 48],
      [2, 4, 16],
    ]);
    const offset = rowsOf(PREDEFINED_TABLES.offset);
    expect(offset.slice(14, 17)).toEqual([
      [2, 5, 0],
      [7, 4, 16],
      [11, 5, 0],
    ]);
  });

  it('lets every symbol lead to every state in exactly one way', () => {
    fc.assert(
      fc.property(distributions, ({ log, counts }) => {
        const table = createFseTable(LIMITS);
        buildFseTable(table, log, Int16Array.from(counts));
        const waysTo = counts.map(() => new Uint8Array(1 << log));
        for (const [symbol = 0, bits = 0, base = 0] of rowsOf(table)) {
          for (let next = base; next < base + (1 << bits); next++) waysTo[symbol]![next]! += 1;
        }
        counts.forEach((count, symbol) => {
          expect(waysTo[symbol]!.every((ways) => ways === (count === 0 ? 0 : 1))).toBe(true);
        });
      }),
      { seed: 2 },
    );
  });
});

describe('reading a table', () => {
  it('gives back any distribution that was written', () => {
    fc.assert(
      fc.property(distributions, ({ log, counts }) => {
        const built = createFseTable(LIMITS);
        buildFseTable(built, log, Int16Array.from(counts));
        const read = createFseTable(LIMITS);
        const description = describeCounts(log, counts);
        const cursor = copyWithMargins(description, allocate(0));
        expect(readFseTable(cursor, read, LIMITS)).toBeUndefined();
        expect(rowsOf(read)).toEqual(rowsOf(built));
        expect(cursor.position).toBe(cursor.end);
      }),
      { seed: 3 },
    );
  });

  it('reports a description that is cut short', () => {
    const description = describeCounts(9, [1, 0, 0, 0, 0, 0, 200, 0, 300, 11]);
    for (let length = 0; length < description.length; length++) {
      expect(read(description, length)).toMatch(/cut short/);
    }
    expect(read(description)).toBeUndefined();
  });

  it('reports a table that is too large or has too many symbols', () => {
    expect(read(describeCounts(10, [512, 512]))).toMatch(/larger than allowed/);
    expect(read(describeCounts(5, [...Array(53).fill(0), 16, 16]))).toMatch(/too many symbols/);
  });
});

/** Reads a description of which only `length` bytes are said to belong to it. */
function read(description: Uint8Array, length = description.length) {
  const cursor = copyWithMargins(description, allocate(0));
  const part = { ...cursor, end: cursor.position + length };
  return readFseTable(part, createFseTable(LIMITS), LIMITS);
}

/** Writes a description as an encoder would. */
function describeCounts(log: number, counts: readonly number[]): Uint8Array {
  const fields: [number, number][] = [[log - 5, 4]];
  let remaining = 1 << log;
  for (let symbol = 0; symbol < counts.length && remaining > 0; symbol++) {
    const count = counts[symbol]!;
    const bits = 32 - Math.clz32(remaining + 1);
    const half = 1 << (bits - 1);
    const shortOnes = 2 * half - 2 - remaining;
    const value = count + 1;
    if (value < shortOnes) fields.push([value, bits - 1]);
    else fields.push([value < half ? value : value + shortOnes, bits]);
    remaining -= Math.abs(count);
    if (count !== 0) continue;
    let zeros = 0;
    while (counts[symbol + 1] === 0) {
      zeros++;
      symbol++;
    }
    for (; zeros >= 3; zeros -= 3) fields.push([3, 2]);
    fields.push([zeros, 2]);
  }
  return packForward(fields satisfies Fields);
}
