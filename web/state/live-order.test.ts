import { expect, it } from 'vitest';
import { orderToShow } from './live-order.ts';

it('shows the best first, and keeps what is shown where it is while it is held', () => {
  expect(orderToShow([1, 2], [3, 2, 1], false)).toEqual([3, 2, 1]);
  expect(orderToShow([1, 2], [3, 2, 1], true)).toEqual([1, 2, 3]);
  expect(orderToShow([1, 2, 4], [3, 5, 1], true)).toEqual([1, 2, 4, 3, 5]);
});
