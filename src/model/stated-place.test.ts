// Statements about places as lines: what is printed comes back, and nothing else is taken for one.
import { describe, expect, it } from 'vitest';
import { parseStatedPlaces, printStatedPlace, type StatedPlace } from './stated-place.ts';

describe('a statement', () => {
  it.each<[StatedPlace, string]>([
    [
      {
        scope: 'image',
        images: 1,
        source: 'jsonld',
        point: { latitude: 41.1496, longitude: -8.611 },
        name: 'Ribeira, Porto',
      },
      'image 1 jsonld 41.1496,-8.611 Ribeira, Porto',
    ],
    [
      {
        scope: 'page',
        images: 12,
        source: 'map-link',
        point: { latitude: -33.5, longitude: 151 },
        name: '',
      },
      'page 12 map-link -33.5,151',
    ],
    [
      { scope: 'site', images: 0, source: 'address', name: 'Porto, PT' },
      'site 0 address - Porto, PT',
    ],
  ])('%j is the line %j', (stated, line) => {
    expect(printStatedPlace(stated)).toBe(line);
    expect(parseStatedPlaces(line)).toEqual([{ point: undefined, ...stated }]);
  });

  it('of several lines are several, without those that cannot be meant', () => {
    const lines = ['page 1 icbm 1,2', 'page 1 icbm 91,2', 'nonsense', 'page 1 address -', ''];
    expect(parseStatedPlaces(lines.join('\n'))).toHaveLength(1);
  });

  it('keeps no line ends in names', () => {
    const stated = {
      scope: 'page',
      images: 1,
      source: 'address',
      name: 'Porto\nimage 1 x 1,1',
    } as const;
    expect(printStatedPlace(stated).includes('\n')).toBe(false);
  });
});
