// Corners of a city as a photographer finds them: steps, windows, bicycles, washing.
import { darken, inMood, lighten, MOODS, type MoodName } from './colour.ts';
import { drawFlower, drawLeaf } from './draw-blossoms.ts';
import { drawSky, drawVignette } from './draw-nature.ts';
import { drawWalker } from './draw-people.ts';
import { type Drawing, type Point, type Scene, short, smoothLine, smoothLoop } from './drawing.ts';

/** Steps between walls, with a long shadow. */
export function stairs(wall: string, { walker = true }: { walker?: boolean } = {}): Scene {
  return (drawing) => {
    const { width } = drawing;
    drawing.background(drawing.gradient([lighten(wall, 0.25), wall], [0, 0, 1, 1]));
    const count = 11;
    for (let step = 0; step < count; step++) {
      const y = 28 + step * 6.6;
      const left = width * (0.34 - step * 0.03);
      drawing.rect([left, y, width - left * 1.5, 3.6], lighten(wall, 0.45));
      drawing.rect([left, y + 3.6, width - left * 1.5, 3.2], darken(wall, 0.35));
    }
    drawing.polygon(
      [
        [0, 0],
        [width * 0.36, 0],
        [width * 0.36, 26],
        [0, 100],
      ],
      drawing.gradient([darken(wall, 0.3), darken(wall, 0.5)]),
    );
    drawing.polygon(
      [
        [width * 0.36, 0],
        [width, 0],
        [width, 6],
        [width * 0.36, 28],
      ],
      darken(wall, 0.15),
    );
    drawing.line(
      [
        [width * 0.4, 18],
        [width * 0.16, 92],
      ],
      '#26222a',
      1,
    );
    for (let post = 0; post < 5; post++)
      drawing.line(
        [
          [width * (0.38 - post * 0.05), 24 + post * 16],
          [width * (0.38 - post * 0.05), 36 + post * 16],
        ],
        '#26222a',
        0.7,
      );
    if (walker) {
      drawing.polygon(
        [
          [width * 0.62, 74],
          [width * 0.66, 74],
          [width * 0.98, 101],
          [width * 0.86, 101],
        ],
        '#1a151c',
        { opacity: 0.45 },
      );
      drawWalker(drawing, [width * 0.63, 75], 30, { dark: '#1a151c' });
    }
    drawVignette(drawing, 0.4);
  };
}

/** A window with shutters and a flower box, perhaps a cat. */
export function windowScene(
  wall: string,
  shutter: string,
  { cat = false, lit = false }: { cat?: boolean; lit?: boolean } = {},
): Scene {
  return (drawing) => {
    const { width, random } = drawing;
    drawing.background(drawing.gradient([lighten(wall, 0.12), darken(wall, 0.08)]));
    for (let index = 0; index < 70; index++)
      drawing.ellipse(
        [random.between(0, width), random.between(0, 100)],
        [random.between(1, 6), random.between(0.4, 1.6)],
        random.chance(0.5) ? lighten(wall, 0.2) : darken(wall, 0.14),
        { opacity: 0.3 },
      );
    const x = width / 2;
    drawing.rect([x - 19, 16, 38, 60], darken(wall, 0.4));
    drawing.rect(
      [x - 17, 18, 34, 56],
      drawing.gradient(lit ? ['#ffdf95', '#f2a54a'] : ['#2f4452', '#6f93a6']),
    );
    if (!lit)
      drawing.polygon(
        [
          [x - 17, 60],
          [x + 4, 18],
          [x + 14, 18],
          [x - 17, 74],
        ],
        '#ffffff',
        { opacity: 0.14 },
      );
    for (const side of [-1, 1]) {
      drawing.polygon(
        [
          [x + side * 18, 16],
          [x + side * 36, 13],
          [x + side * 36, 79],
          [x + side * 18, 76],
        ],
        shutter,
      );
      for (let slat = 20; slat < 74; slat += 3)
        drawing.line(
          [
            [x + side * 20, slat],
            [x + side * 34, slat - 0.6],
          ],
          darken(shutter, 0.3),
          0.7,
        );
    }
    drawing.line(
      [
        [x, 18],
        [x, 74],
      ],
      '#f4efe4',
      1.6,
    );
    drawing.line(
      [
        [x - 17, 44],
        [x + 17, 44],
      ],
      '#f4efe4',
      1.6,
    );
    if (cat) drawCat(drawing, [x + 6, 75], 18, '#1d1a20');
    drawing.rect([x - 22, 76, 44, 8], '#8a4f35', { rx: 1 });
    for (let index = 0; index < 13; index++) {
      const at: Point = [x - 20 + index * 3.3, 75 + random.between(-5, 1)];
      drawLeaf(drawing, [at[0], 78], 7, { colour: '#4f8a45', turn: random.between(-50, 50) });
      drawFlower(
        drawing,
        at,
        random.between(2, 3.2),
        'poppy',
        random.pick(['#d9403a', '#e0507a', '#f2efe8', '#e88a3a']),
      );
    }
  };
}

/** A cat sitting; `at` is where it sits. */
export function drawCat(drawing: Drawing, [x, y]: Point, size: number, colour: string): void {
  const s = size;
  drawing.path(
    smoothLoop([
      [x - s * 0.3, y],
      [x - s * 0.3, y - s * 0.4],
      [x - s * 0.12, y - s * 0.72],
      [x + s * 0.12, y - s * 0.72],
      [x + s * 0.3, y - s * 0.4],
      [x + s * 0.3, y],
    ]),
    colour,
  );
  drawing.circle([x, y - s * 0.86], s * 0.23, colour);
  for (const side of [-1, 1]) {
    drawing.polygon(
      [
        [x + side * s * 0.22, y - s * 0.9],
        [x + side * s * 0.2, y - s * 1.22],
        [x + side * s * 0.03, y - s * 1.04],
      ],
      colour,
    );
    drawing.ellipse([x + side * s * 0.09, y - s * 0.88], [s * 0.045, s * 0.06], '#d9e04a');
  }
  drawing.path(
    `M${short(x + s * 0.26)} ${short(y - s * 0.05)}q${short(s * 0.5)} 0 ${short(s * 0.36)} ${short(s * 0.4)}`,
    'none',
    { stroke: colour, 'stroke-width': s * 0.1, 'stroke-linecap': 'round' },
  );
}

/** A bicycle against a wall. */
export function bicycle(wall: string, frame: string): Scene {
  return (drawing) => {
    const { width, random } = drawing;
    drawing.background(drawing.gradient([lighten(wall, 0.15), wall]));
    for (let row = 0; row < 14; row++) {
      for (let x = (row % 2) * -6; x < width; x += 12)
        drawing.rect(
          [x, row * 6, 11.4, 5.5],
          random.chance(0.5)
            ? lighten(wall, random.between(0, 0.14))
            : darken(wall, random.between(0, 0.12)),
          { rx: 0.4 },
        );
    }
    drawing.rect([0, 82, width, 20], drawing.gradient(['#8d8780', '#5f5a58']));
    const [a, b]: [Point, Point] = [
      [width * 0.5 - 24, 70],
      [width * 0.5 + 24, 70],
    ];
    for (const at of [a, b]) {
      drawing.circle([at[0] + 3, at[1] + 3], 16, 'none', {
        stroke: 'rgba(0,0,0,0.3)',
        'stroke-width': 1.6,
      });
      drawing.circle(at, 16, 'none', { stroke: '#22222a', 'stroke-width': 1.8 });
      for (let spoke = 0; spoke < 16; spoke++)
        drawing.line(
          [at, [at[0] + Math.cos(spoke * 0.3927) * 15.4, at[1] + Math.sin(spoke * 0.3927) * 15.4]],
          '#cfcfd4',
          0.2,
        );
    }
    const [saddle, crank, head]: [Point, Point, Point] = [
      [a[0] + 12, 46],
      [a[0] + 20, 70],
      [b[0] - 8, 48],
    ];
    drawing.line([a, saddle, head, b], frame, 1.8);
    drawing.line([a, crank, head], frame, 1.8);
    drawing.line([crank, saddle, [saddle[0] - 1.4, 41]], frame, 1.8);
    drawing.line(
      [
        [saddle[0] - 6, 41],
        [saddle[0] + 5, 41],
      ],
      '#3a2418',
      2.6,
    );
    drawing.line([head, [head[0] - 2, 40], [head[0] + 6, 38]], '#8a8a90', 1.4);
    drawing.circle(crank, 3, '#55555c');
    drawing.rect([b[0] - 4, 34, 14, 10], '#b98a4f', { rx: 1.4 });
    for (let index = 0; index < 6; index++)
      drawFlower(
        drawing,
        [b[0] - 2 + index * 2.4, 33 - (index % 2) * 2],
        2.6,
        'daisy',
        random.pick(['#ffffff', '#f2d06b', '#e0809a']),
      );
  };
}

/** Washing between the houses. */
export function laundry(name: MoodName): Scene {
  return (drawing) => {
    const { width, random } = drawing;
    const mood = MOODS[name];
    drawSky(drawing, mood, { horizon: 100, disc: { at: [width / 2, 12], radius: 6 }, clouds: 2 });
    for (const side of [0, 1]) {
      const wall = inMood(random.pick(['#e9b872', '#d9775a', '#f4ead8', '#8fb8c6']), mood);
      const edge = side === 0 ? 0 : width;
      const inner = side === 0 ? width * 0.3 : width * 0.7;
      drawing.polygon(
        [
          [edge, -2],
          [inner, -2],
          [side === 0 ? width * 0.22 : width * 0.78, 102],
          [edge, 102],
        ],
        drawing.gradient([wall, darken(wall, 0.3)]),
      );
      for (let row = 0; row < 4; row++)
        drawing.rect(
          [side === 0 ? width * 0.06 : width * 0.82, 6 + row * 25, width * 0.1, 13],
          mood.isDark ? '#ffd98a' : '#33454f',
        );
    }
    for (let row = 0; row < 4; row++) {
      const y = 12 + row * 22;
      const line = (x: number) => y + 6 * Math.sin(((x - width * 0.22) / (width * 0.56)) * Math.PI);
      drawing.path(
        smoothLine([
          [width * 0.22, y],
          [width * 0.4, line(width * 0.4)],
          [width * 0.6, line(width * 0.6)],
          [width * 0.78, y],
        ]),
        'none',
        { stroke: '#33333a', 'stroke-width': 0.4 },
      );
      for (let x = width * 0.27; x < width * 0.7; x += random.between(7, 11)) {
        const colour = inMood(
          random.pick([
            '#ffffff',
            '#d9483b',
            '#4f8fb0',
            '#f2d06b',
            '#e6a0b0',
            '#6a9a6a',
            '#2f3a5a',
          ]),
          mood,
        );
        const [top, w, h] = [line(x), random.between(5, 8), random.between(8, 14)];
        if (random.chance(0.4))
          drawing.path(
            `M${short(x)} ${short(top)}h${short(w)}l3 4 -2 2 -2 -1v${short(h * 0.7)}h${short(-w + 2)}v${short(-h * 0.7)}l-2 1 -2 -2z`,
            colour,
          );
        else
          drawing.path(
            `M${short(x)} ${short(top)}h${short(w)}l0.6 ${short(h)}q${short(-w / 2)} 1.6 ${short(-w - 1.2)} 0z`,
            colour,
          );
      }
    }
  };
}
