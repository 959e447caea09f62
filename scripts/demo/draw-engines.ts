// What runs on rails: steam engines, diesels, railcars, coaches.
import { darken, inMood, lighten, type Mood, mix } from './colour.ts';
import { type Drawing, type Point, short } from './drawing.ts';

type Tint = (colour: string) => string;

/** What runs on rails. */
export type TrainKind = 'steam' | 'diesel' | 'railcar' | 'electric';

/** A length of track across the picture. */
export function drawTrack(drawing: Drawing, mood: Mood, rail: number): void {
  const { width } = drawing;
  drawing.polygon(
    [
      [-2, rail + 7],
      [-2, rail + 1.5],
      [width + 2, rail + 1.5],
      [width + 2, rail + 7],
    ],
    inMood('#9a9086', mood),
  );
  for (let x = 0; x < width; x += 4) drawing.rect([x, rail + 1, 2.2, 1.8], inMood('#5a4334', mood));
  drawing.rect([-2, rail, width + 4, 1], inMood('#4a4a50', mood));
}

export function drawTrain(
  drawing: Drawing,
  {
    front,
    rail,
    kind,
    mood,
    colour,
    coach,
  }: { front: number; rail: number; kind: TrainKind; mood: Mood; colour: string; coach: string },
): void {
  const tint: Tint = (value) => inMood(value, { ...mood, tint: mood.tint * 0.7 });
  const engineLength = kind === 'steam' ? 52 : kind === 'railcar' ? 62 : 48;
  let x = front + engineLength + 1.5;
  while (x < drawing.width + 10) {
    drawCoach(drawing, { x, rail, length: 46, colour: tint(coach), mood });
    x += 48;
  }
  drawing.rect([front + engineLength - 1, rail - 6, 4, 1], '#26262a');
  if (kind === 'steam') drawSteam(drawing, [front, rail], tint(colour), tint);
  else drawBox(drawing, { x: front, rail, length: engineLength, colour: tint(colour), mood, kind });
}

/** A coach with windows. */
function drawCoach(
  drawing: Drawing,
  {
    x,
    rail,
    length,
    colour,
    mood,
  }: { x: number; rail: number; length: number; colour: string; mood: Mood },
): void {
  drawing.rect(
    [x, rail - 23, length, 19],
    drawing.gradient([lighten(colour, 0.14), darken(colour, 0.18)]),
    { rx: 1.2 },
  );
  drawing.rect([x - 0.5, rail - 24.6, length + 1, 3], darken(colour, 0.45), { rx: 1.5 });
  drawing.rect([x, rail - 9.4, length, 1.1], mix('#f2e3b8', colour, 0.15));
  for (let at = x + 3; at < x + length - 5; at += 6.4) {
    drawing.rect([at, rail - 19.6, 4.6, 7.6], mood.isDark ? '#ffdf95' : '#33454f', { rx: 0.7 });
    if (!mood.isDark)
      drawing.polygon(
        [
          [at, rail - 12],
          [at + 2.4, rail - 19.6],
          [at + 3.8, rail - 19.6],
          [at + 1.4, rail - 12],
        ],
        '#9fc0cf',
        { opacity: 0.4 },
      );
  }
  drawing.rect([x + 1, rail - 4.4, length - 2, 1.6], '#26262a');
  for (const wheel of [5, 11, length - 11, length - 5])
    drawWheel(drawing, [x + wheel, rail - 2.2], 2.2);
}

export function drawWheel(
  drawing: Drawing,
  [x, y]: Point,
  radius: number,
  { spokes = 0, colour = '#2a2a2e' }: { spokes?: number; colour?: string } = {},
): void {
  drawing.circle([x, y], radius, colour);
  drawing.circle([x, y], radius * 0.72, spokes > 0 ? darken(colour, 0.55) : '#55565c');
  for (let spoke = 0; spoke < spokes; spoke++) {
    const angle = (spoke / spokes) * Math.PI * 2;
    drawing.line(
      [
        [x, y],
        [x + Math.cos(angle) * radius * 0.8, y + Math.sin(angle) * radius * 0.8],
      ],
      colour,
      radius * 0.1,
    );
  }
  drawing.circle([x, y], radius * 0.22, '#c9c4ba');
}

/** A steam engine with its tender; `at` is the front at the rail. */
function drawSteam(drawing: Drawing, [x, rail]: Point, colour: string, tint: Tint): void {
  const { random } = drawing;
  for (let puff = 0; puff < 13; puff++) {
    const t = puff / 13;
    const shade = lighten('#8d9296', 0.45 + 0.5 * random.next());
    drawing.circle(
      [x + 9 + t * 44 + random.between(-2, 2), rail - 33 - t * 24 + random.between(-2, 2)],
      2.4 + t * 8.5,
      tint(shade),
      { opacity: 0.9 - t * 0.65 },
    );
  }
  const brass = tint('#d9a441');
  drawing.rect(
    [x + 31, rail - 19, 19, 13],
    drawing.gradient([lighten(colour, 0.1), darken(colour, 0.25)]),
    { rx: 0.8 },
  );
  drawing.path(`M${x + 32} ${rail - 19}q8 -6 16 0z`, '#1f1c1f');
  drawing.rect(
    [x + 4, rail - 19.5, 21, 10.5],
    drawing.gradient([lighten(colour, 0.32), colour, darken(colour, 0.35)]),
    { rx: 2 },
  );
  for (const band of [8, 13, 18]) drawing.rect([x + band, rail - 19.5, 0.8, 10.5], brass);
  drawing.rect([x + 2.6, rail - 20, 3.4, 11.4], '#26262a', { rx: 1.4 });
  drawing.circle([x + 2.9, rail - 14.4], 1.2, brass);
  drawing.path(`M${x + 7} ${rail - 19}v-8h-1.2l0.6 -3h5.2l0.6 3h-1.2v8z`, '#232327');
  drawing.rect([x + 6, rail - 30.4, 6, 1.1], brass);
  drawing.path(`M${x + 15} ${rail - 19}v-2.4a2.3 2.6 0 0 1 4.6 0v2.4z`, brass);
  drawing.rect([x + 23, rail - 27, 9, 18], drawing.gradient([colour, darken(colour, 0.3)]));
  drawing.rect([x + 21.6, rail - 29, 12, 2.2], darken(colour, 0.5), { rx: 1 });
  drawing.rect([x + 25, rail - 24.4, 4.6, 5.4], '#f3e6bf', { rx: 0.5 });
  drawing.rect([x + 1, rail - 8.4, 49, 2], '#26262a');
  drawing.polygon(
    [
      [x - 2.6, rail - 0.6],
      [x + 2.6, rail - 8],
      [x + 4.4, rail - 0.6],
    ],
    tint('#a83232'),
  );
  for (const wheel of [11, 18.6, 26.2])
    drawWheel(drawing, [x + wheel, rail - 3.9], 3.9, { spokes: 10, colour: tint('#a83232') });
  drawWheel(drawing, [x + 5, rail - 2.1], 2.1, { spokes: 6 });
  for (const wheel of [35, 41, 47]) drawWheel(drawing, [x + wheel, rail - 2.3], 2.3, { spokes: 6 });
  drawing.line(
    [
      [x + 10, rail - 3.2],
      [x + 27.4, rail - 3.2],
    ],
    '#d7d3ca',
    1,
  );
  drawing.rect([x + 3, rail - 7.4, 6.4, 3.6], '#3a3a40', { rx: 0.8 });
}

/** A diesel or electric engine, or a railcar. */
function drawBox(
  drawing: Drawing,
  {
    x,
    rail,
    length,
    colour,
    mood,
    kind,
  }: { x: number; rail: number; length: number; colour: string; mood: Mood; kind: TrainKind },
): void {
  const slope = kind === 'railcar' ? 5 : 3;
  drawing.path(
    `M${x} ${rail - 5}L${short(x + slope * 0.3)} ${rail - 14}L${x + slope} ${rail - 24}Q${x + slope + 1} ${rail - 26} ${x + slope + 4} ${rail - 26}H${x + length - 2}Q${x + length} ${rail - 26} ${x + length} ${rail - 23}V${rail - 5}Z`,
    drawing.gradient([lighten(colour, 0.18), darken(colour, 0.2)]),
  );
  drawing.path(
    `M${short(x + slope * 0.3)} ${rail - 12.4}H${x + length}v2.6H${short(x + 0.2)}z`,
    kind === 'diesel' ? '#f2c230' : '#fbf7ea',
  );
  drawing.polygon(
    [
      [x + slope * 0.5 + 0.2, rail - 15],
      [x + slope + 0.6, rail - 23],
      [x + slope + 5, rail - 23],
      [x + slope + 5, rail - 15],
    ],
    '#22303a',
  );
  if (kind === 'railcar') {
    for (let at = x + 16; at < x + length - 6; at += 7)
      drawing.rect([at, rail - 22, 5.4, 7], mood.isDark ? '#ffdf95' : '#31434e', { rx: 0.8 });
  } else {
    for (let at = x + 16; at < x + length - 6; at += 5)
      drawing.rect([at, rail - 22, 3, 6], darken(colour, 0.4), { rx: 0.5 });
  }
  drawing.circle([x + 2, rail - 8.4], 1, '#fff6c9');
  if (kind === 'electric') {
    drawing.line(
      [
        [x + length * 0.5, rail - 26],
        [x + length * 0.42, rail - 31],
        [x + length * 0.52, rail - 36],
      ],
      '#333338',
      0.7,
    );
    drawing.line(
      [
        [-2, rail - 36],
        [drawing.width + 2, rail - 36],
      ],
      '#444449',
      0.35,
    );
    for (let post = 10; post < drawing.width; post += 56)
      drawing.line(
        [
          [post, rail],
          [post, rail - 42],
          [post + 10, rail - 40],
        ],
        '#55565c',
        0.7,
      );
  }
  drawing.rect([x + 1, rail - 5.4, length - 1, 2], '#26262a');
  for (const wheel of [6, 12, length - 12, length - 6])
    drawWheel(drawing, [x + wheel, rail - 2.4], 2.4);
}
