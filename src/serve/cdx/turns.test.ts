import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Turns } from './turns.ts';

let now = 0;
beforeEach(() => {
  vi.spyOn(performance, 'now').mockImplementation(() => now);
});
afterEach(() => {
  vi.restoreAllMocks();
});

it('gives one reading its turn at a time, and the server a chance between any two', async () => {
  const turns = new Turns();
  const order: string[] = [];
  const read = async (name: string) => {
    const turn = turns.start();
    for (let round = 1; round <= 2; round++) {
      await turn.next();
      order.push(`${name}${round}`);
    }
  };
  const all = Promise.all([read('a'), read('b'), read('c')]);
  expect(turns.waiting).toBe(3);
  await setImmediate();
  expect(order).toEqual(['a1']);
  await setImmediate();
  expect(order).toEqual(['a1', 'b1']);
  await all;
  expect(order).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'c2']);
  expect(turns.waiting).toBe(0);
});

it('ends a turn after ten milliseconds', async () => {
  const turn = new Turns().start();
  expect(turn.isOver()).toBe(true); // none was given yet
  await turn.next();
  now += 9;
  expect(turn.isOver()).toBe(false);
  now += 1;
  expect(turn.isOver()).toBe(true);
  await turn.next();
  expect(turn.isOver()).toBe(false);
});

it('tells a reading that its client has left, also while it waits', async () => {
  const left = new AbortController();
  const turn = new Turns().start(left.signal);
  expect(await turn.next()).toBe(true);
  const waiting = turn.next();
  left.abort();
  expect(await waiting).toBe(false);
  expect(await turn.next()).toBe(false);
});
