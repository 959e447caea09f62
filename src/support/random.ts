// Random numbers that are the same for the same seed.

/** A generator of numbers from 0 to below 1 (mulberry32, public domain). */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Puts a list into random order, in place. */
export function shuffle<List extends unknown[] | Int32Array>(
  list: List,
  random: () => number,
): List {
  for (let at = list.length - 1; at > 0; at -= 1) {
    const other = Math.floor(random() * (at + 1));
    const kept = list[at];
    list[at] = list[other] as never; // both are elements of the same list
    list[other] = kept as never;
  }
  return list;
}
