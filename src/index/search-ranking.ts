// Ranks the documents that match: by the native functions, or without them as well as SQLite can.

import type { WordForms } from '../model/index-query.ts';
import { toIndexForms } from '../model/index-word.ts';
import type { RankingProfile } from '../model/ranking.ts';
import type { Database } from '../sqlite/sqlite.ts';
import type { Columns } from './columns.ts';
import { openFallbackRanking, type Ranked } from './fallback-ranking.ts';
import type { MatchExpression } from './match-expression.ts';
import type { Pictures } from './pictures.ts';
import {
  type Condition,
  decodeTop,
  encodePlan,
  type FormPhrase,
  type PlanWord,
} from './rank-plan.ts';
import type { LoadDocuments } from './search-order.ts';
import type { Statistics } from './search-statistics.ts';

/** What is to be ranked. */
export interface RankingRequest {
  readonly expression: MatchExpression;
  readonly conditions: readonly Condition[];
  readonly words: readonly WordForms[];
  readonly profile: RankingProfile;
  /** How many of the best are wanted. */
  readonly count: number;
  /** Variants of a picture count as one: the best of them, with the highest score. */
  readonly isCollapsed: boolean;
}

/** What a ranking works with. */
export interface RankingParts {
  readonly columns: Columns;
  readonly statistics: Statistics;
  readonly pictures: Pictures;
  readonly loadDocuments: LoadDocuments;
  /** Whether the connection has the native functions. */
  readonly isNative: boolean;
}

/** The best documents by score, then time, then row, and the exact number of all. */
export type Ranking = (request: RankingRequest) => Ranked;

/** Prepares ranking. */
export function openRanking(db: Database, parts: RankingParts): Ranking {
  const { columns, statistics, pictures, loadDocuments, isNative } = parts;
  if (isNative) return openNativeRanking(db, statistics);
  const rank = openFallbackRanking(db, { columns, pictures, load: loadDocuments });
  return ({ expression, ...request }) => {
    return rank({ ...request, expression: expression.text, statistics });
  };
}

function openNativeRanking(db: Database, statistics: Statistics): Ranking {
  // An auxiliary function may not stand inside an aggregate; the inner LIMIT keeps them apart.
  const prepare = (aggregate: 'pinakes_top' | 'pinakes_pictures') =>
    db
      .prepare<[number, Buffer, string], Buffer>(
        `SELECT ${aggregate}(s, id, ?) FROM (SELECT rowid AS id, pinakes_rank(text, ?) AS s FROM text WHERE text MATCH ? LIMIT -1)`,
      )
      .pluck();
  const selectTop = prepare('pinakes_top');
  const selectPictures = prepare('pinakes_pictures');
  return ({ expression, conditions, words, profile, count, isCollapsed }) => {
    const plan = encodePlan({
      words: words.map((word, at) => toPlanWord(word, expression.phrases[at] ?? [], statistics)),
      profile,
      documents: statistics.documents,
      fields: statistics.fields,
      conditions,
    });
    const select = isCollapsed ? selectPictures : selectTop;
    const top = select.get(count, plan, expression.text);
    if (top === undefined) return { total: 0, candidates: [] };
    const { total, rows } = decodeTop(top);
    return { total, candidates: rows };
  };
}

/** A word with several forms is as frequent as the most frequent one. */
function toPlanWord(
  word: WordForms,
  phrases: readonly FormPhrase[],
  statistics: Statistics,
): PlanWord {
  const counts = toIndexForms(word).map((form) => {
    return statistics.documentsByField(form, word.isPrefix === true);
  });
  const documents = statistics.fields.map((_, field) => {
    return counts.reduce((most, byField) => Math.max(most, byField[field] ?? 0), 0);
  });
  return { phrases, documents };
}
