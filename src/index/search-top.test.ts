import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { placesOfSmallest } from './search-top.ts';

describe('placesOfSmallest', () => {
  it('gives the places that sorting everything would give, and those of equal keys', () => {
    const keys = fc.array(fc.integer({ min: 0, max: 20 }), { maxLength: 60 });
    fc.assert(
      fc.property(keys, fc.integer({ min: 0, max: 70 }), (list, count) => {
        const places = [...placesOfSmallest(Float64Array.from(list), count)];
        const sorted = [...list].sort((a, b) => a - b);
        const limit = sorted[Math.min(count, sorted.length) - 1] ?? -1;
        expect(places).toEqual([...list.keys()].filter((place) => list[place]! <= limit));
      }),
    );
  });
});
