// The contract of `Database`, held against every driver that this Node can load.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { openWithBetterSqlite } from './better-sqlite.ts';
import type { DatabaseOptions } from './database.ts';
import { findNodeSqlite, openWithNode } from './node-sqlite.ts';
import { isSqliteError, openDatabase } from './sqlite.ts';

const folder = mkdtempSync(join(tmpdir(), 'pinakes-sqlite-'));
afterAll(() => rmSync(folder, { recursive: true }));

const sqlite = findNodeSqlite();
const drivers = [
  ...(sqlite === undefined
    ? []
    : [
        {
          name: 'node:sqlite',
          open: (path: string, options: DatabaseOptions = {}) =>
            openWithNode(sqlite, path, options),
        },
      ]),
  ...(canLoadBetterSqlite()
    ? [
        {
          name: 'better-sqlite3',
          open: (path: string, options: DatabaseOptions = {}) =>
            openWithBetterSqlite(path, options),
        },
      ]
    : []),
];

function canLoadBetterSqlite(): boolean {
  try {
    openWithBetterSqlite(':memory:', {}).close();
    return true;
  } catch {
    return false; // built for another Node, or not installed
  }
}

function codeOf(work: () => unknown): string {
  try {
    work();
  } catch (thrown) {
    return isSqliteError(thrown) ? thrown.code : `not an error of SQLite: ${thrown}`;
  }
  return 'nothing thrown';
}

it('has a driver', () => {
  expect(drivers.length).toBeGreaterThan(0);
  openDatabase(':memory:').close();
});

describe.each(drivers)('$name', ({ open }) => {
  it('returns rows as objects, as arrays and as single values, with blobs as buffers', () => {
    const database = open(':memory:');
    database.exec('CREATE TABLE t(a INTEGER, b BLOB, c TEXT)');
    const inserted = database.prepare('INSERT INTO t VALUES(?, ?, ?)');
    expect(inserted.run(2 ** 53 - 1, Buffer.from('xyz').subarray(1), null)).toEqual({
      changes: 1,
      lastInsertRowid: 1,
    });
    inserted.run(-1.5, new Uint8Array([1]), 'ü');
    const sql = 'SELECT a, b, c FROM t WHERE a > ?';
    const [first, second] = [
      [2 ** 53 - 1, Buffer.from('yz'), null],
      [-1.5, Buffer.from([1]), 'ü'],
    ] as const;
    expect(database.prepare(sql).get(0)).toStrictEqual({ a: first[0], b: first[1], c: null });
    expect(database.prepare(sql).get(2 ** 53)).toBeUndefined();
    expect(database.prepare(sql).raw().all(-9)).toStrictEqual([[...first], [...second]]);
    expect(database.prepare('SELECT b FROM t').pluck().all()).toStrictEqual([first[1], second[1]]);
    expect([...database.prepare('SELECT c FROM t').iterate()]).toStrictEqual([
      { c: null },
      { c: 'ü' },
    ]);
    expect(database.prepare('SELECT @x + @y').pluck().get({ x: 1, y: 2 })).toBe(3);
    expect(
      database
        .prepare(sql)
        .columns()
        .map(({ name }) => name),
    ).toEqual(['a', 'b', 'c']);
    database.close();
  });

  it('inserts rows whose number is beyond what a number can hold exactly', () => {
    const database = open(':memory:');
    database.exec('CREATE TABLE t(a INTEGER PRIMARY KEY)');
    const insert = database.prepare('INSERT INTO t VALUES(?) RETURNING a % 10').pluck();
    expect(insert.run(2n ** 53n + 2n ** 37n)).toEqual({
      changes: 1,
      lastInsertRowid: 2 ** 53 + 2 ** 37,
    });
    expect(insert.get(11)).toBe(1);
    expect(insert.run(12)).toEqual({ changes: 1, lastInsertRowid: 12 });
    expect([...insert.iterate(13)]).toEqual([3]);
    database.close();
  });

  it('keeps empty blobs apart from NULL, also those that were read', () => {
    const database = open(':memory:');
    const typeOf = database.prepare('SELECT typeof(?)').pluck();
    const read = database.prepare("SELECT x''").pluck().get();
    expect(read).toStrictEqual(Buffer.alloc(0));
    for (const empty of [read, Buffer.alloc(0), new Uint8Array(new ArrayBuffer(0))]) {
      expect(typeOf.get(empty)).toBe('blob');
    }
    expect(database.prepare('SELECT typeof(@x)').pluck().get({ x: read })).toBe('blob');
    database.close();
  });

  it('reads and sets pragmas', () => {
    const database = open(':memory:');
    database.pragma('user_version = 7');
    expect(database.pragma('user_version', { simple: true })).toBe(7);
    expect(database.pragma('user_version')).toEqual([{ user_version: 7 }]);
    database.close();
  });

  it('keeps what transactions did, or nothing, also when they are nested', () => {
    const database = open(':memory:');
    database.exec('CREATE TABLE t(a)');
    const add = database.prepare('INSERT INTO t VALUES(?)');
    const addAll = database.transaction((...values: number[]) => {
      for (const value of values) add.run(value);
      if (values.includes(0)) throw new Error('refused');
      return values.length;
    });
    expect(addAll(1, 2)).toBe(2);
    expect(() => addAll.immediate(3, 0)).toThrow('refused');
    database.transaction(() => {
      add.run(4);
      expect(database.inTransaction).toBe(true);
      expect(() => addAll(5, 0)).toThrow('refused');
      addAll(6);
    })();
    expect(database.inTransaction).toBe(false);
    expect(database.prepare('SELECT a FROM t').pluck().all()).toEqual([1, 2, 4, 6]);
    database.close();
  });

  it('names the errors of SQLite alike', () => {
    const path = join(folder, 'errors.sqlite');
    rmSync(path, { force: true });
    const database = open(path, { timeoutMs: 0 });
    database.exec('CREATE TABLE t(a UNIQUE); INSERT INTO t VALUES(1)');
    expect(codeOf(() => database.prepare('nonsense'))).toBe('SQLITE_ERROR');
    expect(codeOf(() => database.exec('INSERT INTO t VALUES(1)'))).toBe('SQLITE_CONSTRAINT_UNIQUE');
    const insert = database.prepare('INSERT INTO t VALUES(?)');
    expect(codeOf(() => insert.run(1))).toBe('SQLITE_CONSTRAINT_UNIQUE');
    const other = open(path, { timeoutMs: 0 });
    other.exec('BEGIN EXCLUSIVE');
    expect(codeOf(() => insert.run(2))).toBe('SQLITE_BUSY');
    expect(codeOf(() => [...database.prepare('SELECT * FROM t').iterate()])).toBe('SQLITE_BUSY');
    other.close();
    database.pragma('max_page_count = 1');
    expect(codeOf(() => database.exec('CREATE TABLE u AS SELECT zeroblob(99999)'))).toBe(
      'SQLITE_FULL',
    );
    database.close();
    const reader = open(path, { isReadOnly: true });
    expect(codeOf(() => reader.exec('DELETE FROM t'))).toBe('SQLITE_READONLY');
    reader.close();
    writeFileSync(path, 'no database at all'.repeat(100));
    const broken = open(path);
    expect(codeOf(() => broken.pragma('user_version'))).toBe('SQLITE_NOTADB');
    broken.close();
    expect(codeOf(() => open(join(folder, 'missing.sqlite'), { isReadOnly: true }))).toBe(
      'SQLITE_CANTOPEN',
    );
  });

  it('releases the lock of rows that nobody wanted to the end', () => {
    const path = join(folder, 'rows.sqlite');
    rmSync(path, { force: true });
    const database = open(path, { timeoutMs: 0 });
    database.exec('CREATE TABLE t(a); INSERT INTO t VALUES(1), (2)');
    const other = open(path, { timeoutMs: 0 });
    const select = database.prepare<[], { a: number }>('SELECT a FROM t');
    for (const { a } of select.iterate()) {
      expect(a).toBe(1);
      expect(codeOf(() => other.exec('INSERT INTO t VALUES(3)'))).toBe('SQLITE_BUSY');
      break;
    }
    other.exec('INSERT INTO t VALUES(3)');
    expect(select.all().length).toBe(3);
    other.close();
    database.close();
  });

  it('calls functions with buffers', () => {
    const database = open(':memory:');
    database.defineFunction('hex_of', (value) =>
      Buffer.isBuffer(value) ? value.toString('hex') : null,
    );
    expect(database.prepare("SELECT hex_of(x'0aff')").pluck().get()).toBe('0aff');
    database.close();
  });

  it('can be closed twice, and then refuses to work', () => {
    const database = open(':memory:');
    expect(database.isOpen).toBe(true);
    database.close();
    database.close();
    expect(database.isOpen).toBe(false);
    expect(() => database.prepare('SELECT 1')).toThrow();
  });

  it('takes a path that looks like a URI for a path', () => {
    const before = process.cwd();
    process.chdir(folder);
    try {
      const database = open('file:a?mode=memory');
      database.exec('CREATE TABLE t(a)');
      database.close();
      const again = open(join(folder, 'file:a?mode=memory'), { isReadOnly: true });
      expect(again.prepare('SELECT count(*) FROM sqlite_master').pluck().get()).toBe(1);
      again.close();
    } finally {
      process.chdir(before);
    }
  });
});

it('prints no warning of Node, and keeps other warnings', () => {
  const face = new URL('./node-sqlite.ts', import.meta.url).href;
  const program = `
    const { findNodeSqlite } = await import(${JSON.stringify(face)});
    findNodeSqlite();
    process.emitWarning('something else', 'ExperimentalWarning');`;
  const env = { ...process.env, NODE_NO_WARNINGS: undefined, NODE_OPTIONS: undefined };
  const parameters = ['--import', 'tsx', '--input-type=module', '--eval', program];
  const { stderr: printed } = spawnSync(process.execPath, parameters, { encoding: 'utf8', env });
  expect(printed).toContain('something else');
  expect(printed).not.toContain('SQLite');
});
