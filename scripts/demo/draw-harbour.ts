// Harbours and the sea: towns across the water, lighthouses, ships under way.
import { darken, inMood, lighten, MOODS, type Mood, type MoodName, mix } from './colour.ts';
import { type BoatKind, drawBoat, drawFish, drawGulls, drawWaves } from './draw-boats.ts';
import {
  type Disc,
  drawFall,
  drawRanges,
  drawRidge,
  drawSea,
  drawSky,
  ridgeLine,
} from './draw-nature.ts';
import { drawRow, drawTower } from './draw-town.ts';
import { type Drawing, type Point, type Scene, short } from './drawing.ts';

/** What lies in front of the town. */
export interface HarbourOptions {
  readonly boats?: number;
  readonly crane?: boolean;
  readonly lighthouse?: boolean;
  readonly town?: boolean;
}

/** A harbour town across the water. */
export function harbour(name: MoodName, options: HarbourOptions = {}): Scene {
  return (drawing) => {
    const { width, random } = drawing;
    const { boats = 4, crane = false, lighthouse = false, town = true } = options;
    const mood = MOODS[name];
    const disc: Disc = {
      at: [width * random.between(0.15, 0.85), name === 'day' ? 16 : 38],
      radius: 5,
    };
    const isClear = name !== 'storm' && name !== 'fog';
    drawSky(drawing, mood, { horizon: 58, ...(isClear && { disc }), clouds: isClear ? 4 : 9 });
    drawRanges(drawing, mood, { count: 2, from: 60, to: 63, roughness: 0.35 });
    drawSea(drawing, mood, 60, isClear ? disc : undefined);
    if (town) {
      drawRow(drawing, mood, { ground: 62, height: 13, from: width * 0.04, to: width * 0.82 });
      drawTower(drawing, [width * random.between(0.3, 0.6), 58], 32, mood);
      drawRow(drawing, mood, { ground: 66, height: 11, from: width * 0.1, to: width * 0.7 });
      drawing.rect([0, 66, width * 0.86, 2.4], inMood('#8d8478', mood));
      drawing.rect([0, 68.4, width * 0.86, 1.2], darken(inMood('#8d8478', mood), 0.4));
    }
    if (crane) drawCrane(drawing, [width * 0.8, 67], 44, inMood('#d9822b', mood));
    if (lighthouse) drawLighthouse(drawing, [width * 0.9, 68], 34, mood);
    for (let index = 0; index < boats; index++) {
      const t = (index + 0.5) / boats;
      const at: Point = [width * (t + random.between(-0.08, 0.08)), 74 + random.between(0, 18)];
      drawBoat(
        drawing,
        at,
        random.between(10, 20),
        mood,
        random.pick(['fishing', 'sail', 'row', 'fishing']),
      );
    }
    if (name === 'storm') drawFall(drawing, 'rain', 160);
  };
}

/** A lighthouse on its rock; `at` is where it stands. */
export function drawLighthouse(
  drawing: Drawing,
  [x, y]: Point,
  height: number,
  mood: Mood,
  stripe = '#c9403a',
): void {
  const h = height;
  const tint = (colour: string) => inMood(colour, mood);
  if (mood.isDark) {
    const beam = drawing.gradient(['#fff3b8', '#fff3b8'], [0, 0, 1, 0]);
    drawing.polygon(
      [
        [x, y - h * 0.93],
        [-20, y - h * 1.3],
        [-20, y - h * 0.74],
      ],
      beam,
      { opacity: 0.22 },
    );
    drawing.polygon(
      [
        [x, y - h * 0.93],
        [drawing.width + 20, y - h * 1.12],
        [drawing.width + 20, y - h * 0.8],
      ],
      beam,
      { opacity: 0.22 },
    );
  }
  drawing.polygon(
    [
      [x - h * 0.34, y + h * 0.14],
      [x - h * 0.22, y - h * 0.04],
      [x + h * 0.2, y - h * 0.06],
      [x + h * 0.36, y + h * 0.14],
    ],
    tint('#5a5550'),
  );
  const half = (t: number) => h * (0.115 - 0.045 * t);
  for (let band = 0; band < 6; band++) {
    const [from, to] = [band / 6, (band + 1) / 6];
    const colour = tint(band % 2 === 0 ? '#f7f2e8' : stripe);
    drawing.polygon(
      [
        [x - half(from), y - h * 0.82 * from],
        [x + half(from), y - h * 0.82 * from],
        [x + half(to), y - h * 0.82 * to],
        [x - half(to), y - h * 0.82 * to],
      ],
      drawing.gradient([lighten(colour, 0.08), darken(colour, 0.28)], [0, 0, 1, 0]),
    );
  }
  drawing.rect([x - h * 0.1, y - h * 0.85, h * 0.2, h * 0.035], tint('#2e2e34'));
  drawing.rect([x - h * 0.055, y - h * 0.97, h * 0.11, h * 0.12], '#fff1b0');
  drawing.path(
    `M${short(x - h * 0.075)} ${short(y - h * 0.97)}Q${short(x)} ${short(y - h * 1.1)} ${short(x + h * 0.075)} ${short(y - h * 0.97)}Z`,
    tint(stripe),
  );
  drawing.circle(
    [x, y - h * 0.92],
    h * 0.22,
    drawing.glow(['#fff6c9', '#fff6c9'], { opacity: [mood.isDark ? 0.8 : 0.3, 0] }),
  );
}

function drawCrane(drawing: Drawing, [x, y]: Point, height: number, colour: string): void {
  const h = height;
  for (const offset of [-0.1, 0.1])
    drawing.line(
      [
        [x + offset * h, y],
        [x + offset * h * 0.4, y - h * 0.8],
      ],
      colour,
      h * 0.03,
    );
  drawing.line(
    [
      [x, y - h * 0.8],
      [x - h * 0.55, y - h * 0.98],
    ],
    colour,
    h * 0.035,
  );
  drawing.line(
    [
      [x, y - h * 0.8],
      [x + h * 0.22, y - h * 0.74],
    ],
    colour,
    h * 0.05,
  );
  drawing.line(
    [
      [x - h * 0.55, y - h * 0.98],
      [x, y - h * 1.05],
      [x + h * 0.22, y - h * 0.74],
    ],
    darken(colour, 0.3),
    h * 0.012,
  );
  drawing.line(
    [
      [x - h * 0.5, y - h * 0.96],
      [x - h * 0.5, y - h * 0.45],
    ],
    '#333333',
    h * 0.01,
  );
  drawing.rect([x - h * 0.57, y - h * 0.45, h * 0.14, h * 0.1], mix('#3d5a8a', colour, 0.2));
  drawing.rect([x - h * 0.08, y - h * 0.86, h * 0.16, h * 0.12], darken(colour, 0.25));
}

/** One vessel at sea. */
export function ship(
  name: MoodName,
  kind: BoatKind,
  { waves = 3 }: { waves?: number } = {},
): Scene {
  return (drawing) => {
    const { width, random } = drawing;
    const mood = MOODS[name];
    const disc: Disc = { at: [width * random.between(0.2, 0.8), 30], radius: 7 };
    const isClear = name !== 'storm' && name !== 'fog';
    drawSky(drawing, mood, { horizon: 62, ...(isClear && { disc }), clouds: isClear ? 4 : 9 });
    if (random.chance(0.5))
      drawRidge(drawing, ridgeLine(drawing, { base: 63, height: 9, roughness: 0.4 }), mood.far);
    drawSea(drawing, mood, 62, isClear ? disc : undefined);
    drawGulls(drawing, mood);
    drawBoat(
      drawing,
      [width * 0.5, 76],
      kind === 'row' ? 34 : Math.min(56, width * 0.48),
      mood,
      kind,
    );
    drawWaves(drawing, mood, { count: waves, top: 78, height: name === 'storm' ? 6 : 2 });
  };
}

/** A lighthouse at the edge of the sea. */
export function lighthouseScene(name: MoodName, stripe?: string): Scene {
  return (drawing) => {
    const { width, random } = drawing;
    const mood = MOODS[name];
    const disc: Disc = { at: [width * 0.22, 30], radius: 6 };
    drawSky(drawing, mood, { horizon: 66, disc, clouds: 5 });
    drawSea(drawing, mood, 66, disc);
    drawGulls(drawing, mood, 5);
    const x = width * random.between(0.58, 0.74);
    drawing.polygon(
      [
        [x - 34, 101],
        [x - 20, 82],
        [x - 9, 77],
        [x + 12, 75],
        [x + 30, 80],
        [width + 3, 78],
        [width + 3, 101],
      ],
      drawing.gradient([
        mix(mood.near, '#6b7a55', mood.isDark ? 0.05 : 0.5),
        darken(mood.near, 0.35),
      ]),
    );
    drawLighthouse(drawing, [x, 78], 56, mood, stripe);
    drawWaves(drawing, mood, { count: 2, top: 90, height: 1.6 });
  };
}

/** Fireworks over the water. */
export const fireworks: Scene = (drawing) => {
  harbour('night', { boats: 3 })(drawing);
  const { width, random } = drawing;
  for (let burst = 0; burst < 7; burst++) {
    const [x, y, reach] = [
      random.between(width * 0.1, width * 0.9),
      random.between(12, 40),
      random.between(7, 16),
    ];
    const colour = random.pick(['#ffd166', '#ff6b6b', '#7ee0ff', '#c79bff', '#9dffb0', '#ffffff']);
    drawing.circle([x, y], reach * 1.3, drawing.glow([colour, colour], { opacity: [0.35, 0] }));
    for (let ray = 0; ray < 22; ray++) {
      const angle = (ray / 22) * Math.PI * 2;
      const end = reach * random.between(0.75, 1.05);
      drawing.line(
        [
          [x + Math.cos(angle) * end * 0.3, y + Math.sin(angle) * end * 0.3],
          [x + Math.cos(angle) * end, y + Math.sin(angle) * end],
        ],
        colour,
        0.35,
        { opacity: 0.9 },
      );
      drawing.circle([x + Math.cos(angle) * end, y + Math.sin(angle) * end], 0.45, '#ffffff');
    }
  }
};

/** Fish on ice at the market. */
export const fishMarket: Scene = (drawing) => {
  const { width, random } = drawing;
  drawing.background(drawing.gradient(['#dcecf2', '#a9c6d4']));
  for (let index = 0; index < 140; index++) {
    const [x, y, s] = [random.between(0, width), random.between(0, 100), random.between(1.5, 4)];
    drawing.rect([x, y, s, s], '#ffffff', {
      opacity: random.between(0.2, 0.7),
      transform: `rotate(${random.whole(0, 90)} ${short(x)} ${short(y)})`,
      rx: 0.5,
    });
  }
  for (let row = 0; row < 5; row++) {
    for (let column = 0; column * 34 < width + 30; column++) {
      drawFish(
        drawing,
        [column * 34 + (row % 2) * 17, 12 + row * 20],
        random.between(24, 32),
        random.pick(['#6f8ea3', '#c98a7a', '#8aa37a', '#e0a04a', '#93a6b8', '#b35a5a']),
      );
    }
  }
};
