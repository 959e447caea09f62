import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createImageDocument, createMemoryIndex } from '../../test/fixtures/memory-index.ts';
import {
  indexFilters,
  indexQueries,
  matchNodes,
  storedDocuments,
} from '../../test/fixtures/search-arbitraries.ts';
import { createSearchLibrary, type SearchLibrary } from '../../test/fixtures/search-library.ts';
import {
  FACETS,
  type IndexAnswer,
  type IndexQuery,
  type MatchNode,
  type SearchIndex,
} from '../model/index-query.ts';
import { PAPER_PROFILE } from '../model/ranking.ts';
import type { LibraryIndex } from './search-index.ts';

describe('the index of a library, compared with a plain one over arrays', () => {
  let library: SearchLibrary;
  let native: LibraryIndex;
  let fallback: LibraryIndex;
  let memory: SearchIndex;

  beforeAll(() => {
    library = createSearchLibrary();
    const stored = fc.sample(storedDocuments(60), { seed: 7, numRuns: 1 })[0] ?? [];
    library.add(stored.slice(0, 25));
    // Some come and go, so that rows have gaps and words of the index are deleted ones.
    library.remove([3, 4, 20]);
    library.add(stored.slice(25));
    const kept = stored.filter((_, at) => ![2, 3, 19].includes(at));
    memory = createMemoryIndex(kept.map(({ document }) => document));
    native = library.open();
    fallback = library.open({ isNative: false });
  });
  afterAll(() => library.close());

  it('gives the same answers in the same order', async () => {
    expect(native.warnings).toEqual([]);
    await fc.assert(
      fc.asyncProperty(indexQueries, async (query) => {
        expectSame(await native.search(query), await memory.search(query));
      }),
      { numRuns: 200 },
    );
  });

  it('gives them without the native functions too, as long as candidates are few', async () => {
    expect(fallback.warnings).toHaveLength(1);
    await fc.assert(
      fc.asyncProperty(indexQueries, async (query) => {
        expectSame(await fallback.search(query), await memory.search(query));
      }),
      { numRuns: 100 },
    );
  });

  it('counts the same', async () => {
    const starts = [0, 845_164_800, 978_307_200, 1_209_588_506];
    const selections = fc.record(
      { match: matchNodes, filters: fc.array(indexFilters, { maxLength: 2 }) },
      { requiredKeys: ['filters'] },
    );
    await fc.assert(
      fc.asyncProperty(selections, fc.constantFrom(1, 2, 100), async (selection, limit) => {
        for (const index of [native, fallback]) {
          expect(await index.count(selection)).toBe(await memory.count(selection));
          expect(await index.histogram(selection, starts)).toEqual(
            await memory.histogram(selection, starts),
          );
          expect(await index.timeSpan(selection)).toEqual(await memory.timeSpan(selection));
          for (const facet of FACETS) {
            const counts = await index.facet(selection, facet, limit);
            expect(counts).toEqual(await memory.facet(selection, facet, limit));
          }
        }
      }),
      { numRuns: 60 },
    );
  });

  it('knows the same words, sites, languages and collections', async () => {
    for (const prefix of ['', 'g', 'gat', 'sol', 'x']) {
      expect(await native.wordsFrom(prefix, 5)).toEqual(await memory.wordsFrom(prefix, 5));
      expect(await native.wordCount(prefix)).toBe(await memory.wordCount(prefix));
      expect(await native.sitesFrom(prefix, 2)).toEqual(await memory.sitesFrom(prefix, 2));
    }
    expect(await native.wordCount('cao')).toBeGreaterThan(0);
    expect((await native.sitesFrom('PUBLICO', 9)).map(({ value }) => value)).toContain(
      'www.publico.pt',
    );
    expect(await native.languages()).toEqual(await memory.languages());
    expect(await native.collections()).toEqual(await memory.collections());
    expect(await native.documentCount()).toBe(await memory.documentCount());
    const { hits } = await memory.search(toQuery('sol', { limit: 3 }));
    const ids = ['none', ...hits.map(({ document }) => document.id)];
    expect(await native.documents(ids)).toEqual(await memory.documents(ids));
  });
});

describe('the index of a library', () => {
  let library: SearchLibrary;
  afterEach(() => library.close());

  function fill(count: number, facts = {}): LibraryIndex {
    library = createSearchLibrary();
    const names = Array.from({ length: count }, (_, number) => `${number}`.padStart(5, '0'));
    // From the last name to the first, so that the order of rows is not the one of SURTs.
    const documents = names.reverse().map((name) => createImageDocument({ name, ...facts }));
    library.add(documents.map((document) => ({ document })));
    return library.open();
  }

  it('answers hostile words without an error', async () => {
    const index = fill(3, { titles: ['near and or not'] });
    const hostile = [
      '"',
      '""',
      "'",
      '\0',
      'a\0b',
      'AND',
      'OR NOT',
      '*',
      '^a',
      'NEAR(',
      'a:b',
      '{',
      '(',
      '-',
      '+',
      'imgTitle:near',
      '\u00a6',
      ' ',
      '',
      '\ud800',
      'x'.repeat(50_000),
      '¦h·',
      '\n',
      ';DROP TABLE text',
    ];
    const word = fc.oneof(fc.constantFrom(...hostile), fc.string({ unit: 'binary' }));
    await fc.assert(
      fc.asyncProperty(
        fc.array(word, { minLength: 1, maxLength: 3 }),
        fc.boolean(),
        async (forms, isPrefix) => {
          const match: MatchNode = {
            kind: 'or',
            nodes: [
              { kind: 'phrase', alternatives: [forms] },
              { kind: 'word', word: { forms, text: '', isPrefix } },
            ],
          };
          const words = [{ forms, text: '', isPrefix }];
          expect(
            (await index.search({ ...toQuery('x'), match, words })).total,
          ).toBeGreaterThanOrEqual(0);
          expect(
            await index.count({ match: { kind: 'not', node: match }, filters: [] }),
          ).toBeGreaterThanOrEqual(0);
          for (const form of forms) {
            await index.wordsFrom(form, 3);
            await index.sitesFrom(form, 3);
            await index.count({
              match: { kind: 'word', word: { forms: ['near'], text: '' } },
              filters: [
                { kind: 'site', host: form, withSubdomains: true },
                { kind: 'collection', name: form },
                { kind: 'source', surt: form },
                { kind: 'ids', ids: [form] },
              ],
            });
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  it('finds words that are operators elsewhere', async () => {
    const index = fill(2, { titles: ['near AND or NOT'] });
    for (const word of ['near', 'and', 'or', 'not']) {
      expect((await index.search(toQuery(word))).total).toBe(2);
    }
  });

  it('refuses queries that are too deep or too large, and answers those just below', async () => {
    const index = fill(2, { titles: ['sol'] });
    const leaf: MatchNode = { kind: 'word', word: { forms: ['sol'], text: 'sol' } };
    const nest = (depth: number): MatchNode =>
      depth === 0 ? leaf : { kind: depth % 2 === 0 ? 'and' : 'or', nodes: [leaf, nest(depth - 1)] };
    expect(await index.count({ match: nest(24), filters: [] })).toBe(2);
    await expect(index.count({ match: nest(25), filters: [] })).rejects.toThrow(
      /levels of nesting/,
    );
    const many = (count: number): MatchNode => ({
      kind: 'and',
      nodes: Array.from({ length: count }, (_, number) => ({
        kind: 'word',
        word: { forms: [`sol`, `${number}`], text: '' },
      })),
    });
    expect(await index.count({ match: many(200), filters: [] })).toBe(2);
    await expect(index.count({ match: many(201), filters: [] })).rejects.toThrow(
      /more than 400 words/,
    );
    await expect(index.search(toQuery('sol', { offset: 100_000 }))).rejects.toThrow(
      /first 100000 answers/,
    );
  });

  it('orders equals by SURT, page by page', async () => {
    const index = fill(40, { titles: ['sol'] });
    for (const sort of ['relevance', 'newest', 'oldest'] as const) {
      const surts: string[] = [];
      for (const offset of [0, 15, 30]) {
        const { hits } = await index.search(toQuery('sol', { sort, offset, limit: 15 }));
        surts.push(...hits.map(({ document }) => document.oldest.surt));
      }
      expect(surts).toHaveLength(40);
      expect(surts).toEqual([...surts].sort());
    }
  });

  it('keeps the order of more than a thousand equals from page to page', async () => {
    const index = fill(1100, { titles: ['sol'] });
    const all = (await index.search(toQuery('sol', { limit: 1100 }))).hits;
    const part = (await index.search(toQuery('sol', { offset: 300, limit: 24 }))).hits;
    expect(new Set(all.map(({ document }) => document.id)).size).toBe(1100);
    expect(part).toEqual(all.slice(300, 324));
  });

  it('sees what was added and removed since the last call', async () => {
    const index = fill(2, { titles: ['sol'] });
    expect((await index.search(toQuery('sol'))).total).toBe(2);
    const before = await index.generation();
    const [row] = library.add([{ document: createImageDocument({ name: 'z', titles: ['sol'] }) }]);
    expect(await index.generation()).toBeGreaterThan(before);
    expect((await index.search(toQuery('sol'))).total).toBe(3);
    expect(await index.facet({ filters: [] }, 'type', 9)).toEqual([
      { value: 'image/jpeg', count: 3 },
    ]);
    library.remove([row!]);
    expect((await index.search(toQuery('sol'))).total).toBe(2);
    expect(await index.documentCount()).toBe(2);
  });

  it('answers for an empty library', async () => {
    const index = fill(0);
    expect(await index.search(toQuery('sol'))).toEqual({ hits: [], total: 0 });
    expect(
      (await index.search({ ...toQuery('sol'), words: [], filters: [], sort: 'newest' })).total,
    ).toBe(0);
    expect(await index.facet({ filters: [] }, 'site', 5)).toEqual([]);
    expect(await index.timeSpan({ filters: [] })).toBeUndefined();
    expect(await index.documentCount()).toBe(0);
  });

  it('finds no phrase that goes from one text into the next', async () => {
    const index = fill(1, { alts: ['rio sol', 'praia mar'] });
    const phrase = (...words: string[]) =>
      index.count({ match: { kind: 'phrase', alternatives: [words] }, filters: [] });
    expect(await phrase('praia', 'mar')).toBe(1);
    expect(await phrase('sol', 'praia')).toBe(0);
  });
});

function toQuery(word: string, facts: Partial<IndexQuery> = {}): IndexQuery {
  const words = [{ forms: [word], text: word }];
  const nodes = words.map((each) => ({ kind: 'word', word: each }) as const);
  return {
    match: { kind: 'and', nodes },
    words,
    filters: [],
    profile: PAPER_PROFILE,
    sort: 'relevance',
    offset: 0,
    limit: 10,
    ...facts,
  };
}

/** The same documents in the same order; those whose scores differ by rounding alone may change places. */
function expectSame(found: IndexAnswer, wanted: IndexAnswer): void {
  expect(found.total).toBe(wanted.total);
  expect(found.hits).toHaveLength(wanted.hits.length);
  for (const [at, hit] of found.hits.entries()) {
    const other = wanted.hits[at]!;
    expect(isClose(hit.score, other.score)).toBe(true);
    if (hit.document.id === other.document.id) continue;
    const neighbours = [found.hits[at - 1], found.hits[at + 1]];
    const isRounding = neighbours.some((each) => {
      return each !== undefined && each.score !== hit.score && isClose(each.score, hit.score);
    });
    expect(isRounding, `${hit.document.id} in place of ${other.document.id}`).toBe(true);
  }
}

function isClose(a: number, b: number): boolean {
  return Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(b));
}
