// The plain index that others are compared with does what every index must do.
import { describe, expect, it } from 'vitest';
import type { SearchIndex } from '../model/index-query.ts';
import { indexConformance } from './conformance.ts';
import { openMemoryIndex } from './memory-index.ts';

describe('an index over arrays', () => {
  for (const { name, run } of indexConformance({ open: async () => openMemoryIndex() })) {
    it(name, run);
  }
});

describe('the conformance suite', () => {
  const wrongs: readonly [RegExp, string, (index: SearchIndex) => Partial<SearchIndex>][] = [
    [
      /page by page/,
      'an offset that is passed over',
      (index) => ({ search: (query) => index.search({ ...query, offset: 0 }) }),
    ],
    [
      /the reference/,
      'scores that are a little too high',
      (index) => ({
        search: async (query) => {
          const { hits, total } = await index.search(query);
          return { hits: hits.map((hit) => ({ ...hit, score: hit.score * 1.01 })), total };
        },
      }),
    ],
    [
      /filters of each kind/,
      'filters that are passed over',
      (index) => ({ count: (selection) => index.count({ ...selection, filters: [] }) }),
    ],
    [
      /aborted signal/,
      'a signal that is passed over',
      (index) => ({ facet: (selection, facet, limit) => index.facet(selection, facet, limit) }),
    ],
  ];

  it.each(wrongs)('finds in %s: %s', async (name, _, wrong) => {
    const open = async () => {
      const { index, writer } = openMemoryIndex();
      return { index: { ...index, ...wrong(index) }, writer };
    };
    const check = indexConformance({ open }).find((one) => name.test(one.name));
    await expect(check?.run()).rejects.toMatchObject({ name: 'AssertionError' });
  });
});
