// People in motion: walkers in a street, players on a pitch.
import { darken } from './colour.ts';
import { type Drawing, type Point, short } from './drawing.ts';

export const SKINS = ['#f3cdb0', '#e2ab84', '#c98a60', '#9a6240', '#6f4430', '#f7dcc6'] as const;

export const HAIRS = [
  '#2b1d16',
  '#5a3a22',
  '#8f5a2a',
  '#c9933f',
  '#a9a39c',
  '#e6e2dc',
  '#7a2e1d',
] as const;

/** Somebody walking, seen from afar; `at` is where the feet are. */
export function drawWalker(
  drawing: Drawing,
  [x, y]: Point,
  height: number,
  { dark, umbrella = false }: { dark: string; umbrella?: boolean },
): void {
  const { random } = drawing;
  const stride = height * random.between(0.08, 0.16);
  const coat = random.chance(0.5)
    ? dark
    : darken(random.pick(['#b5533c', '#3d5f8a', '#c9a03f', '#4a7a5a', '#8a3d5f']), 0.25);
  drawing.line(
    [
      [x - stride, y],
      [x, y - height * 0.45],
      [x + stride, y],
    ],
    dark,
    height * 0.075,
  );
  drawing.path(
    `M${short(x - height * 0.11)} ${short(y - height * 0.32)}L${short(x - height * 0.08)} ${short(y - height * 0.76)}Q${short(x)} ${short(y - height * 0.84)} ${short(x + height * 0.08)} ${short(y - height * 0.76)}L${short(x + height * 0.11)} ${short(y - height * 0.32)}Z`,
    coat,
  );
  drawing.circle([x, y - height * 0.88], height * 0.075, random.pick(SKINS));
  drawing.path(
    `M${short(x - height * 0.08)} ${short(y - height * 0.88)}a${short(height * 0.08)} ${short(height * 0.08)} 0 0 1 ${short(height * 0.16)} 0z`,
    dark,
  );
  if (umbrella) {
    const top = y - height * 1.16;
    drawing.line(
      [
        [x + height * 0.1, y - height * 0.6],
        [x + height * 0.06, top],
      ],
      dark,
      height * 0.02,
    );
    drawing.path(
      `M${short(x - height * 0.24)} ${short(top + height * 0.14)}Q${short(x + height * 0.06)} ${short(top - height * 0.16)} ${short(x + height * 0.36)} ${short(top + height * 0.14)}Q${short(x + height * 0.06)} ${short(top + height * 0.06)} ${short(x - height * 0.24)} ${short(top + height * 0.14)}Z`,
      random.pick(['#c0392b', '#20313f', '#d9a441', '#2f6f73', '#7a4a8a']),
    );
  } else if (random.chance(0.3)) {
    drawing.rect(
      [x + height * 0.1, y - height * 0.42, height * 0.12, height * 0.13],
      darken(coat, 0.4),
      { rx: 0.4 },
    );
  }
}

type Limb = readonly [Point, Point];

/** Joints of a figure in motion, in units of its height, from the ground at the left foot. */
export interface Pose {
  readonly head: Point;
  readonly neck: Point;
  readonly hip: Point;
  /** Elbow and hand, of both sides. */
  readonly arms: readonly [Limb, Limb];
  /** Knee and foot, of both sides. */
  readonly legs: readonly [Limb, Limb];
}

/** Poses of football players. */
export const POSES = {
  kick: {
    head: [0.42, 0.95],
    neck: [0.42, 0.82],
    hip: [0.46, 0.48],
    arms: [
      [
        [0.3, 0.66],
        [0.12, 0.78],
      ],
      [
        [0.58, 0.68],
        [0.74, 0.56],
      ],
    ],
    legs: [
      [
        [0.4, 0.26],
        [0.28, 0],
      ],
      [
        [0.66, 0.38],
        [0.92, 0.3],
      ],
    ],
  },
  run: {
    head: [0.58, 0.95],
    neck: [0.55, 0.82],
    hip: [0.46, 0.48],
    arms: [
      [
        [0.38, 0.66],
        [0.5, 0.54],
      ],
      [
        [0.7, 0.68],
        [0.8, 0.84],
      ],
    ],
    legs: [
      [
        [0.3, 0.34],
        [0.06, 0.3],
      ],
      [
        [0.66, 0.3],
        [0.62, 0],
      ],
    ],
  },
  jump: {
    head: [0.5, 1.2],
    neck: [0.5, 1.07],
    hip: [0.48, 0.72],
    arms: [
      [
        [0.3, 1.16],
        [0.18, 1.34],
      ],
      [
        [0.7, 1.16],
        [0.84, 1.34],
      ],
    ],
    legs: [
      [
        [0.34, 0.56],
        [0.18, 0.38],
      ],
      [
        [0.62, 0.5],
        [0.72, 0.24],
      ],
    ],
  },
  dive: {
    head: [0.9, 0.72],
    neck: [0.78, 0.66],
    hip: [0.44, 0.56],
    arms: [
      [
        [0.98, 0.86],
        [1.16, 0.98],
      ],
      [
        [1, 0.74],
        [1.2, 0.84],
      ],
    ],
    legs: [
      [
        [0.2, 0.6],
        [0, 0.5],
      ],
      [
        [0.22, 0.42],
        [0.04, 0.3],
      ],
    ],
  },
} as const satisfies Record<string, Pose>;

/** A player in motion; `at` is the ground below. */
export function drawPlayer(
  drawing: Drawing,
  [x, y]: Point,
  height: number,
  {
    pose,
    shirt,
    shorts,
    flip = false,
  }: { pose: Pose; shirt: string; shorts: string; flip?: boolean },
): void {
  const { random } = drawing;
  const skin = random.pick(SKINS);
  const place = ([px, py]: Point): Point => [
    x + (flip ? 1 - px : px) * height - height / 2,
    y - py * height,
  ];
  const limb = (points: readonly Point[], colour: string, width: number) =>
    drawing.line(points.map(place), colour, width * height);
  const [neck, hip] = [pose.neck, pose.hip];
  for (const leg of pose.legs) {
    limb([hip, ...leg], skin, 0.085);
    const [knee, foot] = leg;
    limb([hip, [(hip[0] + knee[0]) / 2, (hip[1] + knee[1]) / 2]], shorts, 0.15);
    limb([[(knee[0] + foot[0]) / 2, (knee[1] + foot[1]) / 2], foot], shirt, 0.085);
    limb([foot, [foot[0] + 0.06, foot[1]]], '#1d1d22', 0.075);
  }
  for (const [elbow, hand] of pose.arms) {
    limb([neck, elbow, hand], skin, 0.065);
    limb([neck, elbow], shirt, 0.1);
  }
  limb([[neck[0], neck[1] - 0.03], hip], shirt, 0.2);
  drawing.circle(place(pose.head), height * 0.085, skin);
  const [hx, hy] = place(pose.head);
  drawing.path(
    `M${short(hx - height * 0.09)} ${short(hy)}a${short(height * 0.09)} ${short(height * 0.09)} 0 0 1 ${short(height * 0.18)} 0q${short(-height * 0.09)} ${short(-height * 0.06)} ${short(-height * 0.18)} 0z`,
    random.pick(HAIRS),
  );
}
