// What the compiler knows of records; the types are checked with all others, by `npm run types`.
import { expectTypeOf, it } from 'vitest';
import { ARCHIVED, CAPTURE, defineEnrichment } from '../model/enrichment.ts';
import { Corpus } from './record-corpus.ts';
import { memorySource } from './source/memory-source.ts';
import { sourceStep } from './steps/source-step.ts';

const corpus = new Corpus(sourceStep(memorySource([], () => undefined)), {
  options: {},
  caches: new Set(),
});
const response = defineEnrichment({
  name: 'response',
  needs: ARCHIVED,
  gives: ['httpHeader', 'payload'],
  derive: ({ httpHeader, payload }) => ({ httpHeader, payload }),
});
const string = defineEnrichment({
  name: 'string',
  needs: response.fields.payload,
  gives: 'string',
  derive: (payload) => Buffer.from(payload).toString(),
});
const words = defineEnrichment({
  name: 'words',
  needs: string,
  gives: 'words',
  derive: async (text) => text.split(' '),
});
const length = defineEnrichment({
  name: 'length',
  needs: string,
  gives: 'length',
  derive: (text) => text.length,
});

it('gives values the types that derive returns, at paths of their lineage', async () => {
  const enriched = corpus.enrich(response, words).enrich(length.onEach(words));
  type Enriched = Awaited<ReturnType<typeof enriched.toArray>>[number];
  const check = (record: Enriched) => {
    expectTypeOf(record.get('payload')).toEqualTypeOf<Uint8Array | undefined>();
    expectTypeOf(record.get('payload.string.words')).toEqualTypeOf<string[] | undefined>();
    expectTypeOf(record.get(words)).toEqualTypeOf<string[] | undefined>();
    expectTypeOf(record.get('payload.string.words.length')).toEqualTypeOf<
      readonly (number | undefined)[] | undefined
    >();
    expectTypeOf(record.status).toEqualTypeOf<number>();
    // @ts-expect-error a wrong path
    record.get('payload.strings');
    // @ts-expect-error it was only a dependency
    record.get('payload.string');
    // @ts-expect-error the enrichment was not asked for
    record.get(string);
  };
  expectTypeOf(check).toBeFunction();
});

it('follows mapEnrich and filterExists', () => {
  const enriched = corpus.enrich(string).mapEnrich('payload.string', 'size', (text) => {
    expectTypeOf(text).toEqualTypeOf<string>();
    return text.length;
  });
  enriched.filterExists('payload.string.size').filter((record) => {
    expectTypeOf(record.get('payload.string.size')).toEqualTypeOf<number>();
    expectTypeOf(record.get('payload.string')).toEqualTypeOf<string | undefined>();
    return true;
  });
  corpus.mapEnrich(words, 'count', (list) => {
    expectTypeOf(list).toEqualTypeOf<string[]>();
    return list.length;
  });
  // @ts-expect-error nobody asked for it
  const wrong = () => corpus.mapEnrich('payload.string', 'size', () => 1);
  expectTypeOf(wrong).toBeFunction();
});

it('rebinds a function to values of the type it takes', () => {
  const title = defineEnrichment({
    name: 'title',
    needs: CAPTURE,
    gives: 'title',
    derive: ({ url }) => url,
  });
  const ofTitle = length.on(title);
  expectTypeOf(ofTitle.path).toEqualTypeOf<'title.length'>();
  // @ts-expect-error the function takes text
  const wrong = () => length.on(response.fields.payload);
  expectTypeOf(wrong).toBeFunction();
});

it('keeps the types of other items', () => {
  const years = corpus
    .groupBy(({ year }) => year)
    .map(({ key, items }) => ({ key, count: items.length }));
  expectTypeOf(years.toArray()).resolves.toEqualTypeOf<{ key: number; count: number }[]>();
});
