// Plants on paper and close up: botanical plates, leaves, butterflies.
import { darken, lighten, mix } from './colour.ts';
import { drawFlower, drawLeaf, drawStem, type FlowerKind } from './draw-blossoms.ts';
import { blob } from './draw-nature.ts';
import { type Point, type Scene, short, smoothLine, smoothLoop } from './drawing.ts';

/** A plate as in old herbals: one plant on paper, with its name. */
export function plate(
  kind: FlowerKind,
  colour: string,
  { name, paper = '#f6efdc', leaf = '#5f8a4a' }: { name: string; paper?: string; leaf?: string },
): Scene {
  return (drawing) => {
    const { width, random } = drawing;
    drawing.background(drawing.gradient([lighten(paper, 0.3), paper]));
    for (let index = 0; index < 24; index++)
      drawing.circle(
        [random.between(0, width), random.between(0, 100)],
        random.between(0.3, 1.4),
        '#b99a62',
        { opacity: 0.12 },
      );
    drawing.rect([3, 3, width - 6, 94], 'none', {
      stroke: '#8a734a',
      'stroke-width': 0.5,
      opacity: 0.7,
    });
    const middle = width / 2;
    const stems =
      kind === 'umbel' || kind === 'sunflower'
        ? [0]
        : random.pick([
            [-1, 0.2, 1.1],
            [-0.8, 0.7],
            [-0.2, 0.9, -1.1],
          ]);
    for (const lean of stems) {
      const top: Point = [middle + lean * width * 0.2, 30 + Math.abs(lean) * 11];
      drawStem(drawing, {
        from: [middle, 86],
        to: top,
        colour: leaf,
        bend: lean * 5,
        leaves: kind === 'tulip' ? 2 : 4,
      });
      drawFlower(
        drawing,
        top,
        kind === 'sunflower' ? 22 : kind === 'umbel' ? 24 : 15,
        kind,
        colour,
      );
    }
    drawing.text([middle, 94], name, {
      'font-family': 'DejaVu Serif, serif',
      'font-style': 'italic',
      'font-size': Math.min(4.4, width * 0.055),
      fill: '#5a4a2e',
      'text-anchor': 'middle',
    });
  };
}

/** A flower filling the picture, the garden out of focus behind it. */
export function closeUp(
  kind: FlowerKind,
  colour: string,
  backdrop: readonly [string, string] = ['#3f6a3a', '#a9c46f'],
): Scene {
  return (drawing) => {
    const { width, random } = drawing;
    drawing.background(drawing.gradient([backdrop[1], backdrop[0]], [0, 0, 1, 1]));
    drawing.group({ filter: drawing.blur(2.6) }, () => {
      for (let index = 0; index < 26; index++)
        drawing.circle(
          [random.between(0, width), random.between(0, 100)],
          random.between(4, 13),
          random.pick([
            backdrop[0],
            backdrop[1],
            lighten(backdrop[1], 0.4),
            mix(colour, backdrop[1], 0.5),
          ]),
          { opacity: 0.45 },
        );
    });
    const at: Point = [width * random.between(0.44, 0.58), 46];
    drawing.path(smoothLine([[at[0] + 6, 103], [at[0] - 3, 76], at]), 'none', {
      stroke: '#4f7a3a',
      'stroke-width': 3,
    });
    drawLeaf(drawing, [at[0] - 1, 84], 34, { colour: '#5f8f45', turn: -58 });
    drawLeaf(drawing, [at[0] + 2, 90], 30, { colour: '#557f3f', turn: 62 });
    drawFlower(drawing, at, 34, kind, colour);
    for (let drop = 0; drop < 6; drop++) {
      const point: Point = [at[0] + random.between(-20, 20), at[1] + random.between(-18, 16)];
      drawing.circle(point, random.between(0.6, 1.3), '#ffffff', { opacity: 0.6 });
    }
  };
}

/** Leaves laid out side by side. */
export function leafSheet(colours: readonly [string, ...string[]], paper = '#f4eedd'): Scene {
  return (drawing) => {
    const { width, random } = drawing;
    drawing.background(paper);
    const columns = Math.max(3, Math.round(width / 22));
    for (let row = 0; row < 4; row++) {
      for (let column = 0; column < columns; column++) {
        const [x, y] = [(width * (column + 0.5)) / columns, 22 + row * 24];
        drawLeaf(drawing, [x, y], 18, {
          colour: random.pick(colours),
          turn: random.between(-16, 16),
          wide: random.between(0.16, 0.5),
        });
        drawing.line(
          [
            [x, y],
            [x, y + 3],
          ],
          '#6b4a2e',
          0.5,
        );
      }
    }
  };
}

/** A butterfly with open wings. */
export function butterfly(colour: string, backdrop = '#dfeacb'): Scene {
  return (drawing) => {
    const { width, random } = drawing;
    drawing.background(drawing.gradient([lighten(backdrop, 0.4), backdrop]));
    for (let index = 0; index < 5; index++)
      drawFlower(
        drawing,
        [random.between(0, width), random.between(78, 98)],
        random.between(6, 11),
        random.pick(['daisy', 'poppy', 'rose']),
        random.pick(['#d998c0', '#f2d06b', '#e58a6a', '#ffffff']),
      );
    const x = width / 2;
    for (const side of [-1, 1] as const) {
      const at = (px: number, py: number) => `${short(x + side * px)} ${short(py)}`;
      drawing.path(
        `M${at(1, 46)}C${at(10, 8)} ${at(46, 6)} ${at(44, 26)}C${at(43, 42)} ${at(22, 52)} ${at(1, 50)}Z`,
        drawing.gradient([lighten(colour, 0.15), darken(colour, 0.1)]),
        { stroke: '#2a1d1a', 'stroke-width': 1.6 },
      );
      drawing.path(
        `M${at(1, 50)}C${at(20, 50)} ${at(36, 58)} ${at(30, 72)}C${at(24, 86)} ${at(8, 74)} ${at(1, 56)}Z`,
        darken(colour, 0.14),
        { stroke: '#2a1d1a', 'stroke-width': 1.6 },
      );
      for (const [px, py, r] of [
        [32, 22, 3.6],
        [22, 30, 2.2],
        [38, 31, 1.8],
        [20, 64, 3],
        [26, 70, 1.4],
      ] as const)
        drawing.circle([x + side * px, py], r, '#fff2cf', {
          stroke: '#2a1d1a',
          'stroke-width': 0.7,
        });
      drawing.path(`M${at(0.6, 38)}Q${at(4, 26)} ${at(10, 22)}`, 'none', {
        stroke: '#2a1d1a',
        'stroke-width': 0.6,
      });
    }
    drawing.path(smoothLoop(blob(random, [x, 52], 2.2, { unevenness: 0.05 })), '#2a1d1a', {
      transform: `translate(0 -104) scale(1 3)`,
    });
  };
}
