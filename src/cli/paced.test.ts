import { expect, it } from 'vitest';
import { paced } from './paced.ts';

it('gives all items in order', async () => {
  const seen = [];
  for await (const item of paced([1, 2, 3], new AbortController().signal)) seen.push(item);
  expect(seen).toEqual([1, 2, 3]);
});

it('hears a signal during a loop that never waits, and closes the producer', async () => {
  const controller = new AbortController();
  setImmediate(() => controller.abort());
  let isClosed = false;
  function* produce() {
    try {
      for (let n = 0; ; n += 1) yield n;
    } finally {
      isClosed = true;
    }
  }
  let last = -1;
  for await (const item of paced(produce(), controller.signal)) last = item;
  expect(last).toBeGreaterThan(0);
  expect(isClosed).toBe(true);
});
