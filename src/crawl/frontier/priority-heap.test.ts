import { expect, it } from 'vitest';
import { seededRandom } from '../../../test/fixtures/image-bytes.ts';
import { PriorityHeap } from './priority-heap.ts';

it.each([
  ['oldest', false],
  ['newest', true],
])(
  'gives the highest first and the %s of equal ones, whatever is pushed and popped between',
  (_, isNewestFirst) => {
    const random = seededRandom(7);
    const heap = new PriorityHeap(isNewestFirst);
    const plain: { priority: number; number: number }[] = [];
    const takePlain = () => {
      const sign = isNewestFirst ? -1 : 1;
      plain.sort((a, b) => b.priority - a.priority || sign * (a.number - b.number));
      return plain.shift()?.number;
    };
    for (let number = 1; number <= 3000; number += 1) {
      const priority = Math.floor(random() * 40 - 20) / 4;
      heap.push(priority, number);
      plain.push({ priority, number });
      if (random() < 0.4) expect(heap.pop()).toBe(takePlain());
    }
    while (plain.length > 0) expect(heap.pop()).toBe(takePlain());
    expect(heap.pop()).toBeUndefined();
    expect(heap.size).toBe(0);
  },
);

it('tells the priority of the first as a 32-bit float, of any sign', () => {
  const heap = new PriorityHeap();
  expect(heap.topPriority).toBe(Number.NEGATIVE_INFINITY);
  const priorities = [-3e38, -1.5, -0, 0, 0.1, 7, 3e38, Number.POSITIVE_INFINITY];
  for (const [number, priority] of priorities.entries()) {
    heap.push(priority, number);
    expect(heap.topPriority).toBe(Math.fround(priority) + 0);
  }
});
