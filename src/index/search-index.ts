// The index of a library on one machine: answers searches and counts from the tables of its database.
import { compareWith, MAX_LOOK_BITS, type PictureLook } from '../model/alike.ts';
import type {
  IndexAnswer,
  IndexOptions,
  IndexQuery,
  IndexSelection,
  LookAlike,
  MapCells,
  MapGrid,
  SearchIndex,
} from '../model/index-query.ts';
import { parseLook } from '../model/look.ts';
import { parseVector, SKETCH_WORDS, toSketch } from '../model/vector.ts';
import type { Database } from '../sqlite/sqlite.ts';
import { PinakesError } from '../support/errors.ts';
import { openColumns } from './columns.ts';
import { countTimes, findTimeSpan } from './facet-counts.ts';
import { countCollections, countFacet } from './facet-names.ts';
import { countCells, middleOf } from './map-cells.ts';
import { toAnyOf } from './match-expression.ts';
import { loadNative } from './native.ts';
import { openPictures } from './pictures.ts';
import type { Condition } from './rank-plan.ts';
import { type FindRows, openNames } from './search-names.ts';
import { type Candidate, type LoadDocuments, orderPage } from './search-order.ts';
import { openRanking } from './search-ranking.ts';
import { openSelections } from './search-selection.ts';
import { openStatistics } from './search-statistics.ts';
import { firstByTime } from './search-time.ts';
import { openVocabulary } from './search-vocabulary.ts';
import { nearestSketches } from './sketches.ts';

/** How an index gets at the documents that the library keeps. */
export interface SearchIndexOptions {
  /** Documents by row; `undefined` for those there are not. */
  readonly loadDocuments: LoadDocuments;
  /** Rows by id; `undefined` for those there are not. */
  readonly findRows: FindRows;
  /** Documents that look like a picture, the nearest first. */
  readonly findAlike: (look: Uint8Array, maxDistance: number) => readonly LookAlike[];
}

/** An index, and what users should know about it. */
export type LibraryIndex = SearchIndex & { readonly warnings: readonly string[] };

/** Answers beyond this one cannot be asked for: all before them would have to be held in memory. */
export const MAX_DEPTH = 100_000;

/** Documents of the nearest sketches whose vectors are compared. */
const MAX_COMPARED = 200;
const MAX_COMPARED_WITH_WORDS = 1000;
/** Half of the bits of a sketch: nothing is farther than at a right angle. */
const SQUARE_BITS = SKETCH_WORDS * 16;

/**
 * Opens the index of a library. Each question is one read transaction, so that totals, attributes and
 * documents in an answer are of the same moment.
 */
export function openSearchIndex(
  db: Database,
  { loadDocuments, findRows, findAlike }: SearchIndexOptions,
): LibraryIndex {
  const native = loadNative(db);
  const isNative = native.isLoaded;
  const columns = openColumns(db);
  const statistics = openStatistics(db, columns);
  const pictures = openPictures(columns);
  const names = openNames(db, findRows, pictures);
  const selections = openSelections(db, { columns, names, pictures, isNative });
  const rank = openRanking(db, { columns, statistics, pictures, loadDocuments, isNative });
  const vocabulary = openVocabulary(db);
  const inTransaction = db.transaction((work: () => unknown) => work());
  let known = -1;

  async function read<T>(options: IndexOptions | undefined, work: () => T): Promise<T> {
    options?.signal?.throwIfAborted();
    const whole = () => {
      const { generation } = columns;
      if (generation !== known) {
        for (const part of [names, statistics, pictures, selections, vocabulary]) part.reset();
        known = generation;
      }
      return work();
    };
    return inTransaction(whole) as T; // gives what `work` gives
  }

  /** For questions of one statement, which is of one moment by itself. */
  async function ask<T>(options: IndexOptions | undefined, work: () => T): Promise<T> {
    options?.signal?.throwIfAborted();
    return work();
  }

  function search(query: IndexQuery): IndexAnswer {
    const page = toPage(query);
    const { words, profile, sort } = query;
    const { expression, conditions, isEmpty } = selections.resolve(query, words);
    if (isEmpty) return { hits: [], total: 0 };
    const count = page.limit === 0 ? 0 : page.offset + page.limit;
    const isCollapsed = query.collapse !== undefined;
    if (sort === 'relevance' && expression !== undefined && !expression.isNegated) {
      const ranked = rank({ expression, conditions, words, profile, count, isCollapsed });
      return { hits: orderPage(ranked.candidates, page, loadDocuments), total: ranked.total };
    }
    const ids = selections.ids(query);
    const candidates =
      sort === 'relevance' && words.length > 0
        ? rankLoosely(ids, query, count)
        : firstByTime(ids, columns, { count, isNewestFirst: sort === 'newest' });
    return { hits: orderPage(candidates, page, loadDocuments), total: ids.length };
  }

  /** Ranks documents that need not hold any of the words, such as those of `a OR -b`. */
  function rankLoosely(ids: Uint32Array, query: IndexQuery, count: number): readonly Candidate[] {
    const { words, profile } = query;
    const expression = toAnyOf(words);
    const byTime = { count, isNewestFirst: false };
    if (expression === 'all' || expression === 'none') return firstByTime(ids, columns, byTime);
    const isCollapsed = query.collapse !== undefined;
    const conditions: Condition[] = [{ kind: 'rows', rows: selections.allIds(query) }];
    const ranked = rank({ expression, conditions, words, profile, count, isCollapsed });
    const candidates = isCollapsed ? withBest(ranked.candidates, ids) : ranked.candidates;
    if (candidates.length >= count && (candidates.at(-1)?.score ?? 0) > 0) return candidates;
    const scored = new Set(candidates.map(({ row }) => row));
    const others = ids.filter((id) => !scored.has(id));
    return [...candidates, ...firstByTime(others, columns, byTime)].sort(byRank);
  }

  /** Candidates in place of which the best variant stands that is meant, be it that it holds none of the words. */
  function withBest(candidates: readonly Candidate[], best: Uint32Array): Candidate[] {
    const times = columns.values('time');
    const leads = new Map<number, number>();
    for (const row of best) leads.set(pictures.numberOf(row), row);
    return candidates
      .map((candidate) => {
        const number = pictures.numberOf(candidate.row);
        const row = number === 0 ? candidate.row : (leads.get(number) ?? candidate.row);
        return { row, score: candidate.score, time: times[row] ?? 0 };
      })
      .sort(byRank);
  }

  /** Near duplicates and others that share a piece of the look, and those with the nearest vectors. */
  function alike(picture: PictureLook, maxDistance: number): readonly LookAlike[] {
    const look = parseLook(picture.look);
    const vector = parseVector(picture.vector);
    const near = look === undefined ? [] : findAlike(look, MAX_LOOK_BITS);
    const rows =
      vector === undefined ? [] : nearestSketches(columns, toSketch(vector), toShortList(picture));
    const distanceTo = compareWith(picture);
    const found = new Map<string, number>();
    const candidates = [
      ...loadByIds(
        near.map(({ id }) => id),
        findRows,
        loadDocuments,
      ),
      ...loadDocuments(rows),
    ];
    for (const document of candidates) {
      if (document !== undefined) found.set(document.id, distanceTo(document));
    }
    return [...found]
      .map(([id, distance]) => ({ id, distance }))
      .filter(({ distance }) => distance <= maxDistance)
      .sort((a, b) => a.distance - b.distance || (a.id < b.id ? -1 : 1));
  }

  function cells(selection: IndexSelection, grid: MapGrid): MapCells {
    const counted = countCells(selections.ids(selection), columns, grid);
    const documents = loadDocuments(counted.cells.map(({ row }) => row));
    return {
      level: counted.level,
      cells: counted.cells.map((cell, at) => ({
        cell: cell.cell,
        count: cell.count,
        ...middleOf(cell),
        id: documents[at]?.id ?? '',
      })),
    };
  }

  return {
    warnings: native.isLoaded ? [] : [toWarning(native.reason)],
    documentCount: (options) => read(options, () => columns.ids().length),
    generation: (options) => ask(options, () => columns.generation),
    languages: (options) => ask(options, vocabulary.languages),
    search: (query, options) => read(options, () => search(query)),
    count: (selection, options) => read(options, () => selections.count(selection)),
    facet: (selection, facet, limit, options) =>
      read(options, () => countFacet(facet, selections.ids(selection), { columns, names, limit })),
    histogram: (selection, starts, options) =>
      read(options, () => countTimes(selections.ids(selection), columns, starts)),
    timeSpan: (selection, options) =>
      read(options, () => findTimeSpan(selections.ids(selection), columns)),
    cells: (selection, grid, options) => read(options, () => cells(selection, grid)),
    documents: (ids, options) => read(options, () => loadByIds(ids, findRows, loadDocuments)),
    lookAlikes: (picture, { maxDistance, limit }, options) =>
      read(options, () => alike(picture, maxDistance).slice(0, limit)),
    wordsFrom: (prefix, limit, options) => ask(options, () => vocabulary.wordsFrom(prefix, limit)),
    wordCount: (word, options) => ask(options, () => vocabulary.wordCount(word)),
    wordsOfStems: (stems, options) => read(options, () => stems.map(vocabulary.wordsOfStem)),
    sitesFrom: (prefix, limit, options) => ask(options, () => vocabulary.sitesFrom(prefix, limit)),
    knowsLinks: (options) => ask(options, names.knowsLinks),
    collections: (options) => read(options, () => countCollections(columns, names)),
  };
}

/** Vectors of words are far from all pictures, and nearest to those that show what they say: more of them are compared. */
function toShortList({ reach }: PictureLook) {
  return reach === undefined
    ? { count: MAX_COMPARED }
    : { count: MAX_COMPARED_WITH_WORDS, mostBits: SQUARE_BITS };
}

function toPage({ offset, limit }: IndexQuery): { offset: number; limit: number } {
  const page = { offset: toWhole(offset), limit: toWhole(limit) };
  if (page.offset + page.limit <= MAX_DEPTH) return page;
  const detail = `Only the first ${MAX_DEPTH} answers of a search can be shown; narrow it down instead.`;
  throw new PinakesError('USAGE', { detail, command: 'search' });
}

function toWhole(number: number): number {
  return Math.max(0, Math.floor(number) || 0);
}

function loadByIds(ids: readonly string[], findRows: FindRows, load: LoadDocuments) {
  const rows = findRows(ids);
  const documents = load(rows.filter((row) => row !== undefined));
  let next = 0;
  return rows.map((row) => (row === undefined ? undefined : documents[next++]));
}

function byRank(a: Candidate, b: Candidate): number {
  return b.score - a.score || a.time - b.time || a.row - b.row;
}

function toWarning(reason: string): string {
  return `Searches are slower and ranked only approximately: ${reason}.`;
}
