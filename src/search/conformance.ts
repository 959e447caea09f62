// What every search index must do, as checks that any implementation can run: `pinakes/search-conformance`.
import { deepEqual, equal, notEqual, ok, rejects } from 'node:assert/strict';
import { analyse } from '../model/analysis/analysis.ts';
import { toStemmedWords } from '../model/document-words.ts';
import {
  FACETS,
  type IndexFilter,
  type IndexHit,
  type IndexQuery,
  type IndexSelection,
  type IndexWriter,
  type MapCell,
  type MatchNode,
  type SearchIndex,
  type WordForms,
} from '../model/index-query.ts';
import { RANKING_PROFILES } from '../model/ranking.ts';
import {
  ALL,
  CONTENTS,
  documentOf,
  idOf,
  NAMES,
  namesOf,
  secondsAt,
} from './conformance-documents.ts';
import { checkPictures } from './conformance-pictures.ts';
import { createMemoryIndex } from './memory-index.ts';

/** An index to be checked, and its writer. */
export interface CheckedIndex {
  readonly index: SearchIndex;
  readonly writer: IndexWriter;
  /** Lets go of it; called after each check. */
  close?(): Promise<void>;
}

/** One thing that an index must do. */
export interface ConformanceCheck {
  readonly name: string;
  /** Rejects with an `AssertionError` that says what was wrong. */
  run(): Promise<void>;
}

/** How an index is checked. */
export interface ConformanceOptions {
  /** Gives an empty index; called once for each check. */
  open(): Promise<CheckedIndex>;
  /** Largest relative difference of a score to the reference. Default 1e-9; engines with 32-bit scores need 1e-5. */
  readonly scoreTolerance?: number;
}

/**
 * The checks of an index, in any order and for any test runner.
 *
 * @example for (const { name, run } of indexConformance({ open })) it(name, run);
 */
export function indexConformance({
  open,
  scoreTolerance = 1e-9,
}: ConformanceOptions): readonly ConformanceCheck[] {
  const withEmpty = (work: (checked: CheckedIndex) => Promise<void>) => async () => {
    const checked = await open();
    try {
      await work(checked);
    } finally {
      await checked.close?.();
    }
  };
  const withAll = (work: (checked: CheckedIndex) => Promise<void>) =>
    withEmpty(async (checked) => {
      await checked.writer.replace(CONTENTS);
      await checked.writer.commit();
      await work(checked);
    });
  return [
    { name: 'an empty index answers every question', run: withEmpty(checkEmpty) },
    { name: 'changes are found after a commit, all at once', run: withEmpty(checkCommit) },
    { name: 'documents come back as they were written', run: withAll(checkDocuments) },
    { name: 'replaced documents leave nothing behind', run: withAll(checkReplace) },
    { name: 'a content can have several documents', run: withAll(checkSeveral) },
    { name: 'documents are removed by id', run: withAll(checkRemove) },
    { name: 'a commit without changes changes nothing', run: withAll(checkIdle) },
    { name: 'changes that are not committed are dropped by close', run: withAll(checkClose) },
    { name: 'words and phrases match', run: withAll(checkMatches) },
    { name: 'filters of each kind pass what they should', run: withAll(checkFilters) },
    { name: 'answers come in order, page by page', run: withAll(checkOrder) },
    { name: 'equal scores are ordered by time, SURT and id', run: withEmpty(checkTies) },
    {
      name: 'scores and answers are those of the reference, in every profile',
      run: withAll(({ index }) => checkReference(index, scoreTolerance)),
    },
    {
      name: 'variants of a picture count as one where it is asked for',
      run: withAll((checked) => checkPictures(checked, toQuery)),
    },
    { name: 'facets count, the most frequent value first', run: withAll(checkFacets) },
    { name: 'time is counted in buckets', run: withAll(checkTimes) },
    { name: 'cells of a map add up, in every grid', run: withAll(checkCells) },
    { name: 'words, sites, languages and collections are told', run: withAll(checkNames) },
    { name: 'hostile words are only words', run: withAll(checkHostile) },
    { name: 'an aborted signal ends every question and change', run: withAll(checkAborts) },
  ];
}

const EVERYTHING: IndexSelection = { filters: [] };
const FOREVER = [0];

function toWord(text: string, isPrefix = false): WordForms {
  return { text, forms: isPrefix ? [text] : analyse(text, ''), ...(isPrefix && { isPrefix }) };
}

function word(text: string, options: { isPrefix?: boolean } = {}): MatchNode {
  return { kind: 'word', word: toWord(text, options.isPrefix) };
}

function phrase(...texts: string[]): Extract<MatchNode, { kind: 'phrase' }> {
  return { kind: 'phrase', alternatives: texts.map((text) => analyse(text, '')) };
}

/** A search for words of which any may match. */
function toQuery(texts: readonly string[], facts: Partial<IndexQuery> = {}): IndexQuery {
  const [profile] = RANKING_PROFILES;
  if (profile === undefined) throw new Error('pinakes: no ranking profile');
  const nodes = texts.map((text) => word(text));
  return {
    ...(nodes.length > 0 && { match: { kind: 'or', nodes } as const }),
    filters: [],
    words: texts.map((text) => toWord(text)),
    profile,
    sort: 'relevance',
    offset: 0,
    limit: 100,
    ...facts,
  };
}

async function checkEmpty({ index }: CheckedIndex): Promise<void> {
  equal(await index.documentCount(), 0);
  deepEqual(await index.search(toQuery(['bridge'])), { hits: [], total: 0 });
  deepEqual(await index.search(toQuery([], { sort: 'newest' })), { hits: [], total: 0 });
  equal(await index.count(EVERYTHING), 0);
  for (const facet of FACETS) deepEqual(await index.facet(EVERYTHING, facet, 10), []);
  deepEqual(await index.histogram(EVERYTHING, FOREVER), [{ start: 0, count: 0 }]);
  equal(await index.timeSpan(EVERYTHING), undefined);
  deepEqual(await index.documents([idOf('bridge'), 'no id']), [undefined, undefined]);
  deepEqual(await index.wordsFrom('', 10), []);
  equal(await index.wordCount('bridge'), 0);
  deepEqual(await index.sitesFrom('', 10), []);
  deepEqual(await index.languages(), []);
  deepEqual(await index.collections(), []);
}

async function checkCommit({ index, writer }: CheckedIndex): Promise<void> {
  const before = await index.generation();
  await writer.replace(CONTENTS);
  equal(await index.count(EVERYTHING), 0, 'found before the commit');
  equal(await index.generation(), before, 'another generation before the commit');
  const committed = await writer.commit();
  notEqual(committed, before);
  equal(await index.generation(), committed);
  equal(await index.documentCount(), ALL.length);
  equal(await index.count(EVERYTHING), ALL.length);
}

async function checkDocuments({ index }: CheckedIndex): Promise<void> {
  const ids = [...ALL.map(({ id }) => id).reverse(), 'f'.repeat(64), 'no id', ''];
  const found = await index.documents(ids);
  deepEqual(found, [...[...ALL].reverse(), undefined, undefined, undefined]);
  const { hits } = await index.search(toQuery([], { sort: 'oldest' }));
  deepEqual(byId(hits.map(({ document }) => document)), byId(ALL));
}

async function checkReplace({ index, writer }: CheckedIndex): Promise<void> {
  const before = documentOf('bridge');
  const alts = [
    { text: 'A lighthouse', language: 'en' },
    { text: 'Turm', language: 'de' },
  ];
  const document = { ...before, titles: [], alts, captions: [], collections: ['other'] };
  await writer.replace([{ digest: before.digest, documents: [document] }]);
  await writer.commit();
  deepEqual(await index.documents([before.id]), [document]);
  equal(await index.documentCount(), ALL.length);
  deepEqual(namesOf((await index.search(toQuery(['lighthouse']))).hits), ['bridge']);
  const { hits } = await index.search(toQuery(['bridge']));
  // Its address still has the word.
  deepEqual(namesOf(hits).sort(), ['bridge', 'ferry']);
  equal(await index.wordCount('bridge'), 1);
  equal(await index.wordCount('lighthouse'), 1);
  ok((await index.languages()).includes('de'));
  equal(await index.count({ filters: [{ kind: 'collection', name: 'other' }] }), 1);
  await writer.replace([{ digest: before.digest, documents: [] }]);
  await writer.commit();
  deepEqual(await index.documents([before.id]), [undefined]);
  equal(await index.documentCount(), ALL.length - 1);
  equal(await index.wordCount('lighthouse'), 0);
  equal((await index.search(toQuery(['lighthouse']))).total, 0);
}

async function checkSeveral({ index, writer }: CheckedIndex): Promise<void> {
  const one = documentOf('bridge');
  const documents = ['0', '1', '2'].map((digit) => ({
    ...one,
    id: `${one.digest}-${digit.repeat(16)}`,
    titles: [{ text: `number${digit}x`, language: 'en' }],
  }));
  await writer.replace([{ digest: one.digest, documents }]);
  await writer.commit();
  equal(await index.documentCount(), ALL.length + 2);
  deepEqual(await index.documents([one.id]), [undefined]);
  deepEqual(await index.documents(documents.map(({ id }) => id)), documents);
  await writer.remove([documents[1]?.id ?? '']);
  await writer.commit();
  equal(await index.documentCount(), ALL.length + 1);
  equal((await index.search(toQuery(['number1x']))).total, 0);
  equal((await index.search(toQuery(['number2x']))).total, 1);
  await writer.replace([{ digest: one.digest, documents: [one] }]);
  await writer.commit();
  deepEqual(await index.documents([one.id]), [one]);
  equal(await index.documentCount(), ALL.length);
}

async function checkRemove({ index, writer }: CheckedIndex): Promise<void> {
  await writer.remove([idOf('cat'), idOf('cat'), 'f'.repeat(64), 'no id']);
  equal(await index.documentCount(), ALL.length, 'removed before the commit');
  await writer.commit();
  equal(await index.documentCount(), ALL.length - 1);
  deepEqual(await index.documents([idOf('cat')]), [undefined]);
  equal((await index.search(toQuery(['whiskers']))).total, 0);
  equal(await index.wordCount('whiskers'), 0);
  const types = await index.facet(EVERYTHING, 'type', 10);
  ok(!types.some(({ value }) => value === 'image/gif'), 'a value without documents');
  // Written and removed again before a commit: it was never there.
  const cat = documentOf('cat');
  await writer.replace([{ digest: cat.digest, documents: [cat] }]);
  await writer.remove([cat.id]);
  await writer.commit();
  deepEqual(await index.documents([cat.id]), [undefined]);
}

async function checkIdle({ index, writer }: CheckedIndex): Promise<void> {
  const before = await index.generation();
  equal(await writer.commit(), before);
  equal(await index.generation(), before);
  const answer = await index.search(toQuery(['bridge', 'river']));
  await writer.replace(CONTENTS); // as they are already
  await writer.commit();
  deepEqual(await index.search(toQuery(['bridge', 'river'])), answer);
  equal(await index.documentCount(), ALL.length);
}

async function checkClose({ index, writer }: CheckedIndex): Promise<void> {
  await writer.remove([idOf('cat')]);
  await writer.close();
  equal(await index.documentCount(), ALL.length);
}

async function checkMatches({ index }: CheckedIndex): Promise<void> {
  const bridge = word('bridge');
  const river = word('river');
  const expected: readonly (readonly [MatchNode, readonly string[]])[] = [
    [bridge, ['bridge', 'ferry']],
    [word('BRIDGE'), ['bridge', 'ferry']],
    [
      { kind: 'word', word: { text: 'bridges', forms: ['bridges', 'bridge'] } },
      ['bridge', 'ferry'],
    ],
    [word('xylophone'), []],
    [{ kind: 'word', word: { ...toWord('bridge'), fields: ['imgTitle'] } }, ['bridge']],
    [{ kind: 'word', word: { text: '', forms: ['xylophone', ...analyse('cat', '')] } }, ['cat']],
    [word('whisk', { isPrefix: true }), ['cat']],
    [{ kind: 'and', nodes: [bridge, river] }, ['ferry']],
    [{ kind: 'or', nodes: [bridge, river] }, ['bridge', 'ferry', 'river']],
    [{ kind: 'and', nodes: [bridge, { kind: 'not', node: river }] }, ['bridge']],
    // Some of the words, but not all.
    [
      {
        kind: 'and',
        nodes: [
          { kind: 'or', nodes: [bridge, river] },
          { kind: 'not', node: { kind: 'and', nodes: [bridge, river] } },
        ],
      },
      ['bridge', 'river'],
    ],
    [{ kind: 'not', node: bridge }, NAMES.filter((name) => !['bridge', 'ferry'].includes(name))],
    [phrase('old stone bridge'), ['bridge']],
    [phrase('stone old'), []],
    [{ ...phrase('old stone bridge'), fields: ['imgAlt'] }, []],
    [phrase('no such words', 'stone bridge'), ['bridge']],
    // One after another in one text, not from one text into the next.
    [phrase('bridge arch'), []],
    [word('lisboa'), ['lisboa']],
    [phrase('東京'), ['tokyo']],
  ];
  for (const [match, names] of expected) {
    const about = JSON.stringify(match);
    equal(await index.count({ match, filters: [] }), names.length, about);
    const { hits, total } = await index.search({ ...toQuery([], { sort: 'oldest' }), match });
    deepEqual(namesOf(hits).sort(), [...names].sort(), about);
    equal(total, names.length, about);
  }
  await checkSome(index);
}

/** Pictures with some of the words are scored as they are among those with any. */
async function checkSome(index: SearchIndex): Promise<void> {
  const nodes = [word('bridge'), word('river')];
  const notAll: MatchNode = { kind: 'not', node: { kind: 'and', nodes } };
  const some: MatchNode = { kind: 'and', nodes: [{ kind: 'or', nodes }, notAll] };
  const query = toQuery(['bridge', 'river']);
  const { hits } = await index.search({ ...query, match: { kind: 'or', nodes } });
  const wanted = hits.filter(({ document }) => document.id !== idOf('ferry'));
  deepEqual((await index.search({ ...query, match: some })).hits, wanted);
}

async function checkFilters({ index }: CheckedIndex): Promise<void> {
  const at = (day: string) => Date.parse(day) / 1000;
  const without = (...names: string[]) => NAMES.filter((name) => !names.includes(name));
  const expected: readonly (readonly [IndexFilter, readonly string[]])[] = [
    [{ kind: 'time', to: secondsAt('bridge') }, ['bridge', 'orphan']],
    [{ kind: 'time', from: secondsAt('tokyo') }, ['tokyo', 'wide']],
    [{ kind: 'time', from: secondsAt('cat'), to: secondsAt('cat') }, ['cat']],
    [{ kind: 'taken', from: at('1998-12-24'), to: at('1998-12-25') }, ['bridge']],
    [{ kind: 'taken', from: at('1500-01-01'), to: at('1998-12-24') }, []],
    [{ kind: 'taken', from: at('1999-01-01'), to: at('2100-01-01') }, []],
    [{ kind: 'seen', from: at('2010-12-31'), to: at('2010-12-31T23:59:59Z') }, ['river']],
    [{ kind: 'seen', from: at('2003-01-01'), to: at('2003-01-02') }, []],
    [{ kind: 'mime', mimes: ['image/gif', 'image/png', 'image/none'] }, ['cat', 'river']],
    [{ kind: 'area', max: 65_536 }, ['cat', 'ferry']],
    [{ kind: 'area', min: 2_000_001 }, ['wide']],
    [{ kind: 'area', min: 60 * 60, max: 60 * 60 }, ['cat']],
    [{ kind: 'size', minWidth: 2000, minHeight: 1000 }, ['tokyo', 'wide']],
    [{ kind: 'orientation', value: 'square' }, ['cat']],
    [{ kind: 'orientation', value: 'portrait' }, ['lisboa', 'river']],
    [{ kind: 'site', host: 'news.example.org', withSubdomains: false }, ['bridge', 'river']],
    [{ kind: 'site', host: 'example.org', withSubdomains: false }, []],
    [{ kind: 'site', host: 'EXAMPLE.org', withSubdomains: true }, ['bridge', 'ferry', 'river']],
    [{ kind: 'site', host: 'xample.org', withSubdomains: true }, []],
    [{ kind: 'site', host: '*.example.*', withSubdomains: false }, ['bridge', 'ferry', 'river']],
    // A picture that no page shows is of the site of its own address.
    [{ kind: 'site', host: 'img.test', withSubdomains: false }, ['orphan']],
    [{ kind: 'collection', name: 'rivers' }, ['ferry', 'river']],
    [{ kind: 'collection', name: 'Rivers' }, []],
    [{ kind: 'language', code: 'pt' }, ['lisboa']],
    [{ kind: 'flag', facet: 'animated', name: 'yes' }, ['cat']],
    [{ kind: 'flag', facet: 'color', name: 'grey' }, ['bridge', 'wide']],
    [{ kind: 'flag', facet: 'color', name: 'bw' }, ['cat']],
    [{ kind: 'flag', facet: 'color', name: 'pink' }, []],
    [{ kind: 'flag', facet: 'color', name: 'no colour' }, []],
    [{ kind: 'label', name: 'tabby' }, ['cat', 'wide']],
    [{ kind: 'label', name: 'egyptian cat' }, ['cat']],
    [{ kind: 'label', name: 'cat' }, []],
    [{ kind: 'nsfw', max: 0.5 }, without('river', 'wide')],
    [{ kind: 'place', isKnown: true }, ['bridge', 'cat', 'lisboa', 'tokyo']],
    [{ kind: 'place', isKnown: false }, without('bridge', 'cat', 'lisboa', 'tokyo')],
    [{ kind: 'box', south: 38, west: -10, north: 42, east: -8 }, ['bridge', 'lisboa']],
    [{ kind: 'box', south: 38, west: -9, north: 42, east: -8 }, ['bridge']],
    [{ kind: 'box', south: -90, west: 130, north: 90, east: -170 }, ['cat', 'tokyo']],
    [{ kind: 'box', south: 35.68, west: 139.69, north: 35.68, east: 139.69 }, ['tokyo']],
    [{ kind: 'box', south: 42, west: -10, north: 38, east: -8 }, []],
    [{ kind: 'near', latitude: -17.5, longitude: 179.9, km: 100 }, ['cat']],
    [{ kind: 'placeName', name: 'PT' }, ['bridge', 'lisboa']],
    [{ kind: 'placeName', name: 'porto' }, ['bridge']],
    [{ kind: 'placeName', name: 'Lisbon, PT' }, ['lisboa']],
    [{ kind: 'placeName', name: 'Lisbon, JP' }, []],
    [{ kind: 'sure', min: 0.6 }, ['bridge', 'cat', 'tokyo']],
    [
      { kind: 'not', filter: { kind: 'sure', min: 0.01 } },
      without('bridge', 'cat', 'lisboa', 'tokyo'),
    ],
    [{ kind: 'near', latitude: 38.7, longitude: -9.1, km: 50 }, ['lisboa']],
    [{ kind: 'near', latitude: 38.7, longitude: -9.1, km: 900 }, ['bridge', 'lisboa']],
    [{ kind: 'near', latitude: 35.6, longitude: -179.9, km: 5000 }, ['tokyo']],
    [{ kind: 'source', surt: documentOf('cat').oldest.surt }, ['cat']],
    [{ kind: 'source', surt: 'org,example)/none' }, []],
    [{ kind: 'ids', ids: [idOf('cat'), idOf('wide'), 'no id'] }, ['cat', 'wide']],
    [{ kind: 'ids', ids: [] }, []],
    [{ kind: 'not', filter: { kind: 'language', code: 'en' } }, ['lisboa', 'orphan', 'tokyo']],
    [
      {
        kind: 'any',
        filters: [
          { kind: 'language', code: 'pt' },
          { kind: 'mime', mimes: ['image/gif'] },
        ],
      },
      ['cat', 'lisboa'],
    ],
    [{ kind: 'any', filters: [] }, []],
    [{ kind: 'nothing' }, []],
  ];
  for (const [filter, names] of expected) {
    const about = JSON.stringify(filter);
    equal(await index.count({ filters: [filter] }), names.length, about);
    for (const texts of [[], ['bridge', 'river', 'cat']]) {
      const query = toQuery(texts, { filters: [filter] });
      const { hits, total } = await index.search(query);
      const holding = texts.length === 0 ? NAMES : ['bridge', 'cat', 'ferry', 'river'];
      const wanted = names.filter((name) => holding.includes(name));
      deepEqual(namesOf(hits).sort(), [...wanted].sort(), `${about} ${texts.join(' ')}`);
      equal(total, wanted.length, about);
    }
  }
  const both = {
    filters: [
      { kind: 'place', isKnown: true },
      { kind: 'language', code: 'pt' },
    ],
  };
  equal(await index.count(both as IndexSelection), 1); // two filters as above
}

async function checkOrder({ index }: CheckedIndex): Promise<void> {
  const byTime = [...ALL].sort((a, b) => (a.oldest.time < b.oldest.time ? -1 : 1));
  const oldest = await index.search(toQuery([], { sort: 'oldest' }));
  deepEqual(
    oldest.hits.map(({ document }) => document.oldest.time),
    byTime.map((document) => document.oldest.time),
  );
  const newest = await index.search(toQuery([], { sort: 'newest' }));
  deepEqual(
    newest.hits.map(({ document }) => document.oldest.time),
    byTime.map((document) => document.oldest.time).reverse(),
  );
  ok([...oldest.hits, ...newest.hits].every(({ score }) => score === 0));
  for (const sort of ['relevance', 'newest', 'oldest'] as const) {
    const texts = sort === 'relevance' ? ['bridge', 'river', 'old', 'cat'] : [];
    const whole = await index.search(toQuery(texts, { sort }));
    equal(whole.hits.length, whole.total);
    const pages: IndexHit[] = [];
    for (let offset = 0; offset < whole.total; offset += 2) {
      const page = await index.search(toQuery(texts, { sort, offset, limit: 2 }));
      equal(page.total, whole.total);
      pages.push(...page.hits);
    }
    deepEqual(pages, whole.hits);
    const beyond = await index.search(toQuery(texts, { sort, offset: 1000 }));
    deepEqual(beyond, { hits: [], total: whole.total });
    deepEqual((await index.search(toQuery(texts, { sort, limit: 0 }))).hits, []);
  }
}

async function checkTies({ index, writer }: CheckedIndex): Promise<void> {
  const one = documentOf('cat');
  const digits = ['3', '1', '2', '0'];
  const documents = digits.map((digit, at) => {
    const surt = `org,example)/${at < 2 ? 'b' : 'a'}`;
    const time = (digit === '0' ? '20010101000000' : '20020202000000') as typeof one.oldest.time;
    return {
      ...one,
      id: `${one.digest}-${digit.repeat(16)}`,
      oldest: { ...one.oldest, surt, time },
    };
  });
  await writer.replace([{ digest: one.digest, documents }]);
  await writer.commit();
  const order = async (facts: Partial<IndexQuery>) => {
    const { hits } = await index.search(toQuery(['whiskers'], facts));
    return hits.map(({ document }) => document.id.at(-1)).join('');
  };
  equal(await order({}), '0213');
  equal(await order({ sort: 'oldest' }), '0213');
  equal(await order({ sort: 'newest' }), '2130');
  equal(await order({ offset: 1, limit: 2 }), '21');
}

async function checkReference(index: SearchIndex, tolerance: number): Promise<void> {
  const reference = createMemoryIndex(ALL);
  const queries = [['bridge'], ['stone', 'bridge'], ['river', 'ferry', 'bridge'], ['old'], ['cat']];
  for (const profile of RANKING_PROFILES) {
    for (const texts of queries) {
      const query = toQuery(texts, { profile });
      const about = `${profile.name}: ${texts.join(' ')}`;
      const [found, wanted] = [await index.search(query), await reference.search(query)];
      equal(found.total, wanted.total, about);
      deepEqual(namesOf(found.hits), namesOf(wanted.hits), about);
      for (const [at, { score }] of wanted.hits.entries()) {
        const difference = Math.abs((found.hits[at]?.score ?? 0) - score);
        ok(difference <= tolerance * Math.max(1, Math.abs(score)), `${about}: score ${score}`);
      }
    }
  }
}

async function checkFacets({ index }: CheckedIndex): Promise<void> {
  const reference = createMemoryIndex(ALL);
  deepEqual(await index.facet(EVERYTHING, 'type', 10), [
    { value: 'image/jpeg', count: 6 },
    { value: 'image/gif', count: 1 },
    { value: 'image/png', count: 1 },
  ]);
  deepEqual(await index.facet(EVERYTHING, 'site', 1), [{ value: 'news.example.org', count: 2 }]);
  deepEqual(await index.facet(EVERYTHING, 'collection', 10), [
    { value: 'first', count: 7 },
    { value: 'rivers', count: 2 },
  ]);
  const some: IndexSelection = { match: word('bridge'), filters: [] };
  for (const facet of FACETS) {
    for (const selection of [EVERYTHING, some]) {
      for (const limit of [1, 3, 100]) {
        const wanted = await reference.facet(selection, facet, limit);
        deepEqual(await index.facet(selection, facet, limit), wanted, facet);
      }
    }
  }
}

async function checkCells({ index }: CheckedIndex): Promise<void> {
  const reference = createMemoryIndex(ALL);
  const some: IndexSelection = { filters: [{ kind: 'sure', min: 0.6 }] };
  const grids = [
    { level: 0, limit: 100 },
    { level: 3, limit: 100 },
    { level: 12, limit: 100 },
    { level: 24, limit: 2 },
    { level: 99, limit: 1 },
  ];
  for (const selection of [EVERYTHING, some]) {
    const placed: IndexSelection = {
      filters: [...selection.filters, { kind: 'place', isKnown: true }],
    };
    const total = await index.count(placed);
    for (const grid of grids) {
      const about = JSON.stringify(grid);
      const found = await index.cells(selection, grid);
      const wanted = await reference.cells(selection, grid);
      equal(found.level, wanted.level, about);
      const sum = found.cells.reduce((counted, { count }) => counted + count, 0);
      equal(sum, total, about);
      deepEqual(found.cells.map(toComparable), wanted.cells.map(toComparable), about);
    }
  }
}

function toComparable({ latitude, longitude, ...cell }: MapCell): unknown {
  return { ...cell, at: [latitude.toFixed(4), longitude.toFixed(4)] };
}

async function checkTimes({ index }: CheckedIndex): Promise<void> {
  const [first, last] = [secondsAt('orphan'), secondsAt('wide')];
  deepEqual(await index.timeSpan(EVERYTHING), { first, last });
  equal(await index.timeSpan({ match: word('xylophone'), filters: [] }), undefined);
  const starts = [first + 1, secondsAt('cat'), last];
  const buckets = await index.histogram(EVERYTHING, starts);
  deepEqual(
    buckets.map(({ start }) => start),
    starts,
  );
  // What is before the first start is in no bucket; the last one is open.
  equal(
    buckets.reduce((sum, { count }) => sum + count, 0),
    ALL.length - 1,
  );
  deepEqual(buckets.at(-1), { start: last, count: 1 });
}

async function checkNames({ index }: CheckedIndex): Promise<void> {
  const reference = createMemoryIndex(ALL);
  for (const prefix of ['', 'b', 'bri', 'old', 'BRI', 'lisbo', 'é', 'zz']) {
    for (const limit of [1, 100]) {
      const about = `${prefix} ${limit}`;
      const [words, sites] = [
        await reference.wordsFrom(prefix, limit),
        await reference.sitesFrom(prefix, limit),
      ];
      deepEqual(await index.wordsFrom(prefix, limit), words, about);
      deepEqual(await index.sitesFrom(prefix, limit), sites, about);
    }
    equal(await index.wordCount(prefix), await reference.wordCount(prefix), prefix);
  }
  const stems = [...new Set(ALL.flatMap(toStemmedWords))].map(({ language, stem }) => ({
    language,
    stem,
  }));
  ok(stems.length > 10);
  const asked = [...stems, { language: 'en', stem: 'nothing' }, { language: '', stem: '' }];
  deepEqual(await index.wordsOfStems(asked), await reference.wordsOfStems(asked));
  equal(await index.wordCount('Bridge'), 2);
  deepEqual(await index.sitesFrom('exam', 9), await reference.sitesFrom('EXAM', 9));
  deepEqual(await index.languages(), await reference.languages());
  deepEqual(await index.collections(), [
    { value: 'first', count: 7 },
    { value: 'rivers', count: 2 },
  ]);
}

async function checkHostile({ index }: CheckedIndex): Promise<void> {
  const texts = [
    '"',
    "'",
    '*',
    '(',
    ')',
    'a:b',
    '\0',
    '\ud800',
    'OR',
    'NOT x',
    '{!func}',
    '\\',
    ' ',
  ];
  for (const text of [...texts, 'x'.repeat(10_000)]) {
    const match: MatchNode = {
      kind: 'or',
      nodes: [
        { kind: 'word', word: { text, forms: [text] } },
        { kind: 'word', word: { text, forms: [text], isPrefix: true } },
        { kind: 'phrase', alternatives: [[text, text]] },
      ],
    };
    const filters: IndexFilter[] = [
      { kind: 'site', host: text, withSubdomains: true },
      { kind: 'collection', name: text },
      { kind: 'source', surt: text },
    ];
    for (const filter of filters) equal(await index.count({ match, filters: [filter] }), 0);
    ok((await index.search({ ...toQuery([]), match })).total <= ALL.length);
    ok((await index.wordsFrom(text, 10)).length <= 10);
    ok((await index.sitesFrom(text, 10)).length <= 10);
    equal(await index.wordCount(text), 0);
    deepEqual(await index.wordsOfStems([{ language: text, stem: text }]), [[]]);
    deepEqual(await index.documents([text]), [undefined]);
  }
}

async function checkAborts({ index, writer }: CheckedIndex): Promise<void> {
  const reason = new Error('nobody waits any more');
  const options = { signal: AbortSignal.abort(reason) };
  const calls: readonly (() => Promise<unknown>)[] = [
    () => index.documentCount(options),
    () => index.generation(options),
    () => index.languages(options),
    () => index.search(toQuery(['bridge']), options),
    () => index.count(EVERYTHING, options),
    () => index.facet(EVERYTHING, 'type', 1, options),
    () => index.histogram(EVERYTHING, FOREVER, options),
    () => index.timeSpan(EVERYTHING, options),
    () => index.cells(EVERYTHING, { level: 1, limit: 1 }, options),
    () => index.documents([idOf('cat')], options),
    () => index.wordsFrom('b', 1, options),
    () => index.wordCount('b', options),
    () => index.wordsOfStems([{ language: 'en', stem: 'bridge' }], options),
    () => index.sitesFrom('b', 1, options),
    () => index.collections(options),
    () => writer.remove([idOf('cat')], options),
    () => writer.replace([{ digest: documentOf('cat').digest, documents: [] }], options),
    () => writer.commit(options),
  ];
  for (const call of calls) await rejects(call, (thrown) => thrown === reason);
  await writer.commit();
  equal(await index.documentCount(), ALL.length, 'an aborted change was made');
}

function byId<T extends { readonly id: string }>(documents: readonly T[]): T[] {
  return [...documents].sort((a, b) => (a.id < b.id ? -1 : 1));
}
