// The index of a library on one machine: answers searches and counts from the tables of its database.
import type { Database } from 'better-sqlite3';
import type { IndexAnswer, IndexQuery, SearchIndex } from '../model/index-query.ts';
import { PinakesError } from '../support/errors.ts';
import { openColumns } from './columns.ts';
import { countTimes, findTimeSpan } from './facet-counts.ts';
import { countCollections, countFacet } from './facet-names.ts';
import { toAnyOf } from './match-expression.ts';
import { loadNative } from './native.ts';
import type { Condition } from './rank-plan.ts';
import { type FindRows, openNames } from './search-names.ts';
import { type Candidate, type LoadDocuments, orderPage } from './search-order.ts';
import { openRanking } from './search-ranking.ts';
import { openSelections } from './search-selection.ts';
import { openStatistics } from './search-statistics.ts';
import { firstByTime } from './search-time.ts';
import { openVocabulary } from './search-vocabulary.ts';

/** How an index gets at the documents that the library keeps. */
export interface SearchIndexOptions {
  /** Documents by row; `undefined` for those there are not. */
  readonly loadDocuments: LoadDocuments;
  /** Rows by id; `undefined` for those there are not. */
  readonly findRows: FindRows;
}

/** An index, and what users should know about it. */
export type LibraryIndex = SearchIndex & { readonly warnings: readonly string[] };

/** Answers beyond this one cannot be asked for: all before them would have to be held in memory. */
export const MAX_DEPTH = 100_000;

/**
 * Opens the index of a library. Each call is one read transaction, so that totals, attributes and
 * documents in an answer are of the same moment.
 */
export function openSearchIndex(
  db: Database,
  { loadDocuments, findRows }: SearchIndexOptions,
): LibraryIndex {
  const native = loadNative(db);
  const isNative = native.isLoaded;
  const columns = openColumns(db);
  const names = openNames(db, findRows);
  const statistics = openStatistics(db, columns);
  const selections = openSelections(db, { columns, names, isNative });
  const rank = openRanking(db, { columns, statistics, loadDocuments, isNative });
  const vocabulary = openVocabulary(db);
  const inTransaction = db.transaction((work: () => unknown) => work());
  let known = -1;

  function read<T>(work: () => T): T {
    const whole = () => {
      const { generation } = columns;
      if (generation !== known) {
        for (const part of [names, statistics, selections]) part.reset();
        known = generation;
      }
      return work();
    };
    return inTransaction(whole) as T; // gives what `work` gives
  }

  function search(query: IndexQuery): IndexAnswer {
    const page = toPage(query);
    const { words, profile, sort } = query;
    const { expression, conditions, isEmpty } = selections.resolve(query, words);
    if (isEmpty) return { hits: [], total: 0 };
    const count = page.limit === 0 ? 0 : page.offset + page.limit;
    if (sort === 'relevance' && expression !== undefined && !expression.isNegated) {
      const ranked = rank({ expression, conditions, words, profile, count });
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
    const conditions: Condition[] = [{ kind: 'rows', rows: ids }];
    const { candidates } = rank({ expression, conditions, words, profile, count });
    if (candidates.length >= count && (candidates.at(-1)?.score ?? 0) > 0) return candidates;
    const scored = new Set(candidates.map(({ row }) => row));
    const others = ids.filter((id) => !scored.has(id));
    return [...candidates, ...firstByTime(others, columns, byTime)].sort(byRank);
  }

  return {
    warnings: native.isLoaded ? [] : [toWarning(native.reason)],
    get documentCount() {
      return read(() => columns.ids().length);
    },
    get generation() {
      return columns.generation;
    },
    get languages() {
      return vocabulary.languages();
    },
    search: (query) => read(() => search(query)),
    count: (selection) => read(() => selections.count(selection)),
    facet: (selection, facet, limit) =>
      read(() => countFacet(facet, selections.ids(selection), { columns, names, limit })),
    histogram: (selection, starts) =>
      read(() => countTimes(selections.ids(selection), columns, starts)),
    timeSpan: (selection) => read(() => findTimeSpan(selections.ids(selection), columns)),
    documents: (ids) => read(() => loadByIds(ids, findRows, loadDocuments)),
    wordsFrom: vocabulary.wordsFrom,
    wordCount: vocabulary.wordCount,
    sitesFrom: vocabulary.sitesFrom,
    collections: () => read(() => countCollections(columns, names)),
  };
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
