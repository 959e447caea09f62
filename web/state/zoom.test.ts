// Arithmetic of zooming.
import { expect, it } from 'vitest';
import { moveBy, swipeOf, WHOLE, zoomAt } from './zoom.ts';

const BOX = { width: 400, height: 300 };

it('keeps what is under the point where it is', () => {
  const view = zoomAt(WHOLE, 2, { x: 50, y: -20 }, BOX);
  expect(view).toEqual({ scale: 2, x: -50, y: 20 });
  // The point of the picture at 50 is now at 50 * 2 - 50.
  expect(zoomAt(view, 0.5, { x: 50, y: -20 }, BOX)).toEqual(WHOLE);
});

it('goes neither below the whole picture nor beyond its edges', () => {
  expect(zoomAt(WHOLE, 0.1, { x: 0, y: 0 }, BOX)).toEqual(WHOLE);
  expect(zoomAt(WHOLE, 100, { x: 0, y: 0 }, BOX).scale).toBe(8);
  const view = zoomAt(WHOLE, 2, { x: 0, y: 0 }, BOX);
  expect(moveBy(view, { x: 999, y: -999 }, BOX)).toEqual({ scale: 2, x: 200, y: -150 });
});

it('turns the page by a long flat movement', () => {
  expect(swipeOf({ x: -90, y: 20 })).toBe(1);
  expect(swipeOf({ x: 90, y: 20 })).toBe(-1);
  expect(swipeOf({ x: 30, y: 0 })).toBeUndefined();
  expect(swipeOf({ x: 90, y: 80 })).toBeUndefined();
});
