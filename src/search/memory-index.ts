// An index over arrays: plain, slow and obviously right. Tests use it, and other indexes are compared with it.

import { compareWith } from '../model/alike.ts';
import { foldWord } from '../model/analysis/analysis.ts';
import {
  CAPTION_TRUST,
  NO_TAKEN,
  toLogCode,
  toSeconds,
  toTakenCode,
  toTakenMinutes,
} from '../model/column-codes.ts';
import { distanceKm } from '../model/distance.ts';
import { toSite } from '../model/document-fields.ts';
import {
  toFieldValues,
  toSpokenWords,
  toStemmedWords,
  toTextLanguages,
} from '../model/document-words.ts';
import { type ImageDocument, MEDIUM_AREA, SMALL_AREA } from '../model/image.ts';
import {
  type Facet,
  type FacetCount,
  type IndexFilter,
  type IndexHit,
  type IndexOptions,
  type IndexQuery,
  type IndexSelection,
  type IndexSort,
  type IndexWriter,
  MAX_OF_STEM,
  type MapCell,
  type MapCells,
  type MapGrid,
  type MatchNode,
  type SearchIndex,
  type WordForms,
} from '../model/index-query.ts';
import { mapCellOf, toMapLevel } from '../model/map-grid.ts';
import type { LatLon } from '../model/place.ts';
import { foldName, placeKeys, toRegionName, toTownName } from '../model/place-names.ts';
import { TEXT_FIELDS, type TextField } from '../model/ranking.ts';
import { type CollectionStatistics, scoreDocument } from '../model/score.ts';
import { toMillis } from '../model/timestamp.ts';

/** What the index is told besides the documents. */
export interface MemoryIndexOptions {
  /** Default 1. */
  readonly generation?: number;
  /** SURTs of all captures of a document; default: that of the oldest. */
  readonly surtsOf?: (document: ImageDocument) => readonly string[];
}

/** A document and what is derived from it. */
interface Entry {
  readonly document: ImageDocument;
  /** Analysed words by field and value. */
  readonly fields: readonly (readonly (readonly string[])[])[];
  readonly surts: readonly string[];
  /** Words as people write them, folded. */
  readonly surface: ReadonlySet<string>;
}

/** Everything that is asked of the documents of one generation. */
interface Snapshot {
  readonly generation: number;
  readonly documents: readonly ImageDocument[];
  readonly entries: readonly Entry[];
  readonly statistics: CollectionStatistics;
  readonly words: readonly FacetCount[];
  /** Words by language and stem. */
  readonly stems: ReadonlyMap<string, readonly FacetCount[]>;
  readonly hosts: readonly FacetCount[];
}

/** An index of these documents. Their order does not matter. */
export function createMemoryIndex(
  documents: readonly ImageDocument[],
  options: MemoryIndexOptions = {},
): SearchIndex {
  const snapshot = toSnapshot(documents, options);
  return answerFrom(() => snapshot);
}

/** An index that can be written, empty at first. */
export function openMemoryIndex(): { readonly index: SearchIndex; readonly writer: IndexWriter } {
  let snapshot = toSnapshot([], {});
  let waiting: ImageDocument[] | undefined;
  /** Changes all documents as they will be after the next commit. */
  const change = async (
    options: IndexOptions | undefined,
    to: (documents: readonly ImageDocument[]) => ImageDocument[],
  ) => {
    options?.signal?.throwIfAborted();
    waiting = to(waiting ?? snapshot.documents);
  };
  const writer: IndexWriter = {
    replace: (contents, options) =>
      change(options, (all) => {
        const last = new Map(contents.map(({ digest, documents }) => [digest, documents]));
        const kept = all.filter(({ digest }) => !last.has(digest));
        return [...kept, ...[...last.values()].flat()];
      }),
    remove: (ids, options) => change(options, (all) => all.filter(({ id }) => !ids.includes(id))),
    async commit(options) {
      options?.signal?.throwIfAborted();
      const generation = snapshot.generation + 1;
      if (waiting !== undefined) snapshot = toSnapshot(waiting, { generation });
      waiting = undefined;
      return snapshot.generation;
    },
    async close() {
      waiting = undefined;
    },
  };
  return { writer, index: answerFrom(() => snapshot) };
}

function toSnapshot(
  documents: readonly ImageDocument[],
  { generation = 1, surtsOf }: MemoryIndexOptions,
): Snapshot {
  const entries = documents.map(
    (document): Entry => ({
      document,
      fields: toFieldValues(document),
      surts: surtsOf?.(document) ?? [document.oldest.surt],
      surface: toSpokenWords(document),
    }),
  );
  return {
    generation,
    documents,
    entries,
    statistics: toStatistics(entries),
    words: countValues(entries.flatMap(({ surface }) => [...surface])),
    stems: countStems(documents),
    hosts: countValues(documents.map(toSite).filter((host) => host !== '')),
  };
}

function answerFrom(present: () => Snapshot): SearchIndex {
  async function ask<T>(
    options: IndexOptions | undefined,
    answer: (snapshot: Snapshot) => T,
  ): Promise<T> {
    options?.signal?.throwIfAborted();
    return answer(present());
  }
  const selectAll = ({ entries }: Snapshot, { match, filters }: IndexSelection): Entry[] =>
    entries.filter(
      (entry) =>
        (match === undefined || isMatch(entry, match)) &&
        filters.every((filter) => passes(entry, filter, entries)),
    );
  /** The entries that are meant, by picture; each by itself where variants do not count as one. */
  const selectVariants = (snapshot: Snapshot, selection: IndexSelection): Entry[][] => {
    const { collapse } = selection;
    const meant = selectAll(snapshot, selection);
    if (collapse === undefined) return meant.map((entry) => [entry]);
    const shown = new Set(
      (collapse.except ?? []).flatMap((one) =>
        selectAll(snapshot, one).flatMap(({ document }) => document.picture?.lead ?? []),
      ),
    );
    const byPicture = new Map<string, Entry[]>();
    for (const entry of meant) {
      const picture = pictureOf(entry);
      if (!shown.has(picture)) byPicture.set(picture, [...(byPicture.get(picture) ?? []), entry]);
    }
    return [...byPicture.values()].map((variants) => [...variants].sort(byPlace));
  };
  const select = (snapshot: Snapshot, selection: IndexSelection): Entry[] =>
    selectVariants(snapshot, selection).flatMap(([best]) => best ?? []);
  const selectDocuments = (snapshot: Snapshot, selection: IndexSelection) =>
    select(snapshot, selection).map(({ document }) => document);

  return {
    documentCount: (options) => ask(options, ({ documents }) => documents.length),
    generation: (options) => ask(options, ({ generation }) => generation),
    languages: (options) =>
      ask(options, ({ documents }) =>
        countValues(documents.flatMap(toTextLanguages).filter((code) => code !== '')).map(
          ({ value }) => value,
        ),
      ),
    search: (query, options) =>
      ask(options, (snapshot) => {
        const hits = selectVariants(snapshot, query).flatMap((variants) => {
          const all = variants.map((entry) => toHit(entry, query, snapshot.statistics));
          const score = Math.max(...all.map((hit) => hit.score));
          return all.slice(0, 1).map(({ document }) => ({ document, score }));
        });
        hits.sort(compareHits(query.sort));
        return { hits: hits.slice(query.offset, query.offset + query.limit), total: hits.length };
      }),
    count: (selection, options) => ask(options, (snapshot) => select(snapshot, selection).length),
    facet: (selection, facet, limit, options) =>
      ask(options, (snapshot) => {
        const values = selectDocuments(snapshot, selection).flatMap((one) =>
          facetValues(one, facet),
        );
        return countValues(values).slice(0, limit);
      }),
    histogram: (selection, starts, options) =>
      ask(options, (snapshot) => {
        const times = selectDocuments(snapshot, selection).map(secondsOf);
        return starts.map((start, at) => {
          const end = starts[at + 1] ?? Number.POSITIVE_INFINITY;
          return { start, count: times.filter((time) => time >= start && time < end).length };
        });
      }),
    timeSpan: (selection, options) =>
      ask(options, (snapshot) => {
        const times = selectDocuments(snapshot, selection).map(secondsOf);
        if (times.length === 0) return undefined;
        return { first: Math.min(...times), last: Math.max(...times) };
      }),
    cells: (selection, grid, options) =>
      ask(options, (snapshot) => toCells(selectDocuments(snapshot, selection), grid)),
    documents: (ids, options) =>
      ask(options, ({ documents }) => ids.map((id) => documents.find((one) => one.id === id))),
    lookAlikes: (picture, { maxDistance, limit }, options) =>
      ask(options, ({ documents }) => {
        const distanceTo = compareWith(picture);
        return documents
          .map((document) => ({ id: document.id, distance: distanceTo(document) }))
          .filter(({ distance }) => distance <= maxDistance)
          .sort((a, b) => a.distance - b.distance || compareText(a.id, b.id))
          .slice(0, limit);
      }),
    wordsFrom: (prefix, limit, options) =>
      ask(options, ({ words }) =>
        words
          .filter(({ value }) => value.startsWith(foldWord(prefix)))
          .slice(0, limit)
          .map(({ value, count }) => ({ word: value, count })),
      ),
    knowsLinks: (options) => ask(options, () => false),
    wordCount: (word, options) =>
      ask(options, ({ words }) => words.find(({ value }) => value === foldWord(word))?.count ?? 0),
    wordsOfStems: (keys, options) =>
      ask(options, ({ stems }) =>
        keys.map(({ language, stem }) =>
          (stems.get(`${language} ${stem}`) ?? [])
            .slice(0, MAX_OF_STEM)
            .map(({ value, count }) => ({ word: value, count })),
        ),
      ),
    sitesFrom: (prefix, limit, options) =>
      ask(options, ({ hosts }) =>
        hosts.filter(({ value }) => startsWithLabels(value, prefix.toLowerCase())).slice(0, limit),
      ),
    collections: (options) =>
      ask(options, ({ documents }) =>
        countValues(documents.flatMap((document) => document.collections)),
      ),
  };
}

/** The name of the picture that a document is a variant of; its id where it is the only one. */
function pictureOf({ document: { id, picture } }: Entry): string {
  return picture?.lead ?? id;
}

function byPlace({ document: a }: Entry, { document: b }: Entry): number {
  return (a.picture?.place ?? 0) - (b.picture?.place ?? 0);
}

function toStatistics(entries: readonly Entry[]): CollectionStatistics {
  const counted = new Map<string, number>(); // asked again for each document
  return {
    documents: entries.length,
    fields: TEXT_FIELDS.map((_, field) => {
      const lengths = entries.map(({ fields }) => (fields[field] ?? []).flat().length);
      return {
        documents: lengths.filter((length) => length > 0).length,
        words: lengths.reduce((sum, length) => sum + length, 0),
      };
    }),
    documentsWith: (form, field, isPrefix) => {
      const key = JSON.stringify([form, field, isPrefix]);
      const isIn = ({ fields }: Entry) =>
        (fields[field] ?? []).flat().some((word) => isForm(word, form, isPrefix));
      const count = counted.get(key) ?? entries.filter(isIn).length;
      counted.set(key, count);
      return count;
    },
  };
}

function toHit(entry: Entry, query: IndexQuery, statistics: CollectionStatistics): IndexHit {
  const { document, fields } = entry;
  if (query.sort !== 'relevance') return { document, score: 0 };
  const codes = {
    pages: toLogCode(document.matchingPages),
    changes: toLogCode(document.imageMetadataChanges),
    crowd: toLogCode(document.imagesInOriginalPage),
    area: toLogCode(document.width * document.height),
    caption: Math.max(0, ...document.captions.map(({ source }) => CAPTION_TRUST[source] ?? 0)),
  };
  const { words, profile } = query;
  return { document, score: scoreDocument({ fields, codes }, { words, profile, statistics }) };
}

function compareHits(sort: IndexSort): (a: IndexHit, b: IndexHit) => number {
  const direction = sort === 'newest' ? -1 : 1;
  return (a, b) =>
    b.score - a.score ||
    direction * compareText(a.document.oldest.time, b.document.oldest.time) ||
    compareText(a.document.oldest.surt, b.document.oldest.surt) ||
    compareText(a.document.id, b.document.id);
}

function isMatch(entry: Entry, match: MatchNode): boolean {
  switch (match.kind) {
    case 'word':
      return valuesIn(entry, match.word.fields).some((value) =>
        value.some((word) => isWord(word, match.word)),
      );
    case 'phrase':
      return valuesIn(entry, match.fields).some((value) =>
        match.alternatives.some((phrase) => holdsPhrase(value, phrase)),
      );
    case 'and':
      return match.nodes.every((node) => isMatch(entry, node));
    case 'or':
      return match.nodes.some((node) => isMatch(entry, node));
    case 'not':
      return !isMatch(entry, match.node);
  }
}

/** The texts of some fields, as words. */
function valuesIn(
  { fields }: Entry,
  names: readonly TextField[] = TEXT_FIELDS,
): readonly (readonly string[])[] {
  return TEXT_FIELDS.flatMap((name, at) => (names.includes(name) ? (fields[at] ?? []) : []));
}

function isWord(word: string, { forms, isPrefix = false }: WordForms): boolean {
  return forms.some((form) => isForm(word, form, isPrefix));
}

function isForm(word: string, form: string, isPrefix: boolean): boolean {
  return isPrefix ? word.startsWith(form) : word === form;
}

function holdsPhrase(value: readonly string[], phrase: readonly string[]): boolean {
  return value.some((_, start) => phrase.every((word, at) => value[start + at] === word));
}

function passes(entry: Entry, filter: IndexFilter, all: readonly Entry[]): boolean {
  const { document } = entry;
  const { width, height, place, nsfw } = document;
  switch (filter.kind) {
    case 'time':
      return isWithin(secondsOf(document), filter.from, filter.to);
    case 'taken': {
      const taken = toTakenCode(document.taken);
      if (taken === NO_TAKEN) return false;
      return isWithin(taken, toTakenMinutes(filter.from), toTakenMinutes(filter.to));
    }
    case 'seen':
      return (
        secondsOf(document) <= filter.to &&
        Math.max(secondsOf(document), toSeconds(document.lastCapture)) >= filter.from
      );
    case 'mime':
      return filter.mimes.includes(document.mime);
    case 'area':
      return isWithin(width * height, filter.min, filter.max);
    case 'size':
      return width >= filter.minWidth && height >= filter.minHeight;
    case 'orientation':
      return orientationOf(width, height) === filter.value;
    case 'site':
      return isOfSite(toSite(document), filter.host.toLowerCase(), filter.withSubdomains);
    case 'collection':
      return document.collections.includes(filter.name);
    case 'language':
      return document.page?.language === filter.code;
    case 'flag':
      return facetValues(document, filter.facet).includes(filter.name);
    case 'nsfw':
      return nsfw === undefined || (nsfw !== 'unknown' && nsfw <= filter.max);
    case 'place':
      return (place !== undefined) === filter.isKnown;
    case 'near':
      return place !== undefined && distanceKm(place, filter) <= filter.km;
    case 'box':
      return place !== undefined && isInBox(place, filter);
    case 'placeName': {
      const names =
        place === undefined ? [] : [place.country, toRegionName(place), toTownName(place)];
      return names.some((name) => name !== '' && placeKeys(name).includes(foldName(filter.name)));
    }
    case 'label':
      return (document.labels ?? []).some(({ text }) => text === filter.name);
    case 'sure':
      return place !== undefined && place.confidence >= filter.min;
    case 'link':
      return false;
    case 'source':
      return entry.surts.includes(filter.surt);
    case 'ids':
      return filter.ids.includes(document.id);
    case 'variants':
      return all.some((one) => {
        return one.document.id === filter.id && pictureOf(one) === pictureOf(entry);
      });
    case 'not':
      return !passes(entry, filter.filter, all);
    case 'any':
      return filter.filters.some((each) => passes(entry, each, all));
    case 'nothing':
      return false;
  }
}

function isWithin(value: number, from = -Infinity, to = Infinity): boolean {
  return value >= from && value <= to;
}

function orientationOf(width: number, height: number): string {
  if (width === height) return 'square';
  return width > height ? 'landscape' : 'portrait';
}

function isOfSite(host: string, wanted: string, withSubdomains: boolean): boolean {
  if (host === '') return false;
  const labels = host.split('.');
  const candidates = withSubdomains ? labels.map((_, at) => labels.slice(at).join('.')) : [host];
  const pattern = wanted.split('*').map((part) => part.replace(/[^\w]/g, '\\$&'));
  return candidates.some((candidate) => new RegExp(`^${pattern.join('.*')}$`).test(candidate));
}

function isInBox(
  { latitude, longitude }: LatLon,
  { south, west, north, east }: Extract<IndexFilter, { kind: 'box' }>,
): boolean {
  if (latitude < south || latitude > north) return false;
  return west <= east
    ? longitude >= west && longitude <= east
    : longitude >= west || longitude <= east;
}

/** Cells one by one, and again for a coarser grid where they are too many. */
function toCells(documents: readonly ImageDocument[], { level, limit }: MapGrid): MapCells {
  const own = toMapLevel(level);
  const members = new Map<number, ImageDocument[]>();
  for (const document of documents) {
    if (document.place === undefined) continue;
    const cell = mapCellOf(document.place.latitude, document.place.longitude, own);
    members.set(cell, [...(members.get(cell) ?? []), document]);
  }
  if (members.size > limit && own > 0) return toCells(documents, { level: own - 1, limit });
  const cells = [...members].map(([cell, all]): MapCell => {
    const mean = (axis: 'latitude' | 'longitude') =>
      all.reduce((sum, { place }) => sum + (place?.[axis] ?? 0), 0) / all.length;
    const sureness = ({ place }: ImageDocument) => place?.confidence ?? 0;
    const surest = all.reduce((best, one) => (sureness(one) > sureness(best) ? one : best));
    const middle = { latitude: mean('latitude'), longitude: mean('longitude') };
    return { cell, count: all.length, ...middle, id: surest.id };
  });
  return { level: own, cells: cells.sort((a, b) => b.count - a.count || a.cell - b.cell) };
}

/** Values a document counts for; what is unknown counts for none. */
function facetValues(document: ImageDocument, facet: Facet): readonly string[] {
  const area = document.width * document.height;
  const known = (value: string | undefined) => (value ? [value] : []);
  switch (facet) {
    case 'site':
      return known(toSite(document));
    case 'year':
      return [document.oldest.time.slice(0, 4)];
    case 'type':
      return [document.mime];
    case 'size':
      if (area <= SMALL_AREA) return ['sm'];
      return [area <= MEDIUM_AREA ? 'md' : 'lg'];
    case 'collection':
      return document.collections;
    case 'language':
      return known(document.page?.language);
    case 'color':
      return document.colors?.families ?? [];
    case 'kind':
      return known(document.kind);
    case 'licence':
      return known(document.licence?.name);
    case 'label':
      return (document.labels ?? []).map(({ text }) => text);
    case 'animated':
      return [document.frames > 1 ? 'yes' : 'no'];
    case 'country':
      return known(document.place?.country);
    case 'region':
      return known(document.place && toRegionName(document.place));
    case 'town':
      return known(document.place && toTownName(document.place));
  }
}

/** Whether a host, or a domain above it, starts with a text; a top-level domain alone is none. */
function startsWithLabels(host: string, prefix: string): boolean {
  const labels = host.split('.');
  const domains = labels.slice(0, -1).map((_, at) => labels.slice(at).join('.'));
  return [host, ...domains].some((domain) => domain.startsWith(prefix));
}

function secondsOf({ oldest }: ImageDocument): number {
  return toMillis(oldest.time) / 1000;
}

/** Numbers of equal values, most frequent first, then by value. */
function countValues(values: readonly string[]): FacetCount[] {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts]
    .map(([value, count]) => ({ value, count }))
    .sort((a, b) => b.count - a.count || compareText(a.value, b.value));
}

/** Words of each language and stem. */
function countStems(documents: readonly ImageDocument[]): Map<string, FacetCount[]> {
  const words = new Map<string, string[]>();
  for (const { language, stem, word } of documents.flatMap(toStemmedWords)) {
    const key = `${language} ${stem}`;
    words.set(key, [...(words.get(key) ?? []), word]);
  }
  return new Map([...words].map(([key, all]) => [key, countValues(all)]));
}

function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
