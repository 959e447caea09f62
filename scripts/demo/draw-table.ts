// The table a dish stands on: cloths, plates, cutlery, what lies about.
import { darken, lighten } from './colour.ts';
import { drawLeaf } from './draw-blossoms.ts';
import { type Drawing, type Point, short, smoothLine } from './drawing.ts';

/** What a table is covered with. */
export type Table = 'oak' | 'slate' | 'marble' | 'gingham' | 'linen' | 'blue';

export function drawTable(drawing: Drawing, table: Table): void {
  const { width, random } = drawing;
  const base = {
    oak: '#b98a5a',
    slate: '#3d444c',
    marble: '#e9e6e1',
    gingham: '#fbf7ee',
    linen: '#e6dcc8',
    blue: '#5f8fa8',
  }[table];
  drawing.background(base);
  if (table === 'oak' || table === 'blue') {
    for (let y = 0; y < 100; y += 14) {
      drawing.rect(
        [0, y, width, 13.4],
        drawing.gradient([
          lighten(base, random.between(0, 0.12)),
          darken(base, random.between(0, 0.12)),
        ]),
      );
      for (let grain = 0; grain < 5; grain++) {
        const [x, at] = [random.between(-10, width), y + random.between(2, 12)];
        drawing.line(
          [
            [x, at],
            [x + random.between(14, 44), at + random.between(-0.6, 0.6)],
          ],
          darken(base, 0.3),
          0.25,
          { opacity: 0.5 },
        );
      }
    }
  }
  if (table === 'gingham') {
    for (let at = 0; at < Math.max(width, 100); at += 12) {
      drawing.rect([at, 0, 6, 100], '#c0483f', { opacity: 0.5 });
      drawing.rect([0, at, width, 6], '#c0483f', { opacity: 0.5 });
    }
  }
  if (table === 'marble') {
    for (let vein = 0; vein < 9; vein++) {
      const slope = random.between(-30, 30);
      const start = random.between(-10, 110);
      const points = Array.from(
        { length: 7 },
        (_, index): Point => [
          (index / 6) * width,
          start + (slope * index) / 6 + random.between(-5, 5),
        ],
      );
      drawing.path(smoothLine(points), 'none', {
        stroke: '#b0aca8',
        'stroke-width': random.between(0.2, 1),
        opacity: 0.4,
      });
    }
  }
  if (table === 'linen') {
    for (let at = 0; at < width; at += 2)
      drawing.line(
        [
          [at, 0],
          [at, 100],
        ],
        '#cdbf9f',
        0.2,
        { opacity: 0.6 },
      );
    drawing.rect([width * 0.06, 0, 2, 100], '#7a9ab0', { opacity: 0.8 });
    drawing.rect([width * 0.06 + 3, 0, 0.8, 100], '#7a9ab0', { opacity: 0.8 });
  }
}

export function drawCutlery(drawing: Drawing, [x, y]: Point, radius: number): void {
  const steel = drawing.gradient(['#f4f4f2', '#a9adb0'], [0, 0, 1, 0]);
  const left = x - radius - 9;
  const right = x + radius + 8;
  drawing.rect([left - 0.9, y - 6, 1.8, 36], steel, { rx: 0.9 });
  for (const tine of [-2.4, -0.8, 0.8, 2.4])
    drawing.rect([left + tine - 0.45, y - 26, 0.9, 15], steel, { rx: 0.4 });
  drawing.path(`M${short(left - 2.9)} ${short(y - 13)}h5.8q0 8 -2 8h-1.8q-2 0 -2 -8z`, steel);
  drawing.rect([right - 0.9, y + 2, 1.8, 28], steel, { rx: 0.9 });
  drawing.path(`M${short(right - 1)} ${short(y + 4)}V${short(y - 24)}q5 6 4 28z`, steel);
}

export function drawProps(drawing: Drawing, [x, y]: Point, radius: number): void {
  const { width, random } = drawing;
  const corners: readonly Point[] = [
    [4, 8],
    [width - 6, 10],
    [6, 92],
    [width - 8, 90],
  ];
  for (const corner of random.shuffle(corners).slice(0, 2)) {
    if (Math.hypot(corner[0] - x, corner[1] - y) < radius + 8) continue;
    const kind = random.whole(0, 3);
    if (kind === 0)
      for (let index = 0; index < 5; index++)
        drawLeaf(drawing, corner, random.between(8, 14), {
          colour: '#4f8a45',
          turn: random.whole(0, 360),
        });
    if (kind === 1) {
      drawing.circle(corner, 11, 'rgba(0,0,0,0.18)', { transform: 'translate(1 1.4)' });
      drawing.circle(corner, 11, '#f6f1e6');
      drawing.circle(corner, 8.6, drawing.glow(['#8a4b22', '#5a2e14']));
    }
    if (kind === 2)
      for (let index = 0; index < 4; index++)
        drawTomato(
          drawing,
          [corner[0] + random.between(-7, 7), corner[1] + random.between(-7, 7)],
          random.between(4, 6),
        );
    if (kind === 3) {
      for (let index = 0; index < 16; index++)
        drawing.circle(
          [corner[0] + random.between(-12, 12), corner[1] + random.between(-10, 10)],
          random.between(0.4, 1),
          '#2e2622',
        );
    }
  }
}

export function drawTomato(drawing: Drawing, at: Point, radius: number): void {
  drawing.circle([at[0] + 0.6, at[1] + 0.8], radius, 'rgba(0,0,0,0.2)');
  drawing.circle(at, radius, drawing.glow(['#f0705a', '#c0301f']));
  for (let index = 0; index < 5; index++)
    drawLeaf(drawing, at, radius * 0.6, { colour: '#4f8a45', turn: index * 72 });
}

export function drawPlate(
  drawing: Drawing,
  [x, y]: Point,
  radius: number,
  colour = '#fbf8f1',
  rim = '#7a9ab0',
): void {
  drawing.circle([x + 1.6, y + 2.4], radius, 'rgba(20,12,8,0.28)');
  drawing.circle(
    [x, y],
    radius,
    drawing.gradient([lighten(colour, 0.3), darken(colour, 0.08)], [0, 0, 1, 1]),
  );
  drawing.circle([x, y], radius * 0.94, 'none', { stroke: rim, 'stroke-width': 0.7 });
  drawing.circle(
    [x, y],
    radius * 0.72,
    drawing.gradient([darken(colour, 0.07), lighten(colour, 0.2)], [0, 0, 1, 1]),
  );
}
