// A weather station: its webcam, instruments, radar and curves.
import { inMood, lighten, MOODS, type MoodName, mix } from './colour.ts';
import { drawFall, drawFir, drawGround, drawRidge, drawSky, ridgeLine } from './draw-nature.ts';
import { levelSet, relief } from './draw-relief.ts';
import { drawHouse, drawTower } from './draw-town.ts';
import {
  createDrawing,
  type Drawing,
  type Point,
  type Scene,
  short,
  smoothLine,
} from './drawing.ts';

/** What the webcam saw. */
export interface View {
  readonly mood: MoodName;
  readonly season: 'spring' | 'summer' | 'autumn' | 'winter';
  /** Burnt into the picture, as webcams do. */
  readonly stamp: string;
  readonly fall?: 'rain' | 'snow';
  readonly clouds?: number;
}

const MEADOWS = {
  spring: '#8fbf5a',
  summer: '#6fa046',
  autumn: '#b99a4f',
  winter: '#f1f5fa',
} as const;

const WOODS = {
  spring: '#4f8a4f',
  summer: '#35683f',
  autumn: '#a8622a',
  winter: '#7f95a0',
} as const;

/** The same valley every time: only light, season and weather change. */
export function webcam({ mood: name, season, stamp, fall, clouds = 4 }: View): Scene {
  return (drawing) => {
    const { width, random } = drawing;
    const mood = MOODS[name];
    // The land comes from a seed of its own, so that the mountains stand still.
    const land = createDrawing(width, 'hohenried g');
    const isClear = name !== 'storm' && name !== 'fog';
    drawSky(drawing, mood, {
      horizon: 66,
      ...(isClear && {
        disc: { at: [width * (mood.isDark ? 0.8 : 0.68), mood.isDark ? 18 : 24], radius: 4 },
      }),
      clouds,
    });
    const ridges = [0, 1, 2].map((index) =>
      ridgeLine(land, {
        base: 62 + index * 6,
        height: 40 - index * 13,
        roughness: 0.75 - index * 0.25,
      }),
    );
    ridges.forEach((line, index) => {
      const rock = mix(
        mood.far,
        inMood(index === 2 ? WOODS[season] : '#7d8592', mood),
        0.35 + index * 0.3,
      );
      drawRidge(drawing, line, drawing.gradient([lighten(rock, 0.1), rock]));
      if (index < (season === 'winter' ? 3 : 1))
        drawing.group({ opacity: mood.isDark ? 0.5 : 0.92 }, () =>
          drawCaps(drawing, line, season === 'summer' ? 6 : season === 'winter' ? 22 : 11),
        );
    });
    drawGround(drawing, mood, 76, MEADOWS[season]);
    for (let index = 0; index < 30; index++)
      drawFir(
        drawing,
        [land.random.between(0, width), land.random.between(76, 82)],
        land.random.between(6, 11),
        inMood(season === 'winter' ? '#8fa5ae' : WOODS[season], mood),
      );
    for (let index = 0; index < 8; index++)
      drawHouse(
        { ...drawing, random: land.random },
        {
          x: width * (0.18 + index * 0.075),
          y: 86 + (index % 3) * 2.4,
          width: 7,
          height: 5,
          mood,
        },
      );
    drawTower(drawing, [width * 0.5, 86], 24, mood);
    if (name === 'fog')
      for (let band = 0; band < 7; band++)
        drawing.rect([-5, 40 + band * 8, width + 10, 9], '#eef1f0', {
          opacity: 0.5,
          filter: drawing.blur(3),
        });
    if (fall !== undefined) drawFall(drawing, fall, fall === 'snow' ? 150 : 130);
    drawing.rect([0, 93.6, width, 6.6], 'rgba(0,0,0,0.55)');
    drawing.text([2, 98.2], stamp, {
      'font-size': 3.8,
      'font-family': 'DejaVu Sans Mono, monospace',
      fill: '#ffffff',
    });
    if (random.chance(0.3))
      drawing.circle([width * random.next(), 40 * random.next()], 3, '#ffffff', { opacity: 0.12 });
  };
}

/** Snow where a ridge is high. */
function drawCaps(drawing: Drawing, line: readonly Point[], depth: number): void {
  const highest = Math.min(...line.map(([, y]) => y));
  const upper = line.map(([x, y]): Point => [x, y]);
  const lower = line
    .map(
      ([x, y], index): Point => [
        x,
        Math.max(y, highest + depth - (index % 3) * 2.2 - Math.abs(Math.sin(index)) * 2),
      ],
    )
    .reverse();
  drawing.polygon(
    [
      ...upper,
      ...lower.map(
        ([x, y], index): Point => [x, Math.max(y, upper[upper.length - 1 - index]?.[1] ?? y)],
      ),
    ],
    '#fbfdff',
  );
}

/** What a station measures with: a screen, a rain gauge, a cup anemometer. */
export function instruments(name: MoodName): Scene {
  return (drawing) => {
    const { width } = drawing;
    const mood = MOODS[name];
    drawSky(drawing, mood, { horizon: 76, disc: { at: [width * 0.82, 20], radius: 5 }, clouds: 5 });
    drawRidge(drawing, ridgeLine(drawing, { base: 76, height: 16, roughness: 0.5 }), mood.far);
    drawGround(drawing, mood, 76, name === 'snow' ? '#f1f5fa' : '#86a94f');
    const x = width * 0.36;
    for (const leg of [-11, 11])
      drawing.line(
        [
          [x + leg, 94],
          [x + leg * 0.9, 62],
        ],
        '#e6e2d8',
        1.6,
      );
    drawing.rect([x - 15, 34, 30, 30], '#f7f5ee', { stroke: '#cfc9bb', 'stroke-width': 0.6 });
    for (let slat = 37; slat < 62; slat += 2.6)
      drawing.line(
        [
          [x - 12.6, slat],
          [x + 12.6, slat],
        ],
        '#b9b4a6',
        0.7,
      );
    drawing.polygon(
      [
        [x - 18, 34],
        [x, 26],
        [x + 18, 34],
      ],
      '#ffffff',
      { stroke: '#cfc9bb', 'stroke-width': 0.6 },
    );
    const mast = width * 0.68;
    drawing.line(
      [
        [mast, 94],
        [mast, 18],
      ],
      '#6a6f78',
      1.2,
    );
    for (const angle of [0.2, 2.3, 4.4]) {
      const cup: Point = [mast + Math.cos(angle) * 9, 18 + Math.sin(angle) * 3];
      drawing.line([[mast, 18], cup], '#4a4f58', 0.7);
      drawing.circle(cup, 2.3, '#c0392b');
    }
    drawing.polygon(
      [
        [mast - 12, 28],
        [mast + 8, 26.6],
        [mast + 8, 29.4],
      ],
      '#22303a',
    );
    drawing.rect(
      [width * 0.84, 74, 7, 20],
      drawing.gradient(['#f4f6f6', '#9aa6ac'], [0, 0, 1, 0]),
      { rx: 1 },
    );
    if (name === 'snow') drawFall(drawing, 'snow', 90);
  };
}

const RAIN = ['#2f6fd0', '#35b0d9', '#3fc96a', '#e6d93f', '#ef8a2f', '#d93a4a'];

/** Rain as a radar shows it. */
export function radar(stamp: string): Scene {
  return (drawing) => {
    const { width } = drawing;
    drawing.background('#16232b');
    const land = relief(drawing, { scale: 40 });
    drawing.path(levelSet(land, 0.45, { width, step: 2 }).area, '#24404a', {
      'shape-rendering': 'crispEdges',
    });
    drawing.path(levelSet(land, 0.45, { width, step: 2 }).line, 'none', {
      stroke: '#6f9aa8',
      'stroke-width': 0.3,
    });
    const rain = relief(drawing, { scale: 17 });
    for (const [index, colour] of RAIN.entries()) {
      const { area } = levelSet(rain, 0.5 + index * 0.05, { width, step: 1.4 });
      drawing.path(area, colour, { opacity: 0.8, 'shape-rendering': 'crispEdges' });
    }
    for (const radius of [16, 32, 48, 64])
      drawing.circle([width / 2, 50], radius, 'none', {
        stroke: '#cfe6ea',
        'stroke-width': 0.25,
        opacity: 0.6,
      });
    drawing.line(
      [
        [width / 2, 0],
        [width / 2, 100],
      ],
      '#cfe6ea',
      0.2,
      { opacity: 0.6 },
    );
    drawing.line(
      [
        [0, 50],
        [width, 50],
      ],
      '#cfe6ea',
      0.2,
      { opacity: 0.6 },
    );
    drawing.text([3, 96], stamp, {
      'font-family': 'DejaVu Sans Mono, monospace',
      'font-size': 4,
      fill: '#e6f2f0',
    });
  };
}

/** Curves or columns over the months. */
export function chart({
  title,
  values,
  labels,
  colour,
  kind = 'columns',
  paper = '#fbfaf5',
}: {
  title: string;
  values: readonly number[];
  labels: readonly string[];
  colour: string;
  kind?: 'columns' | 'curve';
  paper?: string;
}): Scene {
  return (drawing) => {
    const { width } = drawing;
    const ink = '#33414a';
    drawing.background(paper);
    drawing.text([8, 11], title, { 'font-size': 5.2, 'font-weight': 'bold', fill: ink });
    const [low, high] = [Math.min(0, ...values), Math.max(...values)];
    const [left, right, top, bottom] = [14, width - 6, 20, 86];
    const level = (value: number) => bottom - ((value - low) / (high - low)) * (bottom - top);
    for (let step = 0; step <= 4; step++) {
      const value = low + ((high - low) * step) / 4;
      drawing.line(
        [
          [left, level(value)],
          [right, level(value)],
        ],
        '#cfd4d4',
        0.25,
      );
      drawing.text([left - 2, level(value) + 1.2], String(Math.round(value)), {
        'font-size': 3.2,
        fill: ink,
        'text-anchor': 'end',
      });
    }
    const step = (right - left) / values.length;
    const points = values.map((value, index): Point => [left + step * (index + 0.5), level(value)]);
    if (kind === 'curve') {
      drawing.path(
        `${smoothLine(points)}L${short(points.at(-1)?.[0] ?? 0)} ${bottom}L${short(points[0]?.[0] ?? 0)} ${bottom}Z`,
        drawing.gradient([lighten(colour, 0.3), paper]),
        { opacity: 0.7 },
      );
      drawing.path(smoothLine(points), 'none', { stroke: colour, 'stroke-width': 1.2 });
      for (const point of points)
        drawing.circle(point, 1.1, '#ffffff', { stroke: colour, 'stroke-width': 0.7 });
    } else {
      for (const [x, y] of points)
        drawing.rect(
          [x - step * 0.34, y, step * 0.68, Math.max(0.2, bottom - y)],
          drawing.gradient([lighten(colour, 0.25), colour]),
          { rx: 0.6 },
        );
    }
    for (const [index, label] of labels.entries()) {
      const at: Point = [left + step * (index + 0.5), 92];
      drawing.text(at, label, { 'font-size': 3.2, fill: ink, 'text-anchor': 'middle' });
    }
  };
}
