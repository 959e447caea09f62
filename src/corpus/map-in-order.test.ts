import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { mapInOrder } from './map-in-order.ts';

async function* numbers(count: number, onPull: (number: number) => void = () => {}) {
  for (let number = 0; number < count; number++) {
    onPull(number);
    yield number;
  }
}

it('gives results in order, however long each takes', async () => {
  const slow = async (number: number) => {
    await wait(number % 3 === 0 ? 6 : 0);
    return number * 2;
  };
  const results: number[] = [];
  for await (const result of mapInOrder(numbers(20), () => 4, slow)) results.push(result);
  expect(results).toEqual(Array.from({ length: 20 }, (_, number) => number * 2));
});

it('has no more under way than it may', async () => {
  let running = 0;
  let most = 0;
  const work = async (number: number) => {
    most = Math.max(most, ++running);
    await wait(1);
    running--;
    return number;
  };
  for await (const _ of mapInOrder(numbers(12), () => 3, work));
  expect(most).toBe(3);
});

it('throws in its turn, after what came before', async () => {
  const results: number[] = [];
  const work = async (number: number) => {
    if (number === 2) throw new Error('two');
    return number;
  };
  const read = async () => {
    for await (const result of mapInOrder(numbers(5), () => 4, work)) results.push(result);
  };
  await expect(read()).rejects.toThrow('two');
  expect(results).toEqual([0, 1]);
});

it('pulls no further when nobody reads on', async () => {
  const pulled: number[] = [];
  for await (const result of mapInOrder(
    numbers(100, (n) => pulled.push(n)),
    () => 2,
    async (n) => n,
  )) {
    if (result === 3) break;
  }
  expect(pulled.length).toBeLessThan(8);
});
