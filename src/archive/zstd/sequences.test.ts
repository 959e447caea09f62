// Tests of the sequences section, on sections put together by hand.
import { describe, expect, it } from 'vitest';
import { concat, type Fields, packBackward } from '../../../test/fixtures/zstd/frames.ts';
import { allocate, copyWithMargins } from './bits.ts';
import { type BlockState, createBlockState, resetBlockState } from './block-state.ts';
import { readSequences } from './sequences.ts';
import { createWindow, startBlock, startFrame, type Window } from './window.ts';

const SAME = 1;
const REPEAT = 3;
/** The same mode for all three tables. */
const modes = (mode: number) => mode * 0b01_01_01_00;

function read(
  section: Uint8Array,
  { literals = '', state = newState(), window = newWindow() } = {},
): string {
  const cursor = copyWithMargins(Buffer.from(literals), allocate(0));
  state.literals = { memory: cursor.memory, start: cursor.position, end: cursor.end };
  const start = window.position;
  const fault = readSequences(copyWithMargins(section, allocate(0)), state, window);
  return fault ?? Buffer.from(window.memory.bytes.subarray(start, window.position)).toString();
}

function newState(): BlockState {
  const state = createBlockState();
  resetBlockState(state, undefined);
  return state;
}

function newWindow(size = 1000): Window {
  const window = createWindow(new Uint8Array(0));
  startFrame(window, 1 << 17);
  startBlock(window, size);
  return window;
}

/** Sequences that all have these three codes; their streams hold extra bits only. */
const sameCodes = (count: number, codes: readonly number[], extra: Fields) =>
  concat(Uint8Array.of(count, modes(SAME), ...codes), packBackward(extra));

describe('sequences', () => {
  it('may be none: then the literals are the block', () => {
    expect(read(Uint8Array.of(0), { literals: 'abc' })).toBe('abc');
    expect(read(Uint8Array.of(128, 0), { literals: 'abc' })).toBe('abc');
    expect(read(Uint8Array.of(0, 0), { literals: 'abc' })).toMatch(/goes on/);
  });

  it('may share one code for each part, with literals left for the end', () => {
    // Literal length 2, offset value 4 + one of 0..3, match length 3.
    const section = sameCodes(
      2,
      [2, 2, 0],
      [
        [1, 2],
        [0, 2],
      ],
    );
    expect(read(section, { literals: 'abcd!' })).toBe('ab' + 'aba' + 'cd' + 'ddd' + '!');
  });

  it('may use the codes of the block before', () => {
    const state = newState();
    const window = newWindow();
    const again = concat(Uint8Array.of(1, modes(REPEAT)), packBackward([[1, 2]]));
    expect(read(again, { literals: 'abcd', state, window })).toMatch(/not there/);
    read(sameCodes(1, [2, 2, 0], [[1, 2]]), { literals: 'ab', state, window });
    expect(read(again, { literals: 'xy', state, window })).toBe('xyxyx');
  });

  it('may use the predefined tables', () => {
    // States: literal length 4 (cell 25, code 4), offset code 2 (cell 14), match length 4 (cell 1).
    const states: Fields = [
      [25, 6],
      [14, 5],
      [1, 6],
    ];
    const section = concat(Uint8Array.of(1, 0), packBackward([...states, [3, 2]]));
    expect(read(section, { literals: 'abcd' })).toBe('abcd' + 'abcd');
  });

  it('may have offsets of more bits than one load holds, if the past is as long', () => {
    expect(read(sameCodes(1, [0, 27, 0], [[5, 27]]))).toMatch(/out of range/);
    expect(read(sameCodes(1, [0, 31, 0], [[5, 31]]))).toMatch(/larger than any window/);
  });
});

describe('a damaged section', () => {
  const section = sameCodes(
    2,
    [2, 2, 0],
    [
      [1, 2],
      [0, 2],
    ],
  );

  it('is refused wherever it is cut', () => {
    for (let length = 0; length < section.length; length++) {
      expect(read(section.subarray(0, length), { literals: 'abcd' })).toMatch(/cut short/);
    }
    expect(read(Uint8Array.of(200))).toMatch(/cut short/);
    expect(read(Uint8Array.of(255, 1))).toMatch(/cut short/);
  });

  it('is refused when its stream is too short or too long', () => {
    const codes = Uint8Array.of(2, modes(SAME), 2, 2, 0);
    const literals = 'abcd';
    expect(read(concat(codes, packBackward([[1, 2]])), { literals })).toMatch(/cut short/);
    expect(
      read(
        concat(
          codes,
          packBackward([
            [1, 2],
            [0, 2],
            [0, 1],
          ]),
        ),
        { literals },
      ),
    ).toMatch(/bits are left/);
    expect(read(concat(codes, Uint8Array.of(0)), { literals })).toMatch(/cut short/);
  });

  it('is refused for codes out of range and for reserved bits', () => {
    expect(read(sameCodes(1, [36, 2, 0], []))).toMatch(/code is out of range/);
    expect(read(sameCodes(1, [2, 32, 0], []))).toMatch(/code is out of range/);
    expect(read(sameCodes(1, [2, 2, 53], []))).toMatch(/code is out of range/);
    expect(read(Uint8Array.of(1, modes(SAME) | 1, 2, 2, 0, 1))).toMatch(/reserved/);
  });

  it('is refused when the block would be larger than allowed', () => {
    // Three bytes of count announce 0x7f00 sequences, more than a block of 1000 bytes can hold.
    expect(read(Uint8Array.of(255, 0, 0, 0))).toMatch(/larger than allowed/);
    expect(read(Uint8Array.of(0), { literals: 'abcd', window: newWindow(3) })).toMatch(
      /larger than allowed/,
    );
  });
});
