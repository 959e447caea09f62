// A dish on a table, seen from above.
import { MEALS } from './draw-meals.ts';
import type { Cook } from './draw-serving.ts';
import { SWEETS } from './draw-sweets.ts';
import { drawCutlery, drawProps, drawTable, type Table } from './draw-table.ts';
import type { Point, Scene } from './drawing.ts';

/** What is served. */
export type Dish = keyof typeof MEALS | keyof typeof SWEETS;

const DISHES: Readonly<Record<Dish, Cook>> = { ...MEALS, ...SWEETS };

/** A dish on a table. */
export function dish(
  what: Dish,
  table: Table,
  { colour = '#c0392b', cutlery = true }: { colour?: string; cutlery?: boolean } = {},
): Scene {
  return (drawing) => {
    const { width, random } = drawing;
    drawTable(drawing, table);
    const middle: Point = [width * random.between(0.44, 0.56), random.between(48, 54)];
    const radius = 36;
    if (cutlery && width > 110 && !WITHOUT_CUTLERY.has(what)) drawCutlery(drawing, middle, radius);
    drawProps(drawing, middle, radius);
    DISHES[what](drawing, middle, { radius, colour });
    drawing.background(
      drawing.gradient(['rgba(255,248,230,0.16)', 'rgba(60,30,20,0.14)'], [0, 0, 1, 1]),
    );
  };
}

const WITHOUT_CUTLERY: ReadonlySet<Dish> = new Set([
  'bread',
  'cheese',
  'egg',
  'macarons',
  'coffee',
  'apples',
] as const);
