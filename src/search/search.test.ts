import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  createImageDocument,
  createMemoryIndex,
  type DocumentFacts,
} from '../../test/fixtures/memory-index.ts';
import type { SearchIndex } from '../model/index-query.ts';
import { toShownPlace } from '../model/place.ts';
import { facets, type SearchRequest, searchImages, timeline, WORD_MATCHES } from './search.ts';

const BRIDGE = createImageDocument({
  name: 'bridge.jpg',
  time: '20040506070809',
  titles: ['The old bridge'],
  alts: ['Bridge', 'Bridge', 'Ponte'],
  captions: ['The bridge at night'],
  collections: ['first', 'second'],
  matchingImages: 3,
  matchingPages: 2,
  place: toShownPlace(38.7, -9.1),
  taken: '2003-12-24T18:00:00',
});
const TOWER = createImageDocument({ name: 'tower.png', mime: 'image/png', alts: ['Old tower'] });
const CAT = createImageDocument({ name: 'cat.gif', time: '20100101000000', alts: ['A cat'] });
const INDEX = createMemoryIndex([BRIDGE, TOWER, CAT]);

const idsOf = async (index: SearchIndex, request: SearchRequest) =>
  (await searchImages(index, { limit: 1000, ...request })).items.map(({ id }) => id);
const codesOf = async (index: SearchIndex, request: SearchRequest) =>
  (await searchImages(index, request)).warnings.map(({ code }) => code);

describe('an answer', () => {
  it('has all that is promised of it', async () => {
    let time = 5;
    const answer = await searchImages(INDEX, { query: 'bridge', clock: () => (time += 1.5) });
    expect(answer).toMatchObject({
      query: 'bridge',
      total: { value: 1, relation: 'eq' },
      next: null,
      took: 1.5,
      warnings: [],
    });
    expect(answer.items).toEqual([
      {
        id: BRIDGE.id,
        digest: BRIDGE.digest,
        url: 'http://img.test/bridge.jpg',
        mime: 'image/jpeg',
        width: 320,
        height: 240,
        frames: 1,
        bytes: 4096,
        captures: 3,
        firstCapture: '2004-05-06T07:08:09Z',
        lastCapture: '2004-05-06T07:08:09Z',
        pages: 2,
        titles: ['The old bridge'],
        alts: ['Bridge', 'Ponte'],
        captions: ['The bridge at night'],
        linkTexts: [],
        page: { url: 'http://www.example.org/p', title: '', time: '2004-05-06T07:08:09Z' },
        collections: ['first', 'second'],
        place: toShownPlace(38.7, -9.1),
        taken: '2003-12-24T18:00:00',
        score: expect.any(Number),
        source: { file: 'crawl.warc.gz', offset: 1000 },
      },
    ]);
    expect(answer.items[0]!.score).toBeGreaterThan(0);
  });

  it('tells of a picture without a page that there is none', async () => {
    const { page: _, ...orphan } = BRIDGE;
    const [item] = (await searchImages(createMemoryIndex([orphan]), { query: 'bridge' })).items;
    expect(item).toMatchObject({ page: null });
  });

  it('to an empty query is all pictures', async () => {
    expect((await searchImages(INDEX, { query: '' })).total.value).toBe(3);
  });

  it('to something of which nothing can be understood is no picture, and says why', async () => {
    for (const query of ['!!!', 'size:huge', '()', `"${'x '.repeat(10_000)}`]) {
      const answer = await searchImages(INDEX, { query });
      expect(answer.total.value, query).toBe(0);
      expect(answer.warnings.length, query).toBeGreaterThan(0);
    }
    expect((await searchImages(INDEX, { query: ' safe:off -safe:on' })).total.value).toBe(3);
  });

  it('has no score where the order is by time', async () => {
    const { items } = await searchImages(INDEX, { query: 'safe:off', sort: 'newest' });
    expect(items.map(({ id, score }) => [id, score])[0]).toEqual([CAT.id, 0]);
  });

  it('passes on what the parser noted, with its place', async () => {
    const [warning] = (await searchImages(INDEX, { query: 'cat "old tow' })).warnings;
    expect(warning).toMatchObject({ start: 4, end: 12 });
  });
});

describe('a wrong request', () => {
  it.each([
    [{ profile: 'best' }, /no ranking profile `best`; there are pinakes, paper, arquivo/],
    [{ sort: 'size' }, /no order `size`; there are relevance, newest, oldest/],
    [{ limit: 0 }, /limit must be a whole number from 1 to 1000/],
    [{ limit: 2.5 }, /limit/],
    [{ offset: -1 }, /offset must be/],
    [{ offset: 100_000 }, /offset must be/],
  ])('%j is refused with a clear message', async (wrong, message) => {
    const refused = searchImages(INDEX, { query: 'cat', ...wrong });
    await expect(refused).rejects.toThrowError(message);
  });

  it('quotes what is wrong without control characters', async () => {
    const profile = `\u001b[31m${'x'.repeat(1000)}`;
    const refused = searchImages(INDEX, { query: '', profile });
    await expect(refused).rejects.toThrowError(/^There is no.{5,120}$/);
  });

  it('for more than 1000 answers gives 1000 and says so', async () => {
    expect(await codesOf(INDEX, { query: '', limit: 5000 })).toEqual(['limit-lowered']);
  });
});

describe('any text', () => {
  it.each([
    ['unbalanced quotes', '"a "b" c" "'],
    ['control characters', 'cat\u0000\u0007\u001b[2J\ud800'],
    ['ten thousand characters of words', 'a1 '.repeat(3400)],
    ['ten thousand characters in a phrase', `"${'bridge at '.repeat(1000)}`],
    ['ten thousand similar words', '~bridg '.repeat(1400)],
    ['ten thousand letters', 'x'.repeat(10_000)],
    ['operators without end', 'site:a.pt OR cat '.repeat(600)],
    ['parentheses', '('.repeat(5000) + ')'.repeat(5000)],
    ['quotes for a database', `' OR 1=1 -- " NEAR( * ) {imgAlt} : AND NOT`],
    ['signs only', '!!! ??? "..."'],
  ])('%s gives an answer', async (_, query) => {
    const answer = await searchImages(INDEX, { query });
    expect(answer.total.value).toBeGreaterThanOrEqual(0);
    expect(answer.warnings.every(({ code, message }) => code !== '' && message !== '')).toBe(true);
  });

  it('never makes it throw, and the query it tells is understood in the same way', async () => {
    const word = fc.constantFrom('cat', 'old', '-tower', '+bridge', '~bridg', 'OR', '"old bridge"');
    const operator = fc.constantFrom(
      'site:example.org',
      'year:2004',
      'safe:off',
      'color:red',
      'size:',
    );
    const query = fc
      .array(fc.oneof(word, operator, fc.string({ maxLength: 5 })))
      .map((parts) => parts.join(' '));
    await fc.assert(
      fc.asyncProperty(query, fc.constantFrom(...WORD_MATCHES), async (text, match) => {
        const first = await searchImages(INDEX, { query: text, match });
        if (first.query === '') return; // nothing was understood, which is not all pictures
        const again = await searchImages(INDEX, { query: first.query, match });
        expect(again.query).toBe(first.query);
        expect(again.items).toEqual(first.items);
      }),
      { numRuns: 150 },
    );
  });
});

describe('words of a query', () => {
  it('must all match, or any of them', async () => {
    expect(await idsOf(INDEX, { query: 'old bridge', match: 'all' })).toEqual([BRIDGE.id]);
    expect(await idsOf(INDEX, { query: 'old bridge', match: 'any' })).toEqual([
      BRIDGE.id,
      TOWER.id,
    ]);
  });

  it('leave required words required, and then the others count for the score only', async () => {
    expect(await idsOf(INDEX, { query: '+tower bridge', match: 'any' })).toEqual([TOWER.id]);
    expect(await idsOf(INDEX, { query: 'old bridge -tower', match: 'any' })).toEqual([BRIDGE.id]);
  });

  it('may be alternatives of operators', async () => {
    const ids = await idsOf(INDEX, { query: 'cat OR type:png' });
    expect(new Set(ids)).toEqual(new Set([CAT.id, TOWER.id]));
    expect(await idsOf(INDEX, { query: 'tower OR type:png' })).toEqual([TOWER.id]);
  });
});

describe('pictures that have some of the words', () => {
  it('follow those that have all, with totals of both', async () => {
    const { items, total, parts } = await searchImages(INDEX, { query: 'old bridge' });
    expect(items.map(({ id }) => id)).toEqual([BRIDGE.id, TOWER.id]);
    expect(total).toEqual({ value: 2, relation: 'eq' });
    expect(parts).toEqual([
      { match: 'all', total: 1, items: 1 },
      { match: 'some', total: 1, items: 1 },
    ]);
  });

  it('need phrases, alternatives and words with a plus all the same', async () => {
    expect(await idsOf(INDEX, { query: '"old bridge" cat' })).toEqual([BRIDGE.id]);
    expect(await idsOf(INDEX, { query: '+tower bridge' })).toEqual([TOWER.id]);
    expect(await idsOf(INDEX, { query: 'old cat -bridge' })).toEqual([CAT.id, TOWER.id]);
    expect(await idsOf(INDEX, { query: 'cat type:png' })).toEqual([]);
    expect(await idsOf(INDEX, { query: 'old bridge type:png' })).toEqual([TOWER.id]);
  });

  it('do not follow where a page is full of pictures with all words', async () => {
    const both = Array.from({ length: 24 }, (_, at) => {
      return createImageDocument({ name: `${at}.jpg`, alts: ['old bridge'] });
    });
    const index = createMemoryIndex([...both, TOWER]);
    const { total, parts } = await searchImages(index, { query: 'old bridge', limit: 50 });
    expect(total.value).toBe(24);
    expect(parts).toEqual([{ match: 'all', total: 24, items: 24 }]);
    const fewer = createMemoryIndex([...both.slice(1), TOWER]);
    expect((await searchImages(fewer, { query: 'old bridge' })).total.value).toBe(24);
  });

  it('are reached by offsets and cursors, also when the library has changed', async () => {
    const some = Array.from({ length: 5 }, (_, at) => {
      return createImageDocument({ name: `${at}.jpg`, alts: [`old stones ${'and '.repeat(at)}`] });
    });
    const all = [BRIDGE, ...some];
    const index = createMemoryIndex(all);
    const whole = await idsOf(index, { query: 'old bridge' });
    expect(whole).toHaveLength(6);
    for (let offset = 0; offset < 6; offset++) {
      const page = await searchImages(index, { query: 'old bridge', offset, limit: 2 });
      expect(page.items.map(({ id }) => id)).toEqual(whole.slice(offset, offset + 2));
      expect(page.parts.map(({ items }) => items)).toEqual(
        offset === 0 ? [1, 1] : [0, Math.min(2, 6 - offset)],
      );
    }
    const { next } = await searchImages(index, { query: 'old bridge', limit: 3 });
    const added = createImageDocument({ name: 'new.jpg', titles: ['bridge, old'] });
    const changed = createMemoryIndex([...all, added], { generation: 2 });
    const rest = await idsOf(changed, { query: 'old bridge', cursor: next ?? '' });
    expect(rest).toEqual(whole.slice(3));
  });

  it('are counted along, which facets and timeline say', async () => {
    const [sizes] = await facets(INDEX, { query: 'old bridge', names: ['type'] });
    expect(sizes).toEqual({
      facet: 'type',
      values: [
        { value: 'image/jpeg', count: 1 },
        { value: 'image/png', count: 1 },
      ],
      parts: ['all', 'some'],
    });
    const request = { query: 'old bridge', match: 'all', names: ['type'] } as const;
    expect(await facets(INDEX, request)).toEqual([
      { facet: 'type', values: [{ value: 'image/jpeg', count: 1 }], parts: ['all'] },
    ]);
    const { buckets, parts } = await timeline(INDEX, { query: 'old bridge' });
    expect(buckets.reduce((sum, { count }) => sum + count, 0)).toBe(2);
    expect(parts).toEqual(['all', 'some']);
  });
});

/** Documents of few words and times, so that there are many equal scores and times. */
const corpora = fc
  .array(
    fc.record({
      alts: fc.array(fc.constantFrom('cat', 'dog', 'old cat', 'old dog bridge'), { maxLength: 2 }),
      time: fc.constantFrom('20040101000000', '20040101000001', '20101231235959', '19961013000000'),
      mime: fc.constantFrom('image/jpeg', 'image/png'),
      width: fc.constantFrom(100, 300, 2000),
      host: fc.constantFrom('a.test', 'www.b.test'),
    }) satisfies fc.Arbitrary<DocumentFacts>,
    { maxLength: 24 },
  )
  .map((all) => all.map((facts, at) => createImageDocument({ ...facts, name: `n${at}` })));

const queries = fc.constantFrom(
  '',
  'cat',
  'cat OR dog',
  'old dog',
  'cat OR type:png',
  '-cat',
  '~dag',
  'site:b.test OR old',
);
const sorts = fc.constantFrom('relevance', 'newest', 'oldest');

describe('paging', () => {
  it('by cursor and by offset gives each picture exactly once and in order', async () => {
    await fc.assert(
      fc.asyncProperty(
        corpora,
        queries,
        sorts,
        fc.integer({ min: 1, max: 7 }),
        async (documents, query, sort, limit) => {
          const index = createMemoryIndex(documents);
          const whole = await searchImages(index, { query, sort, limit: 1000 });
          const ids = whole.items.map(({ id }) => id);
          expect(ids.length).toBe(whole.total.value);
          expect(new Set(ids).size).toBe(ids.length);
          expect(await readAll(() => index, { query, sort, limit })).toEqual(ids);
          const byOffset = [];
          for (let offset = 0; offset < ids.length; offset += limit) {
            byOffset.push(...(await idsOf(index, { query, sort, limit, offset })));
          }
          expect(byOffset).toEqual(ids);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('goes on after the last picture although others were added meanwhile', async () => {
    const documents = Array.from({ length: 12 }, (_, at) =>
      createImageDocument({ name: `n${at}`, time: `20040101${String(at).padStart(6, '0')}` }),
    );
    let generation = 0;
    const seen = await readAll(
      () => {
        generation += 1;
        const late = createImageDocument({ name: `late${generation}`, time: '20000101000000' });
        documents.unshift(late); // before all that was seen
        return createMemoryIndex(documents, { generation });
      },
      { query: '', sort: 'oldest', limit: 4 },
    );
    expect(seen.slice(1)).toEqual(documents.slice(-12).map(({ id }) => id));
  });

  it.each(['relevance', 'newest', 'oldest'])(
    'by %s goes on when the last picture was removed',
    async (sort) => {
      const documents = Array.from({ length: 30 }, (_, at) =>
        createImageDocument({
          name: `n${at}`,
          alts: ['cat '.repeat(1 + (at % 5))],
          time: `200401010000${String(at).padStart(2, '0')}`,
        }),
      );
      const ids = await idsOf(createMemoryIndex(documents), { query: 'cat', sort });
      const first = await searchImages(createMemoryIndex(documents), {
        query: 'cat',
        sort,
        limit: 10,
      });
      const left = documents.filter(({ id }) => id !== ids[9]);
      const next = await searchImages(createMemoryIndex(left, { generation: 2 }), {
        query: 'cat',
        sort,
        limit: 5,
        cursor: first.next!,
      });
      expect(next.warnings.map(({ code }) => code)).toEqual(['cursor-moved']);
      // By relevance the scores of all changed a little; by time the place is exact.
      if (sort !== 'relevance') expect(next.items.map(({ id }) => id)).toEqual(ids.slice(10, 15));
      expect(next.items.length).toBe(5);
    },
  );

  it('refuses a cursor of another search or one that is damaged, without items', async () => {
    const documents = ['a', 'b', 'c'].map((name) => createImageDocument({ name, alts: ['cat'] }));
    const index = createMemoryIndex(documents);
    const cursor = (await searchImages(index, { query: 'cat', limit: 1 })).next!;
    for (const other of [
      { query: 'dog' },
      { query: 'cat', sort: 'oldest' },
      { query: 'cat', profile: 'paper' },
    ]) {
      const answer = await searchImages(index, { ...other, cursor });
      expect(answer).toMatchObject({ items: [], next: null });
      expect(answer.warnings).toMatchObject([{ severity: 'error', code: 'cursor-other-query' }]);
    }
    for (const bad of ['', 'hello', cursor.slice(1), `${cursor}x`]) {
      const answer = await searchImages(index, { query: 'cat', cursor: bad });
      expect(answer).toMatchObject({ total: { value: 3 }, items: [], next: null });
      expect(answer.warnings).toMatchObject([{ severity: 'error', code: 'cursor-invalid' }]);
    }
  });

  it('accepts a cursor when the same query is written in another way', async () => {
    const documents = ['a', 'b', 'c'].map((name) => createImageDocument({ name, alts: ['cat'] }));
    const index = createMemoryIndex(documents);
    const cursor = (await searchImages(index, { query: 'cat type:jpg', limit: 1 })).next!;
    expect(
      (await searchImages(index, { query: '  cat   type:jpeg ', limit: 5, cursor })).items,
    ).toHaveLength(2);
  });

  it('ends at the depth that can be reached, and says so', async () => {
    const document = createImageDocument();
    const deep: SearchIndex = {
      ...INDEX,
      search: async ({ limit }) => {
        return { hits: Array(limit).fill({ document, score: 1 }), total: 200_000 };
      },
    };
    const answer = await searchImages(deep, { query: '', offset: 99_990 });
    expect(answer.items).toHaveLength(10);
    expect(answer.next).toBeNull();
    expect(answer.warnings).toMatchObject([{ code: 'depth-limit' }]);
  });
});

/** Ids of all answers, page by page. */
async function readAll(indexOf: () => SearchIndex, request: SearchRequest): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | null | undefined;
  while (cursor !== null) {
    const answer = await searchImages(indexOf(), { ...request, ...(cursor && { cursor }) });
    ids.push(...answer.items.map(({ id }) => id));
    expect(answer.warnings.filter(({ code }) => code.startsWith('cursor'))).toEqual([]);
    cursor = answer.next;
  }
  return ids;
}
