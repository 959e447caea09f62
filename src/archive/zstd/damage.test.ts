// Seeded damage to real frames: every result is a value, soon, and within the limits.
import { expect, it } from 'vitest';
import {
  contentOf,
  FIXTURES,
  fixture,
  fixtureDictionary,
} from '../../../test/fixtures/zstd/frames.ts';
import { decompressZstd, readWarcZstDictionary } from './zstd.ts';

const MAX_OUTPUT = 50_000;
const ROUNDS = 300;

/** The same numbers in each run (xorshift). */
function createRandom(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % limit;
  };
}

/** Flips bits, cuts, inserts, deletes, or writes a byte near the start, where the headers are. */
function damage(bytes: Uint8Array, random: (limit: number) => number): Uint8Array {
  const copy = [...bytes];
  const place = random(copy.length);
  const kinds = [
    () => {
      for (let flips = 1 + random(3); flips > 0; flips--)
        copy[random(copy.length)]! ^= 1 << random(8);
    },
    () => copy.splice(place),
    () => copy.splice(place, 0, random(256), random(256)),
    () => copy.splice(place, 1 + random(4)),
    () => copy.splice(random(Math.min(40, copy.length)), 1, random(256)),
  ];
  kinds[random(kinds.length)]!();
  return Uint8Array.from(copy);
}

it.each(FIXTURES)('damaged data never throws, hangs or overflows: %s', (name) => {
  const random = createRandom(name.length * 7919);
  const input = fixture(`${name}.zst`);
  const { dictionary } = contentOf(name);
  const options = {
    maxOutput: MAX_OUTPUT,
    dictionary: dictionary ? fixtureDictionary(dictionary) : undefined,
  };
  let failures = 0;
  let overflows = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const damaged = damage(input, random);
    const result = decompressZstd(damaged, options);
    if (result.bytes.length > MAX_OUTPUT || result.consumed > damaged.length) overflows++;
    if (result.error !== undefined) failures++;
  }
  expect(overflows).toBe(0);
  // What does not notice any damage would pass all of the above.
  expect(failures).toBeGreaterThan(ROUNDS / 10);
});

it('a damaged dictionary never throws, and frames decoded with it neither', () => {
  const random = createRandom(99);
  const trained = fixture('trained.dict');
  const input = fixture('with-trained.zst');
  let refused = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const damaged = damage(trained, random);
    const result = readWarcZstDictionary(damaged, 1 << 20);
    if (result.kind === 'invalid') refused++;
    else decompressZstd(input, { dictionary: result.dictionary, maxOutput: MAX_OUTPUT });
  }
  expect(refused).toBeGreaterThan(ROUNDS / 20);
});
