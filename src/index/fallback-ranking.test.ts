import { afterEach, describe, expect, it } from 'vitest';
import { createImageDocument } from '../../test/fixtures/memory-index.ts';
import { createSearchLibrary, type SearchLibrary } from '../../test/fixtures/search-library.ts';
import type { IndexQuery } from '../model/index-query.ts';
import { PINAKES_PROFILE } from '../model/ranking.ts';
import { MAX_RESCORED } from './fallback-ranking.ts';

describe('ranking without native functions', () => {
  let library: SearchLibrary;
  afterEach(() => library.close());

  it('has exact totals, the best first, and pages that fit together beyond what is scored anew', async () => {
    library = createSearchLibrary();
    const count = MAX_RESCORED + 150;
    const documents = Array.from({ length: count }, (_, number) =>
      createImageDocument({
        name: `${number}`.padStart(5, '0'),
        // The longer the text, the less the word says of the picture.
        captions: [`sol ${'rio '.repeat(number % 50)}`],
        titles: number === 700 ? ['sol'] : [],
      }),
    );
    library.add(documents.map((document) => ({ document })));
    const words = [{ forms: ['sol'], text: 'sol' }];
    const query = (facts: Partial<IndexQuery>): IndexQuery => ({
      words,
      match: { kind: 'and', nodes: words.map((word) => ({ kind: 'word', word })) },
      filters: [],
      profile: PINAKES_PROFILE,
      sort: 'relevance',
      offset: 0,
      limit: 24,
      ...facts,
    });
    const index = library.open({ isNative: false });
    expect(index.warnings[0]).toMatch(/ranked only approximately/);
    const all = await index.search(query({ limit: count }));
    expect(all.total).toBe(count);
    expect(all.hits[0]?.document.titles).toHaveLength(1);
    expect(new Set(all.hits.map(({ document }) => document.id)).size).toBe(count);
    const scores = all.hits.map(({ score }) => score);
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
    expect((await index.search(query({ offset: 990, limit: 30 }))).hits).toEqual(
      all.hits.slice(990, 1020),
    );
    const native = await library.open().search(query({}));
    expect((await index.search(query({}))).hits).toEqual(
      native.hits.map((hit) => expect.objectContaining({ document: hit.document })),
    );
  });
});
