import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { captureWith, viewOf } from '../../../test/fixtures/record-views.ts';
import { temporaryFolder } from '../../../test/fixtures/temporary-folder.ts';
import { parseCdxLine } from '../../archive/archive.ts';
import { openSink, outputFormatOf } from './open-sink.ts';

async function write(name: string, options: Partial<Parameters<typeof openSink>[1]> = {}) {
  const path = join(temporaryFolder(), name);
  const sink = await openSink(path, { runKey: 'k', ...options });
  await sink.write([viewOf({ title: 'T' })], 1);
  await sink.finish();
  const bytes = readFileSync(path);
  return (name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString();
}

describe('the ending of a name tells the format', () => {
  it.each([
    ['a.jsonl', 'json'],
    ['a.NDJSON.gz', 'json'],
    ['a.json', 'json'],
    ['a.csv.gz', 'csv'],
    ['a.tsv', 'csv'],
    ['a.parquet', 'parquet'],
    ['a.warc', 'warc'],
    ['a.warc.gz', 'warc'],
    ['a.cdx', 'cdx'],
    ['a.cdxj.gz', 'cdx'],
  ])('%s: %s', (name, format) => {
    expect(outputFormatOf(name)).toBe(format);
  });

  it.each(['a', 'a.txt', 'a.gz', 'a.parquet.gz', 'a.json.zst', 'jsonl', 'folder.json/x', ''])(
    '%s: none, with a hint',
    async (name) => {
      expect(() => outputFormatOf(name)).toThrow('no format');
      await expect(openSink(name, { runKey: 'k' })).rejects.toMatchObject({
        code: 'OUTPUT_FORMAT',
        hint: expect.stringContaining('.jsonl'),
      });
    },
  );
});

describe('index lines', () => {
  it('are written in both formats', async () => {
    const { extra: _, ...entry } = { ...captureWith(), extra: undefined };
    expect(await write('a.cdx')).toBe(
      ' CDX N b a m s k r M S V g\n' +
        'com,example)/jcd1 20160117113253 http://example.com/jcd1 text/html 200 ' +
        'RKMS6XLYED4G8POFQUIN37WDEWYLD9Z - - 12345 67890 archive.warc.gz\n',
    );
    const line = (await write('a.cdxj.gz')).trimEnd();
    expect(parseCdxLine(line)).toEqual({ kind: 'entry', entry });
  });

  it.each(['a.cdx', 'a.cdxj.gz'])('of %s stand in order, however they came', async (name) => {
    const urls = ['b', 'd', 'a', 'c', 'e'];
    const views = urls.map((key) => viewOf({}, { capture: { surt: `org,${key})/` } }));
    const path = join(temporaryFolder(), name);
    const first = await openSink(path, { runKey: 'k', carry: () => 'mine' });
    await first.write(views.slice(0, 3), 3);
    await first.abort();
    // What came before the interruption was out of order, what comes now is not.
    const second = await openSink(path, { runKey: 'k' });
    expect(second.carried).toBe('mine');
    await second.write(views.slice(3), 5);
    const [file] = await second.finish();
    const bytes = readFileSync(path);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    expect(file).toEqual({ path, bytes: bytes.length, sha256 });
    const text = (name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString();
    const lines = text.split('\n').filter((line) => line.startsWith('org'));
    expect(lines.map((line) => line[4]).join('')).toBe('abcde');
    if (name === 'a.cdx') expect(text.startsWith(' CDX N b a')).toBe(true);
    expect(readdirSync(join(path, '..'))).toEqual([name]);
  });
});

it('writes tables of the index line when no columns are given', async () => {
  expect(await write('a.csv')).toBe(
    'surt,time,url,mime,status,digest\r\n' +
      '"com,example)/jcd1",2016-01-17T11:32:53Z,http://example.com/jcd1,text/html,200,' +
      'RKMS6XLYED4G8POFQUIN37WDEWYLD9Z\r\n',
  );
  expect(await write('a.parquet')).toContain('PAR1');
});

it('gives options to the format', async () => {
  expect(await write('a.csv', { columns: [{ name: 't', path: 'title' }] })).toBe('t\r\nT\r\n');
  expect(await write('a.json', { layout: 'lines' })).toMatch(/^\{.*\}\n$/);
  const path = join(temporaryFolder(), 'a.warc.gz');
  const reasons: string[] = [];
  const onLoss = (loss: { reason: string }) => void reasons.push(loss.reason);
  const sink = await openSink(path, { runKey: 'k', locate: () => undefined, onLoss });
  await sink.write([viewOf()], 1);
  await sink.finish();
  expect(reasons).toEqual([expect.stringContaining('archive.warc.gz is not there')]);
  expect(readdirSync(join(path, '..')).sort()).toEqual(['a.cdxj', 'a.warc.gz']);
});
