// Made-up queries on invented collections, asked of the native functions and answered by plain means too.
import {
  type Condition,
  decodeTop,
  encodePlan,
  type Top,
  toBitmap,
} from '../../src/index/rank-plan.ts';
import type { WordForms } from '../../src/model/index-query.ts';
import { RANKING_PROFILES, type RankingProfile, TEXT_FIELDS } from '../../src/model/ranking.ts';
import { scoreDocument } from '../../src/model/score.ts';
import type { Random } from './random.ts';
import { attributeOf, type RankCorpus, type RankDocument, VOCABULARY } from './rank-corpus.ts';

/** A query: words, how they are ranked, and conditions. */
export interface RankQuery {
  readonly words: readonly WordForms[];
  /** All words must be there; else one of them. */
  readonly needsAll: boolean;
  readonly profile: RankingProfile;
  readonly conditions: readonly Condition[];
}

/** Makes up a query. */
export function makeQuery(random: Random): RankQuery {
  return {
    words: Array.from({ length: 1 + random.below(5) }, () => makeWord(random)),
    needsAll: random.below(2) === 0,
    profile: random.below(2) === 0 ? random.pick(RANKING_PROFILES) : makeProfile(random),
    conditions: Array.from({ length: random.below(3) }, () => makeCondition(random, 3)),
  };
}

/** Scores by row: those of the plain scorer for all documents that match and meet the conditions. */
export function expectScores(corpus: RankCorpus, query: RankQuery): Map<number, number> {
  const { statistics } = corpus;
  const scores = new Map<number, number>();
  for (const document of corpus.documents) {
    if (!matches(document, query)) continue;
    if (!query.conditions.every((condition) => holds(condition, document))) continue;
    scores.set(document.row, scoreDocument(document, { ...query, statistics }));
  }
  return scores;
}

/** Scores by row, by the native function. */
export function askScores(corpus: RankCorpus, query: RankQuery): Map<number, number> {
  const rows = corpus.db
    .prepare('SELECT rowid, pinakes_rank(text, ?) FROM text WHERE text MATCH ?')
    .raw()
    .all(toPlan(corpus, query), toExpression(query)) as [number, number | null][]; // as selected
  return new Map(rows.filter((row): row is [number, number] => row[1] !== null));
}

/** The best rows, by the native functions. */
export function askTop(corpus: RankCorpus, query: RankQuery, count: number): Top {
  const sql = `SELECT pinakes_top(score, id, ?) FROM
    (SELECT rowid AS id, pinakes_rank(text, ?) AS score FROM text WHERE text MATCH ? LIMIT -1)`;
  const blob = corpus.db
    .prepare(sql)
    .pluck()
    .get(count, toPlan(corpus, query), toExpression(query));
  return decodeTop(blob as Buffer); // pinakes_top gives a blob
}

/** The plan of a query. Phrases are numbered in order of appearance. */
export function toPlan({ statistics }: RankCorpus, query: RankQuery): Buffer {
  let phrase = 0;
  const words = query.words.map(({ forms, isPrefix }) => ({
    phrases: forms.map((_, at) => ({ number: phrase++, isExact: at === 0 })),
    documents: TEXT_FIELDS.map((_, field) =>
      Math.max(...forms.map((form) => statistics.documentsWith(form, field, isPrefix === true))),
    ),
  }));
  const { documents, fields } = statistics;
  return encodePlan({ ...query, words, documents, fields });
}

/** The query for the full-text table, without hits among the keywords. */
export function toExpression({ words, needsAll }: RankQuery): string {
  const nodes = words.map(({ forms, isPrefix }) => {
    return `(${forms.map((form) => `"${form}"${isPrefix === true ? '*' : ''}`).join(' OR ')})`;
  });
  return `{${TEXT_FIELDS.join(' ')}}: (${nodes.join(needsAll ? ' AND ' : ' OR ')})`;
}

function matches({ fields }: RankDocument, { words, needsAll }: RankQuery): boolean {
  const tokens = fields.flat(2);
  const hasWord = ({ forms, isPrefix }: WordForms) =>
    forms.some((form) =>
      tokens.some((token) => (isPrefix === true ? token.startsWith(form) : token === form)),
    );
  return needsAll ? words.every(hasWord) : words.some(hasWord);
}

function makeWord(random: Random): WordForms {
  const forms = Array.from({ length: random.pick([1, 1, 1, 2, 3]) }, () => random.pick(VOCABULARY));
  const word = { text: 'word', forms: [...new Set(forms)] };
  return random.below(6) === 0 ? { ...word, isPrefix: true } : word;
}

function makeProfile(random: Random): RankingProfile {
  const fraction = () => random.below(101) / 100;
  return {
    name: 'random',
    combine: random.pick(['sum', 'best', 'bm25f'] as const),
    weights: Object.fromEntries(TEXT_FIELDS.map((field) => [field, random.below(9) / 2])),
    k1: random.pick([0, 0.5, 1.2, 2]),
    b: random.pick([0, 0.6, 1]),
    inflected: random.pick([1, 0.6, 0]),
    phrases: Array.from({ length: random.below(5) }, () => ({
      words: random.below(5),
      slop: random.below(6),
      boost: random.pick([0, 0.5, 10, 1000]),
    })),
    priors: Array.from({ length: random.below(3) }, () => ({
      column: random.pick(['pages', 'area', 'caption', 'crowd'] as const),
      table: Array.from({ length: random.below(8) }, fraction),
    })),
  };
}

/** A condition of any kind, nested at most `depth` times. */
export function makeCondition(random: Random, depth: number): Condition {
  const kinds = ['range', 'member', 'area', 'shape', 'near', 'rows', 'not', 'all', 'any'] as const;
  const kind = random.pick(depth > 0 ? kinds : kinds.slice(0, 6));
  const nested = () =>
    Array.from({ length: random.below(4) }, () => makeCondition(random, depth - 1));
  switch (kind) {
    case 'range': {
      const column = random.pick(['time', 'host', 'width', 'nsfw', 'latitude', 'mime'] as const);
      const min = column === 'time' ? 1_000_000 + random.below(3) : random.below(100);
      return { kind, column, min, max: min + random.below(column === 'latitude' ? 2e9 : 100) };
    }
    case 'member': {
      const values = Array.from({ length: random.below(20) }, () => random.below(40));
      return { kind, column: random.pick(['host', 'mime'] as const), bitmap: toBitmap(values) };
    }
    case 'area':
      return { kind, min: random.below(40_000), max: random.below(90_001) };
    case 'shape':
      return { kind, value: random.pick(['landscape', 'portrait', 'square'] as const) };
    case 'near': {
      const latitude = random.below(180) - 90;
      return { kind, latitude, longitude: random.below(360) - 180, km: random.below(15_000) };
    }
    case 'rows':
      return { kind, rows: Uint32Array.from({ length: random.below(60) }, () => random.below(99)) };
    case 'not':
      return { kind, condition: makeCondition(random, depth - 1) };
    case 'all':
    case 'any':
      return { kind, conditions: nested() };
  }
}

/** Whether a document meets a condition, by plain means. */
export function holds(condition: Condition, document: RankDocument): boolean {
  const { kind } = condition;
  if (kind === 'not') return !holds(condition.condition, document);
  if (kind === 'all') return condition.conditions.every((one) => holds(one, document));
  if (kind === 'any') return condition.conditions.some((one) => holds(one, document));
  if (kind === 'rows') return condition.rows.includes(document.row);
  const width = attributeOf(document, 'width');
  const height = attributeOf(document, 'height');
  if (kind === 'area') return width * height >= condition.min && width * height <= condition.max;
  if (kind === 'shape') {
    if (width === height) return condition.value === 'square';
    return condition.value === (width > height ? 'landscape' : 'portrait');
  }
  if (kind === 'near') {
    if (document.values.latitude === undefined) return false;
    const north = document.values.latitude / 1e7 - 90;
    const east = (document.values.longitude ?? 0) / 1e7 - 180;
    return distanceKm(north, east, condition.latitude, condition.longitude) <= condition.km;
  }
  const value = attributeOf(document, condition.column);
  if (kind === 'range') return value >= condition.min && value <= condition.max;
  return (((condition.bitmap[value >>> 3] ?? 0) >>> (value & 7)) & 1) === 1;
}

/** By the angle between two directions in space: another way than the haversine formula. */
function distanceKm(north: number, east: number, otherNorth: number, otherEast: number): number {
  const [a, b] = [
    [north, east],
    [otherNorth, otherEast],
  ].map(([latitude = 0, longitude = 0]) => {
    const [up, turn] = [(latitude * Math.PI) / 180, (longitude * Math.PI) / 180];
    return [Math.cos(up) * Math.cos(turn), Math.cos(up) * Math.sin(turn), Math.sin(up)];
  }) as [number[], number[]]; // two in, two out
  const cosine = a.reduce((sum, value, axis) => sum + value * (b[axis] ?? 0), 0);
  return Math.acos(Math.max(-1, Math.min(1, cosine))) * 6371.0088;
}
