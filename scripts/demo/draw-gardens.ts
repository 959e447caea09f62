// Gardens: beds, trees, cacti, glasshouses, mushrooms.
import { darken, inMood, lighten, MOODS, type MoodName } from './colour.ts';
import { drawFlower, drawLeaf, type FlowerKind } from './draw-blossoms.ts';
import { drawGround, drawRanges, drawSky, drawTree } from './draw-nature.ts';
import { type Scene, short, smoothLoop } from './drawing.ts';

/** A bed full of flowers. */
export function flowerBed(
  name: MoodName,
  kind: FlowerKind,
  colours: readonly [string, ...string[]],
): Scene {
  return (drawing) => {
    const { width, random } = drawing;
    const mood = MOODS[name];
    drawSky(drawing, mood, { horizon: 46, disc: { at: [width * 0.75, 16], radius: 5 }, clouds: 4 });
    drawRanges(drawing, mood, { count: 2, from: 46, to: 50, roughness: 0.2 });
    drawGround(drawing, mood, 46, '#6f9a4a');
    const flowers = Array.from({ length: 110 }, () => ({
      x: random.between(-2, width + 2),
      y: 50 + 54 * random.next() ** 0.8,
    })).sort((a, b) => a.y - b.y);
    for (const { x, y } of flowers) {
      const size = 1 + ((y - 48) / 52) * 6.5;
      drawing.line(
        [
          [x, y],
          [x, y + size * 2],
        ],
        inMood('#4f7a3a', mood),
        size * 0.14,
      );
      drawFlower(drawing, [x, y], size, kind, inMood(random.pick(colours), mood));
    }
  };
}

/** A tree standing alone. */
export function loneTree(name: MoodName, colour: string): Scene {
  return (drawing) => {
    const { width, random } = drawing;
    const mood = MOODS[name];
    drawSky(drawing, mood, { horizon: 76, disc: { at: [width * 0.24, 30], radius: 7 }, clouds: 5 });
    drawRanges(drawing, mood, { count: 3, from: 72, to: 82, roughness: 0.2 });
    drawGround(drawing, mood, 82, name === 'snow' ? '#f2f6fa' : '#86a255');
    drawTree(drawing, [width * 0.56, 90], 82, inMood(colour, mood));
    for (let index = 0; index < 26; index++)
      drawing.ellipse(
        [width * 0.56 + random.between(-30, 30), random.between(84, 97)],
        [0.9, 0.5],
        inMood(lighten(colour, 0.2), mood),
      );
  };
}

/** Cacti in pots or in the sand. */
export const cacti: Scene = (drawing) => {
  const { width, random } = drawing;
  drawing.background(drawing.gradient(['#f6d9a8', '#f0b98a']));
  drawing.circle([width * 0.76, 26], 13, '#fff0cf');
  drawing.rect([0, 72, width, 30], drawing.gradient(['#d99a62', '#b8743f']));
  for (let index = 0; index < 5; index++) {
    const x = (width * (index + 0.6)) / 5.2;
    const y = 80 + random.between(0, 10);
    const colour = random.pick(['#4f8a5a', '#3f7a62', '#6a9a4f', '#2f6a55']);
    if (index % 2 === 0) {
      const h = random.between(34, 58);
      drawing.rect(
        [x - 4.6, y - h, 9.2, h],
        drawing.gradient([lighten(colour, 0.2), darken(colour, 0.25)], [0, 0, 1, 0]),
        { rx: 4.6 },
      );
      for (const side of [-1, 1]) {
        const level = y - h * random.between(0.35, 0.55);
        drawing.path(`M${short(x + side * 4)} ${short(level)}h${side * 6}v-12`, 'none', {
          stroke: colour,
          'stroke-width': 5.4,
          'stroke-linecap': 'round',
          'stroke-linejoin': 'round',
        });
      }
      for (let rib = -3; rib <= 3; rib += 2)
        drawing.line(
          [
            [x + rib, y - h + 4],
            [x + rib, y - 1],
          ],
          lighten(colour, 0.4),
          0.3,
          { 'stroke-dasharray': '0.6 1.4' },
        );
      drawFlower(drawing, [x, y - h - 0.5], 4, 'daisy', '#e0507a');
    } else {
      const r = random.between(10, 14);
      drawing.ellipse(
        [x, y - r * 0.8],
        [r, r * 0.9],
        drawing.gradient([lighten(colour, 0.25), darken(colour, 0.2)]),
      );
      for (let rib = -3; rib <= 3; rib++)
        drawing.path(
          `M${short(x)} ${short(y - r * 1.68)}Q${short(x + rib * r * 0.42)} ${short(y - r * 0.8)} ${short(x)} ${short(y + r * 0.08)}`,
          'none',
          { stroke: darken(colour, 0.35), 'stroke-width': 0.5 },
        );
      drawFlower(drawing, [x, y - r * 1.66], 4.6, 'daisy', '#f2c230');
    }
    drawing.ellipse([x, y + 0.6], [11, 1.4], '#7a4a2a', { opacity: 0.35 });
  }
};

/** A palm house of iron and glass. */
export function glasshouse(name: MoodName): Scene {
  return (drawing) => {
    const { width, random } = drawing;
    const mood = MOODS[name];
    drawSky(drawing, mood, { horizon: 80, disc: { at: [width * 0.16, 22], radius: 5 }, clouds: 4 });
    drawGround(drawing, mood, 80, '#7fa255');
    const glass = mood.isDark ? '#ffe2a0' : '#cfe9ea';
    const iron = inMood('#3f6a62', mood);
    const [l, w] = [width * 0.12, width * 0.76];
    const dome = `M${short(l)} 84V58Q${short(l)} 44 ${short(l + w * 0.2)} 42H${short(l + w * 0.3)}C${short(l + w * 0.32)} 12 ${short(l + w * 0.68)} 12 ${short(l + w * 0.7)} 42H${short(l + w * 0.8)}Q${short(l + w)} 44 ${short(l + w)} 58V84Z`;
    drawing.path(dome, glass, { opacity: mood.isDark ? 0.85 : 0.75 });
    drawing.clip(`<path d="${dome}"/>`, () => {
      for (let index = 0; index < 26; index++)
        drawLeaf(drawing, [l + random.between(0.06, 0.94) * w, 86], random.between(20, 42), {
          colour: inMood(random.pick(['#3f7a4a', '#5f9a4f', '#2f6a4a']), mood),
          turn: random.between(-34, 34),
        });
      for (let x = l; x < l + w; x += w / 22)
        drawing.line(
          [
            [x, 10],
            [x, 84],
          ],
          iron,
          0.4,
        );
      for (let y = 24; y < 84; y += 9)
        drawing.line(
          [
            [l, y],
            [l + w, y],
          ],
          iron,
          0.4,
        );
    });
    drawing.path(dome, 'none', { stroke: iron, 'stroke-width': 1.2 });
    drawing.path(`M${short(width / 2 - 6)} 84V68a6 6 0 0 1 12 0V84Z`, darken(iron, 0.2));
    for (const side of [0.04, 0.96])
      drawTree(drawing, [width * side, 88], 34, inMood('#4f8a4a', mood));
  };
}

/** Mushrooms in the wood. */
export const mushrooms: Scene = (drawing) => {
  const { width, random } = drawing;
  drawing.background(drawing.gradient(['#25382c', '#4f6a3f']));
  drawing.group({ filter: drawing.blur(2) }, () => {
    for (let index = 0; index < 16; index++)
      drawing.rect([random.between(0, width), 0, random.between(1.5, 5), 80], '#1b2a20', {
        opacity: 0.6,
      });
  });
  drawing.path(
    smoothLoop([
      [-8, 104],
      [-6, 82],
      [width * 0.3, 76],
      [width * 0.7, 80],
      [width + 8, 74],
      [width + 8, 104],
    ]),
    '#3f5a2e',
  );
  for (let index = 0; index < 6; index++) {
    const [x, s] = [(width * (index + 0.5)) / 6 + random.between(-5, 5), random.between(10, 24)];
    const y = 90 + random.between(-4, 6);
    const cap = random.pick(['#c0392b', '#d9822b', '#a8553a', '#c9403a']);
    drawing.path(
      `M${short(x - s * 0.13)} ${short(y)}Q${short(x - s * 0.08)} ${short(y - s * 0.6)} ${short(x - s * 0.1)} ${short(y - s)}H${short(x + s * 0.1)}Q${short(x + s * 0.08)} ${short(y - s * 0.6)} ${short(x + s * 0.16)} ${short(y)}Z`,
      '#f1e6cf',
    );
    drawing.path(
      `M${short(x - s * 0.62)} ${short(y - s * 0.86)}Q${short(x - s * 0.5)} ${short(y - s * 1.6)} ${short(x)} ${short(y - s * 1.6)}T${short(x + s * 0.62)} ${short(y - s * 0.86)}Q${short(x)} ${short(y - s * 0.7)} ${short(x - s * 0.62)} ${short(y - s * 0.86)}Z`,
      drawing.gradient([lighten(cap, 0.2), darken(cap, 0.15)]),
    );
    for (let spot = 0; spot < 6; spot++)
      drawing.ellipse(
        [x + random.between(-0.4, 0.4) * s, y - s * random.between(0.98, 1.42)],
        [s * 0.06, s * 0.045],
        '#fff6e4',
      );
  }
};
