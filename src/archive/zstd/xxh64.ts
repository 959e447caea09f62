// XXH64 with seed 0, the content checksum of Zstandard, on halves of 32 bits as BigInt is slow.
import type { Memory } from './bits.ts';

/** A checksum in the making. */
export interface Xxh64 {
  /** Four numbers of 64 bits, each as its high and its low half. */
  readonly lanes: Int32Array;
  /** Bytes taken in: whole stripes only. */
  length: number;
}

/** A number of 64 bits as two int32. */
interface Word {
  high: number;
  low: number;
}

const STRIPE_BYTES = 32;
const PRIME_1 = word(0x9e3779b1, 0x85ebca87);
const PRIME_2 = word(0xc2b2ae3d, 0x27d4eb4f);
const PRIME_3 = word(0x165667b1, 0x9e3779f9);
const PRIME_4 = word(0x85ebca77, 0xc2b2ae63);
const PRIME_5 = word(0x27d4eb2f, 0x165667c5);

/** PRIME_1 + PRIME_2, PRIME_2, 0, -PRIME_1 */
const FIRST_LANES = [0x60ea27ee, 0xadc0b5d6, 0xc2b2ae3d, 0x27d4eb4f, 0, 0, 0x61c8864e, 0x7a143579];

/** The checksum of nothing yet. */
export function createXxh64(): Xxh64 {
  return { lanes: Int32Array.from(FIRST_LANES), length: 0 };
}

/**
 * Takes in the whole stripes of 32 bytes between `start` and `end`, and returns how many bytes they
 * are. The bytes behind them are to be given again, with more of them or to `finish`.
 */
export function absorb(hash: Xxh64, { view }: Memory, start: number, end: number): number {
  const taken = (end - start) & -STRIPE_BYTES;
  // Lane by lane: what is passed over four times is a block, which the cache holds.
  for (let lane = 0; lane < 4; lane++) absorbLane(hash.lanes, lane, view, start, start + taken);
  hash.length += taken;
  return taken;
}

/** The low 32 bits of the checksum, given the last 0 to 31 bytes. */
export function finish(hash: Xxh64, { view }: Memory, start: number, end: number): number {
  const sum = hash.length > 0 ? joinLanes(hash.lanes) : word(PRIME_5.high, PRIME_5.low);
  const total = hash.length + end - start;
  add(sum, word(total / 2 ** 32, total));
  let at = start;
  for (; at + 8 <= end; at += 8) {
    stir(sum, mixed(view.getInt32(at + 4, true), view.getInt32(at, true)), 27, PRIME_1);
    add(sum, PRIME_4);
  }
  for (; at + 4 <= end; at += 4) {
    stir(sum, product(view.getInt32(at, true), PRIME_1), 23, PRIME_2);
    add(sum, PRIME_3);
  }
  for (; at < end; at++) stir(sum, product(view.getUint8(at), PRIME_5), 11, PRIME_1);
  return spread(sum);
}

/** lane = rotate(lane + input * PRIME_2, 31) * PRIME_1, for one word of each stripe. */
function absorbLane(
  lanes: Int32Array,
  lane: number,
  view: DataView,
  start: number,
  end: number,
): void {
  const { high: high1, low: low1 } = PRIME_1;
  const { high: high2, low: low2 } = PRIME_2;
  let high = lanes[2 * lane] ?? 0;
  let low = lanes[2 * lane + 1] ?? 0;
  for (let at = start + 8 * lane; at < end; at += STRIPE_BYTES) {
    const input = view.getInt32(at, true);
    const inputLow = Math.imul(input, low2);
    const inputHigh =
      highProduct(input, low2) +
      Math.imul(input, high2) +
      Math.imul(view.getInt32(at + 4, true), low2);
    const sumLow = (low + inputLow) | 0;
    const sumHigh = (high + inputHigh + carryOf(sumLow, inputLow)) | 0;
    const turnedLow = (sumLow << 31) | (sumHigh >>> 1);
    const turnedHigh = (sumHigh << 31) | (sumLow >>> 1);
    low = Math.imul(turnedLow, low1);
    high =
      (highProduct(turnedLow, low1) + Math.imul(turnedLow, high1) + Math.imul(turnedHigh, low1)) |
      0;
  }
  lanes[2 * lane] = high;
  lanes[2 * lane + 1] = low;
}

function joinLanes(lanes: Int32Array): Word {
  const sum = word(0, 0);
  const laneAt = (lane: number) => word(lanes[2 * lane] ?? 0, lanes[2 * lane + 1] ?? 0);
  [1, 7, 12, 18].forEach((turn, lane) => {
    const turned = laneAt(lane);
    rotate(turned, turn);
    add(sum, turned);
  });
  for (let lane = 0; lane < 4; lane++) {
    const { high, low } = laneAt(lane);
    stir(sum, mixed(high, low), 0, PRIME_1);
    add(sum, PRIME_4);
  }
  return sum;
}

/** Lets every bit have a say in the low half, and returns that, unsigned. */
function spread(sum: Word): number {
  sum.low ^= sum.high >>> 1; // a shift by 33; it leaves the high half as it is
  multiply(sum, PRIME_2);
  sum.low ^= (sum.low >>> 29) | (sum.high << 3);
  sum.high ^= sum.high >>> 29;
  multiply(sum, PRIME_3);
  return (sum.low ^ sum.high) >>> 0;
}

/** sum = rotate(sum xor input, turn) * factor */
function stir(sum: Word, input: Word, turn: number, factor: Word): void {
  sum.high ^= input.high;
  sum.low ^= input.low;
  rotate(sum, turn);
  multiply(sum, factor);
}

/** What a lane at zero becomes when it takes in one word. */
function mixed(high: number, low: number): Word {
  const lane = word(high, low);
  multiply(lane, PRIME_2);
  rotate(lane, 31);
  multiply(lane, PRIME_1);
  return lane;
}

/** An unsigned number of 32 bits times a factor. */
function product(value: number, factor: Word): Word {
  const result = word(0, value);
  multiply(result, factor);
  return result;
}

function word(high: number, low: number): Word {
  return { high: high | 0, low: low | 0 };
}

function multiply(value: Word, factor: Word): void {
  const { high, low } = value;
  value.low = Math.imul(low, factor.low);
  value.high =
    (highProduct(low, factor.low) + Math.imul(low, factor.high) + Math.imul(high, factor.low)) | 0;
}

function add(value: Word, other: Word): void {
  value.low = (value.low + other.low) | 0;
  value.high = (value.high + other.high + carryOf(value.low, other.low)) | 0;
}

/** Turns left by 0 to 31 bits. */
function rotate(value: Word, turn: number): void {
  if (turn === 0) return; // a shift by 32 would be a shift by nothing
  const { high, low } = value;
  value.high = (high << turn) | (low >>> (32 - turn));
  value.low = (low << turn) | (high >>> (32 - turn));
}

/** Whether a sum of 32 bits went over: then it is smaller than either part. */
function carryOf(sum: number, part: number): number {
  return sum >>> 0 < part >>> 0 ? 1 : 0;
}

/** The upper half of the 64 bits of a product of unsigned numbers. */
function highProduct(a: number, b: number): number {
  const aLow = a & 0xffff;
  const aHigh = a >>> 16;
  const bLow = b & 0xffff;
  const bHigh = b >>> 16;
  const lower = (Math.imul(aHigh, bLow) + (Math.imul(aLow, bLow) >>> 16)) | 0;
  const upper = (Math.imul(aLow, bHigh) + (lower & 0xffff)) | 0;
  return (Math.imul(aHigh, bHigh) + (lower >>> 16) + (upper >>> 16)) | 0;
}
