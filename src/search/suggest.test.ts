// Suggestions and corrections.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createImageDocument, createMemoryIndex } from '../../test/fixtures/memory-index.ts';
import { didYouMean, suggest } from './search.ts';

const INDEX = createMemoryIndex([
  createImageDocument({
    name: 'a',
    alts: ['Lisboa e a ponte'],
    language: 'pt',
    host: 'www.publico.pt',
  }),
  createImageDocument({
    name: 'b',
    alts: ['Lisboa, eleições'],
    language: 'pt',
    host: 'www.publico.pt',
  }),
  createImageDocument({
    name: 'c',
    alts: ['Liszt in Lisbon'],
    host: 'lisa.test',
    mime: 'image/png',
  }),
  createImageDocument({
    name: 'd',
    alts: ['public garden'],
    collections: ['My crawl', 'lisbon 2004'],
  }),
]);

const replacements = async (text: string, limit?: number) =>
  (await suggest(INDEX, { text, ...(limit !== undefined && { limit }) })).map(
    ({ replacement }) => replacement,
  );

describe('suggestions', () => {
  it('name their kind and how many pictures there are', async () => {
    expect(await suggest(INDEX, { text: 'ponte lis' })).toEqual([
      { kind: 'word', text: 'lisboa', replacement: 'ponte lisboa', count: 2 },
      { kind: 'word', text: 'lisbon', replacement: 'ponte lisbon', count: 1 },
      { kind: 'word', text: 'liszt', replacement: 'ponte liszt', count: 1 },
      { kind: 'site', text: 'lisa.test', replacement: 'ponte site:lisa.test', count: 1 },
      {
        kind: 'collection',
        text: 'lisbon 2004',
        replacement: 'ponte collection:"lisbon 2004"',
        count: 1,
      },
    ]);
  });

  it('keep room for other kinds than words', async () => {
    expect(await replacements('lis', 3)).toEqual([
      'lisboa',
      'site:lisa.test',
      'collection:"lisbon 2004"',
    ]);
  });

  it.each([
    ['site:pub', ['site:www.publico.pt']],
    ['cat -site:pub', ['cat -site:www.publico.pt']],
    ['collection:my', ['collection:"My crawl"']],
    ['collection:"my c', ['collection:"My crawl"']],
    ['type:', ['type:jpeg', 'type:png']],
    ['filetype:p', ['type:png']],
    ['year:20', ['year:2004']],
    ['lang:', ['lang:en', 'lang:pt']],
    ['orientation:l', ['orientation:landscape']],
    ['safe:o', ['safe:on', 'safe:off']],
    ['orie', ['orientation:']],
    ['-Éleic', ['-eleicoes']],
    ['"a pon', ['"a ponte']],
    ['color:', []],
    ['unknown:x', []],
    ['', []],
    ['cat ', []],
    ['site:www.publico.pt', []],
  ])('of %j are %j', async (text, expected) => {
    expect(await replacements(text)).toEqual(expected);
  });

  it('are never more than wanted, whatever is typed', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string(), fc.integer({ min: -2, max: 12 }), async (text, limit) => {
        const found = await suggest(INDEX, { text, limit });
        expect(found.length).toBeLessThanOrEqual(Math.max(0, limit));
        for (const { replacement } of found) expect(replacement).not.toBe(text);
      }),
    );
    expect(await suggest(INDEX, { text: 'lis '.repeat(5000) })).toEqual([]);
  });
});

describe('did you mean', () => {
  it.each([
    ['lisbao', 'lisboa'],
    ['kisboa', 'lisboa'],
    ['isboa', 'lisboa'],
    ['lixboa ponte', 'lisboa ponte'],
    ['"lisbao e a ponte" site:publico.pt', '"lisboa e a ponte" site:publico.pt'],
    ['gadren OR ponte', 'garden OR ponte'],
    ['+lisbao -year:2004', undefined], // corrected, it would still find nothing
    ['lisboa', undefined],
    ['eleição', undefined], // another form of a word that is there
    ['zebra', undefined],
    ['', undefined],
    ['-lisbao', undefined],
    ['x', undefined],
    ['+gadren', undefined],
  ])('corrects %j to %j', async (query, expected) => {
    expect((await didYouMean(INDEX, { query }))?.query).toBe(expected);
  });

  it('takes a very rare word for a slip beside a very frequent one', async () => {
    const many = Array.from({ length: 120 }, (_, at) =>
      createImageDocument({ name: `n${at}`, alts: [at === 0 ? 'bridgs' : 'bridge'] }),
    );
    expect(await didYouMean(createMemoryIndex(many), { query: 'bridgs' })).toEqual({
      query: 'bridge',
      instead: '+bridgs',
    });
    const few = createMemoryIndex(many.slice(0, 50));
    expect(await didYouMean(few, { query: 'bridgs' })).toBeUndefined();
  });

  it('never throws', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme' }), async (query) => {
        await didYouMean(INDEX, { query });
      }),
    );
    expect((await didYouMean(INDEX, { query: 'lisbao '.repeat(1400) }))?.query).toMatch(/^lisboa/);
  });
});
