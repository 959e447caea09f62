import { afterEach, beforeEach, expect, it } from 'vitest';
import { createSearchLibrary, type SearchLibrary } from '../../test/fixtures/search-library.ts';
import { TEXT_COLUMNS } from './schema.ts';
import { openTextRows, type TextRows } from './text-rows.ts';

let library: SearchLibrary;
let rows: TextRows;

beforeEach(() => {
  library = createSearchLibrary();
  rows = openTextRows(library.db);
});
afterEach(() => library.close());

/** Rows of the index that have a word. */
function find(word: string): unknown[] {
  return library.db.prepare('SELECT rowid FROM text WHERE text MATCH ?').pluck().all(word);
}

/** The texts of a row: a word for its number and one for when it was written. */
const textsOf = (rowId: number, word: string) =>
  TEXT_COLUMNS.map((_, at) => (at === 0 ? `row${rowId}` : at === 1 ? word : ''));

function change(work: () => void): void {
  library.db.transaction(() => {
    work();
    rows.flush();
  })();
}

it('writes new rows, rows that are replaced and rows that come out of order in one transaction', () => {
  change(() => {
    for (let rowId = 1; rowId <= 700; rowId++) rows.insert(rowId, textsOf(rowId, 'old'));
  });
  change(() => {
    for (let rowId = 701; rowId <= 1300; rowId++) rows.insert(rowId, textsOf(rowId, 'new'));
    // One of before, one that this transaction has written already, and one that waits still.
    for (const rowId of [5, 800, 1300]) {
      rows.delete(rowId, textsOf(rowId, rowId === 5 ? 'old' : 'new'));
      rows.insert(rowId, textsOf(rowId, 'changed'));
    }
    for (const rowId of [1301, 3, 900, 1299]) {
      rows.delete(rowId, textsOf(rowId, rowId === 3 ? 'old' : 'new'));
    }
    for (let rowId = 1700; rowId > 1301; rowId--) rows.insert(rowId, textsOf(rowId, 'new'));
  });
  expect(find('changed')).toEqual([5, 800, 1300]);
  expect(find('old')).toHaveLength(700 - 2);
  expect(find('new')).toHaveLength(600 - 4 + 399);
  for (const rowId of [3, 900, 1299]) expect(find(`row${rowId}`)).toEqual([]);
  for (const rowId of [5, 701, 800, 1300, 1302, 1700]) expect(find(`row${rowId}`)).toEqual([rowId]);
});

it('makes one part of the index in a transaction with new rows only', () => {
  const parts = () =>
    library.db.prepare('SELECT count(DISTINCT segid) FROM text_idx').pluck().get() as number;
  change(() => {
    for (let rowId = 1; rowId <= 2000; rowId++) rows.insert(rowId, textsOf(rowId, 'word'));
  });
  expect(parts()).toBe(1);
});

it('starts anew after a transaction that was rolled back', () => {
  library.db.exec('BEGIN');
  for (let rowId = 1; rowId <= 300; rowId++) rows.insert(rowId, textsOf(rowId, 'gone'));
  library.db.exec('ROLLBACK');
  rows.discard();
  change(() => {
    for (let rowId = 1; rowId <= 300; rowId++) rows.insert(rowId, textsOf(rowId, 'kept'));
  });
  expect(find('gone')).toEqual([]);
  expect(find('kept')).toHaveLength(300);
});
