// Arithmetic of zooming: how large a picture is shown, and which part of it.

/** What is seen of a picture. */
export interface ZoomView {
  /** 1: the whole picture. */
  readonly scale: number;
  /** How far its middle was moved, in pixels of the page. */
  readonly x: number;
  readonly y: number;
}

/** A point or a movement in pixels; points are counted from the middle of the frame. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Size of the frame in pixels. */
export interface Box {
  readonly width: number;
  readonly height: number;
}

/** The whole picture. */
export const WHOLE: ZoomView = { scale: 1, x: 0, y: 0 };

/** Scale after a click. */
export const CLICK_SCALE = 2.5;
const LARGEST = 8;

/** The view after zooming by a factor; what is under the point stays there. */
export function zoomAt(view: ZoomView, factor: number, at: Point, box: Box): ZoomView {
  const scale = Math.min(Math.max(view.scale * factor, 1), LARGEST);
  if (scale === 1) return WHOLE;
  const grown = scale / view.scale;
  return inside(
    { scale, x: at.x - (at.x - view.x) * grown, y: at.y - (at.y - view.y) * grown },
    box,
  );
}

/** The view after the picture was moved. */
export function moveBy(view: ZoomView, by: Point, box: Box): ZoomView {
  return inside({ ...view, x: view.x + by.x, y: view.y + by.y }, box);
}

/** Distance of two fingers. */
export function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}

/** Shortest way of a finger that turns the page, and how much longer it must be than it is high. */
const SWIPE = 60;
const FLATNESS = 1.7;

/** Whether a movement of one finger turns the page: -1 to the picture before, 1 to the next. */
export function swipeOf({ x, y }: Point): 1 | -1 | undefined {
  if (Math.abs(x) < SWIPE || Math.abs(x) < Math.abs(y) * FLATNESS) return undefined;
  return x < 0 ? 1 : -1;
}

/** The picture always fills its frame. */
function inside({ scale, x, y }: ZoomView, { width, height }: Box): ZoomView {
  const clamp = (value: number, most: number) => Math.min(Math.max(value, -most), most);
  return {
    scale,
    x: clamp(x, (width * (scale - 1)) / 2),
    y: clamp(y, (height * (scale - 1)) / 2),
  };
}
