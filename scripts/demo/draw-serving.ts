// What dishes have in common: sizes, rings of slices, sprinkled herbs, pastry.
import { lighten } from './colour.ts';
import { blob } from './draw-nature.ts';
import { type Drawing, type Point, smoothLoop } from './drawing.ts';

/** How large and in which colour something is served. */
export interface Serving {
  readonly radius: number;
  readonly colour: string;
}

/** Puts a dish on the table, around a middle. */
export type Cook = (drawing: Drawing, at: Point, serving: Serving) => void;

/** Points on circles around a middle, from the outer ring inwards. */
export function rings([x, y]: Point, radius: number, step: number): { at: Point; turn: number }[] {
  const places: { at: Point; turn: number }[] = [];
  for (let reach = radius; reach > step * 0.4; reach -= step) {
    const count = Math.max(1, Math.floor((Math.PI * 2 * reach) / (step * 1.05)));
    for (let index = 0; index < count; index++) {
      const angle = (index / count) * Math.PI * 2 + reach;
      places.push({
        at: [x + Math.cos(angle) * reach, y + Math.sin(angle) * reach],
        turn: (angle * 180) / Math.PI,
      });
    }
  }
  return places;
}

/** Draws at random places within a circle. */
export function sprinkle(
  { random }: Drawing,
  [x, y]: Point,
  radius: number,
  count: number,
  draw: (at: Point) => void,
): void {
  for (let index = 0; index < count; index++) {
    const [angle, reach] = [random.between(0, Math.PI * 2), radius * Math.sqrt(random.next())];
    draw([x + Math.cos(angle) * reach, y + Math.sin(angle) * reach]);
  }
}

/** A round of pastry with its filling. */
export function drawCrust(drawing: Drawing, at: Point, radius: number, filling: string): void {
  const { random } = drawing;
  drawing.path(
    smoothLoop(blob(random, at, radius, { count: 36, unevenness: 0.025 })),
    drawing.glow(['#e3b06a', '#e3b06a', '#b9742f']),
  );
  drawing.circle(at, radius * 0.87, drawing.glow([lighten(filling, 0.15), filling]));
}
