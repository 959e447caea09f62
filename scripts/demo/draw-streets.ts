// Streets that lead away from the viewer, and trams.
import { darken, inMood, lighten, MOODS, type Mood, type MoodName, mix } from './colour.ts';
import { drawFall, drawSky, drawTree } from './draw-nature.ts';
import { drawWalker } from './draw-people.ts';
import { FACADES, ROOFS, windowColour } from './draw-town.ts';
import type { Drawing, Point, Scene } from './drawing.ts';

/** A street that leads away from the viewer. */
export function street(
  name: MoodName,
  options: { wet?: boolean; people?: number; tram?: string; trees?: boolean } = {},
): Scene {
  return (drawing) => {
    const { width, random } = drawing;
    const mood = MOODS[name];
    const { wet = false, people = 5, tram, trees = false } = options;
    const [vx, vy] = [width * random.between(0.4, 0.6), 56];
    drawSky(drawing, mood, { horizon: 70, disc: { at: [vx, 34], radius: 5 }, clouds: 3 });
    drawing.polygon(
      [
        [vx - 3, vy],
        [vx + 3, vy],
        [width + 30, 101],
        [-30, 101],
      ],
      drawing.gradient([
        mix('#8d8a86', mood.veil, mood.tint),
        mix('#4f4c4e', mood.veil, mood.tint),
      ]),
    );
    for (const side of [-1, 1] as const) drawFacades(drawing, mood, { vanish: [vx, vy], side });
    drawKerbs(drawing, [vx, vy], mood);
    if (wet) drawPuddles(drawing, mood, vx);
    if (trees) {
      for (const [offset, size] of [
        [-0.34, 40],
        [0.36, 46],
        [-0.2, 24],
        [0.2, 24],
      ] as const) {
        drawTree(
          drawing,
          [vx + offset * width, 60 + size * 0.55],
          size,
          inMood(name === 'autumn' ? '#d07a2d' : '#4f8a4a', mood),
        );
      }
    }
    if (tram !== undefined)
      drawTramFront(
        drawing,
        [vx + width * 0.06, 84],
        34,
        inMood(tram, { ...mood, tint: mood.tint * 0.5 }),
      );
    for (let index = 0; index < people; index++) {
      const t = random.between(0.25, 1);
      const x = vx + random.between(-0.42, 0.42) * width * t;
      drawWalker(drawing, [x, 60 + t * 34], 8 + t * 20, {
        dark: mix('#1f1b26', mood.veil, mood.tint * 0.3),
        umbrella: wet && random.chance(0.7),
      });
    }
    if (wet) drawFall(drawing, 'rain', 70);
  };
}

function drawFacades(
  drawing: Drawing,
  mood: Mood,
  { vanish: [vx, vy], side }: { vanish: Point; side: -1 | 1 },
): void {
  const { width, random } = drawing;
  const edge = side < 0 ? 0 : width;
  // Houses from far to near: `t` 0 is the vanishing point, 1 the edge of the picture.
  const cuts = [0.06, 0.16, 0.3, 0.5, 0.76, 1.15];
  const at = (t: number): number => vx + side * 3 + (edge + side * 4 - vx - side * 3) * t;
  cuts.slice(0, -1).forEach((from, index) => {
    const to = cuts[index + 1] ?? 1;
    const wall = inMood(random.pick(FACADES), mood);
    const tall = random.between(46, 66);
    const top = (t: number) => vy - tall * t * 1.15 - 3;
    const bottom = (t: number) => vy + 30 * t + 0.5;
    const shade = side < 0 ? darken(wall, 0.3) : wall;
    drawing.polygon(
      [
        [at(from), top(from)],
        [at(to), top(to)],
        [at(to), bottom(to)],
        [at(from), bottom(from)],
      ],
      shade,
    );
    for (let column = 0; column < 3; column++) {
      const [a, b] = [
        from + ((to - from) * (column + 0.3)) / 3,
        from + ((to - from) * (column + 0.7)) / 3,
      ];
      for (let row = 0; row < 4; row++) {
        const level = (t: number, part: number) =>
          top(t) + (bottom(t) - top(t)) * ((row + part) / 4.2 + 0.04);
        drawing.polygon(
          [
            [at(a), level(a, 0.25)],
            [at(b), level(b, 0.25)],
            [at(b), level(b, 0.8)],
            [at(a), level(a, 0.8)],
          ],
          windowColour(drawing, mood, false),
        );
      }
    }
    drawing.line(
      [
        [at(from), top(from)],
        [at(to), top(to)],
      ],
      inMood(random.pick(ROOFS), mood),
      1.2 * to + 0.3,
    );
  });
}

function drawKerbs(drawing: Drawing, [vx, vy]: Point, mood: Mood): void {
  const { width } = drawing;
  const colour = mix('#cfc8be', mood.veil, mood.tint);
  drawing.polygon(
    [
      [vx - 2, vy],
      [vx - 1.4, vy],
      [width * 0.08, 101],
      [-12, 101],
    ],
    colour,
    { opacity: 0.55 },
  );
  drawing.polygon(
    [
      [vx + 1.4, vy],
      [vx + 2, vy],
      [width + 12, 101],
      [width * 0.92, 101],
    ],
    colour,
    { opacity: 0.55 },
  );
}

function drawPuddles(drawing: Drawing, mood: Mood, vx: number): void {
  const { width, random } = drawing;
  for (let index = 0; index < 22; index++) {
    const t = random.next();
    const x = vx + random.between(-0.5, 0.5) * width * t;
    const colour = random.pick([mood.disc, mood.sky[2], mood.sky[1]]);
    drawing.ellipse([x, 60 + t * 38], [1 + t * 9, 0.3 + t * 1.4], colour, {
      opacity: random.between(0.15, 0.5),
    });
  }
}

/** A tram seen from the front; `y` is where its wheels stand. */
export function drawTramFront(
  drawing: Drawing,
  [x, y]: Point,
  height: number,
  colour: string,
): void {
  const half = height * 0.3;
  drawing.line(
    [
      [x, y - height],
      [x - half * 0.4, y - height * 1.14],
      [x, y - height * 1.3],
    ],
    '#333333',
    0.5,
  );
  drawing.line(
    [
      [x, y - height * 1.3],
      [x - 4, 0],
    ],
    '#444444',
    0.25,
  );
  drawing.rect(
    [x - half, y - height, half * 2, height * 0.95],
    drawing.gradient([lighten(colour, 0.2), darken(colour, 0.1)]),
    { rx: half * 0.3 },
  );
  drawing.rect([x - half, y - height * 0.55, half * 2, height * 0.07], '#fbf7ea');
  for (const [left, across] of [
    [-0.85, 0.5],
    [-0.28, 0.56],
    [0.35, 0.5],
  ] as const) {
    drawing.rect([x + half * left, y - height * 0.88, half * across, height * 0.3], '#27333d', {
      rx: 0.6,
    });
    drawing.rect(
      [x + half * left, y - height * 0.88, half * across * 0.4, height * 0.3],
      '#5f7f92',
      { rx: 0.6, opacity: 0.6 },
    );
  }
  drawing.circle([x, y - height * 0.34], half * 0.17, '#fff6c9');
  drawing.text([x, y - height * 0.9], '28', {
    'font-size': height * 0.1,
    'font-weight': 'bold',
    fill: '#ffffff',
    'text-anchor': 'middle',
  });
  drawing.rect([x - half * 0.9, y - height * 0.1, half * 1.8, height * 0.1], '#2c2a2e', {
    rx: 0.6,
  });
}
