// Outlines of boxes and circles.
import { expect, it } from 'vitest';
import { areaOf, boundsOf, radiusFor } from './area.ts';

const rounded = (q: string) => {
  const outline = areaOf(q);
  if (outline === undefined) return undefined;
  return Object.values(boundsOf(outline)).map((degrees) => Math.round(degrees * 100) / 100);
};

it('are those of the query: a box, or a circle as wide in kilometres at any latitude', () => {
  expect(rounded('harbour bbox:-9.5,38.4,-8.9,38.9')).toEqual([-9.5, 38.4, -8.9, 38.9]);
  expect(rounded('near:60,10,111.2')).toEqual([8, 59, 12, 61]);
  expect(rounded('bbox:170,-20,-170,-10')).toEqual([170, -20, 190, -10]);
});

it('are none where no part of the world is asked for by its coordinates', () => {
  expect(rounded('harbour')).toBeUndefined();
  expect(rounded('near:Lisboa')).toBeUndefined();
  expect(rounded('-near:60,10,5')).toBeUndefined();
});

it('do not leave the map at a pole', () => {
  const [west, south, east, north] = rounded('near:89,0,500') ?? [];
  expect([south, north]).toEqual([84.5, 85]);
  expect((east ?? 0) - (west ?? 0)).toBeLessThanOrEqual(360);
});

it('begin with a round radius that is seen at that zoom', () => {
  expect(radiusFor({ latitude: 0, zoom: 0 })).toBe(5000);
  expect(radiusFor({ latitude: 41.15, zoom: 5 })).toBe(200);
  expect(radiusFor({ latitude: 41.15, zoom: 14 })).toBe(1);
});
