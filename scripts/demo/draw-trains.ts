// Railways: trains in a landscape, stations, viaducts, signals.
import { darken, inMood, lighten, MOODS, type MoodName } from './colour.ts';
import { drawTrack, drawTrain, drawWheel, type TrainKind } from './draw-engines.ts';
import { drawFir, drawGround, drawRanges, drawSky, drawTree } from './draw-nature.ts';
import { drawWalker } from './draw-people.ts';
import { type Point, type Scene, short } from './drawing.ts';

/** A train in a landscape. */
export function train(
  name: MoodName,
  kind: TrainKind,
  {
    colour = '#2f5d3a',
    coach = '#7a2e2e',
    trees = true,
  }: { colour?: string; coach?: string; trees?: boolean } = {},
): Scene {
  return (drawing) => {
    const { width, random } = drawing;
    const mood = MOODS[name];
    drawSky(drawing, mood, {
      horizon: 64,
      disc: { at: [width * random.between(0.6, 0.9), 22], radius: 5 },
      clouds: 4,
    });
    drawRanges(drawing, mood, {
      count: 3,
      from: 58,
      to: 70,
      roughness: 0.4,
      snow: name === 'snow',
    });
    drawGround(
      drawing,
      mood,
      70,
      name === 'snow' ? '#eef3f8' : name === 'autumn' ? '#b98a45' : '#7fa255',
    );
    if (trees) {
      for (let index = 0; index < 7; index++) {
        const at: Point = [random.between(0, width), random.between(70, 75)];
        const size = random.between(12, 22);
        if (name === 'autumn' || name === 'day')
          drawTree(
            drawing,
            at,
            size,
            inMood(
              random.pick(
                name === 'autumn'
                  ? ['#d07a2d', '#b8482a', '#d9a441']
                  : ['#4f8a4a', '#6a9c4a', '#3f7a54'],
              ),
              mood,
            ),
          );
        else drawFir(drawing, at, size, inMood('#3f6a54', mood));
      }
    }
    drawTrack(drawing, mood, 88);
    drawTrain(drawing, { front: width * 0.1, rail: 88, kind, mood, colour, coach });
  };
}

/** A train high on a viaduct. */
export function viaduct(name: MoodName, { colour = '#2f5d3a' }: { colour?: string } = {}): Scene {
  return (drawing) => {
    const { width, random } = drawing;
    const mood = MOODS[name];
    drawSky(drawing, mood, { horizon: 70, disc: { at: [width * 0.8, 20], radius: 5 }, clouds: 5 });
    drawRanges(drawing, mood, {
      count: 4,
      from: 56,
      to: 80,
      roughness: 0.5,
      snow: name === 'snow',
    });
    const stone = inMood('#d3cbbd', { ...mood, tint: mood.tint * 0.6 });
    const deck = 46;
    const span = 22;
    drawing.rect(
      [-2, deck, width + 4, 5],
      drawing.gradient([lighten(stone, 0.1), darken(stone, 0.1)]),
    );
    for (let x = -8; x < width + span; x += span) {
      drawing.path(
        `M${x} 101V${deck + 4}H${x + span}V101H${x + span - 3}V${deck + 20}a${span / 2 - 3} ${span / 2 - 3} 0 0 0 ${-(span - 6)} 0V101Z`,
        drawing.gradient([stone, darken(stone, 0.3)]),
      );
      drawing.path(
        `M${x + span - 3} 101V${deck + 20}a${span / 2 - 3} ${span / 2 - 3} 0 0 0 ${-(span - 6)} 0V101`,
        'none',
        { stroke: darken(stone, 0.4), 'stroke-width': 1.2 },
      );
    }
    drawing.group(
      { transform: `translate(${short(width * 0.12)} ${deck - 29.6}) scale(0.34)` },
      () => {
        drawTrain(drawing, { front: 0, rail: 86, kind: 'steam', mood, colour, coach: '#7a2e2e' });
      },
    );
    for (let index = 0; index < 16; index++) {
      const [x, y] = [random.between(0, width), random.between(92, 101)];
      drawFir(
        drawing,
        [x, y],
        random.between(10, 20),
        inMood(name === 'autumn' ? '#b8682a' : '#3f6a4a', mood),
      );
    }
  };
}

/** A platform with a building, a clock and people waiting. */
export function station(name: MoodName, label: string): Scene {
  return (drawing) => {
    const { width, random } = drawing;
    const mood = MOODS[name];
    drawSky(drawing, mood, { horizon: 70, disc: { at: [width * 0.15, 18], radius: 5 }, clouds: 4 });
    drawRanges(drawing, mood, { count: 2, from: 62, to: 70, roughness: 0.4 });
    const brick = inMood('#b5654a', mood);
    const [left, across] = [width * 0.2, width * 0.6];
    drawing.rect([left, 38, across, 42], drawing.gradient([brick, darken(brick, 0.2)]));
    drawing.polygon(
      [
        [left - 4, 38],
        [left + across * 0.14, 24],
        [left + across * 0.86, 24],
        [left + across + 4, 38],
      ],
      inMood('#4f545c', mood),
    );
    drawing.circle([left + across / 2, 31], 5, '#fbf7ea', {
      stroke: '#333338',
      'stroke-width': 0.8,
    });
    drawing.line(
      [
        [left + across / 2, 31],
        [left + across / 2, 27.6],
      ],
      '#222222',
      0.6,
    );
    drawing.line(
      [
        [left + across / 2, 31],
        [left + across / 2 + 2.4, 32.4],
      ],
      '#222222',
      0.6,
    );
    for (let at = left + 4; at < left + across - 8; at += 12) {
      drawing.path(`M${short(at)} 68v-14a4 4 0 0 1 8 0v14z`, mood.isDark ? '#ffdf95' : '#3a4d58');
      drawing.line(
        [
          [at + 4, 50],
          [at + 4, 68],
        ],
        '#f4ead8',
        0.5,
      );
    }
    drawing.rect([left + across * 0.28, 41.5, across * 0.44, 6.4], inMood('#20404f', mood), {
      rx: 0.8,
    });
    drawing.text([left + across / 2, 46.2], label, {
      'font-size': 4.2,
      'font-weight': 'bold',
      fill: '#ffffff',
      'text-anchor': 'middle',
    });
    drawing.rect([0, 80, width, 6], inMood('#c9bfae', mood));
    drawing.rect([0, 80, width, 1], '#f2d27a');
    for (let index = 0; index < 7; index++)
      drawWalker(drawing, [random.between(6, width - 6), 83], random.between(14, 17), {
        dark: '#2a2630',
      });
    drawing.rect([0, 86, width, 15], inMood('#6f675f', mood));
    drawTrack(drawing, mood, 92);
    for (const x of [width * 0.08, width * 0.92]) {
      drawing.line(
        [
          [x, 82],
          [x, 48],
        ],
        '#2e3a36',
        1,
      );
      drawing.circle([x, 47], 2.4, '#fff3c4');
      drawing.circle(
        [x, 47],
        8,
        drawing.glow(['#fff3c4', '#fff3c4'], { opacity: [mood.isDark ? 0.7 : 0.2, 0] }),
      );
    }
  };
}

/** A signal against the evening sky. */
export const signal: Scene = (drawing) => {
  const { width } = drawing;
  const mood = MOODS.dusk;
  drawSky(drawing, mood, { horizon: 84, disc: { at: [width * 0.3, 62], radius: 9 }, clouds: 6 });
  drawRanges(drawing, mood, { count: 2, from: 84, to: 90, roughness: 0.3 });
  const x = width * 0.62;
  drawing.rect([x - 1.4, 14, 2.8, 88], '#efe9dc');
  for (const [y, turn] of [
    [22, -38],
    [44, 0],
  ] as const) {
    drawing.group({ transform: `rotate(${turn} ${short(x)} ${y})` }, () => {
      drawing.rect([x - 34, y - 3.4, 36, 6.8], '#c0392b', { rx: 0.6 });
      drawing.rect([x - 27, y - 3.4, 4, 6.8], '#ffffff');
      drawing.circle([x + 5, y], 3.2, turn === 0 ? '#ff5a4a' : '#4ade80');
    });
  }
  for (let rung = 50; rung < 100; rung += 5)
    drawing.line(
      [
        [x + 3, rung],
        [x + 8, rung],
      ],
      '#4a4652',
      0.7,
    );
  drawing.line(
    [
      [x + 3, 48],
      [x + 3, 101],
    ],
    '#4a4652',
    0.6,
  );
  drawing.line(
    [
      [x + 8, 48],
      [x + 8, 101],
    ],
    '#4a4652',
    0.6,
  );
};

/** A driving wheel close up. */
export const wheel: Scene = (drawing) => {
  const { width } = drawing;
  drawing.background(drawing.gradient(['#39424a', '#1d2126']));
  for (let index = 0; index < 9; index++)
    drawing.rect([index * (width / 8) - 6, 0, 1, 100], '#ffffff', { opacity: 0.04 });
  drawWheel(drawing, [width * 0.34, 54], 40, { spokes: 14, colour: '#a83232' });
  drawWheel(drawing, [width * 0.98, 54], 40, { spokes: 14, colour: '#a83232' });
  drawing.rect([width * 0.2, 60, width * 0.7, 7], drawing.gradient(['#f1ede4', '#8d8a86']), {
    rx: 3.5,
  });
  for (const x of [0.28, 0.83]) {
    drawing.circle([width * x, 63.5], 7, '#cfcac0');
    drawing.circle([width * x, 63.5], 3, '#5a5752');
  }
  drawing.rect([0, 92, width, 9], '#55565c');
};

/** A model layout seen from above. */
export const modelRailway: Scene = (drawing) => {
  const { width, random } = drawing;
  drawing.background(drawing.gradient(['#8fb35e', '#6d9448']));
  drawing.path(
    `M${short(width * 0.6)} -2Q${short(width * 0.45)} 40 ${short(width * 0.62)} 60T${short(width * 0.5)} 102H${short(width * 0.62)}Q${short(width * 0.76)} 66 ${short(width * 0.7)} 50T${short(width * 0.68)} -2Z`,
    '#5fb0c9',
  );
  for (const [inset, colour] of [
    [14, '#a89b8a'],
    [26, '#a89b8a'],
  ] as const) {
    const box = { x: inset, y: inset, width: width - inset * 2, height: 100 - inset * 2 };
    drawing.rect([box.x, box.y, box.width, box.height], 'none', {
      rx: 22,
      stroke: colour,
      'stroke-width': 5,
    });
    drawing.rect([box.x, box.y, box.width, box.height], 'none', {
      rx: 22,
      stroke: '#5a4334',
      'stroke-width': 3.4,
      'stroke-dasharray': '1 1.6',
    });
    drawing.rect([box.x, box.y, box.width, box.height], 'none', {
      rx: 22,
      stroke: '#3a3a40',
      'stroke-width': 2,
    });
    drawing.rect([box.x, box.y, box.width, box.height], 'none', {
      rx: 22,
      stroke: colour,
      'stroke-width': 1.2,
    });
  }
  for (let car = 0; car < 5; car++)
    drawing.rect([width * 0.2 + car * 13, 11.4, 12, 5.4], car === 0 ? '#2f5d3a' : '#a83232', {
      rx: 1.2,
      stroke: '#22222a',
      'stroke-width': 0.4,
    });
  for (let index = 0; index < 12; index++) {
    const [x, y] = [random.between(34, width - 46), random.between(36, 62)];
    const wall = random.pick(['#b5533c', '#d9822b', '#7a5a4f', '#4f6a7a']);
    drawing.rect([x + 1, y + 1, 9, 7], '#000000', { opacity: 0.25 });
    drawing.rect([x, y, 9, 3.5], lighten(wall, 0.15));
    drawing.rect([x, y + 3.5, 9, 3.5], darken(wall, 0.1));
  }
  for (let index = 0; index < 60; index++) {
    const [x, y] = [
      random.between(0, width),
      random.chance(0.5) ? random.between(0, 9) : random.between(91, 100),
    ];
    drawing.circle([x, y], random.between(1.4, 3), random.pick(['#3f7a3a', '#4f8a4a', '#2f6a3a']));
  }
};
