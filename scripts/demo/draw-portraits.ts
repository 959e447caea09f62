// Portraits and group photographs made of plain shapes.
import { darken, lighten } from './colour.ts';
import { HAIRS, SKINS } from './draw-people.ts';
import { type Drawing, type Point, type Scene, short, smoothLoop } from './drawing.ts';

/** How somebody looks; what is absent is left to chance. */
export interface Looks {
  readonly backdrop?: readonly [string, string];
  readonly clothes?: string;
  /** Second colour of the clothes, as stripes. */
  readonly stripes?: string;
  readonly hat?: 'cap' | 'chef' | 'sailor' | 'beret' | 'straw';
  readonly hair?: 'short' | 'long' | 'bun' | 'curls' | 'bald';
  readonly beard?: boolean;
  readonly glasses?: boolean;
  readonly number?: string;
}

/** A portrait to the shoulders. */
export function portrait(looks: Looks = {}): Scene {
  return (drawing) => {
    const { width, random } = drawing;
    const {
      backdrop = [
        random.pick(['#f2b35e', '#6fa8a6', '#d9795a', '#7d8fc2', '#a9c06f', '#d998a8']),
        '#f7efe0',
      ],
    } = looks;
    drawing.background(drawing.gradient(backdrop, [0, 0, 0.4, 1]));
    drawing.circle([width * random.between(0.25, 0.75), 38], 40, lighten(backdrop[0], 0.25), {
      opacity: 0.5,
    });
    drawBust(drawing, { at: [width / 2, 46], size: 24, looks });
  };
}

/** A group photograph in two rows. */
export function groupPhoto(
  looks: Looks,
  {
    rows = [6, 5],
    ground = '#5d9a4f',
    sky = '#a9d3e8',
  }: { rows?: readonly number[]; ground?: string; sky?: string } = {},
): Scene {
  return (drawing) => {
    const { width } = drawing;
    drawing.background(drawing.gradient([sky, lighten(sky, 0.5)]));
    for (let index = 0; index < 160; index++) {
      const { random } = drawing;
      drawing.circle(
        [random.between(0, width), random.between(4, 34)],
        1.1,
        random.pick(['#c9584a', '#e9c46a', '#ffffff', '#42628a', '#8a5a44']),
        { opacity: 0.55 },
      );
    }
    drawing.rect([0, 62, width, 40], drawing.gradient([ground, darken(ground, 0.2)]));
    rows.forEach((count, row) => {
      for (let index = 0; index < count; index++) {
        const x = (width * (index + 0.5 + (row % 2) * 0)) / count;
        drawBust(drawing, {
          at: [x, 40 + row * 30],
          size: 9,
          looks,
          legs: row === rows.length - 1,
        });
      }
    });
  };
}

interface Bust {
  /** Middle of the head. */
  readonly at: Point;
  /** Half the height of the head. */
  readonly size: number;
  readonly looks: Looks;
  readonly legs?: boolean;
}

function drawBust(drawing: Drawing, { at: [x, y], size: s, looks }: Bust): void {
  const { random } = drawing;
  const skin = random.pick(SKINS);
  const hairColour = random.pick(HAIRS);
  const clothes =
    looks.clothes ??
    random.pick(['#2f4858', '#8a3b3b', '#3b6b58', '#d9b44a', '#5a4a7a', '#e6e0d4']);
  const hair = looks.hair ?? random.pick(['short', 'long', 'bun', 'curls', 'short', 'bald']);
  if (hair === 'long')
    drawing.path(
      smoothLoop([
        [x - s, y - s * 0.6],
        [x, y - s * 1.35],
        [x + s, y - s * 0.6],
        [x + s * 1.05, y + s * 1.1],
        [x, y + s * 1.2],
        [x - s * 1.05, y + s * 1.1],
      ]),
      hairColour,
    );
  const shoulders = `M${short(x - s * 2)} ${short(y + s * 3.4)}C${short(x - s * 2)} ${short(y + s * 1.4)} ${short(x - s)} ${short(y + s * 1.3)} ${short(x)} ${short(y + s * 1.3)}S${short(x + s * 2)} ${short(y + s * 1.4)} ${short(x + s * 2)} ${short(y + s * 3.4)}Z`;
  drawing.path(shoulders, drawing.gradient([clothes, darken(clothes, 0.25)]));
  if (looks.stripes !== undefined) {
    const stripes = looks.stripes;
    drawing.clip(`<path d="${shoulders}"/>`, () => {
      for (let column = -2; column <= 2; column++)
        drawing.rect([x + column * s * 0.8 - s * 0.2, y + s, s * 0.4, s * 3], stripes);
    });
  }
  drawing.path(
    `M${short(x - s * 0.34)} ${short(y + s * 0.6)}h${short(s * 0.68)}v${short(s * 0.8)}q${short(-s * 0.34)} ${short(s * 0.4)} ${short(-s * 0.68)} 0z`,
    darken(skin, 0.14),
  );
  if (looks.number !== undefined)
    drawing.text([x, y + s * 2.12], looks.number, {
      'font-size': s * 0.66,
      'font-weight': 'bold',
      fill: '#ffffff',
      'text-anchor': 'middle',
    });
  for (const side of [-1, 1])
    drawing.ellipse([x + side * s * 0.78, y + s * 0.05], [s * 0.14, s * 0.22], darken(skin, 0.08));
  drawing.path(
    smoothLoop([
      [x - s * 0.74, y - s * 0.3],
      [x, y - s],
      [x + s * 0.74, y - s * 0.3],
      [x + s * 0.62, y + s * 0.5],
      [x, y + s * 0.98],
      [x - s * 0.62, y + s * 0.5],
    ]),
    skin,
  );
  drawHair(drawing, { x, y, s, hair, colour: hairColour });
  drawFace(drawing, { x, y, s, skin, looks, hairColour });
  drawHat(drawing, { x, y, s, hat: looks.hat, clothes });
}

function drawHair(
  drawing: Drawing,
  { x, y, s, hair, colour }: { x: number; y: number; s: number; hair: string; colour: string },
): void {
  if (hair === 'bald') return;
  if (hair === 'bun') drawing.circle([x, y - s * 1.25], s * 0.34, colour);
  if (hair === 'curls') {
    for (let index = 0; index < 13; index++) {
      const angle = Math.PI * (0.92 + (index / 12) * 1.16);
      drawing.circle(
        [x + Math.cos(angle) * s * 0.76, y - s * 0.18 + Math.sin(angle) * s * 0.82],
        s * 0.27,
        colour,
      );
    }
    return;
  }
  const { random } = drawing;
  const parting = random.between(-0.4, 0.4);
  drawing.path(
    `M${short(x - s * 0.82)} ${short(y - s * 0.02)}C${short(x - s * 0.95)} ${short(y - s * 1.35)} ${short(x + s * 0.95)} ${short(y - s * 1.35)} ${short(x + s * 0.82)} ${short(y - s * 0.02)}C${short(x + s * 0.7)} ${short(y - s * 0.5)} ${short(x + s * 0.4)} ${short(y - s * 0.55)} ${short(x + s * parting)} ${short(y - s * 0.62)}C${short(x - s * 0.4)} ${short(y - s * 0.5)} ${short(x - s * 0.7)} ${short(y - s * 0.45)} ${short(x - s * 0.82)} ${short(y - s * 0.02)}Z`,
    colour,
  );
}

function drawFace(
  drawing: Drawing,
  {
    x,
    y,
    s,
    skin,
    looks,
    hairColour,
  }: { x: number; y: number; s: number; skin: string; looks: Looks; hairColour: string },
): void {
  const { random } = drawing;
  const beard = looks.beard ?? false;
  if (beard)
    drawing.path(
      smoothLoop([
        [x - s * 0.66, y + s * 0.15],
        [x - s * 0.3, y + s * 0.42],
        [x + s * 0.3, y + s * 0.42],
        [x + s * 0.66, y + s * 0.15],
        [x + s * 0.55, y + s * 0.75],
        [x, y + s * 1.18],
        [x - s * 0.55, y + s * 0.75],
      ]),
      hairColour,
    );
  for (const side of [-1, 1]) {
    drawing.ellipse([x + side * s * 0.3, y - s * 0.06], [s * 0.085, s * 0.1], '#2a2024');
    drawing.circle([x + side * s * 0.3 + s * 0.03, y - s * 0.1], s * 0.03, '#ffffff');
    drawing.line(
      [
        [x + side * s * 0.18, y - s * 0.27],
        [x + side * s * 0.42, y - s * random.between(0.24, 0.32)],
      ],
      darken(hairColour, 0.2),
      s * 0.06,
    );
    drawing.circle([x + side * s * 0.46, y + s * 0.24], s * 0.14, '#e0705a', { opacity: 0.25 });
    if (looks.glasses === true)
      drawing.circle([x + side * s * 0.3, y - s * 0.06], s * 0.22, 'none', {
        stroke: '#2a2a30',
        'stroke-width': s * 0.05,
      });
  }
  if (looks.glasses === true)
    drawing.line(
      [
        [x - s * 0.08, y - s * 0.06],
        [x + s * 0.08, y - s * 0.06],
      ],
      '#2a2a30',
      s * 0.05,
    );
  drawing.line(
    [
      [x + s * 0.02, y],
      [x + s * 0.1, y + s * 0.24],
      [x - s * 0.02, y + s * 0.27],
    ],
    darken(skin, 0.25),
    s * 0.05,
  );
  const smile = random.between(0.04, 0.2);
  drawing.path(
    `M${short(x - s * 0.22)} ${short(y + s * 0.5)}Q${short(x)} ${short(y + s * (0.52 + smile))} ${short(x + s * 0.22)} ${short(y + s * 0.5)}`,
    'none',
    { stroke: beard ? '#e8a598' : '#a8483f', 'stroke-width': s * 0.07, 'stroke-linecap': 'round' },
  );
}

function drawHat(
  drawing: Drawing,
  {
    x,
    y,
    s,
    hat,
    clothes,
  }: { x: number; y: number; s: number; hat: Looks['hat']; clothes: string },
): void {
  const brim = (colour: string) => drawing.ellipse([x, y - s * 0.55], [s * 1.15, s * 0.16], colour);
  if (hat === 'chef') {
    for (const offset of [-0.5, 0, 0.5])
      drawing.circle([x + offset * s, y - s * 1.35], s * 0.46, '#ffffff');
    drawing.rect([x - s * 0.76, y - s * 1.15, s * 1.52, s * 0.6], '#f1efe9');
  } else if (hat === 'cap') {
    drawing.path(
      `M${short(x - s * 0.84)} ${short(y - s * 0.5)}C${short(x - s * 0.84)} ${short(y - s * 1.4)} ${short(x + s * 0.84)} ${short(y - s * 1.4)} ${short(x + s * 0.84)} ${short(y - s * 0.5)}Z`,
      darken(clothes, 0.2),
    );
    drawing.ellipse([x, y - s * 0.5], [s * 0.9, s * 0.15], darken(clothes, 0.45));
    drawing.circle([x, y - s * 0.8], s * 0.12, '#e9c46a');
  } else if (hat === 'sailor') {
    drawing.path(
      `M${short(x - s * 0.8)} ${short(y - s * 0.55)}L${short(x - s * 0.95)} ${short(y - s * 1.15)}Q${short(x)} ${short(y - s * 1.4)} ${short(x + s * 0.95)} ${short(y - s * 1.15)}L${short(x + s * 0.8)} ${short(y - s * 0.55)}Z`,
      '#f6f4ee',
    );
    drawing.rect([x - s * 0.82, y - s * 0.72, s * 1.64, s * 0.22], '#22324a');
  } else if (hat === 'beret') {
    drawing.path(
      smoothLoop([
        [x - s * 0.95, y - s * 0.65],
        [x - s * 0.4, y - s * 1.3],
        [x + s * 0.7, y - s * 1.2],
        [x + s * 1.1, y - s * 0.75],
        [x, y - s * 0.58],
      ]),
      '#8a2f3b',
    );
  } else if (hat === 'straw') {
    brim('#d9b464');
    drawing.path(
      `M${short(x - s * 0.66)} ${short(y - s * 0.56)}Q${short(x - s * 0.6)} ${short(y - s * 1.35)} ${short(x)} ${short(y - s * 1.35)}T${short(x + s * 0.66)} ${short(y - s * 0.56)}Z`,
      '#e8c97f',
    );
    drawing.rect([x - s * 0.67, y - s * 0.74, s * 1.34, s * 0.18], '#a8483f');
  }
}
