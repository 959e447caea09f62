// Plain rows in all formats, whole and after an interruption.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parquetReadObjects } from 'hyparquet';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openRowSink } from './row-sink.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'row-sink-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const ROWS = [
  { id: 'a', count: 1, names: ['x', 'y'] },
  { id: 'b', count: 2, names: [], more: true },
];
const OPTIONS = { runKey: 'one', columns: ['id', 'count', 'names'] };

async function write(name: string, rows: readonly object[] = ROWS): Promise<string> {
  const path = join(folder, name);
  const sink = await openRowSink(path, OPTIONS);
  await sink.write(rows as typeof ROWS);
  await sink.finish();
  return path;
}

it('writes lines, lists and tables', async () => {
  const lines = readFileSync(await write('rows.jsonl'), 'utf8')
    .trimEnd()
    .split('\n');
  expect(lines.map((line) => JSON.parse(line))).toEqual(ROWS);
  expect(JSON.parse(readFileSync(await write('rows.json'), 'utf8'))).toEqual(ROWS);
  expect(JSON.parse(readFileSync(await write('none.json', []), 'utf8'))).toEqual([]);
  const csv = readFileSync(await write('rows.csv'), 'utf8')
    .trim()
    .split(/\r?\n/);
  expect(csv[0]).toBe('id,count,names');
  expect(csv).toHaveLength(3);
  const file = readFileSync(await write('rows.parquet'));
  const rows = await parquetReadObjects({
    file: file.buffer.slice(file.byteOffset, file.byteOffset + file.length) as ArrayBuffer,
  });
  expect(rows.map(({ id, count }) => [id, Number(count)])).toEqual([
    ['a', 1],
    ['b', 2],
  ]);
});

it('goes on where an interrupted run was', async () => {
  const path = join(folder, 'rows.csv');
  const all = Array.from({ length: 2500 }, (_, at) => ({ id: `${at}`, count: at, names: [] }));
  const first = await openRowSink(path, { ...OPTIONS, checkpointMs: 0 });
  await first.write(all.slice(0, 1500));
  await first.abort();
  const second = await openRowSink(path, OPTIONS);
  expect(second.resumed).toBe(1500);
  await second.write(all.slice(second.resumed));
  await second.finish();
  const whole = readFileSync(await write('whole.csv', all));
  expect(readFileSync(path).equals(whole)).toBe(true);
});

it('refuses what rows cannot be written as', async () => {
  await expect(openRowSink(join(folder, 'rows.warc.gz'), OPTIONS)).rejects.toMatchObject({
    code: 'OUTPUT_FORMAT',
  });
});
