// From the map of a text detector to boxes around lines of text: connected parts of the map, each in its smallest rectangle.

/** Where the network sees text: a probability for each pixel, row by row. */
export interface TextMap {
  readonly width: number;
  readonly height: number;
  readonly data: Float32Array;
}

/** A rectangle, turned or not, in pixels of the map. */
export interface TextBox {
  readonly centerX: number;
  readonly centerY: number;
  /** Along the line of text. */
  readonly length: number;
  /** Across it. */
  readonly height: number;
  /** Direction in which the text runs, of length 1; y points down. */
  readonly directionX: number;
  readonly directionY: number;
  /** Mean probability inside. */
  readonly score: number;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/** A pixel belongs to text above this, a part of the map counts above that: as the detector's authors set them. */
const PIXEL_LIMIT = 0.3;
const BOX_LIMIT = 0.6;
/** The detector marks the core of a line: this share of area by perimeter is added around it. */
const GROWTH = 1.6;
/** Smaller parts are specks. */
const MIN_SIDE = 3;
/** Where the long side is so much longer than the short one, text runs along it even if it stands upright. */
const UPRIGHT_RATIO = 1.5;

/** Boxes around lines of text, the most certain first, at most `most`. */
export function findTextBoxes(map: TextMap, most: number): TextBox[] {
  const boxes: TextBox[] = [];
  for (const part of iterateParts(map)) {
    if (part.score < BOX_LIMIT) continue;
    const box = smallestBox(convexHull(part.outline), part.score);
    if (Math.min(box.length, box.height) >= MIN_SIDE) boxes.push(grow(box));
  }
  return boxes.sort((a, b) => b.score - a.score).slice(0, most);
}

interface Part {
  /** First and last pixel of each row. */
  readonly outline: readonly Point[];
  readonly score: number;
}

/** Connected parts of the map, with eight neighbours to a pixel. */
function* iterateParts({ width, height, data }: TextMap): Generator<Part> {
  const seen = new Uint8Array(width * height);
  const stack: number[] = [];
  const take = (at: number): void => {
    if (seen[at] !== 0 || (data[at] ?? 0) <= PIXEL_LIMIT) return;
    seen[at] = 1;
    stack.push(at);
  };
  for (let start = 0; start < data.length; start++) {
    take(start);
    if (stack.length === 0) continue;
    const rows = new Map<number, [first: number, last: number]>();
    let sum = 0;
    let count = 0;
    for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
      const [x, y] = [at % width, Math.floor(at / width)];
      const row = rows.get(y);
      rows.set(y, row === undefined ? [x, x] : [Math.min(row[0], x), Math.max(row[1], x)]);
      sum += data[at] ?? 0;
      count++;
      for (let nextY = Math.max(0, y - 1); nextY <= Math.min(height - 1, y + 1); nextY++) {
        for (let nextX = Math.max(0, x - 1); nextX <= Math.min(width - 1, x + 1); nextX++) {
          take(nextY * width + nextX);
        }
      }
    }
    // Corners of pixels, so that a line of one pixel has an area.
    const outline = [...rows].flatMap(([y, [first, last]]) => [
      { x: first, y },
      { x: first, y: y + 1 },
      { x: last + 1, y },
      { x: last + 1, y: y + 1 },
    ]);
    yield { outline, score: sum / count };
  }
}

/** Corners of the smallest convex shape around points, in turn: Andrew's monotone chain. */
function convexHull(points: readonly Point[]): Point[] {
  const sorted = [...points].sort((a, b) => a.x - b.x || a.y - b.y);
  return [...halfHull(sorted), ...halfHull(sorted.reverse())];
}

function halfHull(points: readonly Point[]): Point[] {
  const hull: Point[] = [];
  for (const point of points) {
    for (;;) {
      const [a, b] = hull.slice(-2);
      if (a === undefined || b === undefined) break;
      if ((b.x - a.x) * (point.y - a.y) - (b.y - a.y) * (point.x - a.x) > 0) break;
      hull.pop();
    }
    hull.push(point);
  }
  return hull.slice(0, -1);
}

/** The rectangle of least area around a convex shape: one of its sides lies on a side of the shape. */
function smallestBox(hull: readonly Point[], score: number): TextBox {
  let best: TextBox | undefined;
  for (const [at, from] of hull.entries()) {
    const to = hull[(at + 1) % hull.length] ?? from;
    const side = Math.hypot(to.x - from.x, to.y - from.y);
    if (side === 0) continue;
    const box = boxAlong(hull, { x: (to.x - from.x) / side, y: (to.y - from.y) / side }, score);
    if (best === undefined || box.length * box.height < best.length * best.height) best = box;
  }
  return best ?? boxAlong(hull, { x: 1, y: 0 }, score);
}

function boxAlong(points: readonly Point[], along: Point, score: number): TextBox {
  const [u0, u1] = extent(points.map(({ x, y }) => x * along.x + y * along.y));
  const [v0, v1] = extent(points.map(({ x, y }) => y * along.x - x * along.y));
  const [u, v] = [(u0 + u1) / 2, (v0 + v1) / 2];
  return toReading({
    centerX: u * along.x - v * along.y,
    centerY: u * along.y + v * along.x,
    length: u1 - u0,
    height: v1 - v0,
    directionX: along.x,
    directionY: along.y,
    score,
  });
}

function extent(values: readonly number[]): [least: number, most: number] {
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) {
    least = Math.min(least, value);
    most = Math.max(most, value);
  }
  return [least, most];
}

/** Turns the direction so that text runs to the right, or downwards in a box that stands upright. */
function toReading(box: TextBox): TextBox {
  const isAcross = Math.abs(box.directionX) < Math.abs(box.directionY);
  const isUpright = isAcross
    ? box.length > box.height * UPRIGHT_RATIO
    : box.height > box.length * UPRIGHT_RATIO;
  // The direction is that of the box's `length`: along it where that is nearer to the way of the text.
  const turned =
    isAcross === isUpright
      ? box
      : {
          ...box,
          length: box.height,
          height: box.length,
          directionX: -box.directionY,
          directionY: box.directionX,
        };
  const isBackward = isUpright ? turned.directionY < 0 : turned.directionX < 0;
  if (!isBackward) return turned;
  return { ...turned, directionX: -turned.directionX, directionY: -turned.directionY };
}

function grow(box: TextBox): TextBox {
  const { length, height } = box;
  const margin = (length * height * GROWTH) / (2 * (length + height));
  return { ...box, length: length + 2 * margin, height: height + 2 * margin };
}
