// Flower heads, stems and leaves.
import { darken, lighten } from './colour.ts';
import { type Drawing, type Point, short, smoothLine, smoothLoop } from './drawing.ts';

/** The forms of flower heads. */
export type FlowerKind =
  | 'daisy'
  | 'poppy'
  | 'tulip'
  | 'bell'
  | 'umbel'
  | 'spike'
  | 'iris'
  | 'rose'
  | 'orchid'
  | 'sunflower';

/** A flower head; `at` is its middle. */
export function drawFlower(
  drawing: Drawing,
  at: Point,
  size: number,
  kind: FlowerKind,
  colour: string,
): void {
  const [x, y] = at;
  const s = size;
  const petals = (count: number, length: number, half: number, fill: string, turn = 0) => {
    for (let index = 0; index < count; index++) {
      const angle = (index / count) * 360 + turn;
      drawing.path(
        `M${short(x)} ${short(y)}C${short(x - half)} ${short(y - length * 0.4)} ${short(x - half)} ${short(y - length)} ${short(x)} ${short(y - length)}C${short(x + half)} ${short(y - length)} ${short(x + half)} ${short(y - length * 0.4)} ${short(x)} ${short(y)}Z`,
        fill,
        { transform: `rotate(${short(angle)} ${short(x)} ${short(y)})` },
      );
    }
  };
  const shade = (inner: string, outer: string) => drawing.gradient([outer, inner]);
  const { random } = drawing;
  switch (kind) {
    case 'daisy':
      petals(16, s, s * 0.14, shade(darken(colour, 0.12), lighten(colour, 0.2)), 5);
      petals(16, s * 0.86, s * 0.12, shade(colour, lighten(colour, 0.35)), 16);
      drawing.circle(at, s * 0.27, '#e3a51f');
      drawing.circle([x - s * 0.05, y - s * 0.06], s * 0.16, '#f4c849');
      return;
    case 'sunflower':
      petals(22, s, s * 0.16, shade('#d98a1a', colour));
      petals(22, s * 0.84, s * 0.14, shade('#e09a1f', lighten(colour, 0.25)), 8);
      drawing.circle(at, s * 0.5, '#4a2e1a');
      for (let seed = 1; seed < 150; seed++) {
        const [distance, angle] = [s * 0.48 * Math.sqrt(seed / 150), seed * 2.39996];
        drawing.circle(
          [x + Math.cos(angle) * distance, y + Math.sin(angle) * distance],
          s * 0.022,
          seed % 2 ? '#8a5a2e' : '#c98a3f',
        );
      }
      return;
    case 'poppy':
      petals(4, s * 0.95, s * 0.85, shade(darken(colour, 0.3), colour), 45);
      petals(4, s * 0.82, s * 0.62, shade(darken(colour, 0.35), lighten(colour, 0.14)));
      drawing.circle(at, s * 0.18, '#2e3a22');
      for (let index = 0; index < 22; index++) {
        const angle = (index / 22) * Math.PI * 2;
        drawing.circle(
          [x + Math.cos(angle) * s * 0.3, y + Math.sin(angle) * s * 0.3],
          s * 0.028,
          '#1c1820',
        );
      }
      return;
    case 'rose':
      for (let ring = 0; ring < 6; ring++) {
        const reach = s * (1 - ring * 0.16);
        petals(
          7 - Math.min(ring, 3),
          reach,
          reach * 0.62,
          shade(darken(colour, 0.26), lighten(colour, 0.05 + ring * 0.05)),
          ring * 27,
        );
      }
      return;
    case 'iris':
      petals(3, s * 1.05, s * 0.5, shade(darken(colour, 0.25), lighten(colour, 0.12)), 60);
      petals(3, s, s * 0.4, shade(colour, lighten(colour, 0.35)));
      petals(3, s * 0.5, s * 0.09, '#f2c230', 60);
      return;
    case 'orchid':
      petals(3, s, s * 0.34, shade(lighten(colour, 0.1), lighten(colour, 0.5)), 0);
      petals(2, s, s * 0.62, shade(colour, lighten(colour, 0.4)), 90);
      drawing.path(
        smoothLoop([
          [x - s * 0.3, y],
          [x, y - s * 0.12],
          [x + s * 0.3, y],
          [x + s * 0.26, y + s * 0.4],
          [x, y + s * 0.56],
          [x - s * 0.26, y + s * 0.4],
        ]),
        darken(colour, 0.25),
      );
      for (let index = 0; index < 9; index++)
        drawing.circle(
          [x + random.between(-0.18, 0.18) * s, y + random.between(0.05, 0.4) * s],
          s * 0.03,
          '#fff2b8',
        );
      return;
    case 'tulip':
      for (const [offset, tone] of [
        [-0.42, 0.18],
        [0.42, 0.18],
        [0, 0],
      ] as const) {
        drawing.path(
          `M${short(x)} ${short(y + s * 0.7)}C${short(x + offset * s - s * 0.5)} ${short(y + s * 0.3)} ${short(x + offset * s - s * 0.3)} ${short(y - s * 0.5)} ${short(x + offset * s * 1.1)} ${short(y - s * 0.8)}C${short(x + offset * s + s * 0.3)} ${short(y - s * 0.5)} ${short(x + offset * s + s * 0.5)} ${short(y + s * 0.3)} ${short(x)} ${short(y + s * 0.7)}Z`,
          drawing.gradient([lighten(colour, 0.2 - tone), darken(colour, tone + 0.1)]),
        );
      }
      return;
    case 'bell':
      for (let index = 0; index < 4; index++) {
        const [bx, by, b] = [
          x + (index % 2 === 0 ? -1 : 1) * s * 0.42,
          y - s * 0.5 + index * s * 0.55,
          s * (0.42 + index * 0.05),
        ];
        drawing.line(
          [
            [x, by - b * 0.6],
            [bx, by - b * 0.5],
          ],
          '#5f8a4a',
          0.6,
        );
        drawing.path(
          `M${short(bx)} ${short(by - b * 0.6)}C${short(bx - b * 0.7)} ${short(by - b * 0.5)} ${short(bx - b * 0.4)} ${short(by + b * 0.3)} ${short(bx - b * 0.8)} ${short(by + b * 0.8)}L${short(bx - b * 0.3)} ${short(by + b * 0.6)}L${short(bx)} ${short(by + b * 0.9)}L${short(bx + b * 0.3)} ${short(by + b * 0.6)}L${short(bx + b * 0.8)} ${short(by + b * 0.8)}C${short(bx + b * 0.4)} ${short(by + b * 0.3)} ${short(bx + b * 0.7)} ${short(by - b * 0.5)} ${short(bx)} ${short(by - b * 0.6)}Z`,
          drawing.gradient([darken(colour, 0.12), lighten(colour, 0.25)]),
        );
      }
      return;
    case 'umbel':
      for (let ray = 0; ray < 13; ray++) {
        const angle = Math.PI * (1.06 + (ray / 12) * 0.88);
        const end: Point = [x + Math.cos(angle) * s * 0.95, y + Math.sin(angle) * s * 0.75];
        drawing.line([[x, y + s * 0.1], end], '#6f9a55', 0.5);
        for (let floret = 0; floret < 9; floret++)
          drawing.circle(
            [end[0] + random.between(-0.12, 0.12) * s, end[1] + random.between(-0.1, 0.06) * s],
            s * 0.055,
            lighten(colour, random.between(0, 0.4)),
          );
      }
      return;
    case 'spike':
      for (let row = 0; row < 15; row++) {
        const half = s * 0.3 * (1 - row / 17);
        const level = y + s * 0.7 - row * s * 0.14;
        for (const side of [-1, 0, 1])
          drawing.ellipse(
            [x + side * half, level - Math.abs(side) * -0.6],
            [half * 0.5 + 0.5, s * 0.085],
            lighten(colour, random.between(0, 0.35)),
            { transform: `rotate(${side * -28} ${short(x + side * half)} ${short(level)})` },
          );
      }
      return;
  }
}

export function drawStem(
  drawing: Drawing,
  {
    from,
    to,
    colour,
    bend,
    leaves,
  }: { from: Point; to: Point; colour: string; bend: number; leaves: number },
): void {
  const { random } = drawing;
  const middle: Point = [(from[0] + to[0]) / 2 + bend, (from[1] + to[1]) / 2];
  drawing.path(smoothLine([from, middle, to]), 'none', {
    stroke: darken(colour, 0.12),
    'stroke-width': 1,
    'stroke-linecap': 'round',
  });
  for (let index = 0; index < leaves; index++) {
    const t = 0.12 + (index / leaves) * 0.62;
    const at: Point = t < 0.5 ? between(from, middle, t * 2) : between(middle, to, t * 2 - 1);
    drawLeaf(drawing, at, random.between(11, 19) * (1 - t * 0.4), {
      colour,
      turn: (index % 2 === 0 ? -1 : 1) * random.between(35, 70),
    });
  }
}

const between = ([ax, ay]: Point, [bx, by]: Point, t: number): Point => [
  ax + (bx - ax) * t,
  ay + (by - ay) * t,
];

/** A leaf from its foot upwards, turned by degrees. */
export function drawLeaf(
  drawing: Drawing,
  [x, y]: Point,
  length: number,
  { colour, turn, wide = 0.26 }: { colour: string; turn: number; wide?: number },
): void {
  const [l, w] = [length, length * wide];
  drawing.group({ transform: `rotate(${short(turn)} ${short(x)} ${short(y)})` }, () => {
    drawing.path(
      `M${short(x)} ${short(y)}C${short(x - w)} ${short(y - l * 0.3)} ${short(x - w)} ${short(y - l * 0.7)} ${short(x)} ${short(y - l)}V${short(y)}Z`,
      lighten(colour, 0.12),
    );
    drawing.path(
      `M${short(x)} ${short(y)}C${short(x + w)} ${short(y - l * 0.3)} ${short(x + w)} ${short(y - l * 0.7)} ${short(x)} ${short(y - l)}V${short(y)}Z`,
      darken(colour, 0.14),
    );
    for (let vein = 1; vein < 5; vein++) {
      const at = y - (l * vein) / 5.6;
      drawing.line(
        [
          [x - w * 0.5, at - l * 0.1],
          [x, at],
          [x + w * 0.5, at - l * 0.1],
        ],
        darken(colour, 0.3),
        0.18,
        { opacity: 0.6 },
      );
    }
  });
}
