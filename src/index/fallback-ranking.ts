// Ranking without the native functions: candidates by FTS5's own formula, the best of them scored by ours.
import { toFieldValues } from '../model/document-words.ts';
import type { WordForms } from '../model/index-query.ts';
import { toIndexForms } from '../model/index-word.ts';
import { type RankingProfile, TEXT_FIELDS, toWeightList } from '../model/ranking.ts';
import { type CollectionStatistics, scoreDocument } from '../model/score.ts';
import type { Database } from '../sqlite/sqlite.ts';
import type { Columns } from './columns.ts';
import { toPredicate } from './filter-predicate.ts';
import type { Pictures } from './pictures.ts';
import type { Condition } from './rank-plan.ts';
import type { Candidate, LoadDocuments } from './search-order.ts';
import { placesOfSmallest } from './search-top.ts';

/** Candidates that are scored anew. */
export const MAX_RESCORED = 1000;

/** A search to be ranked. */
export interface RankRequest {
  /** Expression of FTS5. */
  readonly expression: string;
  readonly conditions: readonly Condition[];
  readonly words: readonly WordForms[];
  readonly profile: RankingProfile;
  readonly statistics: CollectionStatistics;
  /** How many of the best are wanted. */
  readonly count: number;
  /** Variants of a picture count as one: the best of them, with the highest score. */
  readonly isCollapsed: boolean;
}

/** What ranking works with. */
export interface FallbackParts {
  readonly columns: Columns;
  readonly pictures: Pictures;
  readonly load: LoadDocuments;
}

/** The best documents in order, with all that equal the last of them, and the exact number of all. */
export interface Ranked {
  readonly total: number;
  readonly candidates: readonly Candidate[];
}

/** Ranks with what SQLite has. */
export type FallbackRanking = (request: RankRequest) => Ranked;

/** Prepares ranking without native functions. */
export function openFallbackRanking(
  db: Database,
  { columns, pictures, load }: FallbackParts,
): FallbackRanking {
  const weights = TEXT_FIELDS.map(() => '?').join(', ');
  const selectAll = db
    .prepare<unknown[], [number, number]>(
      `SELECT rowid, bm25(text, ${weights}, 0.0) FROM text WHERE text MATCH ?`,
    )
    .raw();
  return (request) => {
    const found = selectAll.all(...toWeightList(request.profile), request.expression);
    const tests = request.conditions.map((condition) => toPredicate(condition, columns));
    const all = found.filter(([row]) => tests.every((passes) => passes(row)));
    const passed = request.isCollapsed ? collapse(all) : all;
    // The formula of FTS5 gives smaller numbers to better rows.
    const keys = Float64Array.from(passed, ([, key]) => key);
    const best = placesOfSmallest(keys, Math.max(MAX_RESCORED, request.count));
    const rows = [...best]
      .map((place) => passed[place] ?? [0, 0])
      .sort((a, b) => (a[1] ?? 0) - (b[1] ?? 0) || (a[0] ?? 0) - (b[0] ?? 0));
    const scored = rescore(rows.slice(0, MAX_RESCORED), request);
    const rest = withLowerScores(rows.slice(MAX_RESCORED), scored);
    return { total: passed.length, candidates: sortCandidates([...scored, ...rest]) };
  };

  /** The best variants, each with the best number of all of them. */
  function collapse(found: readonly [number, number][]): [number, number][] {
    const ids = Uint32Array.from(found, ([row]) => row).sort();
    const keys = new Map<number, number>();
    for (const [row, key] of found) {
      const number = pictures.numberOf(row);
      if (number > 0) keys.set(number, Math.min(key, keys.get(number) ?? key));
    }
    const best = new Set(pictures.best(ids));
    return found
      .filter(([row]) => best.has(row))
      .map(([row, key]) => [row, keys.get(pictures.numberOf(row)) ?? key]);
  }

  function rescore(rows: readonly number[][], request: RankRequest): Scored[] {
    const documents = load(rows.map(([row = 0]) => row));
    const words = request.words.map((word) => ({ ...word, forms: toIndexForms(word) }));
    const { profile, statistics } = request;
    const times = columns.values('time');
    const codes = profile.priors.map(({ column }) => [column, columns.values(column)] as const);
    return rows.map(([row = 0, key = 0], at) => {
      const document = documents[at];
      const scored = {
        fields: document === undefined ? [] : toFieldValues(document),
        codes: Object.fromEntries(codes.map(([name, values]) => [name, values[row] ?? 0])),
      };
      const score = scoreDocument(scored, { words, profile, statistics });
      return { row, score, time: times[row] ?? 0, key };
    });
  }

  /** What was not scored keeps its order, below all that was. */
  function withLowerScores(rows: readonly number[][], scored: readonly Scored[]): Scored[] {
    const lowest = scored.reduce((least, { score }) => Math.min(least, score), Number.MAX_VALUE);
    const border = scored.at(-1)?.key ?? 0;
    const times = columns.values('time');
    return rows.map(([row = 0, key = 0]) => {
      const share = border === 0 ? 1 : Math.min(1, key / border);
      return { row, score: lowest * share, time: times[row] ?? 0, key };
    });
  }
}

interface Scored extends Candidate {
  /** Number of FTS5's own formula: smaller is better. */
  readonly key: number;
}

function sortCandidates(candidates: readonly Scored[]): Scored[] {
  return [...candidates].sort((a, b) => b.score - a.score || a.time - b.time || a.row - b.row);
}
