// Random numbers that are the same in every run with the same seed.

/** A source of seeded random choices. */
export interface Random {
  /** At least 0, below 1. */
  next(): number;
  /** A whole number from `low` to `high`, both included. */
  int(low: number, high: number): number;
  /** True with this probability. */
  chance(probability: number): boolean;
  pick<T>(items: readonly T[]): T;
  /** `count` results of `make`, joined. */
  repeat(count: number, make: (index: number) => string): string;
}

/** Starts a sequence: 32 bits of state, stirred by multiplication and shifts. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x9e3779b9) >>> 0; // the golden ratio, so that every state is visited
    let bits = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    bits = Math.imul(bits ^ (bits >>> 15), 0x735a2d97);
    return ((bits ^ (bits >>> 15)) >>> 0) / 2 ** 32;
  };
  const int = (low: number, high: number) => low + Math.floor(next() * (high - low + 1));
  return {
    next,
    int,
    chance: (probability) => next() < probability,
    pick: (items) => items[int(0, items.length - 1)]!,
    repeat: (count, make) => Array.from({ length: count }, (_, index) => make(index)).join(''),
  };
}
