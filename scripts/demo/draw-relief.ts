// Heights at random, the lines of equal height, and maps made of them.
import { darken } from './colour.ts';
import { type Drawing, type Point, type Scene, short, smoothLine } from './drawing.ts';
import { createNoise } from './random.ts';

/** Heights over the sheet, from 0 to about 1. */
export type Relief = (x: number, y: number) => number;

/** Hills at random, lower towards the edges when it is an island. */
export function relief(
  { random, width }: Drawing,
  { scale = 22, island = false }: { scale?: number; island?: boolean } = {},
): Relief {
  const noise = createNoise(random);
  const [ox, oy] = [random.between(0, 40), random.between(0, 40)];
  return (x, y) => {
    const value = noise(ox + x / scale, oy + y / scale);
    if (!island) return value;
    const distance = Math.hypot((x - width / 2) / (width * 0.46), (y - 50) / 46);
    return value * 1.25 + 0.12 - 0.62 * distance * distance;
  };
}

/**
 * The part of the sheet that lies above a height, as path data of small cells, and the line around it
 * (marching squares: W. Lorensen and H. Cline described the method for volumes in 1987).
 */
export function levelSet(
  height: Relief,
  level: number,
  { width, step = 1.6 }: { width: number; step?: number },
): { area: string; line: string } {
  const area: string[] = [];
  const line: string[] = [];
  for (let y = 0; y < 100; y += step) {
    for (let x = 0; x < width; x += step) {
      const corners: readonly Point[] = [
        [x, y],
        [x + step, y],
        [x + step, y + step],
        [x, y + step],
      ];
      const values = corners.map(([cx, cy]) => height(cx, cy) - level);
      if (values.every((value) => value < 0)) continue;
      const inside: Point[] = [];
      const crossings: Point[] = [];
      corners.forEach((corner, index) => {
        const [value = 0, after = 0] = [values[index], values[(index + 1) % 4]];
        const next = corners[(index + 1) % 4] ?? corner;
        if (value >= 0) inside.push(corner);
        if (value >= 0 === after >= 0) return;
        const t = value / (value - after);
        const crossing: Point = [
          corner[0] + (next[0] - corner[0]) * t,
          corner[1] + (next[1] - corner[1]) * t,
        ];
        inside.push(crossing);
        crossings.push(crossing);
      });
      area.push(`M${inside.map(([px, py]) => `${short(px)} ${short(py)}`).join('L')}Z`);
      if (crossings.length >= 2)
        line.push(
          `M${crossings
            .slice(0, 2)
            .map(([px, py]) => `${short(px)} ${short(py)}`)
            .join('L')}`,
        );
    }
  }
  return { area: area.join(''), line: line.join('') };
}

/** Colours of a contour map from the deepest water to the highest peak, and of its lines. */
export interface MapStyle {
  readonly bands: readonly string[];
  readonly ink: string;
  readonly grid?: string;
}

/** Styles of contour maps. */
export const MAP_STYLES = {
  atlas: {
    bands: ['#6fb0d0', '#93c8dd', '#b9dca0', '#d6e2a0', '#f0e2a4', '#e0b878', '#c08f5a', '#f7f3ee'],
    ink: '#8a6a3f',
    grid: '#3f6a8a',
  },
  hiking: {
    bands: ['#a9d6e8', '#dff0cf', '#c9e4b0', '#e9efc9', '#f4ead0', '#ead2b0', '#e0bfa0', '#f6f1ea'],
    ink: '#b8733f',
    grid: '#8ab0d0',
  },
  sepia: {
    bands: ['#d8c49a', '#e6d6b0', '#eee2c2', '#e9d6ac', '#dfc595', '#cfae78', '#b9925a', '#a87c45'],
    ink: '#5f4426',
  },
  night: {
    bands: ['#0b1b33', '#12294a', '#1a3f5a', '#1f5a62', '#2f7a68', '#5aa06a', '#a8c46a', '#f2e28a'],
    ink: '#e6f2f0',
  },
  print: {
    bands: ['#2f6f8a', '#4f8fa2', '#f2d7a0', '#eab676', '#d98a52', '#b8553f', '#8a3a3a', '#f7ead2'],
    ink: '#4a2a22',
  },
} as const satisfies Record<string, MapStyle>;

/** A map of heights. */
export function contourMap(
  style: keyof typeof MAP_STYLES,
  {
    title,
    island = false,
    path = true,
    scale = 24,
  }: { title?: string; island?: boolean; path?: boolean; scale?: number } = {},
): Scene {
  return (drawing) => {
    const { width, random } = drawing;
    const { bands, ink, grid } = { grid: undefined, ...MAP_STYLES[style] };
    const height = relief(drawing, { scale, island });
    drawing.background(bands[0] ?? '#ffffff');
    bands.slice(1).forEach((colour, index) => {
      const { area, line } = levelSet(height, 0.3 + index * 0.075, { width });
      drawing.path(area, colour, { 'shape-rendering': 'crispEdges' });
      drawing.path(line, 'none', {
        stroke: index === 1 ? darken(ink, 0.3) : ink,
        'stroke-width': index === 1 ? 0.5 : 0.25,
        opacity: 0.8,
      });
    });
    for (let fine = 0; fine < 6; fine++)
      drawing.path(levelSet(height, 0.4125 + fine * 0.075, { width }).line, 'none', {
        stroke: ink,
        'stroke-width': 0.12,
        opacity: 0.6,
      });
    if (grid !== undefined) {
      for (let at = 12.5; at < Math.max(width, 100); at += 12.5) {
        drawing.line(
          [
            [at, 0],
            [at, 100],
          ],
          grid,
          0.15,
          { opacity: 0.5 },
        );
        drawing.line(
          [
            [0, at],
            [width, at],
          ],
          grid,
          0.15,
          { opacity: 0.5 },
        );
      }
    }
    if (path) {
      const points = Array.from(
        { length: 8 },
        (_, index): Point => [width * (0.08 + index * 0.12), 50 + random.between(-26, 26)],
      );
      drawing.path(smoothLine(points), 'none', {
        stroke: '#c0302b',
        'stroke-width': 0.7,
        'stroke-dasharray': '2 1.2',
      });
      for (const [x, y] of points.slice(1, -1))
        if (random.chance(0.5))
          drawing.circle([x, y], 1, '#ffffff', { stroke: '#c0302b', 'stroke-width': 0.5 });
    }
    if (title !== undefined) drawLegend(drawing, title, ink);
  };
}

export function drawLegend(drawing: Drawing, title: string, ink: string): void {
  const across = Math.min(drawing.width * 0.7, 12 + title.length * 2.5);
  drawing.rect([5, 84, across, 11], '#fdf9ee', { stroke: ink, 'stroke-width': 0.5, opacity: 0.95 });
  drawing.text([5 + across / 2, 89], title, {
    'font-family': 'DejaVu Serif, serif',
    'font-size': 3.8,
    fill: '#3a2a1a',
    'text-anchor': 'middle',
  });
  for (let part = 0; part < 4; part++)
    drawing.rect(
      [5 + across / 2 - 12 + part * 6, 91.4, 6, 1.2],
      part % 2 === 0 ? '#3a2a1a' : '#ffffff',
      { stroke: '#3a2a1a', 'stroke-width': 0.2 },
    );
}
