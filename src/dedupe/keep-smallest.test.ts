// A bounded list is exact though it forgets: it equals sorting all values and cutting.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type KeepRule, keepSmallest } from './keep-smallest.ts';

type Value = readonly [name: string, rank: number];

const rule: KeepRule<Value> = {
  limit: 3,
  isSame: (a, b) => a[0] === b[0],
  compare: (a, b) => a[1] - b[1] || (a[0] < b[0] ? -1 : Number(a[0] > b[0])),
};
const keep = (values: readonly Value[]) => {
  const list: Value[] = [];
  for (const value of values) keepSmallest(list, value, rule);
  return list;
};

it('takes a value back that was pushed out and comes again with a smaller rank', () => {
  expect(
    keep([
      ['x', 9],
      ['a', 1],
      ['b', 2],
      ['c', 3],
      ['x', 0],
    ]),
  ).toEqual([
    ['x', 0],
    ['a', 1],
    ['b', 2],
  ]);
});

it('keeps what sorting all and cutting keeps', () => {
  const value = fc.tuple(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'), fc.nat(12));
  fc.assert(
    fc.property(fc.array(value), (values) => {
      const best = new Map<string, number>();
      for (const [name, rank] of values) best.set(name, Math.min(rank, best.get(name) ?? rank));
      expect(keep(values)).toEqual([...best].sort(rule.compare).slice(0, rule.limit));
    }),
    { numRuns: 500 },
  );
});
