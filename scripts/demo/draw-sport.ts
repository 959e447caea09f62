// Football grounds and matches.
import { darken, inMood, lighten, MOODS, type MoodName } from './colour.ts';
import { drawFall, drawSky } from './draw-nature.ts';
import { drawPlayer, POSES } from './draw-people.ts';
import { type Drawing, type Point, type Scene, short } from './drawing.ts';

/** Colours of a club. */
export interface Club {
  readonly main: string;
  readonly second: string;
}

/** A ground from the air. */
export function groundFromAbove(club: Club, { full = true }: { full?: boolean } = {}): Scene {
  return (drawing) => {
    const { width, random } = drawing;
    drawing.background('#b9b2a4');
    for (let index = 0; index < 60; index++)
      drawing.rect(
        [
          random.between(-5, width),
          random.between(-5, 100),
          random.between(6, 14),
          random.between(5, 10),
        ],
        random.pick(['#c9a58a', '#a89a8a', '#d9cbb4', '#8fa87a', '#b98a72']),
        { stroke: '#00000022', 'stroke-width': 0.3 },
      );
    const [x, y, w, h] = [width * 0.12, 10, width * 0.76, 80];
    drawing.rect([x + 2, y + 3, w, h], 'rgba(0,0,0,0.3)', { rx: 20 });
    drawing.rect([x, y, w, h], '#6d7178', { rx: 20 });
    for (let index = 0; index < 1500; index++) {
      const [px, py] = [x + random.between(1, w - 1), y + random.between(1, h - 1)];
      const isStand = px < x + 13 || px > x + w - 13 || py < y + 13 || py > y + h - 13;
      if (isStand && (full || random.chance(0.4)))
        drawing.rect(
          [px, py, 0.9, 0.9],
          random.pick([club.main, club.second, '#f2efe8', club.main]),
          { opacity: 0.9 },
        );
    }
    drawPitch(drawing, [x + 14, y + 14, w - 28, h - 28]);
  };
}

function drawPitch(
  drawing: Drawing,
  [x, y, w, h]: readonly [number, number, number, number],
): void {
  const stripes = 10;
  for (let stripe = 0; stripe < stripes; stripe++)
    drawing.rect(
      [x + (w * stripe) / stripes, y, w / stripes + 0.1, h],
      stripe % 2 === 0 ? '#4f9a4a' : '#5fab56',
    );
  const line = { fill: 'none', stroke: '#f6f8f0', 'stroke-width': 0.5 };
  drawing.rect([x + 2, y + 2, w - 4, h - 4], 'none', line);
  drawing.line(
    [
      [x + w / 2, y + 2],
      [x + w / 2, y + h - 2],
    ],
    '#f6f8f0',
    0.5,
  );
  drawing.circle([x + w / 2, y + h / 2], h * 0.15, 'none', line);
  for (const side of [0, 1]) {
    const [deep, small] = [w * 0.14, w * 0.06];
    drawing.rect(
      [side === 0 ? x + 2 : x + w - 2 - deep, y + h * 0.24, deep, h * 0.52],
      'none',
      line,
    );
    drawing.rect(
      [side === 0 ? x + 2 : x + w - 2 - small, y + h * 0.37, small, h * 0.26],
      'none',
      line,
    );
  }
}

/** A stand full of people behind the pitch, in daylight or under floodlights. */
export function stadium(name: MoodName, club: Club): Scene {
  return (drawing) => {
    drawStand(drawing, name, club);
    const { width, random } = drawing;
    for (let index = 0; index < 9; index++) {
      const size = random.between(6, 9);
      drawPlayer(drawing, [random.between(8, width - 8), 74 + size * 1.9], size, {
        pose: random.chance(0.5) ? POSES.run : POSES.kick,
        shirt: index % 2 === 0 ? club.main : '#f2efe8',
        shorts: index % 2 === 0 ? club.second : '#22303a',
        flip: random.chance(0.5),
      });
    }
  };
}

function drawStand(drawing: Drawing, name: MoodName, club: Club): void {
  const { width, random } = drawing;
  const mood = MOODS[name];
  drawSky(drawing, mood, { horizon: 50, clouds: 3 });
  drawing.polygon(
    [
      [-2, 76],
      [-2, 22],
      [width * 0.5, 30],
      [width + 2, 22],
      [width + 2, 76],
    ],
    inMood('#5a5f68', mood),
  );
  for (let row = 0; row < 17; row++) {
    for (let x = -1; x < width; x += 1.9) {
      const sag = 8 * (1 - Math.abs(x / width - 0.5) * 2);
      const y = 26 + row * 2.8 + sag * (1 - row / 20);
      if (random.chance(0.86))
        drawing.circle(
          [x + (row % 2), y],
          0.85,
          inMood(
            random.pick([club.main, club.second, '#f2d9c4', '#f6f3ea', club.main, '#3a3f4a']),
            { ...mood, tint: mood.tint * 0.6 },
          ),
        );
    }
  }
  drawing.polygon(
    [
      [-2, 22],
      [-2, 13],
      [width * 0.5, 23],
      [width + 2, 13],
      [width + 2, 22],
      [width * 0.5, 30],
    ],
    inMood('#e6e2da', mood),
  );
  drawing.rect([0, 72, width, 4], darken(club.main, 0.1));
  for (let board = 0; board < width; board += 26)
    drawing.rect([board + 1, 72.6, 22, 2.8], lighten(club.second, 0.1));
  const grass = inMood('#56a04c', { ...mood, tint: mood.tint * 0.4 });
  drawing.rect([0, 76, width, 26], drawing.gradient([grass, darken(grass, 0.12)]));
  for (let stripe = 0; stripe < 6; stripe++)
    drawing.polygon(
      [
        [width * (stripe / 6 + 0.04), 76],
        [width * (stripe / 6 + 0.12), 76],
        [width * (stripe / 5 - 0.02), 101],
        [width * (stripe / 5 - 0.12), 101],
      ],
      '#ffffff',
      { opacity: 0.06 },
    );
  if (!mood.isDark) return;
  for (const x of [width * 0.06, width * 0.94]) {
    drawing.line(
      [
        [x, 60],
        [x, 8],
      ],
      '#2a2e38',
      1,
    );
    for (let lamp = 0; lamp < 6; lamp++)
      drawing.circle([x - 3 + (lamp % 3) * 3, 5 + Math.floor(lamp / 3) * 3], 1.3, '#fffbe4');
    drawing.circle([x, 7], 26, drawing.glow(['#fff8d8', '#fff8d8'], { opacity: [0.65, 0] }));
  }
}

/** A moment of a match. */
export function match(
  name: MoodName,
  club: Club,
  {
    pose = 'kick',
    rain = false,
    rival = '#e0a030',
  }: { pose?: keyof typeof POSES; rain?: boolean; rival?: string } = {},
): Scene {
  return (drawing) => {
    const { width, random } = drawing;
    drawing.group({ filter: drawing.blur(0.7) }, () => drawStand(drawing, name, club));
    const x = width * random.between(0.34, 0.46);
    drawing.ellipse([x, 94], [18, 1.8], 'rgba(0,0,0,0.25)');
    drawPlayer(drawing, [x, 93], 56, { pose: POSES[pose], shirt: club.main, shorts: club.second });
    drawPlayer(drawing, [width * 0.8, 91], 48, {
      pose: pose === 'jump' ? POSES.jump : POSES.run,
      shirt: rival,
      shorts: '#22303a',
      flip: true,
    });
    const ball: Point =
      pose === 'jump' ? [width * 0.6, 16] : pose === 'dive' ? [x + 40, 36] : [x + 30, 72];
    drawBall(drawing, ball, 4.4);
    if (rain) drawFall(drawing, 'rain', 150);
  };
}

/** A ball with its panels. */
export function drawBall(drawing: Drawing, [x, y]: Point, radius: number): void {
  drawing.circle([x, y], radius, drawing.gradient(['#ffffff', '#c9ccd0'], [0, 0, 1, 1]));
  const spot = (at: Point, size: number) => {
    const points = Array.from(
      { length: 5 },
      (_, index): Point => [
        at[0] + Math.sin(index * 1.2566) * size,
        at[1] - Math.cos(index * 1.2566) * size,
      ],
    );
    drawing.polygon(points, '#26262e');
  };
  drawing.clip(`<circle cx="${short(x)}" cy="${short(y)}" r="${short(radius)}"/>`, () => {
    spot([x, y], radius * 0.36);
    for (let index = 0; index < 5; index++) {
      const angle = index * 1.2566 - Math.PI / 2;
      const outer: Point = [
        x + Math.cos(angle) * radius * 0.95,
        y + Math.sin(angle) * radius * 0.95,
      ];
      spot(outer, radius * 0.3);
      drawing.line(
        [[x + Math.cos(angle) * radius * 0.36, y + Math.sin(angle) * radius * 0.36], outer],
        '#26262e',
        radius * 0.05,
      );
    }
  });
}

/** The ball waiting on the grass. */
export const ballOnGrass: Scene = (drawing) => {
  const { width, random } = drawing;
  drawing.background(drawing.gradient(['#9cc7d8', '#dfeede', '#4f9a4a', '#35733a']));
  drawing.group({ filter: drawing.blur(1.8) }, () => {
    drawing.rect([width * 0.12, 14, width * 0.76, 40], 'none', {
      stroke: '#ffffff',
      'stroke-width': 2.2,
    });
    for (let index = 0; index < 20; index++) {
      drawing.line(
        [
          [width * 0.12 + index * width * 0.04, 14],
          [width * 0.12 + index * width * 0.04, 54],
        ],
        '#ffffff',
        0.4,
        { opacity: 0.6 },
      );
      drawing.line(
        [
          [width * 0.12, 14 + index * 2.2],
          [width * 0.88, 14 + index * 2.2],
        ],
        '#ffffff',
        0.4,
        { opacity: 0.6 },
      );
    }
  });
  drawing.ellipse([width * 0.5, 84], [22, 4], 'rgba(10,30,10,0.4)');
  drawBall(drawing, [width * 0.5, 64], 20);
  for (let index = 0; index < 260; index++) {
    const [x, y] = [random.between(0, width), random.between(76, 104)];
    drawing.line(
      [
        [x, y],
        [x + random.between(-1.4, 1.4), y - random.between(3, 7)],
      ],
      random.pick(['#3f8a3f', '#5fab4f', '#2f6f35', '#7fc05f']),
      0.6,
    );
  }
};
