// Tests of numbers and bit fields.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allocate, bitsAt, copyWithMargins, MARGIN, numberAt, topOfStream } from './bits.ts';

const cursorOf = (...bytes: number[]) => copyWithMargins(Uint8Array.from(bytes), allocate(0));

describe('bit fields', () => {
  it('are read wherever they lie', () => {
    const place = fc.record({
      bytes: fc.uint8Array({ minLength: 8, maxLength: 8 }),
      bit: fc.integer({ min: 0, max: 39 }),
      count: fc.integer({ min: 0, max: 25 }),
    });
    fc.assert(
      fc.property(place, ({ bytes, bit, count }) => {
        const { memory } = copyWithMargins(bytes, allocate(0));
        const whole = new DataView(bytes.buffer).getBigUint64(0, true);
        const field = (whole >> BigInt(bit)) & ((1n << BigInt(count)) - 1n);
        expect(bitsAt(memory.view, MARGIN * 8 + bit, count)).toBe(Number(field));
      }),
      { seed: 1 },
    );
  });

  it('end below the highest set bit of a stream that is read backwards', () => {
    expect(topOfStream(cursorOf(0xff, 0b1000_0000)) - MARGIN * 8).toBe(15);
    expect(topOfStream(cursorOf(0xff, 0b0000_0101)) - MARGIN * 8).toBe(10);
    expect(topOfStream(cursorOf(0b0000_0001)) - MARGIN * 8).toBe(0);
  });

  it('need an end mark', () => {
    expect(topOfStream(cursorOf(0xff, 0))).toBe(-1);
    expect(topOfStream(cursorOf())).toBe(-1);
  });
});

it('reads little-endian numbers of one to eight bytes', () => {
  const bytes = Uint8Array.of(9, 0x01, 0x02, 0x03, 0x84, 0, 0, 0, 0x10);
  expect(numberAt(bytes, 1, 1)).toBe(1);
  expect(numberAt(bytes, 1, 4)).toBe(0x84030201);
  expect(numberAt(bytes, 1, 8)).toBe(0x84030201 + 2 ** 60);
});

it('copies into memory that is large enough and leaves the margins free', () => {
  const first = copyWithMargins(new Uint8Array(100).fill(7), allocate(0));
  const second = copyWithMargins(new Uint8Array(50).fill(8), first.memory);
  expect(second.memory).toBe(first.memory);
  expect(second.end - second.position).toBe(50);
  expect(first.memory.bytes.subarray(0, MARGIN).every((byte) => byte === 0)).toBe(true);
  expect(first.memory.bytes.length).toBeGreaterThanOrEqual(first.end + MARGIN);
});
