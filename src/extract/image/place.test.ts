// Tests of places and of the reasons for none.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Fraction, type StoredPlace, toPlace } from './place.ts';

const whole = (...numbers: number[]): Fraction[] => numbers.map((number) => [number, 1]);
const stored = (latitude: Fraction[], longitude: Fraction[], letters = 'NE'): StoredPlace => ({
  latitude: { parts: latitude, hemisphere: letters.charAt(0).trim() },
  longitude: { parts: longitude, hemisphere: letters.charAt(1).trim() },
  source: 'exif',
  isDoubtful: false,
});

describe('toPlace', () => {
  it('turns degrees, minutes and seconds into signed degrees', () => {
    expect(toPlace(stored(whole(38, 43, 30), whole(9, 8, 6), 'SW'))).toEqual({
      latitude: -38.725,
      longitude: -9.135,
      source: 'exif',
      isDoubtful: false,
    });
  });

  it('takes fewer parts and small letters', () => {
    const place = toPlace(
      stored(
        [[38725, 1000]],
        [
          [9, 1],
          [81, 10],
        ],
        'nw',
      ),
    );
    expect(place).toMatchObject({ latitude: 38.725, longitude: -9.135 });
  });

  it('keeps a plausible altitude only', () => {
    const at = (altitude: number) => toPlace({ ...stored(whole(1), whole(2)), altitude });
    expect(at(-12.346)).toMatchObject({ altitude: -12.35 });
    for (const metres of [Number.NaN, Number.POSITIVE_INFINITY, 4e9, -4e9]) {
      expect(at(metres)).not.toHaveProperty('altitude');
    }
  });

  it.each<[string, string | undefined, StoredPlace]>([
    ['nothing is stored', undefined, stored([], [], '  ')],
    ['one coordinate is missing', 'incomplete', stored(whole(1), [])],
    ['a hemisphere is missing', 'no-hemisphere', stored(whole(1), whole(2), 'N ')],
    ['the hemispheres are swapped', 'no-hemisphere', stored(whole(1), whole(2), 'EN')],
    ['a number is negative', 'sign-conflict', stored(whole(-1), whole(2))],
    [
      'seconds are divided by zero',
      'zero-denominator',
      stored(
        [
          [1, 1],
          [0, 0],
        ],
        whole(2),
      ),
    ],
    ['a number is none', 'not-a-number', stored(whole(Number.NaN), whole(2))],
    ['the latitude exceeds 90', 'out-of-range', stored(whole(90, 0, 1), whole(2))],
    ['the longitude exceeds 180', 'out-of-range', stored(whole(1), whole(181))],
    ['there are 60 minutes', 'out-of-range', stored(whole(1, 60), whole(2))],
    ['there are 60 seconds', 'out-of-range', stored(whole(1, 0, 60), whole(2))],
    ['both are zero', 'null-island', stored(whole(0, 0, 0), whole(0), 'SW')],
    ['both are the same whole number', 'placeholder', stored(whole(12), whole(12))],
  ])('gives no place when %s', (_, reason, place) => {
    expect(toPlace(place)).toBe(reason);
  });

  it('gives coordinates in range or a reason for any numbers', () => {
    const part = fc.tuple(fc.double(), fc.double());
    const parts = fc.array(part, { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(parts, parts, (latitude, longitude) => {
        const place = toPlace(stored(latitude, longitude));
        if (typeof place !== 'object') return typeof place === 'string';
        return Math.abs(place.latitude) <= 90 && Math.abs(place.longitude) <= 180;
      }),
      { seed: 1 },
    );
  });
});
