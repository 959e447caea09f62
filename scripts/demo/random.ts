// Chance that repeats: numbers from a seed, so that the demo's drawings are the same in every run.

/** A source of chance. */
export interface Random {
  /** From 0 up to, but without, 1. */
  next(): number;
  between(from: number, to: number): number;
  /** A whole number, both ends included. */
  whole(from: number, to: number): number;
  chance(probability: number): boolean;
  pick<T>(values: readonly [T, ...T[]]): T;
  /** The same values in another order. */
  shuffle<T>(values: readonly T[]): T[];
}

/** Chance from a text: its FNV-1a hash starts the generator "mulberry32" (Tommy Ettinger, public domain). */
export function createRandom(seed: string): Random {
  let state = 0x811c9dc5;
  for (const character of seed) {
    state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 0x01000193);
  }
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  // Seeds that differ in their last letter alone start near each other: a few steps part them.
  for (let step = 0; step < 8; step++) next();
  const between = (from: number, to: number) => from + (to - from) * next();
  const whole = (from: number, to: number) => Math.floor(between(from, to + 1));
  return {
    next,
    between,
    whole,
    chance: (probability) => next() < probability,
    pick: (values) => values[whole(0, values.length - 1)] ?? values[0],
    shuffle: (values) =>
      values
        .map((value) => ({ value, key: next() }))
        .sort((a, b) => a.key - b.key)
        .map(({ value }) => value),
  };
}

/** Smooth noise on the plane, from 0 to 1: the same everywhere for the same chance. */
export function createNoise(random: Random): (x: number, y: number) => number {
  const size = 64;
  const grid = Array.from({ length: size * size }, () => random.next());
  const at = (x: number, y: number) => grid[(y & (size - 1)) * size + (x & (size - 1))] ?? 0;
  const ease = (t: number) => t * t * (3 - 2 * t);
  const smooth = (x: number, y: number): number => {
    const [left, top] = [Math.floor(x), Math.floor(y)];
    const [u, v] = [ease(x - left), ease(y - top)];
    const above = at(left, top) * (1 - u) + at(left + 1, top) * u;
    const below = at(left, top + 1) * (1 - u) + at(left + 1, top + 1) * u;
    return above * (1 - v) + below * v;
  };
  // Four octaves, each half as strong and twice as fine as the one before.
  return (x, y) =>
    (smooth(x, y) * 8 +
      smooth(2 * x, 2 * y) * 4 +
      smooth(4 * x, 4 * y) * 2 +
      smooth(8 * x, 8 * y)) /
    15;
}
