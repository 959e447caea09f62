// What decoding a compressed block needs from the block before it, and the memory it works in.
import { allocate, type Memory } from './bits.ts';
import { createFseTable, type FseTable } from './fse.ts';
import { createHuffmanTable, type HuffmanTable } from './huffman.ts';
import { SEQUENCE_LIMITS, type SequencePart } from './sequence-codes.ts';

/** A table for the literals and one for each part of a sequence. */
export interface EntropyTables extends Readonly<Record<SequencePart, FseTable>> {
  readonly literals: HuffmanTable;
}

/** What a dictionary puts before the first block of a frame. */
export interface Entropy {
  readonly tables: EntropyTables;
  /** The three offsets used last, the latest first. */
  readonly recentOffsets: Int32Array;
}

/** Bytes that sequences take in turn: from `start` to `end` of some memory. */
export interface Literals {
  readonly memory: Memory;
  start: number;
  readonly end: number;
}

/** The decoder of compressed blocks between two of them. */
export interface BlockState {
  /** Tables last used; the next block may use them again. */
  tables: { -readonly [K in keyof EntropyTables]: EntropyTables[K] | undefined };
  /** The three offsets used last, the latest first. */
  readonly recentOffsets: Int32Array;
  /** The literals of the block at hand. */
  literals: Literals;
  /** Room for tables that blocks bring. */
  readonly ownTables: EntropyTables;
  /** Room for literals that are not stored as they are. */
  ownLiterals: Memory;
  /** Room for decoded sequences. */
  sequences: Int32Array;
}

/** Empty tables with room for the largest ones allowed. */
export function createEntropyTables(): EntropyTables {
  return {
    literals: createHuffmanTable(),
    literalLength: createFseTable(SEQUENCE_LIMITS.literalLength),
    offset: createFseTable(SEQUENCE_LIMITS.offset),
    matchLength: createFseTable(SEQUENCE_LIMITS.matchLength),
  };
}

/** The state before any frame. */
export function createBlockState(): BlockState {
  const nothing = allocate(0);
  return {
    tables: { ...NO_TABLES },
    recentOffsets: new Int32Array(3),
    literals: { memory: nothing, start: 0, end: 0 },
    ownTables: createEntropyTables(),
    ownLiterals: nothing,
    sequences: new Int32Array(0),
  };
}

/** Brings the state to the start of a frame. */
export function resetBlockState(state: BlockState, initial: Entropy | undefined): void {
  state.tables = { ...(initial?.tables ?? NO_TABLES) };
  state.recentOffsets.set(initial?.recentOffsets ?? [1, 4, 8]);
}

const NO_TABLES = {
  literals: undefined,
  literalLength: undefined,
  offset: undefined,
  matchLength: undefined,
};
