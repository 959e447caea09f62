// The standard derivatives of small archives, whole and after an interruption.
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { gzipEach, httpResponse, warcRecord } from '../../../test/fixtures/archives.ts';
import { type Corpus, openCorpus, readManifest, saveDerivatives } from '../corpus.ts';
import { DERIVATIVE_CAPTURES } from './derivatives.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pinakes-test-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const place = (name: string) => join(folder, name);
const read = (name: string) => readFileSync(place(name), 'utf8');

function answer(url: string, body: string | Buffer, type: string, date?: string): Buffer {
  const head = `HTTP/1.1 200 OK\r\nContent-Type: ${type}\r\n\r\n`;
  const block = Buffer.concat([Buffer.from(head), Buffer.from(body)]);
  return warcRecord({ url, block, ...(date !== undefined && { date }) });
}

function linksTo(...urls: readonly string[]): string {
  return `<html><body><p>Text</p>${urls.map((url) => `<a href="${url}">to</a> `).join('')}</body></html>`;
}

async function derive(
  archive: string,
  out: string,
  options: { isCompressed?: boolean; checkpointMs?: number; signal?: AbortSignal } = {},
  onProgress?: () => void,
) {
  const { signal, ...rest } = options;
  const opened = await openCorpus([place(archive)], { workers: 0, signal, onProgress });
  try {
    const corpus: Corpus = opened.where(DERIVATIVE_CAPTURES);
    return await saveDerivatives(corpus, place(out), rest);
  } finally {
    await opened.close();
  }
}

it('counts domains, joins them by links, and lists files by what their bytes are', async () => {
  writeFileSync(
    place('a.warc.gz'),
    gzipEach([
      answer(
        'http://www.a.example/',
        linksTo('http://b.example/', 'https://www.b.example/2'),
        'text/html',
      ),
      answer(
        'http://a.example/2',
        linksTo('http://b.example/'),
        'text/html',
        '2011-01-01T00:00:00Z',
      ),
      answer('http://b.example/', linksTo('/in'), 'text/html'),
      answer('http://b.example/paper', '%PDF-1.4', 'application/octet-stream'),
      // Declared as a page, and none: it counts for no domain.
      answer('http://a.example/song', Buffer.from('ID3\x03\0\x01\x02', 'latin1'), 'text/html'),
      warcRecord({
        url: 'http://a.example/gone',
        block: httpResponse({
          status: 'HTTP/1.1 404 Not Found',
          body: linksTo('http://c.example/'),
        }),
      }),
    ]),
  );
  const report = await derive('a.warc.gz', 'out');
  expect(read('out/domain-frequency.csv')).toBe('domain,count\r\na.example,2\r\nb.example,1\r\n');
  expect(read('out/domain-graph.csv').split('\r\n')).toEqual([
    'crawl_date,src_domain,dest_domain,count',
    '20100506,a.example,b.example,2',
    '20100506,b.example,b.example,1',
    '20110101,a.example,b.example,1',
    '',
  ]);
  expect(read('out/domain-graph.gexf')).toContain(
    '<edge id="0" source="a.example" target="b.example" weight="3"/>',
  );
  expect(read('out/domain-graph.graphml').match(/<node /g)).toHaveLength(2);
  expect(read('out/pdf-information.csv').split('\r\n')[1]).toContain(
    'http://b.example/paper,paper,pdf,application/octet-stream,application/pdf,',
  );
  expect(read('out/audio-information.csv')).toContain('song,mp3,text/html,audio/mpeg');
  expect(report.tables).toMatchObject({
    'web-pages': 3,
    'pdf-information': 1,
    'video-information': 0,
  });
  const { outputs } = await readManifest(report.manifest);
  expect(outputs.map(({ path }) => path).sort()).toEqual(
    readdirSync(place('out'))
      .filter((name) => !name.endsWith('.manifest.json'))
      .sort(),
  );
});

it('goes on after an interruption and gives the same bytes', async () => {
  const pages = Array.from({ length: 150 }, (_, at) =>
    answer(
      `http://h${at % 7}.example/${at}`,
      linksTo(`http://h${(at * 3) % 11}.example/`),
      'text/html',
    ),
  );
  writeFileSync(place('a.warc.gz'), gzipEach(pages));
  const stop = new AbortController();
  const interrupted = derive('a.warc.gz', 'cut', { checkpointMs: 0, signal: stop.signal }, () =>
    stop.abort(),
  );
  await expect(interrupted).rejects.toThrow();
  expect(readdirSync(place('cut'))).toContain('web-pages.csv.checkpoint');
  const report = await derive('a.warc.gz', 'cut');
  await derive('a.warc.gz', 'whole');
  // The first batch was not read again, and the counts are those of all.
  expect(report.tables['web-pages']).toBe(150);
  expect(report.archives.records).toBe(150);
  const names = readdirSync(place('whole')).filter((name) => !name.endsWith('.manifest.json'));
  expect(readdirSync(place('cut')).sort()).toEqual(readdirSync(place('whole')).sort());
  for (const name of names) expect(read(`cut/${name}`)).toBe(read(`whole/${name}`));
});

it('compresses tables where asked, and never graphs', async () => {
  writeFileSync(
    place('a.warc.gz'),
    gzipEach([answer('http://a.example/', linksTo('/x'), 'text/html')]),
  );
  await derive('a.warc.gz', 'out', { isCompressed: true });
  const table = gunzipSync(readFileSync(place('out/domain-frequency.csv.gz')));
  expect(table.toString()).toBe('domain,count\r\na.example,1\r\n');
  expect(read('out/domain-graph.gexf')).toContain('a.example');
});

it('refuses to write an empty folder of what cannot be read', async () => {
  writeFileSync(place('a.warc.gz'), 'no archive');
  await expect(derive('a.warc.gz', 'out')).rejects.toMatchObject({ code: 'SOURCE_UNREADABLE' });
  expect(readdirSync(place('out')).filter((name) => name.endsWith('.csv'))).toEqual([]);
});
