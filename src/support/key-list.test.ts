import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromKeyList, isKeyList, toKeyList } from './key-list.ts';

const KEY = fc.nat({ max: 2 ** 47 - 1 });

describe('lists of keys', () => {
  it('come back ascending, each key once, in eight characters a key', () => {
    fc.assert(
      fc.property(fc.array(KEY), (keys) => {
        const list = toKeyList(keys);
        expect(fromKeyList(list)).toEqual([...new Set(keys)].sort((a, b) => a - b));
        expect(list).toHaveLength(new Set(keys).size * 8);
        expect(isKeyList(list, keys.length)).toBe(true);
      }),
    );
  });

  it('are told from other texts', () => {
    expect(isKeyList(toKeyList([1, 2]), 1)).toBe(false);
    expect(isKeyList('AAAAAAA', 10)).toBe(false);
    expect(isKeyList('AAAA AAA', 10)).toBe(false);
    expect(isKeyList('', 0)).toBe(true);
  });
});
