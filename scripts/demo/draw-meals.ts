// Soups, salads, fish, stews, bread and cheese.
import { darken, lighten } from './colour.ts';
import { drawLeaf } from './draw-blossoms.ts';
import { drawFish } from './draw-boats.ts';
import { blob } from './draw-nature.ts';
import { type Cook, drawCrust, rings, sprinkle } from './draw-serving.ts';
import { drawPlate, drawTomato } from './draw-table.ts';
import { type Point, short, smoothLoop } from './drawing.ts';

/** How each is served. */
export const MEALS = {
  soup: (drawing, at, { radius, colour }) => {
    drawPlate(drawing, at, radius, '#f3ece0', '#c98a4a');
    drawing.circle(
      at,
      radius * 0.76,
      drawing.glow([lighten(colour, 0.12), colour, darken(colour, 0.12)]),
    );
    for (let turn = 0; turn < 3; turn++) {
      const points = Array.from({ length: 26 }, (_, index): Point => {
        const [angle, reach] = [index * 0.42 + turn * 2.1, radius * (0.06 + index * 0.019)];
        return [at[0] + Math.cos(angle) * reach, at[1] + Math.sin(angle) * reach];
      });
      drawing.line(points, '#fff6e4', 0.9, { opacity: 0.75 });
    }
    sprinkle(drawing, at, radius * 0.5, 12, (place) =>
      drawLeaf(drawing, place, drawing.random.between(3, 5), {
        colour: '#4f8a3a',
        turn: drawing.random.whole(0, 360),
      }),
    );
    sprinkle(drawing, at, radius * 0.55, 12, ([x, y]) =>
      drawing.rect([x, y, 3, 3], '#c98a3f', {
        rx: 0.6,
        transform: `rotate(${drawing.random.whole(0, 90)} ${short(x)} ${short(y)})`,
      }),
    );
  },
  salad: (drawing, at, { radius, colour }) => {
    drawPlate(drawing, at, radius, '#e3ecea', '#5f8a7a');
    const { random } = drawing;
    sprinkle(drawing, at, radius * 0.5, 52, (place) =>
      drawLeaf(drawing, place, random.between(9, 17), {
        colour: random.pick(['#6fa84a', '#8fbf5a', '#4f8a3f', '#a9cf6f']),
        turn: random.whole(0, 360),
        wide: 0.42,
      }),
    );
    sprinkle(drawing, at, radius * 0.6, 9, (place) => drawTomato(drawing, place, 4));
    sprinkle(drawing, at, radius * 0.6, 7, ([x, y]) => {
      drawing.circle([x, y], 4, '#dfeec2', { stroke: colour, 'stroke-width': 0.8 });
      drawing.circle([x, y], 2, '#f2f7de');
    });
    sprinkle(drawing, at, radius * 0.6, 10, (place) =>
      drawing.ellipse(place, [1.9, 1.5], '#3a2a3f'),
    );
  },
  fish: (drawing, at, { radius, colour }) => {
    drawPlate(drawing, at, radius, '#f4f1ea', '#2f5f8a');
    for (let index = -2; index <= 2; index++) {
      const [x, y] = [at[0] + index * 8, at[1] + 14];
      drawing.circle([x, y], 5, '#f7e27a', { stroke: '#e0b02f', 'stroke-width': 0.9 });
      for (let part = 0; part < 6; part++)
        drawing.line(
          [
            [x, y],
            [x + Math.cos(part * 1.05) * 4, y + Math.sin(part * 1.05) * 4],
          ],
          '#fff6c4',
          0.5,
        );
    }
    drawFish(drawing, [at[0], at[1] - 3], radius * 1.5, colour);
    for (let index = 0; index < 8; index++)
      drawLeaf(drawing, [at[0] - 16 + index * 5, at[1] - 16], 8, {
        colour: '#5f9a4f',
        turn: 60 + index * 9,
        wide: 0.12,
      });
  },
  quiche: (drawing, at, { radius, colour }) => {
    drawPlate(drawing, at, radius);
    drawCrust(drawing, at, radius * 0.86, '#f2c963');
    const { random } = drawing;
    sprinkle(drawing, at, radius * 0.66, 30, (place) =>
      drawing.path(
        smoothLoop(blob(random, place, random.between(1.4, 3.2))),
        random.pick([colour, '#e6a53f', '#fbe3a0', '#7fa24f']),
      ),
    );
    for (const angle of [0.3, 1.35])
      drawing.line(
        [at, [at[0] + Math.cos(angle) * radius * 0.9, at[1] + Math.sin(angle) * radius * 0.9]],
        '#a8682f',
        0.8,
      );
  },
  ratatouille: (drawing, at, { radius }) => {
    drawPlate(drawing, at, radius, '#5a4a44', '#8a6a4f');
    drawing.circle(at, radius * 0.72, '#a8382a');
    const slices = [
      ['#c0392b', '#e8705a'],
      ['#6fa24a', '#e6efc4'],
      ['#4a2f5a', '#e9dfc9'],
      ['#d9a02f', '#f7dc8a'],
    ] as const;
    rings(at, radius * 0.62, 7).forEach(({ at: place, turn }, index) => {
      const [skin, flesh] = slices[index % slices.length] ?? slices[0];
      drawing.ellipse(place, [4.6, 3], flesh, {
        stroke: skin,
        'stroke-width': 1,
        transform: `rotate(${short(turn)} ${short(place[0])} ${short(place[1])})`,
      });
    });
    for (let index = 0; index < 5; index++)
      drawLeaf(drawing, at, 8, { colour: '#5f9a4a', turn: index * 72, wide: 0.4 });
  },
  cheese: (drawing, at, { radius }) => {
    const [x, y] = at;
    drawing.rect(
      [x - radius * 1.2, y - radius * 0.8, radius * 2.4, radius * 1.6],
      'rgba(0,0,0,0.25)',
      { rx: 8, transform: 'translate(1.4 2)' },
    );
    drawing.rect(
      [x - radius * 1.2, y - radius * 0.8, radius * 2.4, radius * 1.6],
      drawing.gradient(['#a8703f', '#7a4a26']),
      { rx: 8 },
    );
    drawing.circle([x - 20, y - 6], 15, '#f4ecd8', { stroke: '#d9cba8', 'stroke-width': 1.4 });
    drawing.path(
      `M${short(x - 20)} ${short(y - 6)}L${short(x - 5)} ${short(y - 10)}A15 15 0 0 1 ${short(x - 8)} ${short(y + 4)}Z`,
      '#f7e6a8',
    );
    drawing.polygon(
      [
        [x + 4, y + 18],
        [x + 14, y - 20],
        [x + 30, y + 12],
      ],
      '#f2c94c',
      { 'stroke-linejoin': 'round', stroke: '#e0a92f', 'stroke-width': 1.6 },
    );
    sprinkle(drawing, [x + 16, y + 6], 7, 7, (place) =>
      drawing.circle(place, drawing.random.between(0.8, 2), '#d9a52f'),
    );
    for (let index = 0; index < 15; index++)
      drawing.circle(
        [x - 22 + (index % 5) * 4.2 + (index > 9 ? 2 : 0), y + 16 + Math.floor(index / 5) * 3.4],
        2.6,
        drawing.glow(['#8a6aa8', '#4a2f6a']),
      );
    for (let index = 0; index < 4; index++)
      drawing.path(
        smoothLoop(blob(drawing.random, [x + 28 + index * 2.4, y - 16 + index * 5], 3)),
        '#b9814a',
      );
  },
  bread: (drawing, at, { radius }) => {
    const [x, y] = at;
    for (let loaf = 0; loaf < 3; loaf++) {
      const top = y - 22 + loaf * 20;
      drawing.group({ transform: `rotate(${-14 + loaf * 9} ${short(x)} ${short(top)})` }, () => {
        drawing.ellipse([x + 1.4, top + 2], [radius * 1.25, 8.6], 'rgba(0,0,0,0.25)');
        drawing.ellipse([x, top], [radius * 1.25, 8.6], drawing.gradient(['#e0a55a', '#b06a2a']));
        for (let cut = -4; cut <= 4; cut++)
          drawing.path(`M${short(x + cut * 9 - 4)} ${short(top - 4)}q5 5 7 8`, 'none', {
            stroke: '#f6dfb4',
            'stroke-width': 2,
            'stroke-linecap': 'round',
          });
      });
    }
    sprinkle(drawing, at, radius * 1.2, 70, (place) => drawing.circle(place, 0.35, '#fffaf0'));
  },
  egg: (drawing, at, { radius }) => {
    drawing.circle([at[0] + 1.6, at[1] + 2.4], radius, 'rgba(0,0,0,0.3)');
    drawing.rect([at[0] + radius * 0.8, at[1] - 3, radius * 1.2, 6], '#2a2a2e', { rx: 3 });
    drawing.circle(at, radius, '#2e2e33');
    drawing.circle(at, radius * 0.88, drawing.glow(['#45454c', '#34343a']));
    for (const [dx, dy] of [
      [-10, -6],
      [11, -9],
      [2, 12],
    ] as const) {
      drawing.path(
        smoothLoop(blob(drawing.random, [at[0] + dx, at[1] + dy], 12, { unevenness: 0.14 })),
        '#fdfaf2',
      );
      drawing.circle([at[0] + dx, at[1] + dy], 4.8, drawing.glow(['#ffd24a', '#f2a51f']));
      drawing.circle([at[0] + dx - 1.4, at[1] + dy - 1.6], 1, '#fff4cf');
    }
    sprinkle(drawing, at, radius * 0.7, 26, (place) => drawing.circle(place, 0.4, '#3a2a22'));
    sprinkle(drawing, at, radius * 0.7, 9, (place) =>
      drawLeaf(drawing, place, 4, { colour: '#5f9a4a', turn: drawing.random.whole(0, 360) }),
    );
  },
  stew: (drawing, at, { radius, colour }) => {
    const [x, y] = at;
    for (const side of [-1, 1])
      drawing.rect([x + side * radius * 1.02 - 5, y - 5, 10, 10], darken(colour, 0.25), { rx: 3 });
    drawing.circle([x + 1.6, y + 2.6], radius, 'rgba(0,0,0,0.3)');
    drawing.circle(
      at,
      radius,
      drawing.gradient([lighten(colour, 0.25), darken(colour, 0.2)], [0, 0, 1, 1]),
    );
    drawing.circle(at, radius * 0.86, '#5a2a1a');
    const { random } = drawing;
    sprinkle(drawing, at, radius * 0.72, 46, (place) =>
      drawing.path(
        smoothLoop(blob(random, place, random.between(2.4, 5), { count: 6 })),
        random.pick(['#8a4a26', '#d9772b', '#c98a4a', '#e6b45a', '#7a3a22', '#a8382a']),
      ),
    );
    sprinkle(drawing, at, radius * 0.7, 16, (place) =>
      drawLeaf(drawing, place, random.between(4, 6), {
        colour: '#5f8a3f',
        turn: random.whole(0, 360),
      }),
    );
  },
  oysters: (drawing, at, { radius }) => {
    drawPlate(drawing, at, radius * 1.08, '#cfe0e6', '#5f8a9a');
    const { random } = drawing;
    sprinkle(drawing, at, radius * 0.9, 60, ([x, y]) =>
      drawing.rect([x, y, 3, 3], '#ffffff', {
        opacity: 0.6,
        rx: 0.6,
        transform: `rotate(${random.whole(0, 90)} ${short(x)} ${short(y)})`,
      }),
    );
    for (let index = 0; index < 9; index++) {
      const angle = (index / 9) * Math.PI * 2;
      const place: Point = [
        at[0] + Math.cos(angle) * radius * 0.66,
        at[1] + Math.sin(angle) * radius * 0.66,
      ];
      drawing.path(smoothLoop(blob(random, place, 8.4, { count: 11 })), '#6f6a62');
      drawing.path(
        smoothLoop(blob(random, place, 6.8, { count: 11, unevenness: 0.1 })),
        drawing.glow(['#f7f4ee', '#cfc9c0']),
      );
      drawing.path(smoothLoop(blob(random, place, 3.8)), '#b9b3a4');
    }
    drawing.circle(at, 7, '#f7e27a', { stroke: '#e0b02f', 'stroke-width': 1.4 });
    for (let part = 0; part < 8; part++)
      drawing.line(
        [at, [at[0] + Math.cos(part * 0.785) * 6, at[1] + Math.sin(part * 0.785) * 6]],
        '#fff6c4',
        0.6,
      );
  },
} as const satisfies Readonly<Record<string, Cook>>;
