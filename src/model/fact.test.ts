// The order of producers.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { compareProducers } from './fact.ts';

const producer = (version: string, side = 1) => ({ name: 'a', version, settings: { side } });

it('prefers the higher version by number, then settings', () => {
  const order = [producer('1'), producer('2'), producer('2.1'), producer('10'), producer('10', 2)];
  for (const [at, lower] of order.entries()) {
    for (const [other, higher] of order.entries()) {
      expect(Math.sign(compareProducers(lower, higher))).toBe(Math.sign(at - other));
    }
  }
});

it('is an order of all versions whatever', () => {
  const version = fc.oneof(fc.stringMatching(/^[0-9.a]{0,6}$/), fc.string({ maxLength: 4 }));
  fc.assert(
    fc.property(version, version, version, (a, b, c) => {
      const compare = (x: string, y: string) =>
        Math.sign(compareProducers(producer(x), producer(y)));
      expect(compare(a, b)).toBe(-compare(b, a) + 0);
      if (compare(a, b) <= 0 && compare(b, c) <= 0) expect(compare(a, c)).toBeLessThanOrEqual(0);
    }),
  );
});
