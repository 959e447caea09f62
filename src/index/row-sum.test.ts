import fc from 'fast-check';
import { expect, it } from 'vitest';
import { openLibraryFolder } from '../../test/fixtures/library-archives.ts';
import { openDatabase } from '../sqlite/sqlite.ts';
import { SUMMED_TABLES, summedColumns, sumOf, wrongRows } from './row-sum.ts';

const value = fc.oneof(
  fc.constant(null),
  fc.integer({ min: -(2 ** 47), max: 2 ** 47 }),
  fc.string({ unit: 'binary' }),
  fc.uint8Array({ maxLength: 600 }),
);

it('a sum is another one when a bit flips, whatever the row', () => {
  fc.assert(
    fc.property(
      fc.array(value, { minLength: 1, maxLength: 8 }),
      fc.nat(),
      fc.nat(7),
      (row, place, bit) => {
        const bytes = row.find((one) => one instanceof Uint8Array && one.length > 0);
        fc.pre(bytes instanceof Uint8Array);
        const sum = sumOf('page', row);
        const at = place % bytes.length;
        bytes[at] = (bytes[at] ?? 0) ^ (1 << bit);
        expect(sumOf('page', row)).not.toBe(sum);
      },
    ),
  );
});

it('a sum tells values, their order, their types and their table apart', () => {
  const rows: unknown[][] = [
    [1, 2],
    [2, 1],
    ['1', 2],
    [Buffer.from('1'), 2],
    [null, 2],
    [1, 2, 0],
  ];
  const sums = rows.map((row) => sumOf('page', row));
  expect(new Set([...sums, sumOf('capture', [1, 2])]).size).toBe(rows.length + 1);
});

it('a text gives the sum that it has when it comes back, halves of characters too', () => {
  const database = openDatabase(':memory:');
  database.exec('CREATE TABLE text(value)');
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('a', 'ã', '\ud83d', '\ude00', '\0') }),
      (text) => {
        database.exec('DELETE FROM text');
        database.prepare('INSERT INTO text VALUES(?)').run(text);
        const back = database.prepare('SELECT value FROM text').pluck().get();
        expect(sumOf('text', [back])).toBe(sumOf('text', [text]));
      },
    ),
  );
  database.close();
});

it('every table with sums ends with one, and names the columns that find its rows', async () => {
  await using folder = await openLibraryFolder();
  (await folder.open('library', { access: 'write', create: {} })).close();
  const database = openDatabase(`${folder.path}/library/library.sqlite`);
  for (const [table, { by = [] }] of Object.entries(SUMMED_TABLES)) {
    const columns = database.pragma(`table_info(${table})`) as { readonly name: string }[];
    expect(columns.at(-1)?.name, table).toBe('sum');
    expect(columns.map(({ name }) => name)).toEqual(expect.arrayContaining([...by]));
    expect(summedColumns(database, table)).toHaveLength(
      columns.length - (columns[0]?.name === 'id' ? 2 : 1),
    );
    expect([...wrongRows(database, table)]).toEqual([]);
  }
  database.close();
});
