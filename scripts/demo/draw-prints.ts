// Printed things: posters, stamps, tickets, front pages, mastheads.
import { darken, lighten } from './colour.ts';
import { drawVignette } from './draw-nature.ts';
import { type Drawing, type Point, type Scene, short } from './drawing.ts';

/** A poster of plain shapes with words. */
export function poster(
  lines: readonly [string, ...string[]],
  {
    colours,
    form = 'sun',
  }: {
    colours: readonly [string, string, string];
    form?: 'sun' | 'waves' | 'arcs' | 'rays' | 'tiles';
  },
): Scene {
  return (drawing) => {
    const { width, random } = drawing;
    const [paper, first, second] = colours;
    drawing.background(paper);
    if (form === 'sun') {
      drawing.circle([width * 0.5, 40], Math.min(30, width * 0.4), first);
      for (let stripe = 0; stripe < 6; stripe++)
        drawing.rect([0, 46 + stripe * 4.6, width, 1 + stripe * 0.5], paper);
      drawing.polygon(
        [
          [0, 74],
          [width * 0.3, 54],
          [width * 0.55, 74],
        ],
        second,
      );
      drawing.polygon(
        [
          [width * 0.35, 74],
          [width * 0.72, 46],
          [width, 68],
          [width, 74],
        ],
        darken(second, 0.2),
      );
    }
    if (form === 'waves') {
      for (let row = 0; row < 9; row++) {
        for (let column = -1; column * 16 < width + 16; column++) {
          const at: Point = [column * 16 + (row % 2) * 8, 26 + row * 6.4];
          for (const [radius, colour] of [
            [8, first],
            [6, paper],
            [4, second],
            [2, paper],
          ] as const)
            drawing.circle(at, radius, colour);
        }
      }
      drawing.circle([width * 0.74, 18], 11, lighten(second, 0.1));
    }
    if (form === 'arcs') {
      for (let index = 0; index < 5; index++)
        drawing.circle([width * 0.1, 76], 70 - index * 13, index % 2 === 0 ? first : second);
      drawing.circle([width * 0.78, 24], 11, second);
      drawing.rect([0, 76, width, 30], paper);
    }
    if (form === 'rays') {
      for (let ray = 0; ray < 24; ray += 2) {
        const [a, b] = [(ray / 24) * Math.PI * 2, ((ray + 1) / 24) * Math.PI * 2];
        drawing.polygon(
          [
            [width / 2, 40],
            [width / 2 + Math.cos(a) * 160, 40 + Math.sin(a) * 160],
            [width / 2 + Math.cos(b) * 160, 40 + Math.sin(b) * 160],
          ],
          first,
        );
      }
      drawing.circle([width / 2, 40], Math.min(24, width * 0.32), second);
      drawing.circle([width / 2, 40], Math.min(20, width * 0.26), paper);
    }
    if (form === 'tiles') {
      const side = width / 5;
      for (let row = 0; row * side < 76; row++) {
        for (let column = 0; column < 5; column++) {
          const [x, y] = [column * side, row * side];
          drawing.rect(
            [x, y, side, side],
            random.pick([paper, first, second, lighten(first, 0.4)]),
          );
          const turn = random.whole(0, 3) * 90;
          drawing.path(
            `M${short(x)} ${short(y)}h${short(side)}a${short(side)} ${short(side)} 0 0 1 ${short(-side)} ${short(side)}z`,
            random.pick([first, second, paper, darken(second, 0.2)]),
            { transform: `rotate(${turn} ${short(x + side / 2)} ${short(y + side / 2)})` },
          );
        }
      }
    }
    drawing.rect([0, 74, width, 27], darken(first, 0.45));
    lines.forEach((line, index) => {
      const size = Math.min(index === 0 ? 9 : 4.4, ((width - 6) / line.length) * 1.5);
      drawing.text([width / 2, 84 + index * 6], line, {
        'font-size': size,
        'font-weight': 'bold',
        fill: index === 0 ? paper : lighten(second, 0.45),
        'text-anchor': 'middle',
      });
    });
  };
}

/** A stamp: a picture with teeth around it. */
export function stamp(inside: Scene, { value, colour }: { value: string; colour: string }): Scene {
  return (drawing) => {
    const { width } = drawing;
    drawing.background('#2f3a44');
    drawing.rect([6, 6, width - 12, 88], '#fbf7ea');
    for (let x = 6; x <= width - 6; x += (width - 12) / 14)
      for (const y of [6, 94]) drawing.circle([x, y], 1.7, '#2f3a44');
    for (let y = 6; y <= 94; y += 88 / 16)
      for (const x of [6, width - 6]) drawing.circle([x, y], 1.7, '#2f3a44');
    drawing.clip(`<rect x="12" y="12" width="${short(width - 24)}" height="76"/>`, () => {
      drawing.group(
        { transform: `translate(12 12) scale(${short((width - 24) / width)} 0.76)` },
        () => inside(drawing),
      );
    });
    drawing.rect([12, 12, width - 24, 76], 'none', { stroke: colour, 'stroke-width': 1 });
    drawing.text([width - 16, 84], value, {
      'font-size': 9,
      'font-weight': 'bold',
      fill: '#ffffff',
      stroke: colour,
      'stroke-width': 0.4,
      'text-anchor': 'end',
    });
  };
}

/** A ticket of card. */
export function ticket({
  from,
  to,
  price,
  colour,
}: {
  from: string;
  to: string;
  price: string;
  colour: string;
}): Scene {
  return (drawing) => {
    const { width } = drawing;
    drawing.background(drawing.gradient(['#7a5a3f', '#5a3f2a']));
    drawing.group({ transform: `rotate(-5 ${short(width / 2)} 50)` }, () => {
      drawing.rect([width * 0.1 + 1.5, 20.5, width * 0.8, 62], 'rgba(0,0,0,0.3)', { rx: 3 });
      drawing.rect(
        [width * 0.1, 18, width * 0.8, 62],
        drawing.gradient([lighten(colour, 0.25), colour]),
        { rx: 3 },
      );
      drawing.rect([width * 0.1, 44, width * 0.8, 10], '#c0392b', { opacity: 0.75 });
      drawing.text([width / 2, 32], from, {
        'font-family': 'DejaVu Serif, serif',
        'font-size': 8,
        'font-weight': 'bold',
        fill: '#2a211c',
        'text-anchor': 'middle',
      });
      drawing.text([width / 2, 51], 'TO', {
        'font-size': 5,
        'font-weight': 'bold',
        fill: '#fff6e4',
        'text-anchor': 'middle',
      });
      drawing.text([width / 2, 65], to, {
        'font-family': 'DejaVu Serif, serif',
        'font-size': 8,
        'font-weight': 'bold',
        fill: '#2a211c',
        'text-anchor': 'middle',
      });
      drawing.text([width * 0.15, 76], 'Third class', { 'font-size': 4, fill: '#2a211c' });
      drawing.text([width * 0.85, 76], price, {
        'font-size': 4,
        fill: '#2a211c',
        'text-anchor': 'end',
      });
      drawing.circle([width * 0.9, 49], 3.4, '#5a3f2a');
    });
  };
}

/** A newspaper's front page with a picture in it. */
export function frontPage(title: string, headline: string, inside: Scene): Scene {
  return (drawing) => {
    const { width, random } = drawing;
    drawing.background('#f4efe4');
    drawing.text([width / 2, 11], title, {
      'font-family': 'DejaVu Serif, serif',
      'font-size': Math.min(9, (width / title.length) * 1.5),
      'font-weight': 'bold',
      fill: '#1d1a1a',
      'text-anchor': 'middle',
    });
    drawing.line(
      [
        [4, 14],
        [width - 4, 14],
      ],
      '#1d1a1a',
      0.6,
    );
    drawing.text([4, 21.6], headline, {
      'font-family': 'DejaVu Serif, serif',
      'font-size': Math.min(5.4, ((width - 8) / headline.length) * 1.45),
      'font-weight': 'bold',
      fill: '#1d1a1a',
    });
    drawing.clip(`<rect x="4" y="25" width="${short(width - 8)}" height="38"/>`, () => {
      const scale = (width - 8) / width;
      drawing.group({ transform: `translate(4 10) scale(${short(scale)})` }, () => inside(drawing));
    });
    const column = (width - 8) / 3;
    for (let part = 0; part < 3; part++) {
      for (let y = 67; y < 97; y += 2)
        drawing.rect(
          [4 + part * column, y, (column - 2.4) * (y > 94 ? 0.5 : random.between(0.86, 1)), 0.8],
          '#4a4644',
          { opacity: 0.75 },
        );
    }
  };
}

/** A name across a band, as pages wear it on top. */
export function masthead(
  name: string,
  { colours, motif }: { colours: readonly [string, string]; motif: (drawing: Drawing) => void },
): Scene {
  return (drawing) => {
    const { width } = drawing;
    drawing.background(drawing.gradient(colours, [0, 0, 1, 0]));
    motif(drawing);
    drawing.text([110, 66], name, {
      'font-family': 'DejaVu Serif, serif',
      'font-size': Math.min(44, ((width - 130) / name.length) * 1.6),
      'font-weight': 'bold',
      fill: '#ffffff',
    });
  };
}

/** A scene under a veil of age. */
export function aged(inside: Scene): Scene {
  return (drawing) => {
    inside(drawing);
    drawing.background('rgba(196,150,90,0.22)');
    drawVignette(drawing, 0.45);
  };
}
