// Tests of the arithmetic of the grid.
import { expect, it } from 'vitest';
import { tileAfterKey, tileShape } from './grid.ts';

it('frames pictures by their shape, crops panoramas and shows thin banners whole', () => {
  expect(tileShape(1500, 1000)).toEqual({ ratio: 1.5, own: 1.5, isFitted: false, isSmall: false });
  expect(tileShape(4000, 500)).toEqual({ ratio: 3, own: 8, isFitted: false, isSmall: false });
  expect(tileShape(468, 60)).toMatchObject({ ratio: 3, isFitted: true, isSmall: false });
  expect(tileShape(120, 600)).toMatchObject({ ratio: 0.6, isFitted: false, isSmall: false });
  expect(tileShape(90, 600)).toMatchObject({ ratio: 0.6, isFitted: true, isSmall: false });
  expect(tileShape(64, 64)).toMatchObject({ ratio: 1, isFitted: true, isSmall: true });
  expect(tileShape(0, 100).ratio).toBe(1);
  expect(tileShape(Number.NaN, 100).ratio).toBe(1);
});

// Two full rows and a last one with a single tile; tops differ by parts of a pixel, as in browsers.
const places = [
  { left: 0, right: 100, top: 0 },
  { left: 110, right: 300, top: 0.4 },
  { left: 0, right: 60, top: 120 },
  { left: 70, right: 200, top: 120 },
  { left: 210, right: 300, top: 120.2 },
  { left: 0, right: 90, top: 240 },
];
const press = (key: string, at: number, isRightToLeft = false) =>
  tileAfterKey(key, at, { places, isRightToLeft });

it('walks to the neighbours and to the ends', () => {
  expect(press('ArrowRight', 0)).toBe(1);
  expect(press('ArrowRight', 5)).toBeUndefined();
  expect(press('ArrowLeft', 0)).toBeUndefined();
  expect(press('ArrowLeft', 0, true)).toBe(1);
  expect([press('Home', 3), press('End', 3)]).toEqual([0, 5]);
  expect(press('x', 3)).toBeUndefined();
});

it('goes up and down to the tile whose middle is nearest', () => {
  expect(press('ArrowDown', 0)).toBe(2);
  expect(press('ArrowDown', 1)).toBe(4);
  expect(press('ArrowUp', 3)).toBe(1);
  expect(press('ArrowDown', 4)).toBe(5);
  expect(press('ArrowDown', 5)).toBeUndefined();
  expect(press('ArrowUp', 1)).toBeUndefined();
});
