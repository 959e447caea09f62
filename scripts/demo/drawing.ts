// A sheet to draw on: shapes go in, an SVG document comes out.
import { createRandom, type Random } from './random.ts';

/** A point of a drawing. */
export type Point = readonly [x: number, y: number];

/** Attributes of a shape beyond its geometry and fill. */
export type Look = Readonly<Record<string, string | number>>;

/** Draws on a drawing. */
export type Scene = (drawing: Drawing) => void;

/** A sheet of 100 units height; shapes cover those drawn before. */
export interface Drawing {
  /** Width where the height is 100. */
  readonly width: number;
  readonly random: Random;
  rect(
    box: readonly [x: number, y: number, width: number, height: number],
    fill: string,
    look?: Look,
  ): void;
  circle(centre: Point, radius: number, fill: string, look?: Look): void;
  ellipse(centre: Point, radii: Point, fill: string, look?: Look): void;
  polygon(points: readonly Point[], fill: string, look?: Look): void;
  /** A path by its SVG data. */
  path(data: string, fill: string, look?: Look): void;
  /** A line through points, round at its ends. */
  line(points: readonly Point[], stroke: string, width: number, look?: Look): void;
  text(at: Point, words: string, look: Look): void;
  /** Covers everything. */
  background(fill: string): void;
  /** A fill that changes from top to bottom, or along another direction in parts of the box. */
  gradient(
    colours: readonly string[],
    direction?: readonly [number, number, number, number],
  ): string;
  /** A fill that changes from the middle outwards. */
  glow(colours: readonly string[], options?: { readonly opacity?: readonly number[] }): string;
  /** Draws inside a group, such as one that is moved, turned or blurred. */
  group(look: Look, draw: () => void): void;
  /** The name of a filter that blurs. */
  blur(amount: number): string;
  /** Draws only within a shape, given as an SVG element. */
  clip(element: string, draw: () => void): void;
  /** The document. */
  toSvg(pixels: { readonly width: number; readonly height: number }): string;
}

/** A number as SVG wants it, not longer than it need be. */
export const short = (value: number): string => String(Math.round(value * 100) / 100);

/** An empty sheet. */
export function createDrawing(width: number, seed: string): Drawing {
  const parts: string[] = [];
  const definitions: string[] = [];
  let count = 0;
  const define = (make: (id: string) => string): string => {
    count += 1;
    definitions.push(make(`d${count}`));
    return `url(#d${count})`;
  };
  const add = (name: string, geometry: Look, fill: string, look: Look = {}) => {
    parts.push(`<${name}${attributes({ ...geometry, fill, ...look })}/>`);
  };
  const stops = (colours: readonly string[], opacity: readonly number[] = []) =>
    colours
      .map((colour, index) => {
        const offset = colours.length === 1 ? 0 : index / (colours.length - 1);
        const alpha = opacity[index] ?? 1;
        return `<stop offset="${short(offset)}" stop-color="${colour}" stop-opacity="${alpha}"/>`;
      })
      .join('');
  const drawing: Drawing = {
    width,
    random: createRandom(seed),
    rect: ([x, y, w, h], fill, look) => add('rect', { x, y, width: w, height: h }, fill, look),
    circle: ([cx, cy], r, fill, look) => add('circle', { cx, cy, r }, fill, look),
    ellipse: ([cx, cy], [rx, ry], fill, look) => add('ellipse', { cx, cy, rx, ry }, fill, look),
    polygon: (points, fill, look) => add('polygon', { points: pairs(points) }, fill, look),
    path: (data, fill, look) => add('path', { d: data }, fill, look),
    line: (points, stroke, strokeWidth, look) =>
      add('polyline', { points: pairs(points) }, 'none', {
        stroke,
        'stroke-width': strokeWidth,
        'stroke-linecap': 'round',
        'stroke-linejoin': 'round',
        ...look,
      }),
    text: ([x, y], words, look) => {
      parts.push(
        `<text${attributes({ x, y, 'font-family': 'DejaVu Sans, sans-serif', ...look })}>${escapeXml(words)}</text>`,
      );
    },
    background: (fill) => drawing.rect([0, 0, width, 100], fill),
    gradient: (colours, [x1, y1, x2, y2] = [0, 0, 0, 1]) =>
      define(
        (id) =>
          `<linearGradient${attributes({ id, x1, y1, x2, y2 })}>${stops(colours)}</linearGradient>`,
      ),
    glow: (colours, { opacity } = {}) =>
      define((id) => `<radialGradient id="${id}">${stops(colours, opacity)}</radialGradient>`),
    group: (look, draw) => {
      parts.push(`<g${attributes(look)}>`);
      draw();
      parts.push('</g>');
    },
    blur: (amount) =>
      define(
        (id) =>
          `<filter id="${id}" x="-50%" y="-50%" width="200%" height="200%"><feGaussianBlur stdDeviation="${amount}"/></filter>`,
      ),
    clip: (element, draw) => {
      const clipPath = define((id) => `<clipPath id="${id}">${element}</clipPath>`);
      drawing.group({ 'clip-path': clipPath }, draw);
    },
    toSvg: ({ width: across, height }) =>
      `<svg xmlns="http://www.w3.org/2000/svg" width="${across}" height="${height}" viewBox="0 0 ${short(width)} 100">` +
      `<defs>${definitions.join('')}</defs>${parts.join('')}</svg>`,
  };
  return drawing;
}

/** A closed smooth curve through points, as path data (Catmull-Rom splines as cubic Béziers). */
export function smoothLoop(points: readonly Point[]): string {
  const at = (index: number): Point => points[(index + points.length) % points.length] ?? [0, 0];
  const curves = points.map((_, index) =>
    curve(at(index - 1), at(index), at(index + 1), at(index + 2)),
  );
  const [x, y] = at(0);
  return `M${short(x)} ${short(y)}${curves.join('')}Z`;
}

/** An open smooth curve through points, as path data. */
export function smoothLine(points: readonly Point[]): string {
  const last = points.length - 1;
  const at = (index: number): Point => points[Math.min(last, Math.max(0, index))] ?? [0, 0];
  const curves = points
    .slice(0, -1)
    .map((_, index) => curve(at(index - 1), at(index), at(index + 1), at(index + 2)));
  const [x, y] = at(0);
  return `M${short(x)} ${short(y)}${curves.join('')}`;
}

function curve(before: Point, from: Point, to: Point, after: Point): string {
  const numbers = [
    from[0] + (to[0] - before[0]) / 6,
    from[1] + (to[1] - before[1]) / 6,
    to[0] - (after[0] - from[0]) / 6,
    to[1] - (after[1] - from[1]) / 6,
    to[0],
    to[1],
  ];
  return `C${numbers.map(short).join(' ')}`;
}

function pairs(points: readonly Point[]): string {
  return points.map(([x, y]) => `${short(x)},${short(y)}`).join(' ');
}

function attributes(look: Look): string {
  return Object.entries(look)
    .map(
      ([name, value]) =>
        ` ${name}="${typeof value === 'number' ? short(value) : escapeXml(value)}"`,
    )
    .join('');
}

/** Text as XML and HTML hold it. */
export function escapeXml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
