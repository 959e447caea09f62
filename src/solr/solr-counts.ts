// Counts over documents: facets, time, cells of a map, words and names.
import { compareWith, type PictureLook } from '../model/alike.ts';
import { foldWord } from '../model/analysis/analysis.ts';
import {
  type Facet,
  type FacetCount,
  type IndexSelection,
  type LookAlike,
  MAX_OF_STEM,
  type MapCells,
  type MapGrid,
  type StemKey,
  type TimeBucket,
  type TimeSpan,
  type VocabularyWord,
} from '../model/index-query.ts';
import { mirrorLook, parseLook, toLookPieces } from '../model/look.ts';
import { toMapLevel } from '../model/map-grid.ts';
import { type Bucket, bucketsAt, countAt, numberAt, rowsOf, totalOf } from './solr-answer.ts';
import type { SolrAnswer, SolrClient } from './solr-client.ts';
import { toStemPrefix } from './solr-document.ts';
import {
  ALL,
  IMAGES,
  oneOf,
  prefix,
  SolrParameters,
  term,
  toCollapse,
  toFilters,
} from './solr-query.ts';

/** Nothing longer is in the vocabulary or is the name of a host. */
const MAX_PREFIX = 253;
/** Further values that each shard names, so that the most frequent over all shards are among them. */
const MORE_VALUES = 100;
/** Names of collections and languages that are told. */
const MAX_NAMES = 10_000;
/** Stems that are looked up with one request. */
const STEMS_EACH = 64;
/** Grids that are counted with one request. */
const LEVELS_EACH = 6;
/** Pictures that are compared with a look. */
const MAX_COMPARED = 20_000;

/** Asks one question about a selection. */
async function ask(
  client: SolrClient,
  selection: IndexSelection,
  facet: object | undefined,
  signal?: AbortSignal,
): Promise<SolrAnswer> {
  const parameters = new SolrParameters();
  const filter = [
    ...toFilters(selection, parameters),
    ...toCollapse(selection, parameters, 'best'),
  ];
  const request = { query: ALL, filter, limit: 0, params: parameters.values };
  return client.query(facet === undefined ? request : { ...request, facet }, signal);
}

/** The number of documents. */
export async function countDocuments(
  client: SolrClient,
  selection: IndexSelection,
  signal?: AbortSignal,
): Promise<number> {
  return totalOf(await ask(client, selection, undefined, signal));
}

/** Values of a facet. */
export async function countFacet(
  client: SolrClient,
  selection: IndexSelection,
  { facet, limit }: { readonly facet: Facet; readonly limit: number },
  signal?: AbortSignal,
): Promise<FacetCount[]> {
  const spec = { values: toTerms(`facet_${facet}`, limit) };
  const { facets } = await ask(client, selection, spec, signal);
  return sorted(bucketsAt(facets, 'values'), limit);
}

function toTerms(field: string, limit: number) {
  const most = toWhole(limit);
  return { type: 'terms', field, limit: most, overrequest: most + MORE_VALUES, refine: true };
}

function sorted(buckets: readonly Bucket[], limit: number): FacetCount[] {
  return buckets
    .map(({ value, count }) => ({ value, count }))
    .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
    .slice(0, toWhole(limit));
}

/** Counts between the given starts. */
export async function countTimes(
  client: SolrClient,
  selection: IndexSelection,
  starts: readonly number[],
  signal?: AbortSignal,
): Promise<TimeBucket[]> {
  const facet: Record<string, unknown> = {};
  for (const [at, start] of starts.entries()) {
    const end = starts[at + 1];
    const upTo = end === undefined ? '*]' : `${Math.ceil(end)}}`;
    facet[`b${at}`] = { type: 'query', q: `time:[${Math.ceil(start)} TO ${upTo}` };
  }
  const { facets } = await ask(client, selection, facet, signal);
  return starts.map((start, at) => ({ start, count: countAt(facets, `b${at}`) }));
}

/** Oldest captures of the first and last document. */
export async function findTimeSpan(
  client: SolrClient,
  selection: IndexSelection,
  signal?: AbortSignal,
): Promise<TimeSpan | undefined> {
  const facet = { first: 'min(time)', last: 'max(time)' };
  const { facets } = await ask(client, selection, facet, signal);
  if (numberAt(facets, 'count') === 0) return undefined;
  return { first: numberAt(facets, 'first'), last: numberAt(facets, 'last') };
}

/** Documents by cells of a map: the finest grid that does not have too many. */
export async function countCells(
  client: SolrClient,
  selection: IndexSelection,
  { level, limit }: MapGrid,
  signal?: AbortSignal,
): Promise<MapCells> {
  for (let finest = toMapLevel(level); ; finest -= LEVELS_EACH) {
    const coarsest = Math.max(0, finest - LEVELS_EACH + 1);
    const facet: Record<string, unknown> = {};
    for (let each = finest; each >= coarsest; each--) {
      facet[`l${each}`] = { ...toTerms(`cell_${each}`, limit + 1), facet: IN_CELL };
    }
    const { facets } = await ask(client, selection, facet, signal);
    for (let each = finest; each >= coarsest; each--) {
      const buckets = bucketsAt(facets, `l${each}`);
      if (buckets.length <= limit || each === 0) return { level: each, cells: toCells(buckets) };
    }
  }
}

const IN_CELL = { latitude: 'avg(latitude)', longitude: 'avg(longitude)', surest: 'min(surest)' };

function toCells(buckets: readonly Bucket[]): MapCells['cells'] {
  return buckets
    .map(({ value, count, values }) => ({
      cell: Number(value),
      count,
      latitude: numberAt(values, 'latitude'),
      longitude: numberAt(values, 'longitude'),
      id: String(values['surest']).split(' ')[1] ?? '',
    }))
    .sort((a, b) => b.count - a.count || a.cell - b.cell);
}

/** Words that start with a text. */
export async function wordsFrom(
  client: SolrClient,
  start: string,
  limit: number,
  signal?: AbortSignal,
): Promise<VocabularyWord[]> {
  const folded = foldWord(start.slice(0, MAX_PREFIX));
  const terms = { ...toTerms('spoken', limit), ...(folded !== '' && { prefix: folded }) };
  const request = { query: IMAGES, limit: 0, facet: { words: terms } };
  const { facets } = await client.query(request, signal);
  return sorted(bucketsAt(facets, 'words'), limit).map(({ value, count }) => ({
    word: value,
    count,
  }));
}

/** Words of stems. */
export async function wordsOfStems(
  client: SolrClient,
  stems: readonly StemKey[],
  signal?: AbortSignal,
): Promise<VocabularyWord[][]> {
  const found: VocabularyWord[][] = [];
  for (let from = 0; from < stems.length; from += STEMS_EACH) {
    const some = stems.slice(from, from + STEMS_EACH);
    const facet = Object.fromEntries(
      some.map((key, at) => [
        `stem${at}`,
        { ...toTerms('stemmed', MAX_OF_STEM), prefix: toStemPrefix(key) },
      ]),
    );
    const { facets } = await client.query({ query: IMAGES, limit: 0, facet }, signal);
    for (const [at, key] of some.entries()) {
      const start = toStemPrefix(key).length;
      const words = sorted(bucketsAt(facets, `stem${at}`), MAX_OF_STEM);
      found.push(words.map(({ value, count }) => ({ word: value.slice(start), count })));
    }
  }
  return found;
}

/** Documents that hold a word. */
export async function countWord(
  client: SolrClient,
  word: string,
  signal?: AbortSignal,
): Promise<number> {
  const parameters = new SolrParameters();
  const filter = term('spoken', foldWord(word.slice(0, MAX_PREFIX)), parameters);
  const request = { query: IMAGES, filter, limit: 0, params: parameters.values };
  return totalOf(await client.query(request, signal));
}

/** Hosts that start with a text, or whose domain does. */
export async function sitesFrom(
  client: SolrClient,
  start: string,
  limit: number,
  signal?: AbortSignal,
): Promise<FacetCount[]> {
  const parameters = new SolrParameters();
  const request = {
    query: IMAGES,
    filter: prefix('domain', start.slice(0, MAX_PREFIX).toLowerCase(), parameters),
    limit: 0,
    facet: { sites: toTerms('facet_site', limit) },
    params: parameters.values,
  };
  const { facets } = await client.query(request, signal);
  return sorted(bucketsAt(facets, 'sites'), limit);
}

/** Codes of the languages of texts, by their numbers of texts. */
export async function listLanguages(client: SolrClient, signal?: AbortSignal): Promise<string[]> {
  const terms = toTerms('textLanguage', MAX_NAMES);
  const first = await client.query({ query: IMAGES, limit: 0, facet: { codes: terms } }, signal);
  const codes = bucketsAt(first['facets'], 'codes').map(({ value }) => value);
  if (codes.length === 0) return [];
  const facet = Object.fromEntries(codes.map((code, at) => [`n${at}`, `sum(textsIn_${code})`]));
  const { facets } = await client.query({ query: IMAGES, limit: 0, facet }, signal);
  const counted = codes.map((value, at) => ({
    value,
    count: numberAt(facets, `n${at}`),
    values: {},
  }));
  return sorted(counted, MAX_NAMES).map(({ value }) => value);
}

/** Names of collections with their numbers of documents. */
export function listCollections(client: SolrClient, signal?: AbortSignal): Promise<FacetCount[]> {
  return countFacet(client, { filters: [] }, { facet: 'collection', limit: MAX_NAMES }, signal);
}

/** Documents that share a piece of their look, the nearest first. Vectors alone find none here. */
export async function findAlike(
  client: SolrClient,
  picture: PictureLook,
  { maxDistance, limit }: { readonly maxDistance: number; readonly limit: number },
  signal?: AbortSignal,
): Promise<LookAlike[]> {
  const wanted = parseLook(picture.look);
  if (wanted === undefined) return [];
  const pieces = [...toLookPieces(wanted), ...toLookPieces(mirrorLook(wanted))];
  const parameters = new SolrParameters();
  const request = {
    query: IMAGES,
    filter: oneOf('lookPiece', [...new Set(pieces)].map(String), parameters),
    fields: ['id', 'look'],
    sort: 'id asc',
    limit: MAX_COMPARED,
    params: parameters.values,
  };
  const distanceTo = compareWith({ look: picture.look });
  const found = rowsOf(await client.query(request, signal)).map((row) => {
    return { id: String(row['id']), distance: distanceTo({ look: String(row['look']) }) };
  });
  return found
    .filter(({ distance }) => distance <= maxDistance)
    .sort((a, b) => a.distance - b.distance || (a.id < b.id ? -1 : 1))
    .slice(0, toWhole(limit));
}

function toWhole(number: number): number {
  return Math.max(0, Math.floor(number) || 0);
}
