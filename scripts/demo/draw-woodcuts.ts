// Woodcuts of the sea: flat waves, a red sun, and what stands by the shore.
import { darken, lighten, MOODS } from './colour.ts';
import { drawLighthouse } from './draw-harbour.ts';
import { type Drawing, type Point, type Scene, short } from './drawing.ts';

/** A woodcut: flat waves, a red sun, and what stands by the sea. */
export function woodcut({
  sky,
  sea,
  motif = 'lighthouse',
  sun = '#d9483b',
}: {
  sky: readonly [string, string];
  sea: string;
  motif?: 'lighthouse' | 'wave' | 'boats' | 'mountain' | 'crane';
  sun?: string;
}): Scene {
  return (drawing) => {
    const { width, random } = drawing;
    drawing.background(drawing.gradient([sky[0], sky[1], lighten(sky[1], 0.3)]));
    drawing.circle([width * random.between(0.2, 0.8), 28], 12, sun);
    for (let band = 0; band < 5; band++) {
      const [x, y] = [random.between(-20, width * 0.6), random.between(12, 50)];
      drawing.rect([x, y, random.between(30, 70), 2.2], lighten(sky[1], 0.45), {
        rx: 1.1,
        opacity: 0.85,
      });
    }
    if (motif === 'mountain') {
      const x = width * 0.5;
      drawing.polygon(
        [
          [x - 58, 72],
          [x - 7, 24],
          [x + 7, 24],
          [x + 58, 72],
        ],
        darken(sea, 0.1),
      );
      drawing.polygon(
        [
          [x - 19, 35.4],
          [x - 7, 24],
          [x + 7, 24],
          [x + 19, 35.4],
          [x + 11, 33],
          [x + 5, 39],
          [x, 34],
          [x - 6, 40],
          [x - 11, 33.6],
        ],
        '#fbf7ea',
      );
    }
    if (motif === 'lighthouse') {
      drawing.polygon(
        [
          [width * 0.52, 78],
          [width * 0.62, 62],
          [width * 0.82, 58],
          [width + 4, 64],
          [width + 4, 80],
        ],
        darken(sea, 0.45),
      );
      drawLighthouse(drawing, [width * 0.74, 62], 44, { ...MOODS.day, tint: 0 }, '#2f3a5a');
    }
    drawScales(drawing, { top: 70, sea });
    if (motif === 'wave') drawGreatWave(drawing, sea);
    if (motif === 'boats')
      for (const [x, y, s] of [
        [0.28, 74, 20],
        [0.62, 82, 28],
      ] as const)
        drawJunk(drawing, [width * x, y], s);
    if (motif === 'crane')
      for (const [x, y, s] of [
        [0.36, 38, 22],
        [0.66, 24, 15],
      ] as const)
        drawBird(drawing, [width * x, y], s);
    drawing.rect([width - 11, 82, 7, 12], '#b8322a', { rx: 0.8 });
    for (let line = 0; line < 3; line++)
      drawing.rect([width - 9.4, 84 + line * 3.2, 3.8, 1.2], '#fbf0e0');
  };
}

/** Waves as overlapping rings. */
function drawScales(drawing: Drawing, { top, sea }: { top: number; sea: string }): void {
  for (let row = 0; row < 8; row++) {
    for (let column = -1; column * 14 < drawing.width + 14; column++) {
      const at: Point = [column * 14 + (row % 2) * 7, top + 7 + row * 4.4];
      for (const [radius, colour] of [
        [7, '#f4efe0'],
        [6.2, sea],
        [4.6, '#f4efe0'],
        [3.9, lighten(sea, 0.2)],
        [2.2, '#f4efe0'],
        [1.6, sea],
      ] as const)
        drawing.circle(at, radius, colour);
    }
  }
}

function drawGreatWave(drawing: Drawing, sea: string): void {
  const { width, random } = drawing;
  drawing.path(
    `M-4 104V62Q${short(width * 0.1)} 20 ${short(width * 0.44)} 22Q${short(width * 0.6)} 26 ${short(width * 0.58)} 42Q${short(width * 0.46)} 30 ${short(width * 0.36)} 44Q${short(width * 0.3)} 74 ${short(width * 0.62)} 88L${short(width * 0.7)} 104Z`,
    drawing.gradient([lighten(sea, 0.15), darken(sea, 0.25)]),
  );
  for (let line = 0; line < 5; line++)
    drawing.path(
      `M${short(-2 + line * 5)} 100Q${short(width * 0.1 + line * 3)} ${short(40 + line * 4)} ${short(width * 0.36)} ${short(28 + line * 3)}`,
      'none',
      { stroke: '#f4efe0', 'stroke-width': 1, opacity: 0.8 },
    );
  for (let index = 0; index < 60; index++) {
    const t = random.next();
    const at: Point = [
      width * (0.3 + t * 0.3) + random.between(-4, 4),
      22 + t * t * 22 + random.between(-5, 3),
    ];
    drawing.circle(at, random.between(0.7, 2.6), '#fbf8ee');
  }
}

function drawJunk(drawing: Drawing, [x, y]: Point, s: number): void {
  drawing.polygon(
    [
      [x - s * 0.02, y - s * 1.3],
      [x + s * 0.5, y - s * 1.2],
      [x + s * 0.56, y - s * 0.2],
      [x - s * 0.02, y - s * 0.2],
    ],
    '#b0472f',
  );
  for (let rib = 0; rib < 5; rib++)
    drawing.line(
      [
        [x, y - s * (1.1 - rib * 0.2)],
        [x + s * 0.53, y - s * (1.03 - rib * 0.2)],
      ],
      '#8a6a4a',
      0.4,
    );
  drawing.line(
    [
      [x - s * 0.02, y],
      [x - s * 0.02, y - s * 1.36],
    ],
    '#4a3426',
    0.8,
  );
  drawing.path(
    `M${short(x - s * 0.8)} ${short(y - s * 0.26)}Q${short(x)} ${short(y)} ${short(x + s * 0.9)} ${short(y - s * 0.34)}L${short(x + s * 0.6)} ${short(y + s * 0.12)}H${short(x - s * 0.55)}Z`,
    '#6b3f2a',
  );
}

function drawBird(drawing: Drawing, [x, y]: Point, s: number): void {
  drawing.path(
    `M${short(x)} ${short(y)}Q${short(x - s * 0.5)} ${short(y - s * 0.9)} ${short(x - s * 1.2)} ${short(y - s * 0.7)}Q${short(x - s * 0.7)} ${short(y - s * 0.2)} ${short(x - s * 0.2)} ${short(y + s * 0.14)}Z`,
    '#fdfbf4',
  );
  drawing.path(
    `M${short(x)} ${short(y)}Q${short(x + s * 0.3)} ${short(y - s)} ${short(x + s)} ${short(y - s)}Q${short(x + s * 0.7)} ${short(y - s * 0.3)} ${short(x + s * 0.16)} ${short(y + s * 0.12)}Z`,
    '#fdfbf4',
  );
  for (const [tx, ty] of [
    [-1.2, -0.7],
    [1, -1],
  ] as const)
    drawing.circle([x + tx * s, y + ty * s], s * 0.12, '#2a2a30');
  drawing.ellipse([x, y + s * 0.08], [s * 0.34, s * 0.13], '#fdfbf4');
  drawing.line(
    [
      [x + s * 0.3, y + s * 0.06],
      [x + s * 0.66, y - s * 0.06],
      [x + s * 0.86, y],
    ],
    '#fdfbf4',
    s * 0.08,
  );
  drawing.circle([x + s * 0.86, y - s * 0.01], s * 0.08, '#d9483b');
  drawing.line(
    [
      [x - s * 0.3, y + s * 0.1],
      [x - s * 0.9, y + s * 0.24],
    ],
    '#2a2a30',
    s * 0.04,
  );
}
