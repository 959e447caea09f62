// Clouds, storms, rainbows, frost.
import { darken, lighten, MOODS, type MoodName, mix } from './colour.ts';
import { drawCloud, drawFir, drawRidge, drawSky, ridgeLine } from './draw-nature.ts';
import { type Drawing, type Point, type Scene, short, smoothLoop } from './drawing.ts';

/** Clouds of a kind. */
export function cloudscape(
  kind: 'cumulus' | 'cirrus' | 'anvil' | 'stratus' | 'lens',
  name: MoodName = 'day',
): Scene {
  return (drawing) => {
    const { width, random } = drawing;
    const mood = MOODS[name];
    drawSky(drawing, mood, { horizon: 100, clouds: 0 });
    if (kind === 'cumulus')
      for (let index = 0; index < 11; index++)
        drawCloud(
          drawing,
          [random.between(0, width), 24 + index * 6],
          16 + index * 3,
          lighten(mood.cloud, 0.2),
          0.92,
        );
    if (kind === 'cirrus') {
      for (let index = 0; index < 46; index++) {
        const [x, y, l] = [
          random.between(-20, width),
          random.between(6, 78),
          random.between(16, 44),
        ];
        drawing.path(
          `M${short(x)} ${short(y)}q${short(l * 0.5)} ${short(-l * 0.08)} ${short(l)} ${short(-l * random.between(0.16, 0.3))}`,
          'none',
          {
            stroke: '#ffffff',
            'stroke-width': random.between(0.2, 1.2),
            opacity: random.between(0.2, 0.75),
            'stroke-linecap': 'round',
          },
        );
      }
    }
    if (kind === 'anvil') drawAnvil(drawing);
    if (kind === 'stratus') {
      for (let layer = 0; layer < 60; layer++) {
        const y = 4 + layer * 1.3;
        const shade = mix('#eef1f2', '#7f8c96', Math.abs(Math.sin(layer * 0.42)) * 0.8);
        drawing.ellipse(
          [random.between(0, width), y],
          [random.between(26, 60), random.between(2, 4.6)],
          shade,
          { opacity: 0.55 },
        );
      }
    }
    if (kind === 'lens') {
      for (const [cx, cy, r] of [
        [0.3, 30, 30],
        [0.68, 44, 24],
        [0.45, 58, 16],
      ] as const) {
        for (let layer = 0; layer < 4; layer++)
          drawing.ellipse(
            [width * cx, cy - layer * 2.6],
            [r - layer * 5, 5.4 - layer * 0.7],
            mix(mood.cloud, mood.disc, layer / 5),
            { opacity: 0.82 },
          );
      }
    }
    drawRidge(
      drawing,
      ridgeLine(drawing, { base: 96, height: 9, roughness: 0.5 }),
      darken(mood.near, 0.15),
    );
  };
}

/** A thundercloud whose top spreads out. */
function drawAnvil(drawing: Drawing): void {
  const x = drawing.width * 0.52;
  const outline = (scale: number): Point[] =>
    ANVIL.map(([px, py]) => [x + px * scale, 50 + (py - 50) * scale]);
  drawing.polygon(
    [
      [x - 26, 76],
      [x + 30, 76],
      [x + 18, 97],
      [x - 38, 97],
    ],
    '#4f5f70',
    { opacity: 0.45 },
  );
  drawing.path(
    smoothLoop(outline(1)),
    drawing.gradient(['#ffffff', '#dfe7ee', '#9fb0be', '#5a6a7a']),
  );
  drawing.group({ opacity: 0.5, transform: 'translate(-2 -1)' }, () => {
    drawing.path(smoothLoop(outline(0.72)), drawing.gradient(['#ffffff', '#ffffff', '#b4c2ce']));
  });
}

/** The outline of a thundercloud around the middle of its foot. */
const ANVIL: readonly Point[] = [
  [-66, 20],
  [-40, 13],
  [-8, 9],
  [34, 10],
  [72, 17],
  [78, 22],
  [40, 26],
  [24, 31],
  [29, 39],
  [23, 46],
  [32, 54],
  [27, 63],
  [36, 71],
  [26, 79],
  [0, 81],
  [-24, 79],
  [-34, 71],
  [-25, 62],
  [-31, 53],
  [-21, 45],
  [-26, 36],
  [-18, 30],
  [-40, 26],
];

/** Lightning over a plain. */
export const lightning: Scene = (drawing) => {
  const { width, random } = drawing;
  drawing.background(drawing.gradient(['#171433', '#3b2f66', '#8a6a9a']));
  for (let index = 0; index < 12; index++)
    drawCloud(
      drawing,
      [random.between(0, width), random.between(10, 30)],
      random.between(26, 44),
      random.pick(['#2a2350', '#3a3268', '#1d1840']),
      0.9,
    );
  for (const start of [random.between(0.18, 0.42), random.between(0.56, 0.84)]) {
    let at: Point = [width * start, 26];
    const bolt: Point[] = [at];
    while (at[1] < 82) {
      at = [at[0] + random.between(-6, 6), at[1] + random.between(3, 8)];
      bolt.push(at);
      if (random.chance(0.35))
        drawing.line(
          [
            at,
            [at[0] + random.between(-10, 10), at[1] + 7],
            [at[0] + random.between(-16, 16), at[1] + 15],
          ],
          '#e6dcff',
          0.35,
          { opacity: 0.8 },
        );
    }
    drawing.line(bolt, '#b9a8ff', 2.6, { opacity: 0.35 });
    drawing.line(bolt, '#ffffff', 0.8);
  }
  drawRidge(drawing, ridgeLine(drawing, { base: 88, height: 10, roughness: 0.2 }), '#0f0d22');
  for (let index = 0; index < 14; index++)
    drawFir(drawing, [random.between(0, width), 92], random.between(7, 13), '#0f0d22');
};

const RAINBOW = ['#c94f4f', '#e08a3f', '#ecd04f', '#6fb35f', '#4f8fc9', '#6a5fb0'];

/** A rainbow over the fields. */
export const rainbow: Scene = (drawing) => {
  const { width, random } = drawing;
  const mood = MOODS.storm;
  drawSky(drawing, mood, { horizon: 80, clouds: 7 });
  for (const [index, colour] of RAINBOW.entries()) {
    drawing.circle([width * 0.5, 86], 62 - index * 2.4, 'none', {
      stroke: colour,
      'stroke-width': 2.5,
      opacity: 0.6,
    });
  }
  drawRidge(drawing, ridgeLine(drawing, { base: 75, height: 10, roughness: 0.2 }), '#5f7a5a');
  for (let field = 0; field < 9; field++)
    drawing.polygon(
      [
        [width * (field / 9 - 0.05), 76],
        [width * ((field + 1) / 9), 76],
        [width * ((field + 1) / 6 - 0.25), 102],
        [width * (field / 6 - 0.3), 102],
      ],
      random.pick(['#c9b04f', '#7fa24a', '#a8b85a', '#5f8a45', '#d9c46f']),
    );
  for (let index = 0; index < 8; index++)
    drawFir(
      drawing,
      [random.between(0, width), 80 + random.between(0, 10)],
      random.between(6, 11),
      '#3f6045',
    );
};

/** Frost on a window. */
export const frost: Scene = (drawing) => {
  const { width, random } = drawing;
  drawing.background(drawing.gradient(['#24456a', '#6f9cc0', '#cfe2ee']));
  const branch = (from: Point, angle: number, length: number): void => {
    if (length < 1.6) return;
    const to: Point = [from[0] + Math.cos(angle) * length, from[1] + Math.sin(angle) * length];
    drawing.line([from, to], '#ffffff', length * 0.03 + 0.12, { opacity: 0.75 });
    for (let t = 0.3; t < 1; t += 0.22) {
      for (const side of [-1, 1])
        branch(
          [from[0] + (to[0] - from[0]) * t, from[1] + (to[1] - from[1]) * t],
          angle + side * 0.9,
          length * 0.36 * (1.2 - t * 0.6),
        );
    }
  };
  for (let index = 0; index < 9; index++) {
    const x = (width * (index + 0.5)) / 9;
    branch(
      [x, index % 2 === 0 ? 103 : -3],
      (index % 2 === 0 ? -1 : 1) * random.between(1.2, 1.9),
      random.between(40, 66),
    );
  }
};
