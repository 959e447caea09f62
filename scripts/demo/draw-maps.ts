// Maps as engravers and printers made them: sea charts, town plans, diagrams of lines, the stars.
import { darken, lighten, MOODS, mix } from './colour.ts';
import { drawBoat } from './draw-boats.ts';
import { drawLegend, levelSet, relief } from './draw-relief.ts';
import { type Drawing, type Point, type Scene, short, smoothLine } from './drawing.ts';

/** A sea chart as engravers made them: coast, rhumb lines, a rose, a ship. */
export function seaChart({
  title,
  paper = '#ecdcb4',
  land = '#d9bf86',
  ink = '#5a3f22',
}: {
  title: string;
  paper?: string;
  land?: string;
  ink?: string;
}): Scene {
  return (drawing) => {
    const { width, random } = drawing;
    drawing.background(drawing.gradient([lighten(paper, 0.2), darken(paper, 0.06)], [0, 0, 1, 1]));
    const rose: Point = [width * random.between(0.2, 0.34), random.between(60, 74)];
    for (let ray = 0; ray < 32; ray++) {
      const angle = (ray / 32) * Math.PI * 2;
      drawing.line(
        [rose, [rose[0] + Math.cos(angle) * 300, rose[1] + Math.sin(angle) * 300]],
        ray % 2 === 0 ? '#a83a2a' : ink,
        0.12,
        { opacity: 0.55 },
      );
    }
    const height = relief(drawing, { scale: 26, island: random.chance(0.5) });
    for (let wave = 1; wave <= 5; wave++)
      drawing.path(levelSet(height, 0.52 - wave * 0.016, { width }).line, 'none', {
        stroke: ink,
        'stroke-width': 0.18,
        opacity: 0.6 - wave * 0.09,
      });
    const coast = levelSet(height, 0.52, { width });
    drawing.path(coast.area, land, { 'shape-rendering': 'crispEdges' });
    drawing.path(coast.line, 'none', { stroke: ink, 'stroke-width': 0.55 });
    for (let index = 0; index < 260; index++) {
      const [x, y] = [random.between(4, width - 4), random.between(6, 94)];
      const value = height(x, y);
      if (value > 0.64) {
        const s = random.between(1.4, 3);
        drawing.polygon(
          [
            [x - s, y],
            [x, y - s * 1.3],
            [x + s, y],
          ],
          lighten(land, 0.3),
          { stroke: ink, 'stroke-width': 0.25 },
        );
        drawing.polygon(
          [
            [x, y],
            [x, y - s * 1.3],
            [x + s, y],
          ],
          darken(land, 0.3),
          { opacity: 0.6 },
        );
      } else if (value > 0.56 && index % 3 === 0) {
        drawing.circle([x, y], 0.8, '#6f8a4a', { opacity: 0.8 });
        drawing.line(
          [
            [x, y + 0.6],
            [x, y + 1.8],
          ],
          ink,
          0.25,
        );
      }
    }
    drawRose(drawing, rose, 11, ink);
    drawBoat(
      drawing,
      [width * 0.82, 80],
      15,
      { ...MOODS.day, sea: [paper, darken(paper, 0.1)], veil: paper, tint: 0.35 },
      'tall',
    );
    drawCartouche(drawing, title, ink);
    drawing.rect([1.6, 1.6, width - 3.2, 96.8], 'none', { stroke: ink, 'stroke-width': 0.9 });
    drawing.rect([3, 3, width - 6, 94], 'none', {
      stroke: ink,
      'stroke-width': 0.9,
      'stroke-dasharray': '4 4',
    });
  };
}

/** A compass rose. */
export function drawRose(drawing: Drawing, [x, y]: Point, size: number, ink: string): void {
  drawing.circle([x, y], size * 0.72, 'none', { stroke: ink, 'stroke-width': 0.4 });
  for (const [reach, turn, colour] of [
    [0.7, 45, '#2f6f7a'],
    [1, 0, '#a83a2a'],
  ] as const) {
    for (let point = 0; point < 4; point++) {
      drawing.group({ transform: `rotate(${point * 90 + turn} ${short(x)} ${short(y)})` }, () => {
        drawing.polygon(
          [
            [x, y],
            [x - size * 0.14, y - size * 0.18],
            [x, y - size * reach],
          ],
          colour,
        );
        drawing.polygon(
          [
            [x, y],
            [x + size * 0.14, y - size * 0.18],
            [x, y - size * reach],
          ],
          '#f6ecd0',
          { stroke: ink, 'stroke-width': 0.2 },
        );
      });
    }
  }
  drawing.text([x, y - size * 1.06], 'N', {
    'font-family': 'DejaVu Serif, serif',
    'font-size': size * 0.34,
    fill: ink,
    'text-anchor': 'middle',
  });
}

function drawCartouche(drawing: Drawing, title: string, ink: string): void {
  const across = 16 + title.length * 2.9;
  const x = drawing.width - across - 8;
  drawing.rect([x, 8, across, 15], '#f6ecd0', { rx: 4, stroke: ink, 'stroke-width': 0.7 });
  drawing.rect([x + 1.4, 9.4, across - 2.8, 12.2], 'none', {
    rx: 3,
    stroke: '#a83a2a',
    'stroke-width': 0.4,
  });
  drawing.text([x + across / 2, 17], title, {
    'font-family': 'DejaVu Serif, serif',
    'font-style': 'italic',
    'font-size': 4.8,
    fill: ink,
    'text-anchor': 'middle',
  });
}

/** A town plan: blocks, a river, parks. */
export function townPlan({
  title,
  paper = '#f4efe2',
  block = '#d9a184',
  water = '#8fbcd0',
  turn = 12,
}: {
  title: string;
  paper?: string;
  block?: string;
  water?: string;
  turn?: number;
}): Scene {
  return (drawing) => {
    const { width, random } = drawing;
    drawing.background(paper);
    drawing.group({ transform: `rotate(${turn} ${short(width / 2)} 50)` }, () => {
      for (let row = -3; row < 15; row++) {
        for (let column = -4; column < 22; column++) {
          const [x, y] = [column * 10 + (row % 3), row * 9];
          const kind = random.next();
          const fill =
            kind < 0.09
              ? '#a9c98a'
              : mix(block, random.pick(['#c98a6a', '#e6b894', '#b97a62']), random.next() * 0.7);
          drawing.rect([x, y, random.between(6.6, 8.6), random.between(5.6, 7.6)], fill, {
            stroke: darken(block, 0.45),
            'stroke-width': 0.2,
            rx: kind < 0.09 ? 1.4 : 0,
          });
          if (kind >= 0.09 && kind < 0.5) drawing.rect([x + 2, y + 2, 3, 2.4], paper);
          if (kind < 0.09)
            for (let tree = 0; tree < 6; tree++)
              drawing.circle([x + random.between(1, 6), y + random.between(1, 5)], 0.7, '#5f8f4f');
        }
      }
      drawing.rect([-60, 39.4, width + 120, 3], paper);
      drawing.rect([width * 0.46, -40, 3.4, 180], paper);
    });
    const river = smoothLine([
      [-6, random.between(56, 80)],
      [width * 0.3, random.between(50, 76)],
      [width * 0.62, random.between(58, 84)],
      [width + 6, random.between(40, 66)],
    ]);
    drawing.path(river, 'none', { stroke: darken(water, 0.3), 'stroke-width': 11.6 });
    drawing.path(river, 'none', { stroke: water, 'stroke-width': 10.8 });
    drawing.circle([width * 0.46, 28], 9, paper, {
      stroke: darken(block, 0.4),
      'stroke-width': 0.3,
    });
    drawing.circle([width * 0.46, 28], 5.6, '#a9c98a');
    drawing.rect([width * 0.46 - 1, 25, 2, 6], '#8a3a3a');
    drawRose(drawing, [width - 12, 84], 7, '#4a3a2e');
    drawLegend(drawing, title, '#4a3a2e');
  };
}

/** A diagram of lines and stops. */
export function lineMap(
  lines: readonly { readonly colour: string; readonly stops: readonly string[] }[],
  title: string,
): Scene {
  return (drawing) => {
    const { width } = drawing;
    drawing.background('#fbfaf5');
    drawing.text([5, 11], title, { 'font-size': 5.6, 'font-weight': 'bold', fill: '#22303a' });
    lines.forEach(({ colour, stops }, row) => {
      const y = 30 + row * (62 / lines.length);
      const bend = row % 2 === 0 ? 10 : -8;
      const points: Point[] = [
        [6, y],
        [width * 0.3, y],
        [width * 0.3 + Math.abs(bend), y + bend],
        [width * 0.7, y + bend],
        [width * 0.7 + Math.abs(bend), y],
        [width - 6, y],
      ];
      drawing.line(points, colour, 2.4);
      stops.forEach((stop, index) => {
        const t = index / (stops.length - 1);
        const x = 8 + t * (width - 16);
        const inner = Math.min(x - width * 0.3, width * 0.7 + Math.abs(bend) - x);
        const at: Point = [x, y + bend * Math.max(0, Math.min(1, inner / Math.abs(bend)))];
        drawing.circle(at, 2, '#ffffff', { stroke: '#22303a', 'stroke-width': 0.8 });
        drawing.text([at[0], at[1] - 4], stop, {
          'font-size': 3.1,
          fill: '#22303a',
          'text-anchor': index === 0 ? 'start' : index === stops.length - 1 ? 'end' : 'middle',
        });
      });
    });
  };
}

/** A chart of the stars. */
export function starChart(title: string): Scene {
  return (drawing) => {
    const { width, random } = drawing;
    drawing.background(drawing.gradient(['#0c1436', '#1d2b5c']));
    const centre: Point = [width / 2, 50];
    for (const radius of [14, 28, 42])
      drawing.circle(centre, radius, 'none', {
        stroke: '#d9b45a',
        'stroke-width': 0.3,
        opacity: 0.7,
      });
    for (let ray = 0; ray < 12; ray++)
      drawing.line(
        [
          centre,
          [centre[0] + Math.cos(ray * 0.5236) * 42, centre[1] + Math.sin(ray * 0.5236) * 42],
        ],
        '#d9b45a',
        0.15,
        { opacity: 0.6 },
      );
    for (let star = 0; star < 220; star++)
      drawing.circle(
        [random.between(0, width), random.between(0, 100)],
        random.between(0.1, 0.5),
        '#fff6d8',
        { opacity: random.between(0.3, 1) },
      );
    for (let figure = 0; figure < 9; figure++) {
      let at: Point = [centre[0] + random.between(-34, 34), centre[1] + random.between(-34, 34)];
      const points = Array.from({ length: random.whole(4, 7) }, (): Point => {
        at = [at[0] + random.between(-9, 9), at[1] + random.between(-8, 8)];
        return at;
      });
      drawing.line(points, '#f2e3b0', 0.3, { opacity: 0.8 });
      for (const point of points) drawing.circle(point, random.between(0.6, 1.2), '#fffbe8');
    }
    drawing.text([width / 2, 97], title, {
      'font-family': 'DejaVu Serif, serif',
      'font-style': 'italic',
      'font-size': 4,
      fill: '#f2d98a',
      'text-anchor': 'middle',
    });
  };
}
