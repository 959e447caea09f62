// Tests of the literals section, on sections put together by hand.
import { describe, expect, it } from 'vitest';
import { concat, packBackward, packForward } from '../../../test/fixtures/zstd/frames.ts';
import { allocate, copyWithMargins } from './bits.ts';
import { type BlockState, createBlockState } from './block-state.ts';
import { readLiterals } from './literals.ts';

const LIMIT = 1 << 17;

/** The literals as a string, or why there are none. */
function read(section: Uint8Array, state: BlockState = createBlockState(), limit = LIMIT): string {
  const fault = readLiterals(copyWithMargins(section, allocate(0)), state, limit);
  const { memory, start, end } = state.literals;
  return fault ?? Buffer.from(memory.bytes.subarray(start, end)).toString('latin1');
}

/** `type`, size format, sizes: the header of coded literals. */
const codedHeader = (type: number, format: number, size: number, stored: number) => {
  const bits = [10, 10, 14, 18][format]!;
  return packForward([
    [type, 2],
    [format, 2],
    [size, bits],
    [stored, bits],
  ]);
};

/** Two symbols, '\0' and '\1', of one bit each. */
const TREE = Uint8Array.of(128, 0x10);
const streamOf = (text: string) => packBackward([...text].map((digit) => [Number(digit), 1]));
const digits = (literals: string) => [...literals].map((char) => char.charCodeAt(0)).join('');

function fourStreams(format: number, size: number, parts: readonly string[], type = 2): Uint8Array {
  const streams = parts.map(streamOf);
  const jumps = packForward(streams.slice(0, 3).map((stream) => [stream.length, 16]));
  const stored = concat(type === 2 ? TREE : new Uint8Array(0), jumps, ...streams);
  return concat(codedHeader(type, format, size, stored.length), stored);
}

/** The header of plain literals; the shortest form has only one bit of format. */
const plainHeader = (type: number, headerBytes: number, size: number) => {
  const [format, bits] = [
    [0, 1],
    [1, 2],
    [3, 2],
  ][headerBytes - 1]!;
  return packForward([
    [type, 2],
    [format!, bits!],
    [size, headerBytes * 8 - 2 - bits!],
  ]);
};

describe('plain literals', () => {
  it('have headers of one, two and three bytes', () => {
    for (const headerBytes of [1, 2, 3]) {
      for (const text of ['literals', 'literals!', '']) {
        const header = plainHeader(0, headerBytes, text.length);
        expect(header).toHaveLength(headerBytes);
        expect(read(concat(header, Buffer.from(text)))).toBe(text);
      }
    }
  });

  it('may be one byte many times', () => {
    const section = concat(plainHeader(1, 3, 70_000), Buffer.from('x'));
    expect(read(section)).toBe('x'.repeat(70_000));
  });

  it('must be there', () => {
    expect(read(new Uint8Array(0))).toMatch(/cut short/);
    expect(read(plainHeader(0, 3, 0).subarray(0, 2))).toMatch(/cut short/);
    expect(read(concat(plainHeader(0, 1, 8), Buffer.from('literal')))).toMatch(/cut short/);
    expect(read(plainHeader(1, 1, 8))).toMatch(/cut short/);
  });

  it('may not be more than a block can hold', () => {
    const section = concat(plainHeader(1, 2, 100), Buffer.from('x'));
    expect(read(section, createBlockState(), 99)).toMatch(/more literals/);
    expect(read(section, createBlockState(), 100)).toHaveLength(100);
  });
});

describe('coded literals', () => {
  it('come in one stream', () => {
    const stored = concat(TREE, streamOf('0110100'));
    expect(digits(read(concat(codedHeader(2, 0, 7, stored.length), stored)))).toBe('0110100');
  });

  it('come in four streams, the last of which may be shorter', () => {
    for (const format of [1, 2, 3]) {
      expect(digits(read(fourStreams(format, 10, ['011', '100', '111', '0'])))).toBe('0111001110');
    }
    expect(digits(read(fourStreams(1, 6, ['01', '10', '11', ''])))).toBe('011011');
  });

  it('can use the tree of the block before', () => {
    const state = createBlockState();
    const treeless = fourStreams(1, 8, ['01', '10', '11', '00'], 3);
    expect(read(treeless, state)).toMatch(/tree that is not there/);
    read(fourStreams(1, 8, ['00', '00', '00', '00']), state);
    expect(digits(read(treeless, state))).toBe('01101100');
  });

  it('are refused when their streams do not fit', () => {
    const section = fourStreams(1, 10, ['011', '100', '111', '0']);
    expect(read(section.subarray(0, -1))).toMatch(/cut short/);
    const longJump = section.slice();
    longJump[3 + TREE.length] = 200;
    expect(read(longJump)).toMatch(/cut short/);
    expect(read(fourStreams(1, 5, ['01', '10', '1', '']))).toMatch(/cut short/);
    expect(read(fourStreams(1, 10, ['011', '100', '11', '0']))).toMatch(/wrong length/);
    expect(read(concat(codedHeader(2, 1, 10, TREE.length + 5), TREE, new Uint8Array(5)))).toMatch(
      /cut short/,
    );
  });
});
