// `pinakes cdx`: formats, outputs, workers, kinds of input, damage.

import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, relative, resolve } from 'node:path';
import { formatCdxLine, parseCdxHeader, parseCdxLine } from 'pinakes/archive';
import { expect, it } from 'vitest';
import {
  arcRecord,
  gzipEach,
  httpResponse,
  someRecords,
  warcRecord,
} from '../fixtures/archives.ts';
import { describeWithRealData, realDataPath } from '../fixtures/real-data.ts';
import { buildWacz, indexedArchive } from '../fixtures/wacz-builder.ts';
import { buildZip } from '../fixtures/zip-builder.ts';
import { type CliFolder, openCliFolder } from './run-cli.ts';

/** URLs whose keys sort otherwise as text of a language than as bytes. */
const URLS = [
  'http://b.example/',
  'http://a.example/Z',
  'http://a.example/a_b',
  'http://a.example/a-b',
];
const OTHER_URLS = [
  'http://ä.example/é',
  'http://a.example/~x?b=1&a=2',
  'http://a.example/%7Ey',
  'urn:uuid:1',
];

/** Two archives: one plain, one compressed. */
async function writeArchives(folder: CliFolder): Promise<void> {
  await folder.write('crawl/one.warc', Buffer.concat(URLS.map((url) => warcRecord({ url }))));
  await folder.write('crawl/two.warc.gz', gzipEach(OTHER_URLS.map((url) => warcRecord({ url }))));
}

/** Indexes in one thread, which starts fastest. */
function index(folder: CliFolder, ...args: readonly string[]) {
  return folder.run(['cdx', '--workers', '0', ...args]);
}

const linesOf = (text: string) => text.split('\n').slice(0, -1);

it('takes inputs from a list, and tells by number which lines name nothing', async () => {
  await using folder = await openCliFolder();
  await writeArchives(folder);
  const whole = await index(folder, 'crawl');
  await folder.write('list.txt', '# our crawls\ncrawl/one.warc\n\ncrawl/*.warc.gz\r\n');
  expect(await index(folder, '--files-from', 'list.txt')).toMatchObject({
    stdout: whole.stdout,
    code: 0,
  });
  const listed = await folder.run(
    ['cdx', '--workers', '0', 'crawl/one.warc', '--files-from', '-'],
    {
      stdin: 'crawl/gone.warc\ncrawl/two.warc.gz\n',
    },
  );
  expect(listed).toMatchObject({ stdout: whole.stdout, code: 3 });
  expect(listed.stderr).toContain('Line 1 of the standard input is passed over');
  expect(await index(folder, '--files-from', 'no-list.txt')).toMatchObject({ code: 2 });
  expect((await index(folder)).stderr).toContain('PATH is missing');
});

it('writes the same lines to the standard output and to a file, whatever the workers', async () => {
  await using folder = await openCliFolder();
  await writeArchives(folder);
  const { stdout, code } = await folder.run(['cdx', 'crawl']);
  expect(code).toBe(0);
  expect(linesOf(stdout)).toHaveLength(URLS.length + OTHER_URLS.length);
  for (const workers of ['0', '2']) {
    expect((await folder.run(['cdx', 'crawl', '--workers', workers])).stdout).toBe(stdout);
  }
  const out = join(folder.path, 'index.cdxj');
  expect(await folder.run(['cdx', 'crawl', '--out', 'index.cdxj'])).toMatchObject({
    stdout: '',
    code: 0,
  });
  expect(await readFile(out, 'utf8')).toBe(stdout);
});

it('says the same in every format, sorted by bytes', async () => {
  await using folder = await openCliFolder();
  await writeArchives(folder);
  const run = async (...flags: readonly string[]) =>
    linesOf((await index(folder, 'crawl', ...flags)).stdout);
  const entries = (await run('--json')).map((line) => JSON.parse(line));
  expect(entries[0]).toMatchObject({ surt: 'example,a)/a-b', status: 200, file: 'one.warc' });
  for (const format of ['cdxj', 'cdx11', 'cdx9'] as const) {
    const lines = await run('--format', format);
    expect(lines).toEqual(
      [...lines].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))),
    );
    const captures = lines.filter((line) => parseCdxHeader(line) === undefined);
    expect(captures.length).toBe(format === 'cdxj' ? lines.length : lines.length - 1);
    expect(captures).toEqual(entries.map((entry) => formatCdxLine(entry, format)));
  }
});

it('reports on the file it wrote as JSON, and replaces a file only when told to', async () => {
  await using folder = await openCliFolder();
  await writeArchives(folder);
  const out = await folder.write('index.cdx', 'old');
  const args = ['crawl', '--format', 'cdx9', '--out', 'index.cdx', '--json'];
  const refused = await index(folder, ...args);
  expect(refused).toMatchObject({ stdout: '', code: 2 });
  expect(JSON.parse(refused.stderr.trimEnd().split('\n').at(-1)!).error.code).toBe('OUTPUT_EXISTS');
  expect(await readFile(out, 'utf8')).toBe('old');
  const { stdout, code } = await index(folder, ...args, '--force');
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toEqual({
    out,
    files: 2,
    failedFiles: 0,
    records: 8,
    lines: 8,
    losses: 0,
    skippedBytes: 0,
  });
  expect(await readFile(out, 'utf8')).toMatch(/^ CDX N b a m s k r V g\n/);
});

it('indexes what stands around damage, says where it is and exits with 3', async () => {
  await using folder = await openCliFolder();
  const [first, second, third] = someRecords(3).map((record) => gzipEach([record]));
  const broken = Buffer.from(second!).fill(0, 40, 60);
  await folder.write('a.warc.gz', Buffer.concat([first!, broken, third!]));
  const { stdout, stderr, code } = await index(folder, 'a.warc.gz');
  expect(code).toBe(3);
  expect(offsetsOf(stdout)).toEqual([0, first!.length + broken.length]);
  expect(stderr).toContain(`a.warc.gz at offset ${first!.length}: a compressed member`);
});

it('writes where redirects lead and what robots may not do', async () => {
  await using folder = await openCliFolder();
  const block = httpResponse({
    status: 'HTTP/1.1 302 Found',
    headers: ['Location: ../to#x', 'X-Robots-Tag: noindex, nofollow'],
  });
  await folder.write('a.warc', warcRecord({ url: 'http://a.org/b/c', block }));
  const line = async (format: string) =>
    linesOf((await folder.run(['cdx', 'a.warc', '--format', format])).stdout).at(-1);
  expect(await line('cdx11')).toMatch(/ 302 \w{32} http:\/\/a\.org\/to#x IF \d+ 0 a\.warc$/);
  expect(await line('cdx9')).toContain(' http://a.org/to#x 0 a.warc');
  expect(await line('cdxj')).not.toContain('redirect');
});

it('makes requests part of keys where asked', async () => {
  await using folder = await openCliFolder();
  const [url, id] = ['http://a.org/f', '<urn:uuid:1>'];
  const answer = () => warcRecord({ url, fields: { 'WARC-Record-ID': id } });
  const post = (type: string, body: string) =>
    warcRecord({
      type: 'request',
      url,
      block: `POST /f HTTP/1.1\r\nContent-Type: ${type}\r\n\r\n${body}`,
      fields: { 'WARC-Record-ID': '<urn:uuid:2>', 'WARC-Concurrent-To': id },
    });
  const form = post('application/x-www-form-urlencoded', 'q=B%5B%5D+c&a=1');
  const keysOf = async (...records: Buffer[]) => {
    await folder.write('a.warc', Buffer.concat(records));
    const { stdout } = await folder.run(['cdx', 'a.warc', '--post-append']);
    return linesOf(stdout).map((line) => line.split(' ')[0]);
  };
  expect(await keysOf(answer(), form)).toEqual(['org,a)/f?__wb_method=post&a=1&q=b[]%20c']);
  expect(await keysOf(form, answer())).toEqual(['org,a)/f?__wb_method=post&a=1&q=b[]%20c']);
  const json = post('application/json', '{"a":{"b":[1,true]},"c":null}');
  expect(await keysOf(answer(), json)).toEqual(['org,a)/f?__wb_method=post&b=1&b.2_=true&c=none']);
  expect(await keysOf(answer(), post('text/x', 'hi'))).toEqual([
    'org,a)/f?__wb_method=post&__wb_post_data=agk=',
  ]);
  const get = warcRecord({ type: 'request', url, block: 'GET /f HTTP/1.1\r\n\r\n' });
  expect(await keysOf(answer(), get)).toEqual(['org,a)/f']);
});

it('lists a record that the end of the file cuts, and marks it', async () => {
  await using folder = await openCliFolder();
  const records = someRecords(2).map((record) => gzipEach([record]));
  await folder.write('a.warc.gz', Buffer.concat(records).subarray(0, -12));
  const { stdout, code } = await folder.run(['cdx', 'a.warc.gz', '--format', 'cdxj']);
  expect(code).toBe(3);
  const lines = linesOf(stdout);
  expect(lines).toHaveLength(2);
  expect(lines.filter((line) => line.includes('"damage": "truncated"'))).toHaveLength(1);
});

it('goes on with the other files when one cannot be read', async () => {
  await using folder = await openCliFolder();
  await folder.write('bad.wacz', 'PK\x03\x04 no zip');
  await folder.write('good.warc', Buffer.concat(someRecords(2)));
  const { stdout, stderr, code } = await folder.run(['cdx', 'bad.wacz', 'good.warc']);
  expect(code).toBe(3);
  expect(linesOf(stdout)).toHaveLength(2);
  expect(stderr).toContain('bad.wacz could not be read');
});

it('exits with 2 for a file that is not there, and with 1 when there is nothing to index', async () => {
  await using folder = await openCliFolder();
  const missing = await index(folder, 'missing.warc.gz');
  expect(missing).toMatchObject({ stdout: '', code: 2 });
  expect(missing.stderr).toContain('Nothing was found at missing.warc.gz');
  await folder.write('empty.warc', '');
  expect(await index(folder, 'empty.warc')).toMatchObject({ stdout: '', code: 1 });
});

it('names files by their names, or by their paths when asked to', async () => {
  await using folder = await openCliFolder();
  await folder.write('crawl/a.warc', Buffer.concat(someRecords(1)));
  const fileOf = async (...flags: readonly string[]) =>
    JSON.parse((await index(folder, 'crawl', '--json', ...flags)).stdout).file;
  expect(await fileOf()).toBe('a.warc');
  expect(await fileOf('--paths')).toMatch(/crawl\/a\.warc$/);
});

it('indexes ARC files and the archives inside a WACZ', async () => {
  await using folder = await openCliFolder();
  const response = 'HTTP/1.0 200 OK\r\nContent-Type: image/gif\r\n\r\nGIF89a';
  await folder.write('old.arc', arcRecord('http://a.example/', response));
  await folder.write(
    'new.wacz',
    buildZip([
      { name: 'archive/a.warc.gz', content: gzipEach(someRecords(2)) },
      { name: 'archive/b.warc', content: Buffer.concat(someRecords(1)), method: 8 },
      { name: 'datapackage.json', content: '{"resources":[]}' },
    ]),
  );
  const { stdout, code } = await index(folder, 'old.arc', 'new.wacz', '--json', '--paths');
  expect(code).toBe(0);
  const entries = linesOf(stdout).map((line) => JSON.parse(line));
  const files = entries.map(({ file }) => relative(folder.path, resolve(folder.path, file)));
  expect(files.sort()).toEqual([
    'new.wacz#archive/a.warc.gz',
    'new.wacz#archive/a.warc.gz',
    'new.wacz#archive/b.warc',
    'old.arc',
  ]);
  expect(entries.at(0)).toMatchObject({ url: 'http://a.example/', mime: 'image/gif', offset: 0 });
});

it('reads from a web server in ranges and gives the same lines as from the file', async () => {
  await using folder = await openCliFolder();
  const bytes = gzipEach(someRecords(50));
  await folder.write('a.warc.gz', bytes);
  await using server = await serve(bytes);
  const remote = await index(folder, server.url);
  expect(remote.code).toBe(0);
  const local = await index(folder, 'a.warc.gz');
  expect(remote.stdout.replaceAll(server.url, 'a.warc.gz')).toBe(local.stdout);
  expect(server.ranges.length).toBeGreaterThan(0);
});

it('takes the lines of the index in a WACZ when asked to and when they are right', async () => {
  await using folder = await openCliFolder();
  const { bytes, entries } = indexedArchive(3);
  const made = entries.map((entry) => ({ ...entry, extra: { referrer: 'http://example.org/' } }));
  const wrong = made.with(1, { ...made[1]!, offset: made[1]!.offset + 1 });
  await folder.write('right.wacz', buildWacz(bytes, made));
  await folder.write('wrong.wacz', buildWacz(bytes, wrong));
  await folder.write('none.wacz', buildWacz(bytes, undefined));
  const right = await index(folder, '--stored-index', 'right.wacz');
  expect(linesOf(right.stdout)).toHaveLength(3);
  expect(right.stdout).toContain('"referrer": "http://example.org/"');
  expect(right.stdout).toContain('"filename": "right.wacz#archive/data.warc.gz"');
  expect((await index(folder, 'right.wacz')).stdout).not.toContain('referrer');
  for (const name of ['wrong.wacz', 'none.wacz']) {
    const scanned = await index(folder, name);
    const fallen = await index(folder, '--stored-index', name);
    expect(fallen).toMatchObject({ stdout: scanned.stdout, code: 0 });
    expect(fallen.stderr).toContain(`${name}#archive/data.warc.gz is read through`);
  }
});

describeWithRealData('the index of WACZ files made by others', () => {
  it.each(['valid_example_1.wacz', 'valid_example_2.wacz', 'valid_signed_example_1.wacz'])(
    'points where ours does: %s',
    async (name) => {
      await using folder = await openCliFolder();
      const path = realDataPath('archives', 'wacz', name);
      const [ours, stored] = [
        await index(folder, path),
        await index(folder, '--stored-index', path),
      ];
      expect(stored.stderr).not.toContain('is read through');
      const places = (lines: string) =>
        linesOf(lines).map((line) => {
          const parsed = parseCdxLine(line);
          if (parsed.kind !== 'entry') return parsed;
          const { extra: _, ...entry } = parsed.entry;
          return entry;
        });
      expect(places(stored.stdout)).toEqual(places(ours.stdout));
    },
  );
});

function offsetsOf(lines: string): number[] {
  return linesOf(lines).map((line) => {
    const parsed = parseCdxLine(line);
    return parsed.kind === 'entry' ? parsed.entry.offset : -1;
  });
}

/** A web server with one file, on this machine. */
async function serve(bytes: Buffer) {
  const ranges: string[] = [];
  const server = createServer(({ headers, method }, response) => {
    const [, first, last] = /^bytes=(\d+)-(\d*)$/.exec(headers.range ?? '') ?? [];
    const start = Number(first ?? 0);
    const end = last ? Math.min(Number(last) + 1, bytes.length) : bytes.length;
    if (headers.range !== undefined) ranges.push(headers.range);
    response.writeHead(first === undefined ? 200 : 206, {
      'Accept-Ranges': 'bytes',
      'Content-Length': end - start,
      ...(first !== undefined && { 'Content-Range': `bytes ${start}-${end - 1}/${bytes.length}` }),
    });
    response.end(method === 'HEAD' ? undefined : bytes.subarray(start, end));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // a TCP server has no other kind of address
  return {
    url: `http://127.0.0.1:${port}/a.warc.gz`,
    ranges,
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => void server.close(() => resolve())),
  };
}
