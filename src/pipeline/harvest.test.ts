import { expect, it } from 'vitest';
import { HarvestCurve } from './harvest.ts';

it('is the mean number of wanted images over the pages of a run', () => {
  const curve = new HarvestCurve();
  curve.start({ pages: 10, wanted: 5 });
  curve.note({ pages: 11, wanted: 5 });
  curve.note({ pages: 11, wanted: 7 }); // two images of the first page
  curve.note({ pages: 12, wanted: 7 });
  curve.note({ pages: 12, wanted: 8 });
  const { area, curve: points } = curve.harvest;
  expect(area).toBe((0 + 2) / 2);
  expect(points).toEqual([
    [1, 2],
    [2, 3],
  ]);
});

it('has some hundred points, however long the run is', () => {
  const curve = new HarvestCurve();
  for (let pages = 1; pages <= 10_000; pages += 1) curve.note({ pages, wanted: pages });
  const { area, curve: points } = curve.harvest;
  expect(area).toBeCloseTo(5000.5);
  expect(points.length).toBeLessThanOrEqual(200);
  expect(points.at(-1)?.[0]).toBeGreaterThan(9000);
});
