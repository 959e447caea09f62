// Tests of Huffman trees and streams, on the example tree of RFC 8878 section 4.2.1.
import { describe, expect, it } from 'vitest';
import { concat, packBackward, packForward } from '../../../test/fixtures/zstd/frames.ts';
import { allocate, copyWithMargins } from './bits.ts';
import { createHuffmanTable, decodeHuffmanStream, readHuffmanTable } from './huffman.ts';

const cursorOf = (bytes: Uint8Array) => copyWithMargins(bytes, allocate(0));

/** Weights as they are, four bits each. */
const direct = (...weights: number[]) =>
  concat(
    Uint8Array.of(127 + weights.length),
    Uint8Array.from(
      { length: (weights.length + 1) >>> 1 },
      (_, i) => (weights[2 * i]! << 4) | (weights[2 * i + 1] ?? 0),
    ),
  );

const EXAMPLE = direct(4, 3, 2, 0, 1);

/** A distribution of one symbol. */
const CERTAIN = packForward([
  [0, 4],
  [63, 6],
]);

const readTree = (description: Uint8Array) =>
  readHuffmanTable(cursorOf(description), createHuffmanTable());

describe('a Huffman tree', () => {
  it('gets the last weight from the others', () => {
    const table = createHuffmanTable();
    const cursor = cursorOf(concat(EXAMPLE, Uint8Array.of(99)));
    expect(readHuffmanTable(cursor, table)).toBeUndefined();
    expect(cursor.end - cursor.position).toBe(1);
    const cells = [...table.cells.subarray(0, 16)].map((cell) => [cell & 0xff, cell >>> 8]);
    expect(cells.slice(0, 5)).toEqual([
      [4, 4],
      [5, 4],
      [2, 3],
      [2, 3],
      [1, 2],
    ]);
    expect(cells.slice(8)).toEqual(Array(8).fill([0, 1]));
  });

  it('is refused when it is cut short, empty, too deep, not complete or without a longest code', () => {
    for (let length = 0; length < EXAMPLE.length; length++) {
      expect(readTree(EXAMPLE.subarray(0, length))).toMatch(/cut short/);
    }
    expect(readTree(direct(0, 0))).toMatch(/empty or too deep/);
    expect(readTree(direct(13, 13))).toMatch(/empty or too deep/);
    expect(readTree(direct(4, 1))).toMatch(/not complete/);
    expect(readTree(direct(2))).toMatch(/no longest code/);
  });

  it('is refused when it has more than 255 coded weights', () => {
    // Two equally likely symbols: each state takes one bit, and the last two weights take none.
    const distribution = packForward([
      [0, 4],
      [17, 5],
      [31, 5],
    ]);
    const treeOf = (weights: number) => {
      const stream = packBackward([[0, 10], ...Array<[number, number]>(weights - 2).fill([0, 1])]);
      const size = distribution.length + stream.length;
      return concat(Uint8Array.of(size), distribution, stream);
    };
    expect(readTree(treeOf(255))).not.toMatch(/too many weights/);
    expect(readTree(treeOf(256))).toMatch(/too many weights/);
  });

  it('is refused when its coded weights never end', () => {
    // One symbol has all of the probability, so a state never uses up bits.
    const tree = concat(Uint8Array.of(4), CERTAIN, packBackward([[0, 10]]));
    expect(readTree(tree)).toMatch(/too many weights/);
  });

  it('is refused when its coded weights lack their first states', () => {
    const tree = concat(Uint8Array.of(3), CERTAIN, packBackward([[0, 5]]));
    expect(readTree(tree)).toMatch(/cut short/);
  });
});

describe('a Huffman stream', () => {
  const table = createHuffmanTable();
  readHuffmanTable(cursorOf(EXAMPLE), table);
  const codes = { 0: [1, 1], 1: [1, 2], 4: [0, 4], 5: [1, 4] } as const;
  const decode = (bytes: Uint8Array, length: number) => {
    const target = new Uint8Array(length);
    return decodeHuffmanStream(cursorOf(bytes), table, target) ?? [...target];
  };

  it('gives an even or odd number of symbols', () => {
    expect(decode(packBackward([codes[0], codes[1], codes[4], codes[5]]), 4)).toEqual([0, 1, 4, 5]);
    expect(decode(packBackward([codes[5], codes[1], codes[0]]), 3)).toEqual([5, 1, 0]);
    expect(decode(packBackward([]), 0)).toEqual([]);
  });

  it('must end where its symbols end', () => {
    const stream = packBackward([codes[0], codes[1], codes[4], codes[5]]);
    expect(decode(stream, 3)).toMatch(/wrong length/);
    expect(decode(stream, 5)).toMatch(/wrong length/);
    expect(decode(stream, 500)).toMatch(/wrong length/);
    expect(decode(Uint8Array.of(0), 0)).toMatch(/wrong length/);
  });
});
