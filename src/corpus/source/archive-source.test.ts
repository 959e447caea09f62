// Archives without an index: one is made, kept where wanted, and never trusted when it is stale.
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  gzipEach,
  httpResponse,
  someRecords,
  warcRecord,
} from '../../../test/fixtures/archives.ts';
import { buildZip } from '../../../test/fixtures/zip-builder.ts';
import { openArchive, openInput, RecordAccess } from '../../archive/archive.ts';
import { parseWhere } from '../where/where.ts';
import { openArchiveSource } from './archive-source.ts';
import type { CaptureSource, CorpusLoss } from './capture-source.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pinakes-test-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const place = (name: string) => join(folder, name);

function write(name: string, content: string | Buffer): string {
  mkdirSync(join(place(name), '..'), { recursive: true });
  writeFileSync(place(name), content);
  // Files of a test are young; indexes must be younger than their archives.
  utimesSync(place(name), new Date(2020, 0, 1), new Date(2020, 0, 1));
  return place(name);
}

async function urlsIn(source: CaptureSource, text = '', losses: CorpusLoss[] = []) {
  const urls: string[] = [];
  const options = { onLoss: (loss: CorpusLoss) => losses.push(loss) };
  for await (const { captures } of source.captures(parseWhere(text), options)) {
    for (const { url } of captures) urls.push(url);
  }
  return urls;
}

const page = (url: string) => warcRecord({ url });

describe('archives', () => {
  it('tell where redirects lead, and what robots may not do', async () => {
    const head = 'HTTP/1.1 302 Found\r\nLocation: /new\r\nX-Robots-Tag: noarchive\r\n\r\n';
    write('a.warc', warcRecord({ url: 'http://a.example/old', block: Buffer.from(head) }));
    const source = await openArchiveSource([place('a.warc')], { workers: 0 });
    for await (const { captures } of source.captures(parseWhere('redirect!=-'))) {
      expect(captures).toMatchObject([{ redirect: 'http://a.example/new', meta: 'A' }]);
    }
    expect(await urlsIn(source, 'redirect=http://a.example/new')).toEqual(['http://a.example/old']);
    await source.close();
  });

  it('are indexed when captures are wanted, and records are where the index says', async () => {
    write('b/two.warc.gz', gzipEach([page('http://b.example/'), page('http://a.example/2')]));
    write('a/one.warc', page('http://a.example/1'));
    const read: string[] = [];
    const source = await openArchiveSource([folder], {
      workers: 0,
      onProgress: ({ file }) => read.push(file),
    });
    expect(read).toEqual([]);
    expect(source.inputs.map(({ name, bytes }) => [name, bytes])).toEqual([
      [place('a/one.warc'), statSync(place('a/one.warc')).size],
      [place('b/two.warc.gz'), statSync(place('b/two.warc.gz')).size],
    ]);
    expect(source.explain(undefined).text).toContain('makes an index of 2 archives');
    expect(await urlsIn(source)).toEqual([
      'http://a.example/1',
      'http://a.example/2',
      'http://b.example/',
    ]);
    expect(new Set(read)).toEqual(new Set([place('a/one.warc'), place('b/two.warc.gz')]));
    for await (const { captures } of source.captures(parseWhere('host=b.example'))) {
      for (const { file, offset, url } of captures) {
        const reader = await openArchive(source.locate(file) ?? '', { startOffset: offset });
        expect(reader.next()?.url).toBe(url);
        await reader.close();
      }
    }
    await source.close();
  });

  it('with the same last part are told apart', async () => {
    write('a/x.warc', page('http://a.example/'));
    write('b/x.warc', page('http://b.example/'));
    const source = await openArchiveSource([folder], { workers: 0 });
    for await (const { captures } of source.captures(undefined)) {
      const places = captures.map(({ url, file }) => [url, source.locate(file)]);
      expect(places).toEqual([
        ['http://a.example/', place('a/x.warc')],
        ['http://b.example/', place('b/x.warc')],
      ]);
    }
    await source.close();
  });

  it('that are damaged or no archives are losses, each time captures are read', async () => {
    const records = gzipEach(someRecords(3));
    write('cut.warc.gz', records.subarray(0, records.length - 20));
    write('none.warc', 'nothing like an archive\n'.repeat(100));
    const source = await openArchiveSource([folder], { workers: 0 });
    for (let round = 0; round < 2; round++) {
      const losses: CorpusLoss[] = [];
      // The one that is cut is used as far as it goes.
      expect(await urlsIn(source, '', losses)).toHaveLength(3);
      expect(losses.map(({ kind, file }) => `${kind} ${file.replace(`${folder}/`, '')}`)).toEqual(
        expect.arrayContaining(['archive cut.warc.gz', 'archive none.warc']),
      );
    }
    await source.close();
  });
});

describe('a kept index', () => {
  const open = () => openArchiveSource([folder], { workers: 0, keepIndex: true });
  const reads = async () => {
    let records = 0;
    const source = await openArchiveSource([folder], {
      workers: 0,
      keepIndex: true,
      onProgress: (progress) => {
        records += progress.records;
      },
    });
    const losses: CorpusLoss[] = [];
    const urls = await urlsIn(source, '', losses);
    await source.close();
    return { urls, records, losses };
  };

  it('is written beside the archives and used again', async () => {
    write('a.warc', page('http://a.example/'));
    write('sub/b.warc', page('http://b.example/'));
    expect(await reads()).toMatchObject({ records: 2 });
    expect(readFileSync(place('index.cdxj'), 'utf8')).toMatch(
      /^!pinakes-index 0.*\nexample,a\)\/ .*"filename": "a\.warc".*\nexample,b\)\/ .*\n$/,
    );
    expect(await reads()).toEqual({
      urls: ['http://a.example/', 'http://b.example/'],
      records: 0,
      losses: [],
    });
  });

  it('of one archive is named after it', async () => {
    const archive = write('a.warc', page('http://a.example/'));
    const source = await openArchiveSource([archive], { workers: 0, keepIndex: true });
    expect(await urlsIn(source)).toEqual(['http://a.example/']);
    await source.close();
    expect(existsSync(place('a.warc.cdxj'))).toBe(true);
    expect(existsSync(place('index.cdxj'))).toBe(false);
  });

  it.each([
    ['an archive grew', () => appendFileSync(place('a.warc'), page('http://c.example/'))],
    ['an archive came', () => write('c.warc', page('http://c.example/'))],
    ['an archive went', () => rmSync(place('sub/b.warc'))],
    [
      'an archive was replaced by one as long',
      () => {
        writeFileSync(place('a.warc'), page('http://x.example/'));
        utimesSync(place('a.warc'), new Date(2021, 0, 1), new Date(2021, 0, 1));
      },
    ],
    [
      'it was cut',
      () => truncateSync(place('index.cdxj'), statSync(place('index.cdxj')).size - 10),
    ],
    [
      'it was made by somebody else',
      () => writeFileSync(place('index.cdxj'), 'example,z)/ 2011 {}\n'),
    ],
    [
      'it is older than an archive',
      () => utimesSync(place('index.cdxj'), new Date(2019, 0), new Date(2019, 0)),
    ],
    [
      'its notes are damaged',
      () => {
        const text = readFileSync(place('index.cdxj'), 'utf8');
        writeFileSync(place('index.cdxj'), text.replace('"archives"', '"archivez"'));
      },
    ],
  ])('is made again when %s', async (_, change) => {
    write('a.warc', page('http://a.example/'));
    write('sub/b.warc', page('http://b.example/'));
    await reads();
    change();
    const again = await reads();
    expect(again.records).toBeGreaterThan(0);
    expect(again.urls).not.toContain('http://z.example/');
    expect(await reads()).toMatchObject({ urls: again.urls, records: 0 });
  });

  it('of archives with the same last part is of their paths', async () => {
    write('a/x.warc', page('http://a.example/'));
    write('b/x.warc', page('http://b.example/'));
    await reads();
    const other = join(folder, '.', 'a', '..'); // the same folder in the same spelling
    const source = await openArchiveSource([other], { workers: 0, keepIndex: true });
    for await (const { captures } of source.captures(undefined)) {
      expect(captures.map(({ file }) => source.locate(file))).toEqual([
        place('a/x.warc'),
        place('b/x.warc'),
      ]);
    }
    await source.close();
    expect((await reads()).records).toBe(0);
  });

  it('remembers what could not be read', async () => {
    const records = gzipEach(someRecords(3));
    write('cut.warc.gz', records.subarray(0, records.length - 20));
    const first = await reads();
    expect(first.losses).toHaveLength(1);
    expect(await reads()).toEqual({ ...first, records: 0 });
  });

  it('that cannot be written is an error with its name', async () => {
    write('a.warc', page('http://a.example/'));
    mkdirSync(place('index.cdxj'));
    const source = await open();
    await expect(urlsIn(source)).rejects.toMatchObject({ code: 'OUTPUT_UNWRITABLE' });
    await source.close();
  });
});

describe('a WACZ', () => {
  const warc = gzipEach([page('http://a.example/'), page('http://b.example/')]);
  const line = (key: string, url: string, offset: number, file = 'data.warc.gz') =>
    `${key} 20100506070809 {"url": "${url}", "mime": "text/html", "status": "200", "offset": "${offset}", "filename": "${file}"}\n`;
  const wacz = (name: string, indexes: Readonly<Record<string, string>>) =>
    write(
      name,
      buildZip([
        { name: 'archive/data.warc.gz', content: warc },
        ...Object.entries(indexes).map(([path, content]) => ({ name: `indexes/${path}`, content })),
      ]),
    );
  const readRecords = async (paths: readonly string[]) => {
    let records = 0;
    const source = await openArchiveSource(paths, {
      workers: 0,
      onProgress: (progress) => {
        records += progress.records;
      },
    });
    const found: string[] = [];
    for await (const { captures } of source.captures(undefined)) {
      for (const { url, file, offset } of captures) {
        const input = await openInput(source.locate(file) ?? '');
        const record = (await RecordAccess.open(input)).readAt({ offset });
        found.push(`${url} ${record.url} ${file.replace(`${folder}/`, '')}`);
        await input.close();
      }
    }
    const files = await urlsIn(source, 'file=data.warc.gz');
    await source.close();
    return { records, found, files: files.length };
  };

  it('brings its own index', async () => {
    const second = gzipEach([page('http://a.example/')]).length;
    const index =
      line('example,a)/', 'http://a.example/', 0) +
      line('example,b)/', 'http://b.example/', second);
    const one = wacz('one.wacz', { 'index.cdxj': index });
    const two = wacz('two.wacz', { 'index.cdxj': index });
    expect(await readRecords([one, two])).toEqual({
      records: 0,
      found: [
        'http://a.example/ http://a.example/ one.wacz#archive/data.warc.gz',
        'http://a.example/ http://a.example/ two.wacz#archive/data.warc.gz',
        'http://b.example/ http://b.example/ one.wacz#archive/data.warc.gz',
        'http://b.example/ http://b.example/ two.wacz#archive/data.warc.gz',
      ],
      files: 4,
    });
  });

  it.each([
    ['there is none', {}],
    [
      'it names other files',
      { 'index.cdxj': line('example,z)/', 'http://z.example/', 0, 'z.warc') },
    ],
    [
      'it has lines that cannot be read',
      { 'index.cdxj': `${line('example,a)/', 'http://a.example/', 0)}x\n` },
    ],
    ['it is empty', { 'index.cdxj': '' }],
  ])('is indexed like others when %s', async (_, indexes) => {
    const result = await readRecords([wacz('one.wacz', indexes)]);
    expect(result.records).toBe(2);
    expect(result.found.map((text) => text.split(' ')[1])).toEqual([
      'http://a.example/',
      'http://b.example/',
    ]);
  });
});

it('gives nothing for a response that is none', async () => {
  write('a.warc', warcRecord({ type: 'request', block: httpResponse({}) }));
  const source = await openArchiveSource([folder], { workers: 0 });
  expect(await urlsIn(source)).toEqual([]);
  await source.close();
});
