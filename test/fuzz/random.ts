// A seeded source of chance, so that every failing run can be had again.

/** Numbers that depend on the seed alone. */
export interface Random {
  /** A whole number of at least 0 and below `limit`. */
  below(limit: number): number;
  /** One of the values. */
  pick<T>(values: readonly T[]): T;
  bytes(count: number): Buffer;
}

/** Mulberry32: small, fast and good enough to scatter damage. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return {
    below,
    pick: <T>(values: readonly T[]): T => values[below(values.length)] as T, // an index within
    bytes: (count) => Buffer.from(Array.from({ length: count }, () => below(256))),
  };
}
