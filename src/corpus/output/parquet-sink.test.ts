import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { asyncBufferFromFile, parquetMetadata, parquetReadObjects } from 'hyparquet';
import { describe, expect, it } from 'vitest';
import { someViews, viewOf } from '../../../test/fixtures/record-views.ts';
import { temporaryFolder } from '../../../test/fixtures/temporary-folder.ts';
import type { RecordView } from '../record-view.ts';
import type { CorpusLoss } from '../source/capture-source.ts';
import { openParquetSink, type ParquetSinkOptions } from './parquet-sink.ts';

async function write(
  records: readonly RecordView[],
  options: Omit<ParquetSinkOptions, 'runKey'>,
): Promise<string> {
  const path = join(temporaryFolder(), 'out.parquet');
  const sink = await openParquetSink(path, { runKey: 'k', ...options });
  for (let at = 0; at < records.length; at += 7)
    await sink.write(records.slice(at, at + 7), at + 7);
  const [file] = await sink.finish();
  expect(file).toMatchObject({ path, bytes: readFileSync(path).length });
  return path;
}

async function read(path: string): Promise<Record<string, unknown>[]> {
  return parquetReadObjects({ file: await asyncBufferFromFile(path) });
}

const metadataOf = (path: string) => {
  const bytes = readFileSync(path);
  return parquetMetadata(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
};

describe('columns', () => {
  it('have types, and nulls where there is no value', async () => {
    const columns = [
      { name: 'url', captureField: 'url' },
      { name: 'time', captureField: 'time' },
      { name: 'status', captureField: 'status' },
      { name: 'title', path: 'html.title' },
      { name: 'share', path: 'share', type: 'double' },
      { name: 'big', path: 'big', type: 'int64' },
      { name: 'isNew', path: 'isNew', type: 'boolean' },
      { name: 'list', path: 'list' },
    ] as const;
    const full = { 'html.title': 'Ünï', share: 0.5, big: 2n ** 60n, isNew: false, list: [1, 2] };
    const path = await write([viewOf(full), viewOf({}, { capture: { status: 0 } })], { columns });
    const base = { url: 'http://example.com/jcd1', time: new Date('2016-01-17T11:32:53Z') };
    expect(await read(path)).toEqual([
      {
        ...base,
        status: 200n,
        title: 'Ünï',
        share: 0.5,
        big: 2n ** 60n,
        isNew: false,
        list: '[1,2]',
      },
      { ...base, status: null, title: null, share: null, big: null, isNew: null, list: null },
    ]);
    const { row_groups: groups, schema } = metadataOf(path);
    expect(groups[0]?.columns.every(({ meta_data: meta }) => meta?.codec === 'SNAPPY')).toBe(true);
    expect(schema.slice(1).map(({ name }) => name)).toEqual(columns.map(({ name }) => name));
  });

  it('without a type have that of their first values, whatever comes later', async () => {
    const columns = ['n', 'b', 'mixed', 'none', 'later'].map((name) => ({ name, path: name }));
    const losses: CorpusLoss[] = [];
    const path = await write(
      [
        viewOf({ n: 3, b: true, mixed: 1 }),
        viewOf({ n: 0.5, b: false, mixed: 'x' }),
        viewOf({ n: 'many', later: 7 }),
      ],
      { columns, rowGroupRows: 2, onLoss: (loss) => losses.push(loss) },
    );
    expect(await read(path)).toEqual([
      { n: 3, b: true, mixed: '1', none: null, later: null },
      { n: 0.5, b: false, mixed: 'x', none: null, later: null },
      { n: null, b: null, mixed: null, none: null, later: '7' },
    ]);
    expect(losses).toMatchObject([{ reason: 'column n: "many" is not of type double' }]);
  });

  it('leave out what is of another kind, and say so', async () => {
    const columns = [
      { name: 'n', path: 'n', type: 'int64' },
      { name: 't', path: 't', type: 'timestamp' },
      { name: 'b', path: 'b', type: 'boolean' },
      { name: 'd', path: 'd', type: 'double' },
    ] as const;
    const losses: CorpusLoss[] = [];
    const path = await write(
      [
        viewOf({ n: 1.5, t: 'yesterday', b: 'maybe', d: 'x' }),
        viewOf({ n: '42', t: '2020-01-02T03:04:05Z', b: 'true', d: '1e3' }),
        viewOf({ n: 2n ** 63n, t: '2020-01-02T03:04:05', b: 1, d: Number.NaN }),
      ],
      { columns, onLoss: (loss) => losses.push(loss) },
    );
    expect(await read(path)).toEqual([
      { n: null, t: null, b: null, d: null },
      { n: 42n, t: new Date('2020-01-02T03:04:05Z'), b: true, d: 1000 },
      { n: null, t: null, b: null, d: Number.NaN },
    ]);
    expect(losses).toHaveLength(7);
    expect(losses[0]).toMatchObject({
      kind: 'record',
      reason: 'column n: "1.5" is not of type int64',
    });
  });

  it('may have points in their names', async () => {
    const path = await write([viewOf({ 'a.b': 'x' })], { columns: [{ name: 'a.b', path: 'a.b' }] });
    const bytes = metadataOf(path);
    expect(bytes.schema[1]?.name).toBe('a.b');
    expect(bytes.num_rows).toBe(1n);
  });

  it('of an unknown type are refused', async () => {
    const columns = [{ name: 'a', path: 'a', type: 'decimal' as 'double' }];
    await expect(write([], { columns })).rejects.toMatchObject({ code: 'OUTPUT_COLUMNS' });
  });
});

describe('rows', () => {
  const columns = [
    { name: 'url', captureField: 'url' },
    { name: 'title', path: 'title' },
    { name: 'number', path: 'number', type: 'int64' },
  ] as const;

  it('are written in groups of a fixed number, all of them readable in order', async () => {
    const views = someViews(57);
    const path = await write(views, { columns, rowGroupRows: 10 });
    expect(metadataOf(path).row_groups.map((group) => Number(group.num_rows))).toEqual([
      10, 10, 10, 10, 10, 7,
    ]);
    const rows = await read(path);
    expect(rows).toHaveLength(57);
    for (const [i, row] of rows.entries()) {
      expect(row).toEqual({
        url: `http://example.com/${i}`,
        title: views[i]?.values.get('title'),
        number: BigInt(i),
      });
    }
  });

  it('are the same bytes however they come', async () => {
    const views = someViews(30);
    const first = readFileSync(await write(views, { columns, rowGroupRows: 8 }));
    const path = join(temporaryFolder(), 'out.parquet');
    const sink = await openParquetSink(path, { runKey: 'k', columns, rowGroupRows: 8 });
    await sink.write(views, 30);
    await sink.finish();
    expect(readFileSync(path).equals(first)).toBe(true);
  });

  it('are the entries of a list that is exploded', async () => {
    const page = viewOf({ title: 'T', images: [{ url: 'a' }, { url: 'b' }] });
    const path = await write([page, viewOf({ title: 'U' })], {
      columns: [
        { name: 'title', path: 'title' },
        { name: 'image', path: 'images.url' },
      ],
      explode: 'images',
    });
    expect(await read(path)).toEqual([
      { title: 'T', image: 'a' },
      { title: 'T', image: 'b' },
    ]);
  });

  it('may be none', async () => {
    const path = await write([], { columns });
    expect(metadataOf(path)).toMatchObject({ num_rows: 0n, row_groups: [] });
    expect(await read(path)).toEqual([]);
  });
});

it('starts anew after an interruption, and leaves nothing behind', async () => {
  const folder = temporaryFolder();
  const path = join(folder, 'out.parquet');
  const options = { runKey: 'k', columns: [{ name: 'title', path: 'title' }], rowGroupRows: 2 };
  const first = await openParquetSink(path, options);
  await first.write(someViews(5), 5);
  await expect(openParquetSink(path, options)).rejects.toMatchObject({ code: 'OUTPUT_LOCKED' });
  await first.abort();
  expect(readdirSync(folder)).toEqual([]);
  const second = await openParquetSink(path, options);
  expect(second.resumed).toEqual({ consumed: 0, written: 0 });
  await second.write(someViews(3), 3);
  await second.finish();
  expect(readdirSync(folder)).toEqual(['out.parquet']);
  expect(await read(path)).toHaveLength(3);
});
