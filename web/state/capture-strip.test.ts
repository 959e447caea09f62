// Tests of the strip of captures.
import { expect, it } from 'vitest';
import { nearestPlace, toStrip } from './capture-strip.ts';

const at = (day: string) => Date.parse(`${day}T00:00:00Z`);

it('places captures between the first and the last', () => {
  const { places } = toStrip([at('2000-01-01'), at('2000-01-02'), at('2000-01-05')]);
  expect(places).toEqual([0, 0.25, 1]);
  expect(toStrip([at('2000-01-01')]).places).toEqual([0.5]);
  expect(toStrip([])).toEqual({ places: [], gaps: [] });
});

it('tells the longest gaps and passes over the pauses of crawlers', () => {
  const { gaps } = toStrip(['2000-01-01', '2000-09-01', '2003-01-01', '2010-01-01'].map(at));
  expect(
    gaps.map(({ from, to }) => [new Date(from).getUTCFullYear(), new Date(to).getUTCFullYear()]),
  ).toEqual([
    [2003, 2010],
    [2000, 2003],
  ]);
});

it('finds the capture nearest to a point', () => {
  expect([-1, 0.1, 0.2, 0.7, 2].map((point) => nearestPlace([0, 0.25, 1], point))).toEqual([
    0, 0, 1, 2, 2,
  ]);
  expect(nearestPlace([], 0.5)).toBe(0);
});
