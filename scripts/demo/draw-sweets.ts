// Sweet dishes and what is drunk with them.
import { darken, lighten } from './colour.ts';
import { drawLeaf } from './draw-blossoms.ts';
import { blob } from './draw-nature.ts';
import { type Cook, drawCrust, rings, sprinkle } from './draw-serving.ts';
import { drawPlate } from './draw-table.ts';
import { short, smoothLoop } from './drawing.ts';

/** How each is served. */
export const SWEETS = {
  tart: (drawing, at, { radius, colour }) => {
    drawPlate(drawing, at, radius);
    drawCrust(drawing, at, radius * 0.84, '#f4dc9a');
    for (const { at: place } of rings(at, radius * 0.65, 6)) {
      drawing.circle([place[0] + 0.4, place[1] + 0.6], 3, 'rgba(60,10,10,0.3)');
      drawing.circle(place, 3, drawing.glow([lighten(colour, 0.35), darken(colour, 0.12)]));
      drawing.circle([place[0] - 1, place[1] - 1.1], 0.6, '#ffffff', { opacity: 0.8 });
    }
    for (let index = 0; index < 4; index++)
      drawLeaf(drawing, at, 7, { colour: '#4f9a4a', turn: index * 90 + 20 });
  },
  crepe: (drawing, at, { radius, colour }) => {
    drawPlate(drawing, at, radius, '#f6f1e6', '#c9a0a8');
    for (let index = 0; index < 3; index++) {
      const turn = index * 38 - 38;
      drawing.group({ transform: `rotate(${turn} ${short(at[0])} ${short(at[1] + 16)})` }, () => {
        drawing.path(
          `M${short(at[0])} ${short(at[1] + 18)}L${short(at[0] - 14)} ${short(at[1] - 18)}Q${short(at[0])} ${short(at[1] - 26)} ${short(at[0] + 14)} ${short(at[1] - 18)}Z`,
          drawing.gradient(['#f0c878', '#d99a45']),
          { stroke: '#b9742f', 'stroke-width': 0.6 },
        );
        sprinkle(drawing, [at[0], at[1] - 8], 8, 12, (place) =>
          drawing.circle(place, drawing.random.between(0.4, 1.2), '#b9742f', { opacity: 0.5 }),
        );
      });
    }
    sprinkle(drawing, [at[0], at[1] - 2], radius * 0.4, 14, (place) =>
      drawing.circle(place, 2.3, drawing.glow([lighten(colour, 0.3), colour])),
    );
    sprinkle(drawing, at, radius * 0.6, 60, (place) => drawing.circle(place, 0.3, '#ffffff'));
  },
  macarons: (drawing, at, { radius }) => {
    drawPlate(drawing, at, radius, '#fdf3f0', '#e0a8b0');
    const colours = ['#f29ab0', '#a8d5a0', '#f7d77a', '#c9a8e0', '#b9814f', '#9ad0e0'];
    rings(at, radius * 0.54, 13).forEach(({ at: [x, y] }, index) => {
      const colour = colours[index % colours.length] ?? '#f29ab0';
      drawing.circle([x + 0.8, y + 1.2], 6, 'rgba(60,20,20,0.22)');
      drawing.circle([x, y], 6, drawing.glow([lighten(colour, 0.4), colour]));
      drawing.circle([x - 1.6, y - 1.8], 1.4, '#ffffff', { opacity: 0.5 });
      drawing.circle([x, y], 6, 'none', {
        stroke: darken(colour, 0.15),
        'stroke-width': 0.7,
        'stroke-dasharray': '0.8 0.6',
      });
    });
  },
  coffee: (drawing, at, { radius }) => {
    drawPlate(drawing, at, radius, '#e6ddd0', '#8a5a3a');
    const [x, y] = at;
    drawing.path(`M${short(x + 20)} ${short(y - 6)}q16 -2 16 7t-17 7`, 'none', {
      stroke: '#fbf8f1',
      'stroke-width': 4,
    });
    drawing.circle([x + 1, y + 1.6], 24, 'rgba(0,0,0,0.2)');
    drawing.circle(at, 24, '#fbf8f1');
    drawing.circle(at, 20.6, drawing.glow(['#b9783f', '#7a4522', '#4a2712']));
    for (let layer = 0; layer < 5; layer++)
      drawing.path(
        `M${short(x)} ${short(y + 14 - layer * 5.4)}C${short(x - 15 + layer * 2.4)} ${short(y + 6 - layer * 5.4)} ${short(x - 10 + layer * 1.6)} ${short(y - 6 - layer * 3)} ${short(x)} ${short(y + 3 - layer * 4.6)}C${short(x + 10 - layer * 1.6)} ${short(y - 6 - layer * 3)} ${short(x + 15 - layer * 2.4)} ${short(y + 6 - layer * 5.4)} ${short(x)} ${short(y + 14 - layer * 5.4)}Z`,
        layer % 2 === 0 ? '#f6e6cb' : '#a8683a',
      );
  },
  cake: (drawing, at, { radius, colour }) => {
    drawPlate(drawing, at, radius, '#f6efe6', '#b98a9a');
    const [x, y] = at;
    const slice = (lift: number, fill: string) =>
      drawing.path(
        `M${short(x - 20)} ${short(y + 14 - lift)}L${short(x + 16)} ${short(y - 18 - lift)}A40 40 0 0 1 ${short(x + 22)} ${short(y + 14 - lift)}Z`,
        fill,
      );
    slice(-4, 'rgba(0,0,0,0.2)');
    for (const [lift, fill] of [
      [0, '#6b3a22'],
      [3, '#f7e6cf'],
      [6, '#7a4426'],
      [9, '#f7e6cf'],
      [12, colour],
    ] as const)
      slice(lift, fill);
    slice(13, drawing.gradient([lighten(colour, 0.25), colour]));
    for (const [dx, dy] of [
      [8, -14],
      [12, -6],
      [2, -6],
      [14, 0],
      [-4, 0],
    ] as const)
      drawing.circle([x + dx, y + dy - 10], 2.8, drawing.glow(['#ff8a7a', '#b0202f']));
    drawLeaf(drawing, [x + 6, y - 20], 7, { colour: '#4f9a4a', turn: 20, wide: 0.4 });
  },
  croissant: (drawing, at, { radius }) => {
    drawPlate(drawing, at, radius, '#eef1f0', '#c9a05a');
    for (const [dx, dy, turn] of [
      [-8, -6, -18],
      [9, 10, 24],
    ] as const) {
      const [x, y] = [at[0] + dx, at[1] + dy];
      drawing.group({ transform: `rotate(${turn} ${short(x)} ${short(y)})` }, () => {
        const crescent = `M${short(x - 21)} ${short(y + 9)}C${short(x - 17)} ${short(y - 9)} ${short(x - 8)} ${short(y - 13)} ${short(x)} ${short(y - 13)}S${short(x + 17)} ${short(y - 9)} ${short(x + 21)} ${short(y + 9)}C${short(x + 13)} ${short(y + 3)} ${short(x + 7)} ${short(y + 2)} ${short(x)} ${short(y + 2)}S${short(x - 13)} ${short(y + 3)} ${short(x - 21)} ${short(y + 9)}Z`;
        drawing.path(crescent, 'rgba(60,30,10,0.25)', { transform: 'translate(1 1.6)' });
        drawing.path(crescent, drawing.gradient(['#f2c47a', '#c07a30']), {
          stroke: '#9a5a22',
          'stroke-width': 0.5,
        });
        drawing.clip(`<path d="${crescent}"/>`, () => {
          for (const part of [-14, -9, -3, 3, 9, 14])
            drawing.path(
              `M${short(x + part * 0.8)} ${short(y - 16)}Q${short(x + part * 1.4)} ${short(y - 4)} ${short(x + part * 1.1)} ${short(y + 12)}`,
              'none',
              { stroke: '#8f5420', 'stroke-width': 1, opacity: 0.8 },
            );
        });
      });
    }
    sprinkle(drawing, at, radius * 0.6, 26, (place) => drawing.circle(place, 0.5, '#d9994a'));
  },
  apples: (drawing, at, { radius, colour }) => {
    const { random } = drawing;
    drawing.circle([at[0] + 1.6, at[1] + 2.6], radius, 'rgba(0,0,0,0.3)');
    drawing.circle(at, radius, drawing.glow(['#8a5a30', '#a8703f', '#7a4a26']));
    for (const { at: place } of rings(at, radius * 0.6, 14)) {
      const tone = random.pick([colour, '#c0392b', '#9ab83f', '#e0a53f']);
      drawing.circle([place[0] + 0.8, place[1] + 1.2], 7.4, 'rgba(40,10,0,0.3)');
      drawing.circle(place, 7.4, drawing.glow([lighten(tone, 0.35), darken(tone, 0.06)]));
      drawing.circle([place[0], place[1] - 1], 1.3, '#4a2e1a');
      drawLeaf(drawing, [place[0], place[1] - 1], 5, {
        colour: '#5f8f45',
        turn: random.whole(0, 360),
        wide: 0.4,
      });
    }
  },
  cream: (drawing, at, { radius }) => {
    drawPlate(drawing, at, radius, '#f6f2ea', '#8a9a7a');
    drawing.circle([at[0] + 1, at[1] + 1.6], radius * 0.68, 'rgba(0,0,0,0.2)');
    drawing.circle(at, radius * 0.68, '#e9e2d4');
    drawing.circle(at, radius * 0.6, drawing.glow(['#f2c04a', '#e0912a', '#a8561a']));
    const { random } = drawing;
    sprinkle(drawing, at, radius * 0.54, 24, (place) =>
      drawing.path(
        smoothLoop(blob(random, place, random.between(1.4, 4))),
        random.pick(['#7a3a12', '#c9742a', '#f7cf6a']),
        { opacity: 0.55 },
      ),
    );
    drawing.path(`M${short(at[0] - 7)} ${short(at[1] - 2)}l5 -6 4 5 6 -3 -3 8 -6 3z`, '#5a2a10', {
      opacity: 0.7,
    });
  },
} as const satisfies Readonly<Record<string, Cook>>;
