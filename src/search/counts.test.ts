// Facets and timelines.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createImageDocument, createMemoryIndex } from '../../test/fixtures/memory-index.ts';
import { facets, searchImages, timeline } from './search.ts';

const documents = [
  createImageDocument({ name: 'a', time: '20040115120000', alts: ['cat'], host: 'x.test' }),
  createImageDocument({ name: 'b', time: '20040220120000', alts: ['cat'], mime: 'image/png' }),
  createImageDocument({
    name: 'c',
    time: '20060101000000',
    alts: ['dog'],
    collections: ['m', 'n'],
  }),
];
const INDEX = createMemoryIndex(documents);

describe('facets', () => {
  it('count what a query finds, in the order asked for', async () => {
    expect(await facets(INDEX, { query: 'cat', names: ['type', 'year'] })).toEqual([
      {
        facet: 'type',
        values: [
          { value: 'image/jpeg', count: 1 },
          { value: 'image/png', count: 1 },
        ],
        parts: ['all'],
      },
      { facet: 'year', values: [{ value: '2004', count: 2 }], parts: ['all'] },
    ]);
  });

  it('are all given when none is named, with as many values as wanted', async () => {
    const all = await facets(INDEX, { query: '', limit: 1 });
    expect(all.map(({ facet }) => facet)).toEqual([
      'site',
      'year',
      'type',
      'size',
      'collection',
      'language',
      'color',
      'kind',
      'country',
      'region',
      'town',
      'animated',
      'licence',
      'label',
    ]);
    // Nobody looked at these pictures, and nothing tells their places and licences.
    const unknown = ['color', 'kind', 'country', 'region', 'town', 'licence', 'label'];
    const known = all.filter(({ facet }) => !unknown.includes(facet));
    expect(known.every(({ values }) => values.length === 1)).toBe(true);
  });

  it('that do not exist are refused', async () => {
    const unknown = facets(INDEX, { query: '', names: ['camera'] });
    await expect(unknown).rejects.toThrowError(/no facet `camera`/);
    await expect(facets(INDEX, { query: '', limit: 0 })).rejects.toThrowError(/whole number/);
  });
});

describe('a timeline', () => {
  it.each([
    ['cat', 50, 'day', 37],
    ['cat', 36, 'month', 2],
    ['', 50, 'month', 25],
    ['', 24, 'year', 3],
    ['', 2, 'year', 2],
    ['', 1, 'year', 1],
  ])('of %j in at most %i buckets is by %s in %i buckets', async (query, buckets, unit, length) => {
    const found = await timeline(INDEX, { query, buckets });
    expect(found.unit).toBe(unit);
    expect(found.buckets).toHaveLength(length);
  });

  it('has starts and ends that belong to the buckets', async () => {
    expect((await timeline(INDEX, { query: '', buckets: 3 })).buckets).toEqual([
      { start: '2004-01-01T00:00:00Z', end: '2004-12-31T23:59:59Z', count: 2 },
      { start: '2005-01-01T00:00:00Z', end: '2005-12-31T23:59:59Z', count: 0 },
      { start: '2006-01-01T00:00:00Z', end: '2006-12-31T23:59:59Z', count: 1 },
    ]);
  });

  it('of a search can stand on the axis of all pictures, between the times asked for', async () => {
    const starts = async (query: string) =>
      (await timeline(INDEX, { query, buckets: 3, axis: 'library' })).buckets.map(
        ({ start, count }) => [start.slice(0, 4), count],
      );
    expect((await starts('cat')).map(([year]) => year)).toEqual(['2004', '2005', '2006']);
    expect(await starts('zebra')).toEqual([
      ['2004', 0],
      ['2005', 0],
      ['2006', 0],
    ]);
    expect((await timeline(INDEX, { query: 'zebra from:2006', axis: 'library' })).unit).toBe('day');
  });

  it('of nothing is empty', async () => {
    expect((await timeline(INDEX, { query: 'zebra' })).buckets).toEqual([]);
  });

  it('refuses a number of buckets that cannot be', async () => {
    await expect(timeline(INDEX, { query: '', buckets: 0 })).rejects.toThrowError(/buckets/);
  });
});

it('counts add up to the total for what each picture has exactly one of', async () => {
  const facts = fc.record({
    alts: fc.constantFrom(['cat'], ['dog'], ['cat dog'], []),
    time: fc
      .date({ min: new Date('1991-01-01'), max: new Date('2030-01-01'), noInvalidDate: true })
      .map((date) => date.toISOString().replace(/\D/g, '').slice(0, 14)),
    mime: fc.constantFrom('image/jpeg', 'image/png', 'image/gif'),
    width: fc.constantFrom(60, 500, 4000),
  });
  const queries = fc.constantFrom('', 'cat', 'cat OR type:png', 'dog -cat', 'size:lg OR dog');
  await fc.assert(
    fc.asyncProperty(
      fc.array(facts, { maxLength: 20 }),
      queries,
      fc.integer({ min: 1, max: 100 }),
      async (all, query, buckets) => {
        const index = createMemoryIndex(
          all.map((each, at) => createImageDocument({ ...each, name: `n${at}` })),
        );
        const total = (await searchImages(index, { query })).total.value;
        const sum = (values: readonly { readonly count: number }[]) =>
          values.reduce((all, { count }) => all + count, 0);
        const found = await facets(index, { query, names: ['year', 'type', 'size'], limit: 1000 });
        for (const { values } of found) expect(sum(values)).toBe(total);
        const line = await timeline(index, { query, buckets });
        expect(sum(line.buckets)).toBe(total);
        expect(line.buckets.length).toBeLessThanOrEqual(buckets);
        for (const [at, bucket] of line.buckets.entries()) {
          expect(bucket.start < bucket.end).toBe(true);
          const next = line.buckets[at + 1];
          if (next) expect(Date.parse(next.start) - Date.parse(bucket.end)).toBe(1000);
        }
      },
    ),
    { numRuns: 100 },
  );
});
