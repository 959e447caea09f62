// Tests of the bit stream of sequences.
import { expect, it } from 'vitest';
import { type Fields, packBackward } from '../../../test/fixtures/zstd/frames.ts';
import { allocate, copyWithMargins } from './bits.ts';
import { createFseTable, fillWithSymbol } from './fse.ts';
import { SEQUENCE_LIMITS, type SequencePart } from './sequence-codes.ts';
import { decodeSequences, SEQUENCE_FIELDS } from './sequence-stream.ts';

/** Decodes sequences whose parts all have one code each: the stream holds only extra bits. */
function decode(codes: Readonly<Record<SequencePart, number>>, extra: Fields, count = 1) {
  const tableOf = (part: SequencePart) => {
    const table = createFseTable(SEQUENCE_LIMITS[part]);
    fillWithSymbol(table, codes[part]);
    return table;
  };
  const tables = {
    literalLength: tableOf('literalLength'),
    offset: tableOf('offset'),
    matchLength: tableOf('matchLength'),
  };
  const fields = new Int32Array(count * SEQUENCE_FIELDS);
  const stream = copyWithMargins(packBackward(extra), allocate(0));
  return decodeSequences(stream, tables, fields) ?? [...fields];
}

it('adds the extra bits of offset, match length and literal length, in that order', () => {
  const codes = { literalLength: 25, offset: 5, matchLength: 43 };
  const extra: Fields = [
    [9, 5],
    [100, 7],
    [33, 6],
  ];
  expect(decode(codes, extra)).toEqual([64 + 33, 131 + 100, 32 + 9]);
  expect(decode(codes, [...extra, ...extra], 2)).toEqual([97, 231, 41, 97, 231, 41]);
});

it('reads the longest lengths', () => {
  const extra: Fields = [
    [0xffff, 16],
    [0xffff, 16],
  ];
  const codes = { literalLength: 35, offset: 0, matchLength: 52 };
  expect(decode(codes, extra)).toEqual([131_071, 131_074, 1]);
});

it('reads offsets of up to 30 bits', () => {
  for (const bits of [24, 25, 26, 30]) {
    for (const value of [0, 1, 2 ** bits - 2, 0x2aaaaaaa % 2 ** bits]) {
      const codes = { literalLength: 0, offset: bits, matchLength: 0 };
      expect(decode(codes, [[value, bits]])).toEqual([0, 3, 2 ** bits + value]);
    }
  }
});
