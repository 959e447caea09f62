// The map of a million points: clusters of the whole world at every zoom and of a part of it, in processor time.
import { expect, it } from 'vitest';
import type { Columns } from '../../src/index/columns.ts';
import { filterIds } from '../../src/index/filter-predicate.ts';
import { toConditions } from '../../src/index/filters.ts';
import { countCells } from '../../src/index/map-cells.ts';
import { startCpuTime } from '../fixtures/cpu-time.ts';

const COUNT = 1_000_000;
/** The goal of the map; the bound is wide, since other work shares the processor's caches. */
const GOAL_MS = 100;
const ROUNDS = 7;

/** The first million is spread evenly, the second lies in towns. */
const TOWNS = 2000;
const latitudes = new Uint32Array(2 * COUNT + 1);
const longitudes = new Uint32Array(2 * COUNT + 1);
const confidences = new Uint8Array(2 * COUNT + 1);
let seed = 1;
const draw = () => {
  seed = (seed * 48271) % 2147483647;
  return seed / 2147483647;
};
for (let id = 1; id <= COUNT; id++) {
  latitudes[id] = Math.floor(draw() * 1.5e9 + 1.5e8);
  longitudes[id] = Math.floor(draw() * 3.6e9);
  confidences[id] = Math.floor(draw() * 100);
}
for (let id = COUNT + 1; id <= 2 * COUNT; id++) {
  const town = 1 + Math.floor(draw() * TOWNS);
  latitudes[id] = latitudes[town] ?? 0;
  longitudes[id] = longitudes[town] ?? 0;
  confidences[id] = Math.floor(draw() * 100);
}
const VALUES: Readonly<Record<string, unknown>> = {
  latitude: latitudes,
  longitude: longitudes,
  confidence: confidences,
};
// Only these are asked for.
const columns = { values: (name: string) => VALUES[name] } as unknown as Columns;
const ids = Uint32Array.from({ length: COUNT }, (_, at) => at + 1);
const townIds = ids.map((id) => id + COUNT);

function median(work: () => unknown): number {
  const times = Array.from({ length: ROUNDS }, () => {
    const elapsed = startCpuTime();
    work();
    return elapsed();
  }).sort((a, b) => a - b);
  return times[Math.floor(ROUNDS / 2)] ?? 0;
}

it('is counted into clusters in less than a tenth of a second, at every zoom', () => {
  const times: string[] = [];
  for (const [name, some] of [
    ['spread over the world', ids],
    ['in 2,000 towns', townIds],
  ] as const) {
    for (const level of [3, 4, 6, 8, 10, 14, 20, 25]) {
      let total = 0;
      const spent = median(() => {
        const { cells } = countCells(some, columns, { level, limit: 1500 });
        total = cells.reduce((sum, { count }) => sum + count, 0);
      });
      expect(total).toBe(COUNT);
      times.push(`${name}, level ${level}: ${spent.toFixed(0)} ms`);
      expect(spent).toBeLessThan(GOAL_MS * 2);
    }
  }
  const box = toConditions(
    [{ kind: 'box', south: 35, west: -10, north: 60, east: 30 }],
    {} as never,
  );
  const part = median(() => {
    const found = filterIds(ids, box, columns);
    return countCells(found, columns, { level: 8, limit: 1500 });
  });
  times.push(`a box: ${part.toFixed(0)} ms`);
  process.stdout.write(`${times.join('\n')}\n`);
  expect(part).toBeLessThan(GOAL_MS * 2);
});
