// What is removed is not in the file any more, whatever splits of pages have left.
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Database, openDatabase } from '../sqlite/sqlite.ts';
import { eraseRemoved, writeBackLog } from './library-erase.ts';

let folder: string;
let path: string;
let database: Database;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pinakes-erase-'));
  path = join(folder, 'one.sqlite');
  database = openDatabase(path, { timeoutMs: 50 });
  for (const pragma of ['journal_mode = WAL', 'secure_delete = ON', 'mmap_size = 1000000000']) {
    database.pragma(pragma);
  }
  database.exec(
    'CREATE TABLE place(name TEXT PRIMARY KEY, note) WITHOUT ROWID; CREATE TABLE other(id INTEGER PRIMARY KEY, text)',
  );
});
afterEach(() => {
  database.close();
  rmSync(folder, { recursive: true });
});

const COUNT = 6000;
const nameOf = (number: number) => `${(number * 7919) % COUNT}-${number}-gone`;

/** Adds rows in no order, so that pages are split again and again; and rows between them that stay. */
function fill(): void {
  const insert = database.prepare('INSERT INTO place VALUES(?, ?)');
  database.transaction(() => {
    for (let number = 0; number < COUNT; number++) {
      insert.run(nameOf(number), 'x'.repeat(20));
      insert.run(nameOf(number).replace('gone', 'stays'), 'y'.repeat(20));
    }
  })();
}

const removeAll = () => database.exec("DELETE FROM place WHERE name LIKE '%-gone'");
const hasTraces = () => /\d-gone/.test(readFileSync(path, 'latin1'));

it('leaves nothing of rows whose pages were split, and nothing of what stays is lost', () => {
  fill();
  removeAll();
  writeBackLog(database);
  expect(hasTraces()).toBe(true); // though they were overwritten where they stood
  expect(eraseRemoved(database, path)).toBe(true);
  expect(hasTraces()).toBe(false);
  // What the connection remembers of the pages does not bring anything back.
  database.exec("UPDATE place SET note = 'changed'; INSERT INTO other(text) VALUES('more')");
  writeBackLog(database);
  expect(hasTraces()).toBe(false);
  expect(database.pragma('integrity_check', { simple: true })).toBe('ok');
  expect(database.prepare('SELECT count(*) FROM place').pluck().get()).toBe(COUNT);
});

it('gives room back where much of it is free, and else leaves the file as it is', () => {
  fill();
  database
    .prepare(
      "WITH RECURSIVE n(i) AS (VALUES(1) UNION ALL SELECT i + 1 FROM n WHERE i < 3000) INSERT INTO other(text) SELECT printf('%.400c', 'z') FROM n",
    )
    .run();
  writeBackLog(database);
  const { size } = statSync(path);
  database.exec('DELETE FROM other WHERE id <= 300');
  expect(eraseRemoved(database, path)).toBe(true);
  expect(statSync(path).size).toBe(size);
  database.exec('DELETE FROM other WHERE id <= 2900');
  expect(eraseRemoved(database, path)).toBe(true);
  expect(statSync(path).size).toBeLessThan(size * 0.7);
});

it('says so where a reader still needs the log, and is done with the next call', () => {
  fill();
  const reader = openDatabase(path, { isReadOnly: true });
  reader.exec('BEGIN');
  reader.prepare('SELECT count(*) FROM place').get();
  removeAll();
  expect(eraseRemoved(database, path)).toBe(false);
  reader.close();
  expect(eraseRemoved(database, path)).toBe(true);
  expect(hasTraces()).toBe(false);
});
