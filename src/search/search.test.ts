import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  createImageDocument,
  createMemoryIndex,
  type DocumentFacts,
} from '../../test/fixtures/memory-index.ts';
import type { SearchIndex } from '../model/index-query.ts';
import { type SearchRequest, searchImages } from './search.ts';

const BRIDGE = createImageDocument({
  name: 'bridge.jpg',
  time: '20040506070809',
  titles: ['The old bridge'],
  alts: ['Bridge', 'Bridge', 'Ponte'],
  captions: ['The bridge at night'],
  collections: ['first', 'second'],
  matchingImages: 3,
  matchingPages: 2,
  place: { latitude: 38.7, longitude: -9.1, source: 'exif' },
  taken: '2003-12-24T18:00:00',
});
const TOWER = createImageDocument({ name: 'tower.png', mime: 'image/png', alts: ['Old tower'] });
const CAT = createImageDocument({ name: 'cat.gif', time: '20100101000000', alts: ['A cat'] });
const INDEX = createMemoryIndex([BRIDGE, TOWER, CAT]);

const idsOf = (index: SearchIndex, request: SearchRequest) =>
  searchImages(index, { limit: 1000, ...request }).items.map(({ id }) => id);
const codesOf = (index: SearchIndex, request: SearchRequest) =>
  searchImages(index, request).warnings.map(({ code }) => code);

describe('an answer', () => {
  it('has all that is promised of it', () => {
    let time = 5;
    const answer = searchImages(INDEX, { query: 'bridge', clock: () => (time += 1.5) });
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
        page: { url: 'http://www.example.org/p', title: '', time: '2004-05-06T07:08:09Z' },
        collections: ['first', 'second'],
        place: { latitude: 38.7, longitude: -9.1, source: 'exif' },
        taken: '2003-12-24T18:00:00',
        score: expect.any(Number),
        source: { file: 'crawl.warc.gz', offset: 1000 },
      },
    ]);
    expect(answer.items[0]!.score).toBeGreaterThan(0);
  });

  it('tells of a picture without a page that there is none', () => {
    const { page: _, ...orphan } = BRIDGE;
    const [item] = searchImages(createMemoryIndex([orphan]), { query: 'bridge' }).items;
    expect(item).toMatchObject({ page: null });
  });

  it('to an empty query is all pictures', () => {
    expect(searchImages(INDEX, { query: '' }).total.value).toBe(3);
  });

  it('to something of which nothing can be understood is no picture, and says why', () => {
    for (const query of ['!!!', 'size:huge', '()', `"${'x '.repeat(10_000)}`]) {
      const answer = searchImages(INDEX, { query });
      expect(answer.total.value, query).toBe(0);
      expect(answer.warnings.length, query).toBeGreaterThan(0);
    }
    expect(searchImages(INDEX, { query: ' safe:off -safe:on' }).total.value).toBe(3);
  });

  it('has no score where the order is by time', () => {
    const { items } = searchImages(INDEX, { query: 'safe:off', sort: 'newest' });
    expect(items.map(({ id, score }) => [id, score])[0]).toEqual([CAT.id, 0]);
  });

  it('passes on what the parser noted, with its place', () => {
    const [warning] = searchImages(INDEX, { query: 'cat "old tow' }).warnings;
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
  ])('%j is refused with a clear message', (wrong, message) => {
    expect(() => searchImages(INDEX, { query: 'cat', ...wrong })).toThrowError(message);
  });

  it('quotes what is wrong without control characters', () => {
    const profile = `\u001b[31m${'x'.repeat(1000)}`;
    expect(() => searchImages(INDEX, { query: '', profile })).toThrowError(/^There is no.{5,120}$/);
  });

  it('for more than 1000 answers gives 1000 and says so', () => {
    expect(codesOf(INDEX, { query: '', limit: 5000 })).toEqual(['limit-lowered']);
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
  ])('%s gives an answer', (_, query) => {
    const answer = searchImages(INDEX, { query });
    expect(answer.total.value).toBeGreaterThanOrEqual(0);
    expect(answer.warnings.every(({ code, message }) => code !== '' && message !== '')).toBe(true);
  });

  it('never makes it throw, and the query it tells is understood in the same way', () => {
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
    fc.assert(
      fc.property(query, fc.constantFrom('and', 'or'), (text, defaultOperator) => {
        const first = searchImages(INDEX, { query: text, defaultOperator });
        if (first.query === '') return; // nothing was understood, which is not all pictures
        const again = searchImages(INDEX, { query: first.query, defaultOperator });
        expect(again.query).toBe(first.query);
        expect(again.items).toEqual(first.items);
      }),
      { numRuns: 150 },
    );
  });
});

describe('the operator between words', () => {
  it('is AND by default, OR when asked for', () => {
    expect(idsOf(INDEX, { query: 'old bridge' })).toEqual([BRIDGE.id]);
    expect(idsOf(INDEX, { query: 'old bridge', defaultOperator: 'or' })).toEqual([
      BRIDGE.id,
      TOWER.id,
    ]);
  });

  it('leaves required words required, and then the others count for the score only', () => {
    expect(idsOf(INDEX, { query: '+tower bridge', defaultOperator: 'or' })).toEqual([TOWER.id]);
    expect(idsOf(INDEX, { query: 'old bridge -tower', defaultOperator: 'or' })).toEqual([
      BRIDGE.id,
    ]);
  });

  it('of alternatives may mix words and operators', () => {
    const ids = idsOf(INDEX, { query: 'cat OR type:png' });
    expect(new Set(ids)).toEqual(new Set([CAT.id, TOWER.id]));
    expect(idsOf(INDEX, { query: 'tower OR type:png' })).toEqual([TOWER.id]);
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
  it('by cursor and by offset gives each picture exactly once and in order', () => {
    fc.assert(
      fc.property(
        corpora,
        queries,
        sorts,
        fc.integer({ min: 1, max: 7 }),
        (documents, query, sort, limit) => {
          const index = createMemoryIndex(documents);
          const whole = searchImages(index, { query, sort, limit: 1000 });
          const ids = whole.items.map(({ id }) => id);
          expect(ids.length).toBe(whole.total.value);
          expect(new Set(ids).size).toBe(ids.length);
          expect(readAll(() => index, { query, sort, limit })).toEqual(ids);
          const byOffset = [];
          for (let offset = 0; offset < ids.length; offset += limit) {
            byOffset.push(...idsOf(index, { query, sort, limit, offset }));
          }
          expect(byOffset).toEqual(ids);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('goes on after the last picture although others were added meanwhile', () => {
    const documents = Array.from({ length: 12 }, (_, at) =>
      createImageDocument({ name: `n${at}`, time: `20040101${String(at).padStart(6, '0')}` }),
    );
    let generation = 0;
    const seen = readAll(
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
    (sort) => {
      const documents = Array.from({ length: 30 }, (_, at) =>
        createImageDocument({
          name: `n${at}`,
          alts: ['cat '.repeat(1 + (at % 5))],
          time: `200401010000${String(at).padStart(2, '0')}`,
        }),
      );
      const ids = idsOf(createMemoryIndex(documents), { query: 'cat', sort });
      const first = searchImages(createMemoryIndex(documents), { query: 'cat', sort, limit: 10 });
      const left = documents.filter(({ id }) => id !== ids[9]);
      const next = searchImages(createMemoryIndex(left, { generation: 2 }), {
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

  it('refuses a cursor of another search or one that is damaged, without items', () => {
    const documents = ['a', 'b', 'c'].map((name) => createImageDocument({ name, alts: ['cat'] }));
    const index = createMemoryIndex(documents);
    const cursor = searchImages(index, { query: 'cat', limit: 1 }).next!;
    for (const other of [
      { query: 'dog' },
      { query: 'cat', sort: 'oldest' },
      { query: 'cat', profile: 'paper' },
    ]) {
      const answer = searchImages(index, { ...other, cursor });
      expect(answer).toMatchObject({ items: [], next: null });
      expect(answer.warnings).toMatchObject([{ severity: 'error', code: 'cursor-other-query' }]);
    }
    for (const bad of ['', 'hello', cursor.slice(1), `${cursor}x`]) {
      const answer = searchImages(index, { query: 'cat', cursor: bad });
      expect(answer).toMatchObject({ total: { value: 3 }, items: [], next: null });
      expect(answer.warnings).toMatchObject([{ severity: 'error', code: 'cursor-invalid' }]);
    }
  });

  it('accepts a cursor when the same query is written in another way', () => {
    const documents = ['a', 'b', 'c'].map((name) => createImageDocument({ name, alts: ['cat'] }));
    const index = createMemoryIndex(documents);
    const cursor = searchImages(index, { query: 'cat type:jpg', limit: 1 }).next!;
    expect(
      searchImages(index, { query: '  cat   type:jpeg ', limit: 5, cursor }).items,
    ).toHaveLength(2);
  });

  it('ends at the depth that can be reached, and says so', () => {
    const document = createImageDocument();
    const deep: SearchIndex = {
      ...INDEX,
      search: ({ limit }) => ({ hits: Array(limit).fill({ document, score: 1 }), total: 200_000 }),
    };
    const answer = searchImages(deep, { query: '', offset: 99_990 });
    expect(answer.items).toHaveLength(10);
    expect(answer.next).toBeNull();
    expect(answer.warnings).toMatchObject([{ code: 'depth-limit' }]);
  });
});

/** Ids of all answers, page by page. */
function readAll(indexOf: () => SearchIndex, request: SearchRequest): string[] {
  const ids: string[] = [];
  let cursor: string | null | undefined;
  while (cursor !== null) {
    const answer = searchImages(indexOf(), { ...request, ...(cursor && { cursor }) });
    ids.push(...answer.items.map(({ id }) => id));
    expect(answer.warnings.filter(({ code }) => code.startsWith('cursor'))).toEqual([]);
    cursor = answer.next;
  }
  return ids;
}
