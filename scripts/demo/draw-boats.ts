// Boats, ships and fish.
import { darken, inMood, lighten, type Mood, mix } from './colour.ts';
import { type Drawing, type Point, short, smoothLine } from './drawing.ts';

/** The kinds of boats. */
export type BoatKind = 'fishing' | 'sail' | 'row' | 'ferry' | 'cargo' | 'tall';

/** A boat; `at` is the middle of its waterline. */
export function drawBoat(
  drawing: Drawing,
  [x, y]: Point,
  size: number,
  mood: Mood,
  kind: BoatKind,
): void {
  const { random } = drawing;
  const tint = (colour: string) => inMood(colour, mood);
  const hull = tint(
    random.pick(['#c0392b', '#1f6f8b', '#2f8f6b', '#e0a030', '#27425f', '#f2efe6', '#7a3b5d']),
  );
  const s = size;
  drawing.ellipse([x, y + s * 0.03], [s * 0.6, s * 0.06], darken(mood.sea[1], 0.3), {
    opacity: 0.5,
  });
  if (kind === 'sail' || kind === 'tall') drawSails(drawing, [x, y], s, tint, kind);
  if (kind === 'fishing') {
    drawing.rect([x - s * 0.02, y - s * 0.48, s * 0.24, s * 0.32], tint('#f6f1e4'));
    drawing.rect([x - s * 0.05, y - s * 0.52, s * 0.3, s * 0.06], tint('#b5533c'));
    drawing.rect(
      [x + s * 0.03, y - s * 0.42, s * 0.13, s * 0.1],
      mood.isDark ? '#ffd98a' : '#3c5563',
    );
    drawing.line(
      [
        [x - s * 0.16, y - s * 0.18],
        [x - s * 0.16, y - s * 0.78],
      ],
      tint('#5b4030'),
      s * 0.025,
    );
    drawing.line(
      [
        [x - s * 0.16, y - s * 0.74],
        [x - s * 0.44, y - s * 0.22],
      ],
      tint('#5b4030'),
      s * 0.012,
    );
    drawing.line(
      [
        [x - s * 0.16, y - s * 0.74],
        [x + s * 0.1, y - s * 0.5],
      ],
      tint('#5b4030'),
      s * 0.012,
    );
  }
  if (kind === 'ferry' || kind === 'cargo') drawDecks(drawing, [x, y], s, tint, kind, mood);
  const long = kind === 'ferry' || kind === 'cargo' ? 0.62 : 0.5;
  const height = kind === 'row' ? 0.12 : 0.2;
  drawing.path(
    `M${short(x - s * long)} ${short(y - s * height)}Q${short(x)} ${short(y - s * height * 0.6)} ${short(x + s * long)} ${short(y - s * height * 1.25)}L${short(x + s * long * 0.76)} ${short(y + s * 0.04)}H${short(x - s * long * 0.8)}Z`,
    drawing.gradient([lighten(hull, 0.12), darken(hull, 0.25)]),
  );
  drawing.line(
    [
      [x - s * long * 0.94, y - s * height * 0.55],
      [x + s * long * 0.92, y - s * height * 0.62],
    ],
    lighten(hull, 0.6),
    s * 0.025,
  );
}

type Tint = (colour: string) => string;

function drawSails(
  drawing: Drawing,
  [x, y]: Point,
  s: number,
  tint: Tint,
  kind: 'sail' | 'tall',
): void {
  const { random } = drawing;
  const cloth = tint(random.pick(['#fffaf0', '#f4e3c3', '#e9b4a0', '#f2d06b']));
  const masts = kind === 'tall' ? [-0.26, 0, 0.26] : [0];
  for (const offset of masts) {
    const mast = x + offset * s;
    const top = y - s * (kind === 'tall' ? 1.05 - Math.abs(offset) * 0.8 : 1.1);
    drawing.line(
      [
        [mast, y - s * 0.1],
        [mast, top],
      ],
      tint('#5b4030'),
      s * 0.022,
    );
    if (kind === 'tall') {
      for (let level = 0; level < 3; level++) {
        const from = top + s * (0.06 + level * 0.26);
        const half = s * (0.1 + level * 0.03);
        drawing.path(
          `M${short(mast - half)} ${short(from)}H${short(mast + half)}Q${short(mast + half * 1.5)} ${short(from + s * 0.12)} ${short(mast + half)} ${short(from + s * 0.23)}H${short(mast - half)}Q${short(mast - half * 0.5)} ${short(from + s * 0.12)} ${short(mast - half)} ${short(from)}Z`,
          darken(cloth, level * 0.05),
        );
      }
    } else {
      drawing.path(
        `M${short(mast + s * 0.03)} ${short(top + s * 0.04)}Q${short(mast + s * 0.42)} ${short(y - s * 0.6)} ${short(mast + s * 0.46)} ${short(y - s * 0.26)}H${short(mast + s * 0.03)}Z`,
        cloth,
      );
      drawing.path(
        `M${short(mast - s * 0.03)} ${short(top + s * 0.14)}Q${short(mast - s * 0.16)} ${short(y - s * 0.5)} ${short(mast - s * 0.42)} ${short(y - s * 0.24)}H${short(mast - s * 0.03)}Z`,
        darken(cloth, 0.1),
      );
    }
  }
}

function drawDecks(
  drawing: Drawing,
  [x, y]: Point,
  s: number,
  tint: Tint,
  kind: 'ferry' | 'cargo',
  mood: Mood,
): void {
  const { random } = drawing;
  if (kind === 'cargo') {
    for (let column = 0; column < 6; column++) {
      for (let row = 0; row < random.whole(1, 4); row++) {
        const box = tint(
          random.pick([
            '#c0392b',
            '#2f7a8b',
            '#d9a441',
            '#5a7a3f',
            '#8a4f7d',
            '#e6e0d4',
            '#3d5a8a',
          ]),
        );
        drawing.rect(
          [x - s * 0.42 + column * s * 0.125, y - s * (0.28 + row * 0.085), s * 0.118, s * 0.08],
          box,
        );
      }
    }
    drawing.rect([x + s * 0.36, y - s * 0.52, s * 0.16, s * 0.36], tint('#f6f1e4'));
    drawing.rect([x + s * 0.37, y - s * 0.48, s * 0.14, s * 0.05], '#32444f');
    return;
  }
  for (let deck = 0; deck < 3; deck++) {
    const [left, across] = [x - s * (0.48 - deck * 0.07), s * (0.98 - deck * 0.2)];
    const top = y - s * (0.3 + deck * 0.12);
    drawing.rect([left, top, across, s * 0.13], tint('#fbf8f0'), { rx: s * 0.02 });
    for (let at = left + s * 0.04; at < left + across - s * 0.06; at += s * 0.075) {
      drawing.rect([at, top + s * 0.035, s * 0.045, s * 0.05], mood.isDark ? '#ffd98a' : '#466577');
    }
  }
  drawing.rect([x - s * 0.04, y - s * 0.72, s * 0.14, s * 0.2], tint('#d9482b'));
  drawing.rect([x - s * 0.04, y - s * 0.68, s * 0.14, s * 0.05], tint('#fbf8f0'));
}

/** Rows of waves at the front. */
export function drawWaves(
  drawing: Drawing,
  mood: Mood,
  { count, top, height }: { count: number; top: number; height: number },
): void {
  const { width, random } = drawing;
  for (let row = 0; row < count; row++) {
    const y = top + ((98 - top) * row) / count;
    const phase = random.between(0, 6);
    const points = Array.from(
      { length: 25 },
      (_, index): Point => [
        (index / 24) * (width + 8) - 4,
        y + Math.sin(index * 0.9 + phase) * height * (0.6 + row * 0.25),
      ],
    );
    const colour = mix(mood.sea[0], mood.sea[1], 0.45 + (0.55 * row) / count);
    drawing.path(`${smoothLine(points)}L${short(width + 6)} 104L-6 104Z`, colour, {
      opacity: 0.85,
    });
    drawing.path(smoothLine(points), 'none', {
      stroke: lighten(colour, 0.5),
      'stroke-width': 0.4,
      opacity: 0.7,
    });
  }
}

/** Gulls in the sky. */
export function drawGulls(drawing: Drawing, mood: Mood, count = 6): void {
  const { width, random } = drawing;
  const colour = mood.isDark ? '#10142a' : '#44525c';
  for (let index = 0; index < count; index++) {
    const [x, y, s] = [random.between(4, width - 4), random.between(8, 46), random.between(1.2, 3)];
    drawing.path(
      `M${short(x - s)} ${short(y - s * 0.3)}Q${short(x - s * 0.4)} ${short(y - s * 0.6)} ${short(x)} ${short(y)}Q${short(x + s * 0.4)} ${short(y - s * 0.6)} ${short(x + s)} ${short(y - s * 0.3)}`,
      'none',
      { stroke: colour, 'stroke-width': 0.45, 'stroke-linecap': 'round' },
    );
  }
}

/** A fish; `at` is its middle. */
export function drawFish(drawing: Drawing, [x, y]: Point, length: number, colour: string): void {
  const l = length;
  drawing.group(
    { transform: `rotate(${drawing.random.whole(-10, 10)} ${short(x)} ${short(y)})` },
    () => {
      drawing.polygon(
        [
          [x + l * 0.36, y],
          [x + l * 0.54, y - l * 0.14],
          [x + l * 0.48, y],
          [x + l * 0.54, y + l * 0.14],
        ],
        darken(colour, 0.2),
      );
      drawing.polygon(
        [
          [x - l * 0.1, y - l * 0.1],
          [x + l * 0.08, y - l * 0.24],
          [x + l * 0.18, y - l * 0.08],
        ],
        darken(colour, 0.25),
      );
      drawing.path(
        `M${short(x - l * 0.48)} ${short(y)}Q${short(x - l * 0.1)} ${short(y - l * 0.28)} ${short(x + l * 0.4)} ${short(y)}Q${short(x - l * 0.1)} ${short(y + l * 0.28)} ${short(x - l * 0.48)} ${short(y)}Z`,
        drawing.gradient([darken(colour, 0.1), lighten(colour, 0.55)]),
      );
      for (let scale = 0; scale < 4; scale++)
        drawing.path(
          `M${short(x - l * 0.12 + scale * l * 0.1)} ${short(y - l * 0.09)}q${short(l * 0.05)} ${short(l * 0.09)} 0 ${short(l * 0.18)}`,
          'none',
          { stroke: darken(colour, 0.25), 'stroke-width': 0.3, opacity: 0.6 },
        );
      drawing.path(
        `M${short(x - l * 0.24)} ${short(y - l * 0.1)}q${short(l * 0.06)} ${short(l * 0.1)} 0 ${short(l * 0.2)}`,
        'none',
        { stroke: darken(colour, 0.4), 'stroke-width': 0.5 },
      );
      drawing.circle([x - l * 0.34, y - l * 0.03], l * 0.035, '#ffffff');
      drawing.circle([x - l * 0.34, y - l * 0.03], l * 0.018, '#15151a');
    },
  );
}
