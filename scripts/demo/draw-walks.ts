// What a walk through a city shows: bridges, markets, canals, parks, neon.
import { darken, inMood, lighten, MOODS, type MoodName } from './colour.ts';
import { drawFall, drawGround, drawRanges, drawSea, drawSky } from './draw-nature.ts';
import { drawWalker } from './draw-people.ts';
import { drawRow } from './draw-town.ts';
import type { Point, Scene } from './drawing.ts';

/** Signs of light in a narrow street. */
export function neon(words: readonly [string, ...string[]]): Scene {
  return (drawing) => {
    const { width, random } = drawing;
    drawing.background(drawing.gradient(['#0a0a1f', '#1d1238', '#341a48']));
    for (const side of [0, 1]) {
      for (let level = 0; level < 5; level++) {
        const x =
          side === 0 ? random.between(0, width * 0.24) : random.between(width * 0.6, width * 0.82);
        const [y, w, h] = [4 + level * 15, random.between(12, 20), random.between(9, 15)];
        const colour = random.pick(['#ff4f8a', '#4fe0ff', '#ffd24f', '#8aff9a', '#c07aff']);
        drawing.circle(
          [x + w / 2, y + h / 2],
          20,
          drawing.glow([colour, colour], { opacity: [0.5, 0] }),
        );
        drawing.rect([x, y, w, h], '#14122a', { stroke: colour, 'stroke-width': 0.9, rx: 1.2 });
        const word = random.pick(words);
        drawing.text([x + w / 2, y + h * 0.66], word, {
          'font-size': Math.min(6, (w / word.length) * 1.3),
          'font-weight': 'bold',
          fill: lighten(colour, 0.4),
          'text-anchor': 'middle',
        });
      }
    }
    drawing.polygon(
      [
        [width * 0.42, 62],
        [width * 0.56, 62],
        [width + 6, 102],
        [-6, 102],
      ],
      drawing.gradient(['#2a1d45', '#120c22']),
    );
    for (let index = 0; index < 44; index++)
      drawing.ellipse(
        [random.between(0, width), random.between(68, 100)],
        [random.between(2, 9), random.between(0.3, 1)],
        random.pick(['#ff4f8a', '#4fe0ff', '#ffd24f', '#c07aff']),
        { opacity: random.between(0.15, 0.5) },
      );
    for (let index = 0; index < 5; index++)
      drawWalker(
        drawing,
        [width * random.between(0.24, 0.78), random.between(78, 98)],
        random.between(18, 32),
        { dark: '#0a0816', umbrella: random.chance(0.7) },
      );
    drawFall(drawing, 'rain', 80);
  };
}

/** A bridge hung on cables. */
export function bridge(name: MoodName): Scene {
  return (drawing) => {
    const { width } = drawing;
    const mood = MOODS[name];
    const disc = { at: [width * 0.36, 44] as const, radius: 7 };
    drawSky(drawing, mood, { horizon: 68, disc, clouds: 5 });
    drawRanges(drawing, mood, { count: 2, from: 68, to: 71, roughness: 0.3 });
    drawSea(drawing, mood, 70, disc);
    const iron = inMood('#b0392e', { ...mood, tint: mood.tint * 0.6 });
    const [a, b] = [width * 0.24, width * 0.78];
    for (const x of [a, b]) {
      for (const leg of [-2.4, 2.4]) drawing.rect([x + leg - 0.8, 16, 1.6, 66], iron);
      for (let y = 20; y < 66; y += 9)
        drawing.line(
          [
            [x - 2.4, y],
            [x + 2.4, y + 6],
          ],
          iron,
          0.6,
        );
    }
    const cable = (x: number): number =>
      18 +
      40 *
        (x < a
          ? ((a - x) / a) * 1.1
          : x > b
            ? (x - b) / (width - b)
            : 1 - Math.abs((x - (a + b) / 2) / ((b - a) / 2)) ** 2);
    const points = Array.from(
      { length: 60 },
      (_, index): Point => [(index / 59) * width, Math.min(62, cable((index / 59) * width))],
    );
    drawing.line(points, iron, 0.9);
    for (const [x, y] of points)
      drawing.line(
        [
          [x, y],
          [x, 62],
        ],
        iron,
        0.25,
      );
    drawing.rect([-2, 61, width + 4, 3], darken(iron, 0.2));
  };
}

/** Market stalls from above. */
export const market: Scene = (drawing) => {
  const { width, random } = drawing;
  drawing.background(drawing.gradient(['#b9ab98', '#9a8c7a']));
  for (let row = 0; row < 4; row++) {
    for (let x = -6 + (row % 2) * 8; x < width; x += 30) {
      const [y, colour] = [
        4 + row * 26,
        random.pick(['#c9403a', '#2f7a6a', '#e0a030', '#3d5f9a', '#7a4a8a']),
      ];
      drawing.rect([x + 1.5, y + 2, 24, 14], 'rgba(0,0,0,0.3)');
      for (let stripe = 0; stripe < 6; stripe++)
        drawing.rect([x + stripe * 4, y, 4, 10], stripe % 2 === 0 ? colour : '#fbf7ea');
      for (let heap = 0; heap < 26; heap++)
        drawing.circle(
          [x + random.between(1, 23), y + random.between(11, 16)],
          1,
          random.pick(['#d9403a', '#f2a53f', '#7fb04a', '#f7dc6a', '#8a3a6a']),
        );
    }
  }
  for (let index = 0; index < 46; index++) {
    const [x, y] = [
      random.between(0, width),
      22.5 + random.whole(0, 3) * 26 + random.between(-2, 4),
    ];
    drawing.ellipse(
      [x, y],
      [1.7, 1.1],
      random.pick(['#22304a', '#8a3a3a', '#f2efe8', '#3f6a4a', '#c98a3f']),
    );
    drawing.circle([x, y], 0.8, random.pick(['#2b1d16', '#5a3a22', '#c9933f']));
  }
};

/** Long shadows on a square. */
export function shadows(ground: string): Scene {
  return (drawing) => {
    const { width, random } = drawing;
    drawing.background(drawing.gradient([lighten(ground, 0.35), ground], [0, 0, 1, 1]));
    for (let at = -100; at < width + 100; at += 12) {
      drawing.line(
        [
          [at, 0],
          [at + 40, 100],
        ],
        darken(ground, 0.2),
        0.3,
        { opacity: 0.5 },
      );
      drawing.line(
        [
          [0, at],
          [width, at - 20],
        ],
        darken(ground, 0.2),
        0.3,
        { opacity: 0.5 },
      );
    }
    for (let index = 0; index < 24; index++) {
      const [x, y] = [random.between(-16, width - 4), random.between(4, 92)];
      drawing.polygon(
        [
          [x - 0.9, y],
          [x + 0.9, y],
          [x + 26, y + 15],
          [x + 23, y + 16],
        ],
        '#1a151c',
        { opacity: 0.5 },
      );
      drawing.circle([x + 25.6, y + 16], 1.7, '#1a151c', { opacity: 0.5 });
      drawing.ellipse([x, y], [2, 1.3], random.pick(['#c9403a', '#22304a', '#e0a030', '#2f6a5a']));
      drawing.circle([x, y], 0.95, '#2b1d16');
    }
    for (let index = 0; index < 16; index++) {
      const [x, y] = [random.between(0, width), random.between(0, 100)];
      drawing.ellipse([x, y], [0.9, 0.6], '#5a5f68');
    }
  };
}

/** A row of houses by water, seen twice. */
export function canal(name: MoodName): Scene {
  return (drawing) => {
    const { width } = drawing;
    const mood = MOODS[name];
    drawSky(drawing, mood, { horizon: 60, disc: { at: [width * 0.8, 14], radius: 5 }, clouds: 4 });
    const row = (): void => drawRow(drawing, mood, { ground: 58, height: 30 });
    row();
    drawing.rect([0, 58, width, 44], drawing.gradient([mood.sea[0], mood.sea[1]]));
    drawing.group({ transform: 'translate(0 116) scale(1 -1)', opacity: 0.35 }, row);
    for (let index = 0; index < 40; index++) {
      const { random } = drawing;
      const [x, y] = [random.between(0, width), random.between(60, 100)];
      drawing.line(
        [
          [x, y],
          [x + random.between(4, 16), y],
        ],
        lighten(mood.sea[0], 0.4),
        0.4,
        { opacity: 0.5 },
      );
    }
    drawing.rect([0, 57, width, 2], inMood('#6f675f', mood));
  };
}

/** A park bench under trees. */
export function bench(name: MoodName): Scene {
  return (drawing) => {
    const { width, random } = drawing;
    const mood = MOODS[name];
    drawSky(drawing, mood, { horizon: 70, disc: { at: [width * 0.3, 26], radius: 6 }, clouds: 2 });
    drawGround(
      drawing,
      mood,
      70,
      name === 'autumn' ? '#b98a3f' : name === 'snow' ? '#f1f5fa' : '#7fa255',
    );
    for (let trunk = 0; trunk < 8; trunk++) {
      const x = (trunk + 0.5) * (width / 8) + random.between(-5, 5);
      drawing.rect(
        [x, 0, random.between(1.6, 4), 72 + random.between(0, 6)],
        inMood('#4a3a30', mood),
      );
      for (let index = 0; index < 16; index++)
        drawing.circle(
          [x + random.between(-14, 14), random.between(-4, 26)],
          random.between(2, 6),
          inMood(
            random.pick(
              name === 'autumn'
                ? ['#d07a2d', '#b8482a', '#e0b040']
                : name === 'snow'
                  ? ['#f6f9fc', '#dfe8f0', '#c9d6e2']
                  : ['#4f8a4a', '#6a9c4a'],
            ),
            mood,
          ),
          { opacity: 0.8 },
        );
    }
    const [x, y] = [width * 0.56, 84];
    for (const side of [-16, 16])
      drawing.line(
        [
          [x + side, y + 8],
          [x + side, y - 12],
        ],
        '#22262a',
        1.4,
      );
    for (let plank = 0; plank < 3; plank++) {
      drawing.rect([x - 20, y - 12 + plank * 3.4, 40, 2.4], inMood('#8a4f2e', mood), { rx: 0.6 });
      drawing.rect([x - 21, y + plank * 1.6, 42, 1.2], inMood('#a8683f', mood), { rx: 0.4 });
    }
    if (name === 'snow') drawFall(drawing, 'snow', 120);
    else
      for (let leaf = 0; leaf < 50; leaf++)
        drawing.ellipse(
          [random.between(0, width), random.between(74, 100)],
          [1, 0.6],
          inMood(random.pick(['#d07a2d', '#e0b040', '#b8482a', '#6a9c4a']), mood),
        );
  };
}
