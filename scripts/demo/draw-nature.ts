// Parts of landscapes: sky, clouds, ridges, water, trees, weather.
import { darken, inMood, lighten, type Mood, mix } from './colour.ts';
import { type Drawing, type Point, short } from './drawing.ts';

/** Where the sun or moon stands, in units of the drawing. */
export interface Disc {
  readonly at: Point;
  readonly radius: number;
}

/** The sky down to the horizon, with its disc, stars and clouds. */
export function drawSky(
  drawing: Drawing,
  mood: Mood,
  { horizon = 60, disc, clouds = 4 }: { horizon?: number; disc?: Disc; clouds?: number } = {},
): void {
  const { width, random } = drawing;
  drawing.rect([0, 0, width, horizon + 1], drawing.gradient(mood.sky));
  if (mood.isDark) {
    for (let star = 0; star < 60; star++) {
      const at: Point = [random.between(0, width), random.between(0, horizon * 0.7)];
      drawing.circle(at, random.between(0.12, 0.4), '#ffffff', {
        opacity: random.between(0.2, 0.9),
      });
    }
  }
  if (disc !== undefined) {
    const halo = drawing.glow([mood.disc, mood.disc], { opacity: [0.55, 0] });
    drawing.circle(disc.at, disc.radius * 4.5, halo);
    drawing.circle(disc.at, disc.radius, mood.disc);
  }
  for (let index = 0; index < clouds; index++) {
    const at: Point = [random.between(-5, width + 5), random.between(6, horizon * 0.62)];
    drawCloud(drawing, at, random.between(9, 24), mood.cloud, random.between(0.35, 0.9));
  }
}

/** A cloud: round above, flat below. */
export function drawCloud(
  drawing: Drawing,
  [x, y]: Point,
  size: number,
  colour: string,
  opacity: number,
): void {
  const { random } = drawing;
  const count = random.whole(4, 7);
  drawing.group({ opacity }, () => {
    for (let index = 0; index < count; index++) {
      const t = index / (count - 1);
      const radius = size * (0.16 + 0.2 * Math.sin(Math.PI * t)) * random.between(0.8, 1.25);
      drawing.circle([x + (t - 0.5) * size * 1.5, y - radius * 0.5], radius, colour);
    }
    drawing.rect([x - size * 0.82, y - size * 0.12, size * 1.64, size * 0.16], colour, {
      rx: size * 0.08,
    });
  });
}

/** The outline of hills or mountains from left to right; `roughness` 0 is soft, 1 is alpine. */
export function ridgeLine(
  { width, random }: Drawing,
  { base, height, roughness }: { base: number; height: number; roughness: number },
): Point[] {
  const steps = 64;
  const waves = [1, 2, 3, 5, 8, 13, 21].map((frequency) => ({
    frequency,
    phase: random.between(0, Math.PI * 2),
    strength: frequency ** -(2.1 - roughness) * random.between(0.6, 1.2),
  }));
  const total = waves.reduce((sum, { strength }) => sum + strength, 0);
  return Array.from({ length: steps + 1 }, (_, step) => {
    const t = step / steps;
    const sum = waves.reduce(
      (value, { frequency, phase, strength }) =>
        value + fold(Math.sin(t * frequency * 4 + phase), roughness) * strength,
      0,
    );
    return [t * width, base - height * (0.5 + (0.5 * sum) / total)];
  });
}

/** Sharpens the crests of a wave, as rock does. */
const fold = (value: number, roughness: number) =>
  value * (1 - roughness) + (1 - 2 * Math.abs(value)) * roughness;

/** Land below an outline. */
export function drawRidge(drawing: Drawing, line: readonly Point[], fill: string): void {
  drawing.polygon(
    [
      [-2, 101],
      [-2, line[0]?.[1] ?? 0],
      ...line,
      [drawing.width + 2, line.at(-1)?.[1] ?? 0],
      [drawing.width + 2, 101],
    ],
    fill,
  );
}

/** Ridge behind ridge, paler with distance. */
export function drawRanges(
  drawing: Drawing,
  mood: Mood,
  options: { count: number; from: number; to: number; roughness: number; snow?: boolean },
): void {
  const { count, from, to, roughness, snow = false } = options;
  for (let index = 0; index < count; index++) {
    const t = count === 1 ? 1 : index / (count - 1);
    const base = from + (to - from) * t;
    const line = ridgeLine(drawing, {
      base,
      height: 26 - 12 * t,
      roughness: roughness * (1 - t * 0.7),
    });
    const colour = mix(mood.far, mood.near, t);
    drawRidge(drawing, line, drawing.gradient([lighten(colour, 0.12), colour]));
    if (snow && t < 0.6) drawSnow(drawing, line, mix('#ffffff', mood.far, 0.15));
  }
}

/** Snow on the crests of a ridge. */
function drawSnow(drawing: Drawing, line: readonly Point[], colour: string): void {
  const highest = Math.min(...line.map(([, y]) => y));
  const limit = highest + 9;
  const { random } = drawing;
  let peak: Point[] = [];
  for (const point of [...line, [0, 101] as const]) {
    if (point[1] < limit) {
      peak.push(point);
      continue;
    }
    if (peak.length > 2) {
      const edge = [...peak]
        .reverse()
        .map(
          ([x, y], index): Point => [
            x,
            y + (limit - y) * (index % 2 === 0 ? 0.9 : 0.35) * random.between(0.7, 1.1),
          ],
        );
      drawing.polygon([...peak, ...edge], colour, { opacity: 0.9 });
    }
    peak = [];
  }
}

/** Water from the horizon to the bottom, with glitter under the disc. */
export function drawSea(drawing: Drawing, mood: Mood, horizon: number, disc?: Disc): void {
  const { width, random } = drawing;
  drawing.rect([0, horizon, width, 100 - horizon], drawing.gradient(mood.sea));
  for (let index = 0; index < 46; index++) {
    const t = random.next() ** 1.4;
    const y = horizon + 0.6 + t * (100 - horizon);
    const length = 1.5 + t * random.between(3, 14);
    const x = random.between(-4, width);
    const colour = random.chance(0.5) ? lighten(mood.sea[0], 0.35) : darken(mood.sea[1], 0.15);
    drawing.line(
      [
        [x, y],
        [x + length, y],
      ],
      colour,
      0.2 + t * 0.5,
      { opacity: 0.35 },
    );
  }
  if (disc === undefined) return;
  for (let index = 0; index < 34; index++) {
    const t = index / 34;
    const y = horizon + 0.8 + t * (98 - horizon);
    const half = (1 + t * 7) * random.between(0.3, 1);
    const x = disc.at[0] + random.between(-1.5, 1.5) * (1 + t * 4);
    drawing.line(
      [
        [x - half, y],
        [x + half, y],
      ],
      mood.disc,
      0.35 + t * 0.5,
      { opacity: 0.75 - t * 0.4 },
    );
  }
}

/** A tree with a round crown. */
export function drawTree(drawing: Drawing, [x, y]: Point, size: number, colour: string): void {
  const { random } = drawing;
  drawing.path(
    `M${short(x - size * 0.05)} ${short(y)}L${short(x - size * 0.02)} ${short(y - size * 0.6)}H${short(x + size * 0.02)}L${short(x + size * 0.05)} ${short(y)}Z`,
    darken(mix(colour, '#6b4a2e', 0.7), 0.2),
  );
  const crown = Array.from({ length: 16 }, (): Point => {
    const [angle, reach] = [random.between(0, Math.PI * 2), size * 0.24 * Math.sqrt(random.next())];
    return [x + Math.cos(angle) * reach * 1.15, y - size * 0.66 + Math.sin(angle) * reach];
  });
  // The shaded side first, then the middle, then what the light touches.
  for (const [shift, scale, shade] of [
    [0.03, 0.17, darken(colour, 0.28)],
    [0, 0.145, colour],
    [-0.045, 0.08, lighten(colour, 0.18)],
  ] as const) {
    for (const [cx, cy] of crown) {
      drawing.circle([cx + shift * size, cy + shift * size], size * scale, shade);
    }
  }
}

/** A fir. */
export function drawFir(drawing: Drawing, [x, y]: Point, size: number, colour: string): void {
  drawing.rect([x - size * 0.03, y - size * 0.15, size * 0.06, size * 0.16], '#4a3426');
  for (let layer = 0; layer < 4; layer++) {
    const half = size * (0.24 - layer * 0.05);
    const bottom = y - size * (0.1 + layer * 0.2);
    const top = bottom - size * 0.34;
    drawing.polygon(
      [
        [x - half, bottom],
        [x, top],
        [x + half, bottom],
      ],
      darken(colour, 0.22 - layer * 0.07),
    );
    drawing.polygon(
      [
        [x, bottom],
        [x, top],
        [x + half, bottom],
      ],
      darken(colour, 0.34 - layer * 0.07),
    );
  }
}

/** Points of an uneven circle. */
export function blob(
  random: Drawing['random'],
  [x, y]: Point,
  radius: number,
  { count = 9, unevenness = 0.16 }: { count?: number; unevenness?: number } = {},
): Point[] {
  return Array.from({ length: count }, (_, index) => {
    const angle = (index / count) * Math.PI * 2;
    const distance = radius * random.between(1 - unevenness, 1 + unevenness);
    return [x + Math.cos(angle) * distance, y + Math.sin(angle) * distance];
  });
}

/** Rain or snow over everything. */
export function drawFall(drawing: Drawing, kind: 'rain' | 'snow', count: number): void {
  const { width, random } = drawing;
  for (let index = 0; index < count; index++) {
    const [x, y] = [random.between(0, width), random.between(0, 100)];
    if (kind === 'snow')
      drawing.circle([x, y], random.between(0.25, 0.9), '#ffffff', {
        opacity: random.between(0.4, 0.95),
      });
    else
      drawing.line(
        [
          [x, y],
          [x - 1.4, y + 5],
        ],
        '#dfe9ee',
        0.2,
        { opacity: 0.45 },
      );
  }
}

/** Meadow or street at the bottom with a few tufts. */
export function drawGround(drawing: Drawing, mood: Mood, top: number, colour: string): void {
  const { width, random } = drawing;
  const base = inMood(colour, mood);
  drawing.rect(
    [0, top, width, 101 - top],
    drawing.gradient([lighten(base, 0.12), darken(base, 0.12)]),
  );
  for (let index = 0; index < 40; index++) {
    const [x, y] = [random.between(0, width), random.between(top + 1, 100)];
    drawing.line(
      [
        [x, y],
        [x + random.between(-0.6, 0.6), y - random.between(0.8, 2)],
      ],
      darken(base, 0.25),
      0.25,
      { opacity: 0.5 },
    );
  }
}

/** Darkens the corners as old lenses do. */
export function drawVignette(drawing: Drawing, strength = 0.4): void {
  const shade = drawing.glow(['#000000', '#000000', '#000000'], { opacity: [0, 0, strength] });
  const { width } = drawing;
  drawing.ellipse([width / 2, 50], [width * 0.78, 78], shade);
}
