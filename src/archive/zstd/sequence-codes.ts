// The codes that sequences are made of, and their predefined tables (RFC 8878 section 3.1.1.3.2).
import { buildFseTable, createFseTable, type FseLimits, type FseTable } from './fse.ts';

/** One of the numbers that make up a sequence. */
export type SequencePart = 'literalLength' | 'offset' | 'matchLength';

/** How large the table of each part may be. */
export const SEQUENCE_LIMITS: Readonly<Record<SequencePart, FseLimits>> = {
  literalLength: { maxLog: 9, maxSymbol: 35 },
  offset: { maxLog: 8, maxSymbol: 31 },
  matchLength: { maxLog: 9, maxSymbol: 52 },
};

/** Literal lengths by code: the smallest one (bits 0-23) and how many bits to add (bits 24-31). */
export const LITERAL_LENGTHS = packLengths(0, [
  ...Array<number>(16).fill(0),
  ...[1, 1, 1, 1, 2, 2, 3, 3, 4, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16],
]);

/** Match lengths by code, in the same form. */
export const MATCH_LENGTHS = packLengths(3, [
  ...Array<number>(32).fill(0),
  ...[1, 1, 1, 1, 2, 2, 3, 3, 4, 4, 5, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16],
]);

/** Tables for blocks that bring none of their own. */
export const PREDEFINED_TABLES: Readonly<Record<SequencePart, FseTable>> = {
  literalLength: predefine(
    'literalLength',
    6,
    [
      4, 3, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 2, 1, 1, 1, 1,
      1, -1, -1, -1, -1,
    ],
  ),
  offset: predefine(
    'offset',
    5,
    [1, 1, 1, 1, 1, 1, 2, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, -1, -1, -1, -1, -1],
  ),
  matchLength: predefine(
    'matchLength',
    6,
    [
      1, 4, 3, 2, 2, 2, 2, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
      1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, -1, -1, -1, -1, -1, -1, -1,
    ],
  ),
};

/** Each code begins where the one before it ends. */
function packLengths(smallest: number, extraBits: readonly number[]): Int32Array {
  let length = smallest;
  return Int32Array.from(extraBits, (bits) => {
    const packed = length | (bits << 24);
    length += 1 << bits;
    return packed;
  });
}

function predefine(part: SequencePart, log: number, counts: readonly number[]): FseTable {
  const table = createFseTable(SEQUENCE_LIMITS[part]);
  buildFseTable(table, log, Int16Array.from(counts));
  return table;
}
