// Houses, rows of houses, towers, skylines.
import { darken, inMood, lighten, MOODS, type Mood, type MoodName, mix } from './colour.ts';
import { drawSky } from './draw-nature.ts';
import type { Drawing, Point, Scene } from './drawing.ts';

export const FACADES = [
  '#f4ead8',
  '#e9b872',
  '#d9775a',
  '#8fb8c6',
  '#f2d5c4',
  '#c9d6a3',
  '#e8e3df',
  '#b9657a',
] as const;

export const ROOFS = ['#b5533c', '#9c4a38', '#7d5a4f', '#c46a45'] as const;

/** Size and colours of a house; `y` is where it meets the ground. */
export interface House {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly mood: Mood;
}

/** A house with a roof, windows and a door. */
export function drawHouse(drawing: Drawing, { x, y, width, height, mood }: House): void {
  const { random } = drawing;
  const wall = inMood(random.pick(FACADES), mood);
  const roof = inMood(random.pick(ROOFS), mood);
  drawing.rect([x, y - height, width, height], drawing.gradient([wall, darken(wall, 0.12)]));
  const rise = width * random.between(0.16, 0.42);
  const eaves = width * 0.06;
  if (random.chance(0.6)) {
    drawing.polygon(
      [
        [x - eaves, y - height],
        [x + width / 2, y - height - rise],
        [x + width + eaves, y - height],
      ],
      roof,
    );
  } else {
    drawing.polygon(
      [
        [x - eaves, y - height],
        [x + eaves, y - height - rise * 0.6],
        [x + width - eaves, y - height - rise * 0.6],
        [x + width + eaves, y - height],
      ],
      roof,
    );
    drawing.rect([x + width * 0.7, y - height - rise, width * 0.1, rise], darken(roof, 0.2));
  }
  const columns = Math.max(2, Math.round(width / 4.5));
  const rows = Math.max(1, Math.round(height / 8));
  const [stepX, stepY] = [width / columns, height / rows];
  const shutter = inMood(random.pick(['#3d6b63', '#6b3d3d', '#3d4f7a', '#ffffff']), mood);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const left = x + stepX * (column + 0.3);
      const top = y - height + stepY * (row + 0.25);
      const isDoor = row === rows - 1 && column === Math.floor(columns / 2);
      const [across, down] = [stepX * 0.4, stepY * (isDoor ? 0.75 : 0.5)];
      drawing.rect([left, top, across, down], windowColour(drawing, mood, isDoor));
      if (isDoor) continue;
      drawing.rect([left - across * 0.4, top, across * 0.35, down], shutter);
      drawing.rect([left + across * 1.05, top, across * 0.35, down], shutter);
      drawing.rect([left - across * 0.2, top + down, across * 1.4, 0.35], darken(wall, 0.25));
    }
  }
}

export function windowColour({ random }: Drawing, mood: Mood, isDoor: boolean): string {
  if (isDoor) return inMood('#5b3b2a', mood);
  if (mood.isDark && random.chance(0.6)) return random.pick(['#ffd98a', '#ffc36b', '#ffe9b0']);
  return mood.isDark ? darken(mood.near, 0.2) : mix('#48606e', mood.sky[1], 0.25);
}

/** A row of houses from one side to the other. */
export function drawRow(
  drawing: Drawing,
  mood: Mood,
  {
    ground,
    height,
    from = 0,
    to = drawing.width,
  }: { ground: number; height: number; from?: number; to?: number },
): void {
  const { random } = drawing;
  for (let x = from; x < to; ) {
    const width = height * random.between(0.4, 0.8);
    drawHouse(drawing, { x, y: ground, width, height: height * random.between(0.7, 1.15), mood });
    x += width + 0.2;
  }
}

/** A church or town hall with its tower. */
export function drawTower(drawing: Drawing, [x, y]: Point, height: number, mood: Mood): void {
  const wall = inMood('#efe6d4', mood);
  const width = height * 0.22;
  drawing.rect(
    [x - width / 2, y - height * 0.72, width, height * 0.72],
    drawing.gradient([wall, darken(wall, 0.18)], [0, 0, 1, 0]),
  );
  drawing.polygon(
    [
      [x - width * 0.62, y - height * 0.72],
      [x, y - height],
      [x + width * 0.62, y - height * 0.72],
    ],
    inMood('#a8503d', mood),
  );
  drawing.circle([x, y - height * 0.58], width * 0.26, mood.isDark ? '#ffe9b0' : '#ffffff');
  drawing.line(
    [
      [x, y - height * 0.58],
      [x, y - height * 0.64],
    ],
    '#333333',
    0.4,
  );
  drawing.line(
    [
      [x, y - height * 0.58],
      [x + width * 0.14, y - height * 0.56],
    ],
    '#333333',
    0.4,
  );
  drawing.path(
    `M${x - width * 0.2} ${y - height * 0.32}v${-height * 0.08}a${width * 0.2} ${width * 0.2} 0 0 1 ${width * 0.4} 0v${height * 0.08}z`,
    mood.isDark ? '#ffcf7a' : darken(wall, 0.55),
  );
}

/** A city of tall buildings against the sky. */
export function skyline(name: MoodName, { towers = 26 }: { towers?: number } = {}): Scene {
  return (drawing) => {
    const { width, random } = drawing;
    const mood = MOODS[name];
    drawSky(drawing, mood, {
      horizon: 88,
      disc: { at: [width * random.between(0.2, 0.8), 30], radius: 7 },
    });
    for (const layer of [0, 0.5, 1]) {
      const front = mood.isDark ? darken(mood.near, 0.1) : inMood('#46566e', mood);
      const colour = mix(mood.far, front, layer);
      for (let index = 0; index < towers / 2; index++) {
        const w = random.between(5, 12);
        const h = random.between(22, 64) * (1 - layer * 0.35);
        const x = random.between(-4, width);
        drawing.rect([x, 92 - h, w, h + 10], drawing.gradient([lighten(colour, 0.08), colour]));
        if (random.chance(0.25))
          drawing.line(
            [
              [x + w / 2, 92 - h],
              [x + w / 2, 84 - h],
            ],
            colour,
            0.5,
          );
        if (layer < 0.4) continue;
        for (let y = 94 - h; y < 90; y += 3) {
          for (let at = x + 1; at < x + w - 1.2; at += 2) {
            const isLit = random.chance(mood.isDark ? 0.45 : 0.3);
            if (isLit)
              drawing.rect([at, y, 1, 1.5], mood.isDark ? '#ffd98a' : lighten(colour, 0.35));
          }
        }
      }
    }
    drawing.rect([0, 90, width, 11], darken(mix(mood.near, '#3a4250', 0.6), 0.3));
  };
}
