import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createRandom } from '../../test/fuzz/random.ts';
import {
  fillCorpus,
  openCorpus,
  type RankCorpus,
  type RankDocument,
} from '../../test/fuzz/rank-corpus.ts';
import {
  askScores,
  askTop,
  expectScores,
  holds,
  makeCondition,
  type RankQuery,
  toExpression,
  toPlan,
} from '../../test/fuzz/rank-query.ts';
import { PAPER_PROFILE, PINAKES_PROFILE, TEXT_FIELDS } from '../model/ranking.ts';
import { type Database, type DatabaseOptions, openDatabase } from '../sqlite/sqlite.ts';
import { COLUMNS, type ColumnName } from './columns.ts';
import { loadNative, nativeFile } from './native.ts';
import {
  type Condition,
  decodeIds,
  decodeTop,
  encodeConditions,
  encodePlan,
  PLAN_VERSION,
} from './rank-plan.ts';
import { SCHEMA } from './schema.ts';

const isBuilt = existsSync(nativeFile());
const opened: Database[] = [];

afterEach(() => {
  vi.unstubAllEnvs();
  for (const db of opened.splice(0)) db.close();
});

it('says why the native functions are not there', () => {
  vi.stubEnv('PINAKES_NATIVE', 'off');
  const { db } = withNative([]);
  expect(loadNative(db)).toEqual({ isLoaded: false, reason: 'PINAKES_NATIVE is off' });
  expect(() => db.prepare('SELECT pinakes_version()')).toThrow('no such function');
});

describe.skipIf(!isBuilt)('native functions', () => {
  it('are loaded into several connections, and twice into one', () => {
    const { db } = withNative([]);
    withNative([]);
    expect(loadNative(db)).toEqual({ isLoaded: true });
    expect(db.prepare('SELECT pinakes_version()').pluck().get()).toBe(PLAN_VERSION);
  });

  it('know the size of every column, and what stands for nothing', () => {
    for (const [name, { bytes, absent }] of Object.entries(COLUMNS)) {
      const value = 256 ** bytes - 2;
      const corpus = withNative([alt(7, 'a', { [name]: value })]);
      const column = name as ColumnName; // a key of COLUMNS
      expect(askMatches(corpus, 7, exactly(column, value)), name).toBe(1);
      // Before it in its chunk, behind the end of the chunk, and in a chunk that is not there.
      for (const row of [6, 8, 123_456]) {
        expect(askMatches(corpus, row, exactly(column, value)), name).toBe(0);
        expect(askMatches(corpus, row, exactly(column, absent)), name).toBe(1);
      }
    }
  });

  it('compare with the largest numbers without overflow', () => {
    const corpus = withNative([alt(1, 'a', { width: 65_535, height: 65_535, time: 0xffffffff })]);
    expect(askMatches(corpus, 1, { kind: 'area', min: 4_294_836_225, max: Infinity })).toBe(1);
    expect(askMatches(corpus, 1, { kind: 'area', min: -5, max: 4_294_836_224 })).toBe(0);
    expect(askMatches(corpus, 1, { kind: 'range', column: 'time', min: 1, max: 2 ** 40 })).toBe(1);
    expect(
      askMatches(corpus, 1, { kind: 'range', column: 'time', min: 2 ** 40, max: 2 ** 41 }),
    ).toBe(0);
  });

  it('find what lies around a point, also across the date line and the pole', () => {
    const place = (latitude: number, longitude: number) => ({
      latitude: Math.round((latitude + 90) * 1e7),
      longitude: Math.round((longitude + 180) * 1e7),
    });
    const corpus = withNative([
      alt(1, 'a', place(38.7223, -9.1393)), // Lisbon
      alt(2, 'a', place(41.1579, -8.6291)), // Porto, 274 km away
      alt(3, 'a', place(-16.5, 179.9)), // Fiji, east of the date line
      alt(4, 'a', place(89.9, 100)),
      alt(5, 'a', {}),
    ]);
    const near = (latitude: number, longitude: number, km: number) =>
      [1, 2, 3, 4, 5].filter(
        (row) => askMatches(corpus, row, { kind: 'near', latitude, longitude, km }) === 1,
      );
    expect(near(38.7223, -9.1393, 273)).toEqual([1]);
    expect(near(38.7223, -9.1393, 276)).toEqual([1, 2]);
    expect(near(-16.5, -179.9, 30)).toEqual([3]);
    expect(near(89.9, -80, 30)).toEqual([4]);
    expect(near(0, 0, 30_000)).toEqual([1, 2, 3, 4]);
  });

  it('agree on conditions within full-text queries and without', () => {
    const corpus = withNative(
      Array.from({ length: 30 }, (_, index) =>
        alt(index + 1, 'a', { width: index * 10, height: 100 }),
      ),
    );
    const random = createRandom(1);
    for (let run = 0; run < 50; run++) {
      const condition = makeCondition(random, 4);
      const expected = corpus.documents
        .filter((one) => holds(condition, one))
        .map(({ row }) => row);
      const plan = encodeConditions([condition]);
      const kept =
        'SELECT pinakes_ids(rowid) FROM text WHERE text MATCH ? AND pinakes_keep(text, ?)';
      expect([...decodeIds(pluck(corpus, kept, 'a', plan))]).toEqual(expected);
      const matching = 'SELECT pinakes_ids(rowid) FROM text WHERE pinakes_matches(rowid, ?)';
      expect([...decodeIds(pluck(corpus, matching, plan))]).toEqual(expected);
    }
  });

  it('keep those that equal the last of the best, up to a thousand by row', () => {
    const corpus = withNative(
      Array.from({ length: 3000 }, (_, row) => alt(row + 1, 'a', { time: 5 })),
    );
    const top = askTop(corpus, query('a'), 10);
    expect(top.total).toBe(3000);
    expect(top.rows.map(({ row }) => row)).toEqual(
      Array.from({ length: 1010 }, (_, row) => row + 1),
    );
    expect(askTop(corpus, query('a'), 0)).toEqual({ total: 3000, rows: [] });
    expect(askTop(corpus, query('a'), 1e15).rows.length).toBe(3000);
    expect(askTop(corpus, query('b'), 10)).toEqual({ total: 0, rows: [] });
  });

  it('order equal scores by time, also when the older come last', () => {
    const documents = Array.from({ length: 5000 }, (_, row) =>
      alt(row + 1, 'a', { time: 9000 - row }),
    );
    const { rows } = askTop(withNative(documents), query('a'), 3);
    expect(rows.map(({ row, time }) => [row, time])).toEqual([
      [5000, 4001],
      [4999, 4002],
      [4998, 4003],
    ]);
  });

  it('give row ids in ascending order whatever the order they come in', () => {
    const corpus = withNative([]);
    const sql = 'SELECT pinakes_ids(value) FROM json_each(?)';
    expect([...decodeIds(pluck(corpus, sql, '[9,4,4294967295,null,0]'))]).toEqual([
      0, 4, 9, 4294967295,
    ]);
    expect([...decodeIds(pluck(corpus, sql, '[]'))]).toEqual([]);
    expect(() => pluck(corpus, sql, '[-1]')).toThrow();
    expect(() =>
      pluck(corpus, 'SELECT pinakes_top(1.0, value, 5) FROM json_each(?)', '[1e12]'),
    ).toThrow();
  });

  it('score fields of thousands of words', () => {
    const words = Array.from({ length: 2000 }, (_, index) => 'abcd'[(index * index) % 4]).join(' ');
    expectAgreement(withNative([alt(1, words, {}), alt(2, 'a b', {})]), query('a b c'));
  });

  it('score a query of 64 equal words, and leave out those beyond', () => {
    const corpus = withNative([alt(1, 'a '.repeat(70).trim(), {}), alt(2, 'a b a', {})]);
    expectAgreement(corpus, query('a '.repeat(64).trim()));
    const longer = askScores(corpus, query('a '.repeat(70).trim()));
    expect(longer).toEqual(askScores(corpus, query('a '.repeat(64).trim())));
  });

  it('give nothing for hits among the keywords', () => {
    const corpus = withNative([alt(1, 'x', {}), alt(2, 'a', {})]); // all have the keyword `a`
    const sql = 'SELECT pinakes_rank(text, ?) FROM text WHERE text MATCH ?';
    const [first, second] = corpus.db
      .prepare(sql)
      .pluck()
      .all(toPlan(corpus, query('a')), 'a');
    expect(first).toBe(0);
    expect(second).toBe(askScores(corpus, query('a')).get(2));
  });

  it('take each of several plans in one query for itself', () => {
    const corpus = withNative([alt(1, 'a b', { pages: 3 }), alt(2, 'b a a', {})]);
    const paper = { ...query('a b'), profile: PAPER_PROFILE };
    const own = { ...query('a b'), profile: PINAKES_PROFILE };
    const rows = corpus.db
      .prepare(
        'SELECT rowid, pinakes_rank(text, ?), pinakes_rank(text, ?) FROM text WHERE text MATCH ?',
      )
      .raw()
      .all(toPlan(corpus, paper), toPlan(corpus, own), toExpression(paper)) as number[][]; // as selected
    expect(new Map(rows.map(([row, first]) => [row, first]))).toEqual(askScores(corpus, paper));
    expect(new Map(rows.map(([row, , second]) => [row, second]))).toEqual(askScores(corpus, own));
  });

  it('refuse what is no plan', () => {
    const corpus = withNative([alt(1, 'a', {})]);
    const ask = (plan: unknown) =>
      corpus.db
        .prepare('SELECT pinakes_rank(text, ?) FROM text WHERE text MATCH ?')
        .all(plan, '"a"');
    for (const plan of ['text', 7, null, Buffer.alloc(0), Buffer.alloc(500)]) {
      expect(() => ask(plan)).toThrow('pinakes: this is no plan');
    }
    const word = { phrases: [{ number: 1, isExact: true }], documents: [1, 1, 1, 1, 1, 1] };
    const outside = encodePlan({ ...query('a'), words: [word], documents: 1, fields: [] });
    expect(() => ask(outside)).toThrow('pinakes: a row or a phrase is out of range');
  });

  it('leave no transaction open, even when a query is given up', () => {
    const folder = mkdtempSync(join(tmpdir(), 'pinakes-native-'));
    const [writer, reader] = [open(join(folder, 'a.sqlite')), open(join(folder, 'a.sqlite'))];
    writer.pragma('journal_mode=WAL');
    writer.exec(SCHEMA);
    fillCorpus(writer, [alt(1, 'a', {}), alt(2, 'a', {})]);
    const plan = encodeConditions([exactly('mime', 0)]);
    const statement = reader.prepare('SELECT pinakes_keep(text, ?) FROM text WHERE text MATCH ?');
    for (const row of statement.iterate(plan, 'a')) {
      expect(row).toBeDefined();
      break;
    }
    expect(writer.pragma('wal_checkpoint(TRUNCATE)')).toEqual([
      { busy: 0, log: 0, checkpointed: 0 },
    ]);
    writer.exec('DELETE FROM column_chunk');
    expect(statement.all(plan, 'a').length).toBe(2);
    expect(writer.pragma('wal_checkpoint(TRUNCATE)')).toEqual([
      { busy: 0, log: 0, checkpointed: 0 },
    ]);
    for (const db of opened.splice(0)) db.close();
    rmSync(folder, { recursive: true });
  });

  it('see changes that the same connection made between two rows', () => {
    const documents = [alt(1, 'a', { mime: 1 }), alt(9000, 'a', { mime: 1 })];
    const { db } = withNative(documents, { isUnsafe: true });
    const plan = encodeConditions([exactly('mime', 1)]);
    const kept = [];
    const statement = db.prepare(
      'SELECT pinakes_keep(text, ?) AS kept FROM text WHERE text MATCH ?',
    );
    for (const row of statement.iterate(plan, 'a')) {
      kept.push(row);
      db.exec('UPDATE column_chunk SET data = data');
    }
    expect(kept).toEqual([{ kept: 1 }, { kept: 1 }]);
  });

  it('reads an answer of pinakes_top without rows', () => {
    const corpus = withNative([]);
    const blob = pluck(corpus, 'SELECT pinakes_top(NULL, 1, 5)');
    expect(decodeTop(blob)).toEqual({ total: 0, rows: [] });
  });
});

function open(file: string): Database {
  const db = openDatabase(file);
  opened.push(db);
  loadNative(db);
  return db;
}

function withNative(documents: readonly RankDocument[], options?: DatabaseOptions): RankCorpus {
  const corpus = openCorpus(documents, options);
  opened.push(corpus.db);
  loadNative(corpus.db);
  return corpus;
}

/** A document whose only text is that of its alt. */
function alt(row: number, text: string, values: RankDocument['values']): RankDocument {
  const words = text.split(' ');
  const fields = TEXT_FIELDS.map((field) => (field === 'imgAlt' ? [words] : []));
  return { row, fields, codes: {}, values: { 'length.imgAlt': words.length, ...values } };
}

function query(text: string): RankQuery {
  const words = text.split(' ').map((word) => ({ text: word, forms: [word] }));
  return { words, needsAll: false, profile: PAPER_PROFILE, conditions: [] };
}

function exactly(column: ColumnName, value: number): Condition {
  return { kind: 'range', column, min: value, max: value };
}

function askMatches({ db }: RankCorpus, row: number, condition: Condition): unknown {
  const statement = db.prepare('SELECT pinakes_matches(?, ?)').pluck();
  return statement.get(row, encodeConditions([condition]));
}

function pluck({ db }: RankCorpus, sql: string, ...values: unknown[]): Buffer {
  return db
    .prepare(sql)
    .pluck()
    .get(...values) as Buffer; // both aggregates give blobs
}

function expectAgreement(corpus: RankCorpus, asked: RankQuery): void {
  const found = askScores(corpus, asked);
  const expected = expectScores(corpus, asked);
  expect([...found.keys()]).toEqual([...expected.keys()]);
  for (const [row, score] of expected) {
    expect(Math.abs((found.get(row) ?? 0) / score - 1)).toBeLessThan(1e-9);
  }
}
