// Vectors of pictures: stored, compared, and as sketches.
import { describe, expect, it } from 'vitest';
import { ALIKE_BITS, COPY_BITS, compareWith } from './alike.ts';
import { NEAR_BITS } from './look.ts';
import { packVector, parseVector, printVector, toSketch, vectorDistance } from './vector.ts';

/** Numbers without a pattern; `shift` turns their direction. */
const numbers = (seed: number, shift = 0) =>
  Array.from(
    { length: 256 },
    (_, at) => Math.sin(seed * 7919 + at * at) + shift * Math.cos(at * 3),
  );

const stored = (values: readonly number[], model = 'a'): string =>
  printVector(packVector(values, model)!);
const vectorOf = (values: readonly number[], model = 'a') => parseVector(stored(values, model))!;

function bitsApart(a: Uint32Array, b: Uint32Array): number {
  return [...a].reduce(
    (sum, word, at) => sum + ((word ^ b[at]!) >>> 0).toString(2).replaceAll('0', '').length,
    0,
  );
}

describe('a vector', () => {
  it('keeps its direction when it is stored, whatever its length', () => {
    const one = vectorOf(numbers(1));
    expect(one.values).toHaveLength(256);
    expect(vectorDistance(one, vectorOf(numbers(1).map((value) => value * 1000)))).toBe(0);
    expect(vectorDistance(one, vectorOf(numbers(1).map((value) => -value)))).toBeCloseTo(2);
    expect(vectorDistance(one, vectorOf(numbers(2)))).toBeGreaterThan(0.8);
    expect(vectorDistance(one, vectorOf(numbers(1, 0.1)))).toBeLessThan(0.02);
  });

  it('is not compared with that of another model, or of another length', () => {
    const one = vectorOf(numbers(1));
    expect(vectorDistance(one, vectorOf(numbers(1), 'b'))).toBe(Number.POSITIVE_INFINITY);
    const short = vectorOf(numbers(1).slice(0, 100));
    expect(vectorDistance(one, short)).toBe(Number.POSITIVE_INFINITY);
  });

  it.each([
    ['too few numbers', [1, 2, 3]],
    ['too many numbers', new Array(3000).fill(1)],
    ['no direction', new Array(64).fill(0)],
    ['no numbers', new Array(64).fill(Number.NaN)],
    ['infinite numbers', [...numbers(1), Number.POSITIVE_INFINITY]],
  ])('is none with %s', (_, values) => {
    expect(packVector(values, 'a')).toBeUndefined();
  });

  it.each([undefined, 7, '', 'ff', 'x'.repeat(200), '0'.repeat(37), '0'.repeat(9000)])(
    'is not read from %s',
    (text) => {
      expect(parseVector(text)).toBeUndefined();
    },
  );

  it('has a sketch that differs the more the farther vectors are apart', () => {
    const [own, near, far] = [numbers(1), numbers(1, 0.2), numbers(2)].map((one) =>
      toSketch(vectorOf(one)),
    );
    expect(bitsApart(own!, toSketch(vectorOf(numbers(1))))).toBe(0);
    expect(bitsApart(own!, near!)).toBeLessThan(40);
    expect(bitsApart(own!, far!)).toBeGreaterThan(90);
  });
});

describe('the distance of pictures', () => {
  const LOOK = '0'.repeat(64);

  it('goes by the looks or by the vectors, whichever says that they are nearer', () => {
    const distanceTo = compareWith({ look: LOOK, vector: stored(numbers(1)) });
    expect(distanceTo({ look: LOOK, vector: stored(numbers(2)) })).toBe(0);
    const unlike = '5'.repeat(64);
    const alike = distanceTo({ look: unlike, vector: stored(numbers(1, 0.3)) });
    expect(alike).toBeGreaterThan(NEAR_BITS);
    expect(alike).toBeLessThanOrEqual(COPY_BITS);
    expect(distanceTo({ look: unlike, vector: stored(numbers(2)) })).toBe(Number.POSITIVE_INFINITY);
  });

  it('makes no near duplicates of vectors alone', () => {
    expect(compareWith({ vector: stored(numbers(1)) })({ vector: stored(numbers(1)) })).toBe(
      NEAR_BITS + 1,
    );
  });

  it('grows with that of the vectors', () => {
    const distanceTo = compareWith({ vector: stored(numbers(1)) });
    const distances = [0.1, 0.3, 0.5, 0.6, 0.65, 0.7].map((shift) =>
      distanceTo({ vector: stored(numbers(1, shift)) }),
    );
    expect(distances).toEqual([...distances].sort((a, b) => a - b));
    expect(distances.at(-1)).toBeLessThanOrEqual(ALIKE_BITS);
    expect(distances.at(-1)).toBeGreaterThan(COPY_BITS);
  });

  it('is infinite where there is nothing to compare', () => {
    expect(compareWith({})({ look: LOOK })).toBe(Number.POSITIVE_INFINITY);
    expect(compareWith({ look: LOOK })({ vector: stored(numbers(1)) })).toBe(
      Number.POSITIVE_INFINITY,
    );
  });
});
