// What a club owns: cups, shirts, crests, scarves.
import { darken, lighten } from './colour.ts';
import type { Club } from './draw-sport.ts';
import { type Scene, short } from './drawing.ts';

/** A cup with ribbons. */
export function trophy(club: Club, metal = '#e0b040'): Scene {
  return (drawing) => {
    const { width, random } = drawing;
    drawing.background(drawing.gradient([darken(club.main, 0.25), darken(club.main, 0.65)]));
    const x = width / 2;
    drawing.circle([x, 44], 52, drawing.glow(['#fff3c9', '#fff3c9'], { opacity: [0.5, 0] }));
    for (let index = 0; index < 90; index++)
      drawing.rect(
        [random.between(0, width), random.between(0, 100), 1.2, 2.2],
        random.pick([club.main, club.second, '#ffffff', metal]),
        { transform: `rotate(${random.whole(0, 180)} ${short(x)} 50)`, opacity: 0.8 },
      );
    const shine = drawing.gradient(
      [darken(metal, 0.25), lighten(metal, 0.6), metal, darken(metal, 0.35)],
      [0, 0, 1, 0],
    );
    for (const side of [-1, 1])
      drawing.path(
        `M${short(x + side * 17)} 24q${side * 16} 2 ${side * 9} 16q${side * -4} 8 ${side * -14} 8`,
        'none',
        { stroke: metal, 'stroke-width': 2.6 },
      );
    drawing.path(
      `M${short(x - 20)} 18H${short(x + 20)}Q${short(x + 20)} 54 ${short(x + 4)} 60V72H${short(x + 12)}V78H${short(x - 12)}V72H${short(x - 4)}V60Q${short(x - 20)} 54 ${short(x - 20)} 18Z`,
      shine,
    );
    drawing.ellipse([x, 18], [20, 3], lighten(metal, 0.4));
    drawing.rect([x - 17, 78, 34, 12], '#2a211c', { rx: 1 });
    drawing.rect([x - 10, 81, 20, 6], metal, { rx: 0.6 });
    drawing.path(`M${short(x - 12)} 40l24 16`, 'none', { stroke: club.main, 'stroke-width': 3.4 });
  };
}

/** A shirt laid flat. */
export function shirt(
  club: Club,
  {
    number = '9',
    pattern = 'stripes',
    backdrop = '#e9e4da',
  }: { number?: string; pattern?: 'stripes' | 'hoops' | 'sash' | 'plain'; backdrop?: string } = {},
): Scene {
  return (drawing) => {
    const { width } = drawing;
    const x = width / 2;
    drawing.background(drawing.gradient([lighten(backdrop, 0.4), backdrop]));
    const outline = `M${short(x - 12)} 14Q${short(x)} 22 ${short(x + 12)} 14L${short(x + 25)} 19L${short(x + 40)} 40L${short(x + 28)} 49L${short(x + 22)} 41V88H${short(x - 22)}V41L${short(x - 28)} 49L${short(x - 40)} 40L${short(x - 25)} 19Z`;
    drawing.path(outline, 'rgba(0,0,0,0.2)', { transform: 'translate(1.6 2.2)' });
    drawing.path(outline, club.main);
    drawing.clip(`<path d="${outline}"/>`, () => {
      for (let index = -5; index <= 5; index++) {
        if (pattern === 'stripes') drawing.rect([x + index * 10 - 2.6, 0, 5.2, 100], club.second);
        if (pattern === 'hoops') drawing.rect([x - 50, 30 + index * 12, 100, 6], club.second);
      }
      if (pattern === 'sash')
        drawing.polygon(
          [
            [x - 36, 4],
            [x - 22, 4],
            [x + 36, 96],
            [x + 22, 96],
          ],
          club.second,
        );
      drawing.rect(
        [x - 50, 0, 100, 100],
        drawing.gradient(['rgba(255,255,255,0.25)', 'rgba(0,0,0,0.2)'], [0, 0, 1, 0]),
      );
    });
    drawing.path(`M${short(x - 12)} 14Q${short(x)} 24 ${short(x + 12)} 14`, 'none', {
      stroke: darken(club.second, 0.15),
      'stroke-width': 2,
    });
    drawing.text([x, 68], number, {
      'font-size': 26,
      'font-weight': 'bold',
      fill: '#ffffff',
      stroke: darken(club.main, 0.3),
      'stroke-width': 1,
      'text-anchor': 'middle',
    });
  };
}

/** A crest: a shield with the club's letters and a heron. */
export function crest(
  club: Club,
  { letters, year, backdrop }: { letters: string; year: string; backdrop?: string },
): Scene {
  return (drawing) => {
    const x = drawing.width / 2;
    if (backdrop !== undefined) drawing.background(backdrop);
    const shield = `M${short(x - 34)} 12H${short(x + 34)}V48Q${short(x + 34)} 78 ${short(x)} 94Q${short(x - 34)} 78 ${short(x - 34)} 48Z`;
    drawing.path(shield, '#ffffff', { stroke: darken(club.second, 0.2), 'stroke-width': 5 });
    drawing.clip(`<path d="${shield}"/>`, () => {
      for (let index = -3; index <= 3; index += 2)
        drawing.rect([x + index * 10 - 5, 10, 10, 90], club.main);
      drawing.rect([x - 40, 10, 80, 20], club.second);
      for (const [y, shade] of [
        [74, 0.1],
        [80, 0.3],
        [86, 0.5],
      ] as const)
        drawing.path(
          `M${short(x - 40)} ${y}q10 -5 20 0t20 0t20 0t20 0V100H${short(x - 40)}Z`,
          lighten(club.second, shade),
        );
    });
    drawing.path(
      `M${short(x - 3)} 74L${short(x - 1)} 56Q${short(x - 12)} 54 ${short(x - 8)} 46Q${short(x + 4)} 46 ${short(x + 3)} 38Q${short(x + 2)} 33 ${short(x + 8)} 34L${short(x + 18)} 36L${short(x + 8)} 38Q${short(x + 9)} 50 ${short(x + 2)} 56L${short(x + 1)} 74Z`,
      '#f7f4ea',
      { stroke: '#22303a', 'stroke-width': 0.8 },
    );
    drawing.text([x, 26], letters, {
      'font-size': 13,
      'font-weight': 'bold',
      fill: '#ffffff',
      'text-anchor': 'middle',
    });
    drawing.text([x, 84], year, {
      'font-size': 7,
      'font-weight': 'bold',
      fill: '#ffffff',
      'text-anchor': 'middle',
      stroke: club.second,
      'stroke-width': 0.3,
    });
  };
}

/** Scarves held up. */
export function scarves(club: Club): Scene {
  return (drawing) => {
    const { width, random } = drawing;
    drawing.background(drawing.gradient(['#39425a', '#1b2030']));
    for (let row = 0; row < 5; row++) {
      for (let x = -6 + (row % 2) * 12; x < width + 10; x += 24) {
        const y = 22 + row * 20 + random.between(-3, 3);
        const skin = random.pick(['#f3cdb0', '#e2ab84', '#c98a60', '#9a6240']);
        for (const side of [-9, 9])
          drawing.line(
            [
              [x + side * 0.6, y + 14],
              [x + side, y],
            ],
            skin,
            2.4,
          );
        drawing.circle([x, y + 8], 4.2, skin);
        drawing.path(
          `M${short(x - 4.4)} ${short(y + 8)}a4.4 4.4 0 0 1 8.8 0z`,
          random.pick(['#2b1d16', '#5a3a22', '#a9a39c']),
        );
        for (let part = 0; part < 6; part++)
          drawing.rect(
            [x - 11 + part * 3.7, y - 3.4 + Math.sin(part) * 0.6, 3.8, 5.4],
            part % 2 === 0 ? club.main : club.second,
          );
        drawing.rect([x - 6, y + 13, 12, 14], random.pick([club.main, club.second, '#2a3040']), {
          rx: 4,
        });
      }
    }
  };
}
