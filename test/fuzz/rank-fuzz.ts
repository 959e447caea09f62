// The promise of the native functions: the numbers of the plain scorer, and no crash whatever the plan.
import { loadNative } from '../../src/index/native.ts';
import type { Top } from '../../src/index/rank-plan.ts';
import type { Failure } from './archive-fuzz.ts';
import { mutate } from './mutate.ts';
import { createRandom, type Random } from './random.ts';
import { attributeOf, makeCorpus, type RankCorpus } from './rank-corpus.ts';
import {
  askScores,
  askTop,
  expectScores,
  makeQuery,
  type RankQuery,
  toExpression,
  toPlan,
} from './rank-query.ts';

/** Queries asked of each collection. */
const QUERIES = 8;
/** Largest relative error of a score: sums are taken in another order. */
const TOLERANCE = 1e-9;

interface FuzzOptions {
  readonly runs: number;
  readonly firstRun?: number;
}

/** Makes up collections and queries, and returns every answer that differs. */
export function fuzzRanking(options: FuzzOptions): Failure[] {
  return fuzz(options, (corpus, random) => {
    const query = makeQuery(random);
    const scores = askScores(corpus, query);
    const difference = compareScores(expectScores(corpus, query), scores);
    if (difference !== undefined) return `${difference} for ${JSON.stringify(query)}`;
    const count = random.below(12);
    return compareTop(corpus, scores, count, askTop(corpus, query, count));
  });
}

/** Asks with damaged plans; an SQL error is a good answer, and only a crash is none. */
export function fuzzPlans(options: FuzzOptions): Failure[] {
  return fuzz(options, (corpus, random) => {
    const query = makeQuery(random);
    const plan = damage(toPlan(corpus, query), random);
    try {
      askEverything(corpus, query, plan);
    } catch (thrown) {
      if (!String(thrown).startsWith('SqliteError: pinakes: ')) return String(thrown);
    }
    return undefined;
  });
}

function fuzz(
  { runs, firstRun = 0 }: FuzzOptions,
  attempt: (corpus: RankCorpus, random: Random) => string | undefined,
): Failure[] {
  const failures: Failure[] = [];
  for (let run = firstRun; run < firstRun + runs; run++) {
    const random = createRandom(run);
    const corpus = makeCorpus(random);
    const state = loadNative(corpus.db);
    if (!state.isLoaded) throw new Error(state.reason);
    for (let query = 0; query < QUERIES; query++) {
      const detail = attempt(corpus, random);
      if (detail !== undefined) failures.push({ seed: 'rank', run, detail });
    }
    corpus.db.close();
  }
  return failures;
}

function compareScores(
  expected: ReadonlyMap<number, number>,
  found: ReadonlyMap<number, number>,
): string | undefined {
  for (const [row, score] of expected) {
    const other = found.get(row);
    const isEqual = other !== undefined && Math.abs(other - score) <= TOLERANCE * Math.abs(score);
    if (!isEqual) return `row ${row} has ${other} instead of ${score}`;
  }
  if (expected.size === found.size) return undefined;
  return `${found.size} rows instead of ${expected.size}`;
}

/** The order is that of the native scores themselves, so that the last digit does not matter. */
function compareTop(
  corpus: RankCorpus,
  scores: ReadonlyMap<number, number>,
  count: number,
  top: Top,
): string | undefined {
  const times = new Map(
    corpus.documents.map((document) => [document.row, attributeOf(document, 'time')]),
  );
  const all = [...scores]
    .map(([row, score]) => ({ score, row, time: times.get(row) ?? 0 }))
    .sort((a, b) => b.score - a.score || a.time - b.time || a.row - b.row);
  const last = all[count - 1];
  const expected = all.filter(
    (hit, index) => index < count || (hit.score === last?.score && hit.time === last.time),
  );
  const isEqual = JSON.stringify(expected) === JSON.stringify(top.rows) && top.total === all.length;
  return isEqual
    ? undefined
    : `top ${count} is ${JSON.stringify(top)}, not ${JSON.stringify(expected)}`;
}

function damage(plan: Buffer, random: Random): Buffer {
  const kind = random.below(6);
  if (kind === 0) return random.bytes(random.below(300));
  if (kind === 1) return plan.subarray(0, random.below(plan.length + 1));
  let bytes = plan;
  if (kind === 2) {
    // Whole numbers of all sizes where lengths, jumps and offsets stand.
    bytes = Buffer.from(plan);
    const at = 4 * random.below(Math.floor(bytes.length / 4));
    bytes.writeUInt32LE(random.pick([0, 1, 63, 64, 65, 0x7fffffff, 0xffffffff, bytes.length]), at);
    return bytes;
  }
  for (let count = random.below(3); count >= 0 && bytes.length > 0; count--) {
    bytes = mutate(bytes, random).bytes;
  }
  return bytes;
}

function askEverything({ db }: RankCorpus, query: RankQuery, plan: Buffer): void {
  const expression = toExpression(query);
  const ranked = 'SELECT rowid AS id, pinakes_rank(text, ?) AS score FROM text WHERE text MATCH ?';
  db.prepare(`SELECT pinakes_top(score, id, 9) FROM (${ranked} LIMIT -1)`).get(plan, expression);
  db.prepare('SELECT pinakes_keep(text, ?) FROM text WHERE text MATCH ?').all(plan, expression);
  db.prepare('SELECT pinakes_matches(value, ?) FROM json_each(?)').all(plan, '[1,50,8001,-1,1e12]');
}
