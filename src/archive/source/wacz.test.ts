// WACZ reading: files made by others, made-up ones, and what verification finds in damaged ones.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { buildZip, type ZipPart } from '../../../test/fixtures/zip-builder.ts';
import { type ByteSource, memorySource, openFile } from './source.ts';
import { openWacz, splitMemberName, toMemberName } from './wacz.ts';

const { PINAKES_DATA, CI } = process.env;
const DATA = join(PINAKES_DATA ?? '../shared/data', 'archives/wacz');
const WARC = 'WARC/1.0\r\nWARC-Type: warcinfo\r\nContent-Length: 0\r\n\r\n\r\n\r\n';

const sha256 = (text: string) => `sha256:${createHash('sha256').update(text).digest('hex')}`;

function wacz(parts: readonly ZipPart[]): ByteSource {
  return memorySource(buildZip(parts), 'crawl.wacz');
}

async function textOf(source: ByteSource): Promise<string> {
  const bytes = Buffer.alloc(source.size);
  await source.read(bytes, 0);
  return bytes.toString();
}

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

/** A small WACZ with a description that is right, and what a test adds or replaces. */
function described(change: Readonly<Record<string, unknown>> = {}, more: readonly ZipPart[] = []) {
  const files = { 'archive/a.warc': WARC, 'pages/pages.jsonl': '{"format":"json-pages-1.0"}\n' };
  const resources = Object.entries(files).map(([path, text]) => ({
    path,
    hash: sha256(text),
    bytes: text.length,
  }));
  const datapackage = JSON.stringify({
    title: 'Small',
    resources,
    wacz_version: '1.1.1',
    ...change,
  });
  return wacz([
    ...Object.entries(files).map(([name, content]) => ({ name, content, method: 8 })),
    { name: 'datapackage.json', content: datapackage, method: 8 },
    ...more,
  ]);
}

async function results(source: ByteSource): Promise<Record<string, string>> {
  const checks = await collect((await openWacz(source)).verify());
  return Object.fromEntries(checks.map(({ path, result }) => [path, result]));
}

describe('openWacz', () => {
  it('gives archives and indexes by name, stored or deflated', async () => {
    const open = await openWacz(
      wacz([
        { name: 'archive/', content: '' },
        { name: 'archive/b.warc', content: WARC, method: 8 },
        { name: 'archive/a.warc.gz', content: 'gzip bytes' },
        { name: 'archive/notes.txt', content: 'not an archive' },
        { name: 'indexes/index.idx', content: 'lines', method: 8 },
        { name: 'other/c.warc', content: WARC },
      ]),
    );
    expect(open.archives().map(({ name }) => name)).toEqual([
      'crawl.wacz#archive/a.warc.gz',
      'crawl.wacz#archive/b.warc',
    ]);
    const [stored, deflated] = await Promise.all(open.archives().map((member) => member.open()));
    expect(await textOf(stored!)).toBe('gzip bytes');
    expect(await textOf(deflated!)).toBe(WARC);
    expect(open.indexes().map(({ path, size }) => [path, size])).toEqual([
      ['indexes/index.idx', 5],
    ]);
    expect(await open.datapackage()).toBeUndefined();
    await open.close();
  });

  it('refuses a zip without archives', async () => {
    const opening = openWacz(wacz([{ name: 'a.txt', content: 'x' }]));
    await expect(opening).rejects.toMatchObject({ code: 'WACZ_INVALID' });
  });

  it('keeps other archives when one cannot be opened', async () => {
    const open = await openWacz(
      wacz([
        { name: 'archive/a.warc', content: WARC, flags: 1 },
        { name: 'archive/b.warc', content: WARC },
      ]),
    );
    const [bad, good] = open.archives();
    await expect(bad!.open()).rejects.toMatchObject({ code: 'WACZ_INVALID' });
    expect(await textOf(await good!.open())).toBe(WARC);
  });
});

describe('pages', () => {
  const listed = async (pages: string, more: readonly ZipPart[] = []) => {
    const parts = [{ name: 'archive/a.warc', content: WARC }, ...more];
    const open = await openWacz(
      wacz([...parts, { name: 'pages/pages.jsonl', content: pages, method: 8 }]),
    );
    return collect(open.pages());
  };

  it('are read from both lists, with times in any form', async () => {
    const extra =
      '{"format":"json-pages-1.0","id":"extra"}\n{"url":"http://c/","ts":1642532409000}';
    const pages = await listed(
      [
        '{"format": "json-pages-1.0", "id": "pages", "title": "All Pages"}',
        '{"id":"1","url":"http://a/","ts":"2022-01-18T19:00:09.5Z","title":"A","text":"words"}',
        '',
        '{"url":"http://b/","ts":"20220118190009","title":null}\r',
      ].join('\n'),
      [{ name: 'pages/extraPages.jsonl', content: extra }],
    );
    const ts = '20220118190009';
    expect(pages).toEqual([
      { kind: 'page', id: '1', url: 'http://a/', ts, title: 'A', text: 'words' },
      { kind: 'page', id: '', url: 'http://b/', ts, title: '' },
      { kind: 'page', id: '', url: 'http://c/', ts, title: '' },
    ]);
  });

  it('that are none are told by line and reason', async () => {
    const long = `{"url":"${'x'.repeat(17 << 20)}"}`;
    const lines = ['{"format":"x"}', 'not json', '[1]', '{"title":"no url"}', long, '{"url":"u"}'];
    const pages = await listed(lines.join('\n'));
    const file = 'crawl.wacz#pages/pages.jsonl';
    expect(pages).toEqual([
      { kind: 'rejected', file, line: 2, reason: 'not a JSON object' },
      { kind: 'rejected', file, line: 3, reason: 'not a JSON object' },
      { kind: 'rejected', file, line: 4, reason: 'no url' },
      { kind: 'rejected', file, line: 5, reason: 'the line is too long' },
      { kind: 'page', id: '', url: 'u', ts: undefined, title: '' },
    ]);
  });

  it('end with a rejection when the list cannot be read on', async () => {
    const spoilt = { name: 'pages/pages.jsonl', content: '{"url":"u"}\n', method: 8, crc32: 1 };
    const open = await openWacz(wacz([{ name: 'archive/a.warc', content: WARC }, spoilt]));
    const kinds = (await collect(open.pages())).map(({ kind }) => kind);
    expect(kinds).toEqual(['page', 'rejected']);
  });
});

describe('verify', () => {
  it('finds nothing wrong with a sound file', async () => {
    expect(new Set(Object.values(await results(described())))).toEqual(new Set(['ok']));
  });

  it('tells what is missing, changed, unknown or not listed', async () => {
    const resources = [
      { path: 'archive/a.warc', hash: sha256('other'), bytes: WARC.length },
      { path: 'pages/pages.jsonl', bytes: 3 },
      { path: 'indexes/gone.cdx' },
      { path: 'odd', hash: 'sha224:00' },
    ];
    const more = ['odd', 'extra'].map((name) => ({ name, content: 'x' }));
    expect(await results(described({ resources }, more))).toEqual({
      'archive/a.warc': 'wrong-hash',
      'pages/pages.jsonl': 'wrong-size',
      'indexes/gone.cdx': 'missing',
      odd: 'unchecked',
      extra: 'unlisted',
    });
  });

  it('checks MD5 and the layout of WACZ 1.0', async () => {
    const md5 = createHash('md5').update(WARC).digest('hex');
    const stats = { hash: md5, bytes: WARC.length };
    const resources = [{ path: 'archive/a.warc', stats, hashing: 'md5' }];
    expect(await results(described({ resources }))).toMatchObject({ 'archive/a.warc': 'ok' });
  });

  it('checks the description itself by its digest', async () => {
    const digest = JSON.stringify({ path: 'datapackage.json', hash: sha256('another') });
    const source = described({}, [{ name: 'datapackage-digest.json', content: digest }]);
    expect(await results(source)).toMatchObject({ 'datapackage.json': 'wrong-hash' });
  });

  it('says when the description is missing or makes no sense', async () => {
    const none = await openWacz(wacz([{ name: 'archive/a.warc', content: WARC }]));
    expect(await collect(none.verify())).toMatchObject([{ result: 'missing' }]);
    const bad = await openWacz(described({ resources: [{ path: 7 }] }));
    expect(await collect(bad.verify())).toMatchObject([{ result: 'unreadable' }]);
    await expect(bad.datapackage()).rejects.toThrow('/resources/0/path must be string');
  });
});

describe('names of members', () => {
  it('come apart at the last place a member can start', () => {
    for (const file of ['a.wacz', 'http://h/a.wacz?x#y', 's3://b/x#archive/a.wacz']) {
      const name = toMemberName(file, 'archive/b#1.warc.gz');
      expect(splitMemberName(name)).toEqual({ wacz: file, path: 'archive/b#1.warc.gz' });
    }
    expect(splitMemberName('crawl#1.warc.gz')).toBeUndefined();
  });
});

const isHere = existsSync(DATA);
if (!isHere && CI === 'true') throw new Error(`${DATA} is missing`);

describe.skipIf(!isHere)('WACZ files of another tool (skipped where the data is missing)', () => {
  it('are read and found sound', async () => {
    for (const name of ['valid_example_1', 'valid_example_2', 'valid_signed_example_1']) {
      const open = await openWacz(openFile(join(DATA, `${name}.wacz`)));
      const checks = await collect(open.verify());
      expect(checks.filter(({ result }) => result !== 'ok')).toEqual([]);
      expect(checks.length).toBeGreaterThanOrEqual(4);
      expect(open.indexes().map(({ path }) => path)).toEqual([
        'indexes/index.cdx.gz',
        'indexes/index.idx',
      ]);
      const pages = await collect(open.pages());
      expect(pages).toMatchObject([{ kind: 'page', title: 'Example Domain' }]);
      await open.close();
    }
  });

  it('hold the same bytes as the archive they were made of', async () => {
    const open = await openWacz(openFile(join(DATA, 'valid_example_1.wacz')));
    expect(await open.datapackage()).toMatchObject({
      title: 'Example Collection',
      version: '1.0.0',
    });
    const member = await open.archives()[0]!.open();
    const original = readFileSync(join(DATA, 'example-collection.warc'));
    expect(await textOf(member)).toBe(original.toString());
    expect(member.readSync).toBeDefined();
    await open.close();
  });

  it('are refused when they hold no archive', async () => {
    const opening = openWacz(openFile(join(DATA, 'invalid_example_1.wacz')));
    await expect(opening).rejects.toMatchObject({ code: 'WACZ_INVALID' });
  });
});
