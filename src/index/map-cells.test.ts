// Cells of a map: every document is in exactly one, at every level, and coarser ones are made of finer ones.
import { expect, it } from 'vitest';
import { toLatitudeCode, toLongitudeCode } from '../model/column-codes.ts';
import { mapCellOf } from '../model/map-grid.ts';
import type { Columns } from './columns.ts';
import { countCells } from './map-cells.ts';

/** Points drawn from a seed, with the poles and the antimeridian among them. */
function points(count: number): { latitude: number; longitude: number }[] {
  let seed = 7;
  const next = () => {
    seed = (seed * 48271) % 2147483647;
    return seed / 2147483647;
  };
  const drawn = Array.from({ length: count }, () => {
    return { latitude: next() * 180 - 90, longitude: next() * 360 - 180 };
  });
  return [...drawn, { latitude: 90, longitude: 180 }, { latitude: -90, longitude: -180 }];
}

const ALL = points(3000);
const columns = {
  values: (name: string) =>
    Uint32Array.from([
      0,
      ...ALL.map((point, at) => {
        if (name === 'latitude') return toLatitudeCode(point);
        return name === 'longitude' ? toLongitudeCode(point) : at % 100;
      }),
    ]),
} as unknown as Columns; // the only thing that is asked of it
const IDS = Uint32Array.from(ALL, (_, at) => at + 1);

it.each([0, 1, 5, 9, 16])('at level %i are those of each point alone', (level) => {
  const { cells } = countCells(IDS, columns, { level, limit: 10_000 });
  const wanted = new Map<number, number>();
  for (const { latitude, longitude } of ALL) {
    const cell = mapCellOf(latitude, longitude, level);
    wanted.set(cell, (wanted.get(cell) ?? 0) + 1);
  }
  expect(new Map(cells.map(({ cell, count }) => [cell, count]))).toEqual(wanted);
});

it('are fewer and larger where there would be too many', () => {
  const { level, cells } = countCells(IDS, columns, { level: 20, limit: 50 });
  expect(cells.length).toBeLessThanOrEqual(50);
  expect(cells.reduce((sum, { count }) => sum + count, 0)).toBe(ALL.length);
  const same = countCells(IDS, columns, { level, limit: 10_000 });
  expect(cells.map(({ cell, count }) => [cell, count])).toEqual(
    same.cells.map(({ cell, count }) => [cell, count]),
  );
});
