import { expect, it } from 'vitest';
import { ByteBudget } from './byte-budget.ts';

it('gives bytes as long as there are some, and takes them back', () => {
  const budget = new ByteBudget(100);
  const first = budget.open();
  const second = budget.open();
  first.hold(60);
  second.hold(40);
  expect(budget.leftBytes).toBe(0);
  first.hold(60);
  expect(() => second.hold(41)).toThrow(/no room/);
  expect(() => first.hold(61)).toThrow(
    expect.objectContaining({ problem: 'unavailable', retryAfter: 5 }),
  );
  first.hold(10);
  second.hold(90);
  expect(budget.leftBytes).toBe(0);
  second.end();
  expect(budget.leftBytes).toBe(90);
});

it('gives nothing to who has left', () => {
  const budget = new ByteBudget(100);
  const share = budget.open();
  share.hold(50);
  share.end();
  share.end();
  expect(() => share.hold(1)).toThrow(/no room/);
  expect(budget.leftBytes).toBe(100);
});
