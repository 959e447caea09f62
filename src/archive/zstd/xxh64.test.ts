// Tests of the checksum, against published values and a plain version with BigInt.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { allocate, type Memory } from './bits.ts';
import { absorb, createXxh64, finish } from './xxh64.ts';

it('gives the known checksums of short inputs', () => {
  const low = (text: string) => checksum(Buffer.from(text), []);
  expect(low('')).toBe(0x51d8e999);
  expect(low('a')).toBe(0xa98c6e5b);
  expect(low('abc')).toBe(0xad770999);
});

it('agrees with the definition for any bytes in any parts', () => {
  const inputs = fc.tuple(
    fc.uint8Array({ maxLength: 300 }),
    fc.array(fc.nat(300), { maxLength: 4 }),
  );
  fc.assert(
    fc.property(inputs, ([bytes, cuts]) => {
      expect(checksum(bytes, cuts)).toBe(Number(plainXxh64(bytes) & 0xffffffffn));
    }),
    { seed: 4, numRuns: 300 },
  );
});

/** Takes the bytes in parts, as blocks come. */
function checksum(bytes: Uint8Array, cuts: readonly number[]): number {
  const memory: Memory = allocate(bytes.length);
  memory.bytes.set(bytes);
  const hash = createXxh64();
  let start = 0;
  for (const end of [...cuts.filter((cut) => cut < bytes.length), bytes.length].sort(
    (a, b) => a - b,
  )) {
    start += absorb(hash, memory, start, end);
  }
  return finish(hash, memory, start, bytes.length);
}

function plainXxh64(bytes: Uint8Array): bigint {
  const [p1, p2, p3, p4, p5] = [
    0x9e3779b185ebca87n,
    0xc2b2ae3d27d4eb4fn,
    0x165667b19e3779f9n,
    0x85ebca77c2b2ae63n,
    0x27d4eb2f165667c5n,
  ] as const;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const wrap = (value: bigint) => BigInt.asUintN(64, value);
  const turn = (value: bigint, by: bigint) => wrap(value << by) | (value >> (64n - by));
  const round = (lane: bigint, input: bigint) => wrap(turn(wrap(lane + input * p2), 31n) * p1);
  let at = 0;
  let sum: bigint = p5;
  if (bytes.length >= 32) {
    const lanes = [wrap(p1 + p2), p2, 0n, wrap(-p1)];
    for (; at + 32 <= bytes.length; at += 32) {
      lanes.forEach((lane, i) => {
        lanes[i] = round(lane, view.getBigUint64(at + 8 * i, true));
      });
    }
    sum = wrap(lanes.reduce((total, lane, i) => total + turn(lane, [1n, 7n, 12n, 18n][i]!), 0n));
    for (const lane of lanes) sum = wrap((sum ^ round(0n, lane)) * p1 + p4);
  }
  sum = wrap(sum + BigInt(bytes.length));
  for (; at + 8 <= bytes.length; at += 8) {
    sum = wrap(turn(sum ^ round(0n, view.getBigUint64(at, true)), 27n) * p1 + p4);
  }
  for (; at + 4 <= bytes.length; at += 4) {
    sum = wrap(turn(sum ^ wrap(BigInt(view.getUint32(at, true)) * p1), 23n) * p2 + p3);
  }
  for (; at < bytes.length; at++) sum = wrap(turn(sum ^ wrap(BigInt(bytes[at]!) * p5), 11n) * p1);
  sum = wrap((sum ^ (sum >> 33n)) * p2);
  sum = wrap((sum ^ (sum >> 29n)) * p3);
  return sum ^ (sum >> 32n);
}
