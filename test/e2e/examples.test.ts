// Every example runs, and gives what paper 002 section 5.4 prints.
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { gzipEach, httpResponse, warcRecord } from '../fixtures/archives.ts';
import { type CliFolder, openCliFolder } from './run-cli.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const PAGE =
  '<html><head><title>The World Wide Web</title></head><body>All of the internet since 1969 and 2016</body></html>';

let folder: CliFolder;
const at = (name: string) => join(folder.path, name);

beforeAll(async () => {
  folder = await openCliFolder();
  await folder.write('archive.warc.gz', makeArchive());
  await folder.run(['cdx', 'archive.warc.gz', '--format', 'cdx11', '--out', 'archive.cdx']);
});
afterAll(() => folder[Symbol.asyncDispose]());

/** Runs an example as the README says. */
async function run(name: string, ...args: string[]): Promise<string> {
  const command = [
    join(ROOT, 'node_modules/tsx/dist/cli.mjs'),
    join(ROOT, 'examples', name),
    ...args,
  ];
  const { stdout } = await promisify(execFile)(process.execPath, command, { cwd: ROOT });
  return stdout;
}

/** The page of the paper's example, a page without the word, and an answer that is no page. */
function makeArchive(): Buffer {
  const url = 'http://example.com/jcdl';
  const page = (body: string) => httpResponse({ body });
  return gzipEach([
    warcRecord({ url, date: '2016-01-17T11:32:53Z', block: page(PAGE) }),
    warcRecord({
      url: 'http://example.com/other',
      date: '2015-12-17T00:00:00Z',
      block: page('<title>other</title>'),
    }),
    warcRecord({
      url: 'http://example.com/lost',
      date: '2016-01-18T00:00:00Z',
      block: httpResponse({ status: 'HTTP/1.1 404 Not Found', body: 'internet' }),
    }),
  ]);
}

const RECORD = {
  surtUrl: 'com,example)/jcdl',
  timestamp: '2016-01-17T11:32:53Z',
  originalUrl: 'http://example.com/jcdl',
  mime: 'text/html',
  status: 200,
  digest: expect.stringMatching(/^[A-Z2-7]{32}$/),
  redirectUrl: '-',
  meta: '-',
};

it('prints a record before anything is derived', async () => {
  expect(
    JSON.parse(await run('index-line-as-json.ts', at('archive.warc.gz'), at('archive.cdx'))),
  ).toEqual({ record: RECORD });
});

it('saves pages that contain a word, with what was asked for', async () => {
  const out = at('results.json.gz');
  expect(
    await run('pages-with-a-word.ts', at('archive.warc.gz'), at('archive.cdx'), 'internet', out),
  ).toBe('1 pages contain internet\n');
  expect(JSON.parse(gunzipSync(await readFile(out)).toString())).toEqual([
    {
      record: RECORD,
      recordHeader: expect.objectContaining({ 'warc-target-uri': 'http://example.com/jcdl' }),
      httpHeader: expect.objectContaining({ 'content-type': 'text/html' }),
      payload: { _: `bytes(length: ${PAGE.length})`, string: PAGE },
    },
  ]);
});

it('puts a value that others are derived from under the underscore', async () => {
  const out = at('lengths.json');
  const sum = await run('string-lengths.ts', at('archive.warc.gz'), out);
  const saved: { record: object; payload: { string: { length: number } } }[] = JSON.parse(
    await readFile(out, 'utf8'),
  );
  expect(saved[0]).toEqual({
    record: RECORD,
    payload: { string: { _: PAGE, length: PAGE.length } },
  });
  expect(Number(sum)).toBe(saved.reduce((total, { payload }) => total + payload.string.length, 0));
});

it('derives with a function of one\u2019s own', async () => {
  const out = at('years.jsonl');
  await run('own-enrichment.ts', at('archive.warc.gz'), out);
  const lines = (await readFile(out, 'utf8'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines).toEqual([{ record: RECORD, payload: { string: { first: 1969, last: 2016 } } }]);
});

it('derives names of titles, five steps deep', async () => {
  const out = at('entities.jsonl');
  await run('entities-of-titles.ts', at('archive.warc.gz'), out);
  const [first] = (await readFile(out, 'utf8'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const entities = [{ text: 'The World Wide Web', type: 'NAME', count: 1 }];
  expect(first).toEqual({ record: RECORD, payload: { string: { html: { title: { entities } } } } });
});

it('takes the latest of a month', async () => {
  const out = at('latest.csv');
  const told = await run('latest-of-a-month.ts', at('archive.warc.gz'), '201601', out);
  expect(told).toMatch(/^1 captures, at most \d+ bytes to be read\n$/);
  expect(await readFile(out, 'utf8')).toBe(
    'url,time,title\r\nhttp://example.com/jcdl,2016-01-17T11:32:53Z,The World Wide Web\r\n',
  );
});

it('counts images of the demo by year, as the tutorial says', async () => {
  const printed = await run('images-per-year.ts', join(ROOT, 'demo/archives'));
  const tutorial = await readFile(join(ROOT, 'docs/tutorial-corpus.md'), 'utf8');
  const [, shown = ''] = /```console\n([\s\S]*?)```/.exec(tutorial) ?? [];
  expect(shown.length).toBeGreaterThan(100);
  expect(printed.startsWith(shown)).toBe(true);
  const program = await readFile(join(ROOT, 'examples/images-per-year.ts'), 'utf8');
  const [, code = ''] = /```ts\n([\s\S]*?)```/.exec(tutorial) ?? [];
  expect(program.endsWith(code)).toBe(true);
  expect(code.split('\n').length).toBeLessThan(30);
});
