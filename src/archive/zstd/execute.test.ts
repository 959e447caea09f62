// Tests of sequence execution.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allocate, MARGIN } from './bits.ts';
import { type BlockState, createBlockState, resetBlockState } from './block-state.ts';
import { executeSequences } from './execute.ts';
import { createWindow, startBlock, startFrame } from './window.ts';

const BLOCK = 1 << 17;

function stateWith(literals: Uint8Array): BlockState {
  const state = createBlockState();
  resetBlockState(state, undefined);
  const memory = allocate(literals.length + MARGIN);
  memory.bytes.set(literals);
  state.literals = { memory, start: 0, end: literals.length };
  return state;
}

function windowAfter(past: Uint8Array, size = BLOCK) {
  const window = createWindow(past);
  startFrame(window, BLOCK);
  startBlock(window, size);
  return window;
}

/** Literal length, match length, offset value. */
type Sequence = readonly [number, number, number];

function run(
  sequences: readonly Sequence[],
  state: BlockState,
  window = windowAfter(new Uint8Array(0)),
) {
  const start = window.position;
  const fault = executeSequences(Int32Array.from(sequences.flat()), state, window);
  return (
    fault ?? Buffer.from(window.memory.bytes.subarray(start, window.position)).toString('latin1')
  );
}

describe('recent offsets', () => {
  it('follow the example of RFC 8878 section 3.1.1.5', () => {
    const state = stateWith(new Uint8Array(300));
    const window = windowAfter(new Uint8Array(4000));
    const steps: [Sequence, number[]][] = [
      [
        [11, 3, 1114],
        [1111, 1, 4],
      ],
      [
        [22, 3, 1],
        [1111, 1, 4],
      ],
      [
        [22, 3, 2225],
        [2222, 1111, 1],
      ],
      [
        [111, 3, 1114],
        [1111, 2222, 1111],
      ],
      [
        [33, 3, 3336],
        [3333, 1111, 2222],
      ],
      [
        [22, 3, 2],
        [1111, 3333, 2222],
      ],
      [
        [33, 3, 3],
        [2222, 1111, 3333],
      ],
      [
        [0, 3, 3],
        [2221, 2222, 1111],
      ],
      [
        [0, 3, 1],
        [2222, 2221, 1111],
      ],
    ];
    for (const [sequence, recent] of steps) {
      run([sequence], state, window);
      expect([...state.recentOffsets]).toEqual(recent);
    }
  });

  it('are 1, 4 and 8 at the start of a frame', () => {
    const first = (choice: number) => run([[8, 3, choice]], stateWith(Buffer.from('abcdefgh')));
    expect([1, 2, 3].map(first)).toEqual(['abcdefghhhh', 'abcdefghefg', 'abcdefghabc']);
  });

  it('may not become zero', () => {
    expect(
      run(
        [
          [1, 3, 1],
          [0, 3, 3],
        ],
        stateWith(Buffer.from('a')),
      ),
    ).toMatch(/out of range/);
  });
});

describe('copying', () => {
  it('repeats what it has just written when a match overlaps itself', () => {
    const state = stateWith(Buffer.from('abc'));
    expect(run([[3, 7, 3 + 3]], state)).toBe('abcabcabca');
    expect(run([[1, 4, 3 + 1]], stateWith(Buffer.from('z')))).toBe('zzzzz');
  });

  it('equals copying byte by byte for all lengths and offsets', () => {
    const sequences = fc.array(
      fc.tuple(fc.nat(150), fc.integer({ min: 3, max: 300 }), fc.integer({ min: 4, max: 400 })),
      { maxLength: 20 },
    );
    const past = Uint8Array.from({ length: 400 }, (_, i) => (i * 37) & 0xff);
    const literals = Uint8Array.from({ length: 3000 }, (_, i) => (i * 101) & 0xff);
    fc.assert(
      fc.property(sequences, (list) => {
        const output = [...past];
        let literal = 0;
        for (const [literalLength, matchLength, offset] of list) {
          for (let i = 0; i < literalLength; i++) output.push(literals[literal++]!);
          for (let i = 0; i < matchLength; i++) output.push(output[output.length - (offset - 3)]!);
        }
        const written = run(list, stateWith(literals), windowAfter(past));
        expect(written).toBe(Buffer.from(output.slice(past.length)).toString('latin1'));
      }),
      { seed: 5 },
    );
  });

  it('is refused beyond the literals, the block and the past', () => {
    expect(run([[4, 3, 4]], stateWith(Buffer.from('abc')))).toMatch(/more literals/);
    const small = () => windowAfter(new Uint8Array(0), 10);
    expect(run([[3, 8, 4]], stateWith(Buffer.from('abc')), small())).toMatch(/larger than allowed/);
    expect(run([[3, 7, 4]], stateWith(Buffer.from('abc')), small())).toBe('abcccccccc');
    expect(run([[3, 3, 7]], stateWith(Buffer.from('abc')))).toMatch(/out of range/);
    expect(run([[3, 3, 7]], stateWith(Buffer.from('abc')), windowAfter(Buffer.from('X')))).toBe(
      'abcXab',
    );
  });
});
