import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { viewOf } from '../../../test/fixtures/record-views.ts';
import { temporaryFolder } from '../../../test/fixtures/temporary-folder.ts';
import type { RecordView } from '../record-view.ts';
import { type CsvSinkOptions, openCsvSink } from './csv-sink.ts';

async function write(
  records: readonly RecordView[],
  options: Omit<CsvSinkOptions, 'runKey'>,
  name = 'out.csv',
): Promise<string> {
  const path = join(temporaryFolder(), name);
  const sink = await openCsvSink(path, { runKey: 'k', checkpointMs: 1e9, ...options });
  await sink.write(records, records.length);
  await sink.finish();
  const bytes = readFileSync(path);
  return (name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString();
}

const column = (path: string) => ({ name: path, path });

describe('cells', () => {
  it('are quoted as RFC 4180 says', async () => {
    const record = viewOf({ a: 'x,y', b: 'say "hi"', c: 'two\r\nlines', d: ' blank', e: 'plain' });
    const columns = ['a', 'b', 'c', 'd', 'e'].map(column);
    expect(await write([record], { columns })).toBe(
      'a,b,c,d,e\r\n"x,y","say ""hi""","two\r\nlines"," blank",plain\r\n',
    );
  });

  it('print every kind of value, and nothing for what is not there', async () => {
    const values = {
      number: -1.5,
      yes: true,
      list: [1, 'a'],
      object: { a: 1 },
      bytes: new Uint8Array(3),
      nothing: null,
      date: new Date(0),
    };
    const columns = [...Object.keys(values), 'missing'].map(column);
    const [, row] = (await write([viewOf(values)], { columns })).split('\r\n');
    expect(row).toBe(
      '-1.5,true,"[1,""a""]","{""a"":1}",bytes(length: 3),,1970-01-01T00:00:00.000Z,',
    );
  });

  it('of captures are what the index line says', async () => {
    const columns = (['surt', 'time', 'status', 'offset', 'redirect'] as const).map((name) => ({
      name,
      captureField: name,
    }));
    const records = [viewOf(), viewOf({}, { capture: { status: 0, file: '', redirect: 'r' } })];
    expect(await write(records, { columns })).toBe(
      'surt,time,status,offset,redirect\r\n' +
        '"com,example)/jcd1",2016-01-17T11:32:53Z,200,67890,\r\n' +
        '"com,example)/jcd1",2016-01-17T11:32:53Z,,,r\r\n',
    );
  });

  it('reach into objects, by own names only', async () => {
    const record = viewOf({
      'payload.httpHeader': { 'content-type': 'text/html', nested: { deep: 1 } },
      map: new Map([['k', 'v']]),
    });
    const columns = [
      'payload.httpHeader.content-type',
      'payload.httpHeader.nested.deep',
      'payload.httpHeader.constructor',
      'map.k',
    ].map(column);
    const [, row] = (await write([record], { columns })).split('\r\n');
    expect(row).toBe('text/html,1,,v');
  });

  it('that look like formulas get an apostrophe only when asked for', async () => {
    const record = viewOf({ a: '=1+1', b: -5, c: '@x', d: '+', e: '\tx', f: 'a=b' });
    const columns = ['a', 'b', 'c', 'd', 'e', 'f'].map(column);
    const [, plain] = (await write([record], { columns })).split('\r\n');
    expect(plain).toBe('=1+1,-5,@x,+,\tx,a=b');
    const [, safe] = (await write([record], { columns, spreadsheetSafe: true })).split('\r\n');
    expect(safe).toBe("'=1+1,-5,'@x,'+,'\tx,a=b");
  });

  it('are never an empty line, which readers would skip', async () => {
    expect(await write([viewOf()], { columns: [column('a')] })).toBe('a\r\n""\r\n');
  });

  it('are read again as they were, whatever they hold', async () => {
    const cell = fc.string({ unit: fc.constantFrom('a', '"', ',', '\t', '\r', '\n', ' ', 'ü') });
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(cell, cell)), fc.boolean(), async (rows, isTab) => {
        const records = rows.map(([a, b]) => viewOf({ a, b }));
        const columns = [column('a'), column('b')];
        const text = await write(records, { columns }, isTab ? 'out.tsv' : 'out.csv');
        expect(parse(text, isTab ? '\t' : ',')).toEqual([['a', 'b'], ...rows]);
      }),
      { numRuns: 40 },
    );
  });
});

/** A reader of RFC 4180, for the test only. */
function parse(text: string, separator: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  for (let at = 0; at < text.length; ) {
    let cell = '';
    if (text[at] === '"') {
      for (at++; text[at] !== '"' || text[at + 1] === '"'; at++) {
        if (text[at] === '"') at++;
        cell += text[at];
      }
      at++;
    } else {
      while (text[at] !== separator && text[at] !== '\r' && text[at] !== '\n') cell += text[at++];
    }
    row.push(cell);
    if (text[at] !== separator) {
      rows.push(row);
      row = [];
      at += text[at] === '\r' ? 2 : 1;
    } else at++;
  }
  return rows;
}

describe('rows', () => {
  const images = [
    { url: 'a.png', caption: 'A' },
    { url: 'b.png', size: { width: 3 } },
  ];

  it('are the entries of a list that is exploded', async () => {
    const page = viewOf(
      { title: 'Page', images, 'images.hash': ['h1', 'h2'], 'images.count': 2 },
      { forEach: ['images.hash'] },
    );
    const paths = ['title', 'images.url', 'images.caption', 'images.size.width', 'images.hash'];
    const columns = [...paths, 'images.count'].map(column);
    const none = [viewOf({ title: 'No list' }), viewOf({ images: [] }), viewOf({ images: 'x' })];
    expect(await write([page, ...none], { columns, explode: 'images' })).toBe(
      `${paths.join(',')},images.count\r\nPage,a.png,A,,h1,2\r\nPage,b.png,,3,h2,2\r\n`,
    );
  });

  it('are there too when only what was derived from the entries was asked for', async () => {
    const page = viewOf({ 'images.hash': ['h1', 'h2'] }, { forEach: ['images.hash'] });
    const columns = [column('images.hash'), column('images')];
    expect(await write([page], { columns, explode: 'images' })).toBe(
      'images.hash,images\r\nh1,\r\nh2,\r\n',
    );
  });

  it('are separated by tabs and line feeds in .tsv, and compressed in .gz', async () => {
    const columns = [column('a'), column('b')];
    const record = viewOf({ a: 'x y', b: 'tab\there' });
    expect(await write([record], { columns }, 'out.tsv')).toBe('a\tb\nx y\t"tab\there"\n');
    expect(await write([record], { columns }, 'out.csv.gz')).toBe('a,b\r\nx y,tab\there\r\n');
  });
});

it.each([
  ['there are none', []],
  ['two are named a', [column('a'), { name: 'a', path: 'b' }]],
  ['one has no name', [{ name: '', path: 'b' }]],
  ['captures have no field nonsense', [{ name: 'a', captureField: 'nonsense' as 'url' }]],
  ['a has no usable path', [{ name: 'a', path: 'b..c' }]],
])('refuses columns: %s', async (detail, columns) => {
  await expect(write([], { columns })).rejects.toMatchObject({
    code: 'OUTPUT_COLUMNS',
    message: expect.stringContaining(detail),
  });
});

it('starts anew when the columns are others', async () => {
  const path = join(temporaryFolder(), 'out.csv');
  const first = await openCsvSink(path, { runKey: 'k', columns: [column('a')] });
  await first.write([viewOf({ a: 1, b: 2 })], 1);
  await first.abort();
  const second = await openCsvSink(path, { runKey: 'k', columns: [column('b')] });
  expect(second.resumed.consumed).toBe(0);
  await second.write([viewOf({ a: 1, b: 2 })], 1);
  await second.finish();
  expect(readFileSync(path, 'utf8')).toBe('b\r\n2\r\n');
});
