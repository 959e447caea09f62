// Names are told by their hash: no two of the tables may share one.
import { describe, expect, it } from 'vitest';
import { ATTRIBUTE, attributeAt, createTagReader, hashName, TAG, TAG_LIMIT } from './html-names.ts';

describe('names', () => {
  it.each([
    ['elements', TAG],
    ['attributes', ATTRIBUTE],
  ])('of %s have hashes of their own', (_, table) => {
    const names = Object.keys(table);
    expect(new Set(names.map((name) => hashName(name, 0, name.length))).size).toBe(names.length);
  });

  it('are found in any case', () => {
    expect(createTagReader('<ForeignObject>')(1, 14)).toBe(TAG.foreignobject);
    expect(attributeAt('xlink:HREF=', 0, 10)).toBe(ATTRIBUTE['xlink:href']);
  });

  it('that are unknown get numbers of their own, up to a limit', () => {
    const names = Array.from(
      { length: 3000 },
      (_, index) => `x-${index.toString().padStart(4, '0')}`,
    );
    const read = createTagReader(names.join(''));
    const numbers = names.map((_, index) => read(index * 6, index * 6 + 6));
    expect(new Set(numbers).size).toBe(1024);
    expect(Math.max(...numbers)).toBe(TAG_LIMIT - 1);
    expect(read(0, 6)).toBe(numbers[0]);
  });
});
