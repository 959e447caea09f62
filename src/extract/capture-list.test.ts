import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { gzipEach, httpResponse, someRecords, warcRecord } from '../../test/fixtures/archives.ts';
import { describeWithRealData, realDataPath } from '../../test/fixtures/real-data.ts';
import { formatCdxLine, memorySource, openFile } from '../archive/archive.ts';
import type { Capture } from '../model/capture.ts';
import { type ExtractOptions, extractArchive } from './extract.ts';

async function capturesOf(bytes: Buffer, options: ExtractOptions = {}): Promise<Capture[]> {
  const captures: Capture[] = [];
  const source = memorySource(bytes, 'a.warc.gz');
  for await (const batch of extractArchive(source, { withCaptures: true, ...options })) {
    captures.push(...batch.captures);
  }
  return captures;
}

it('names every response, resource and revisit, pages or not', async () => {
  const records = [
    warcRecord({ type: 'warcinfo', fields: { 'WARC-Target-URI': undefined } }),
    warcRecord({ url: 'http://example.org/', fields: { 'WARC-Payload-Digest': 'sha1:ABC' } }),
    warcRecord({ type: 'request', block: 'GET / HTTP/1.1\r\n\r\n' }),
    warcRecord({
      url: 'http://example.org/gone',
      block: httpResponse({ status: 'HTTP/1.1 404 Not Found', body: 'gone' }),
    }),
    warcRecord({
      type: 'revisit',
      url: 'http://example.org/again',
      fields: { 'WARC-Payload-Digest': 'sha1:ABC' },
    }),
    warcRecord({
      type: 'resource',
      url: 'http://example.org/x.bin',
      block: 'x',
      fields: { 'Content-Type': 'application/x-thing' },
    }),
  ];
  const found = await capturesOf(gzipEach(records));
  const lines = found.map(({ url, mime, status, digest }) => [url, mime, status, digest].join(' '));
  expect(lines).toEqual([
    'http://example.org/ text/html 200 ABC',
    'http://example.org/gone text/html 404 ',
    'http://example.org/again warc/revisit 0 ABC',
    'http://example.org/x.bin application/x-thing 0 ',
  ]);
  expect(found.map(({ length }) => length)).toEqual(
    [1, 3, 4, 5].map((i) => gzipEach([records[i]!]).length),
  );
});

it('names each record once whatever the batches, and none unless asked', async () => {
  const bytes = gzipEach(someRecords(450));
  expect((await capturesOf(bytes)).length).toBe(450);
  expect(await capturesOf(bytes, { withCaptures: false })).toEqual([]);
});

it.each(['gzip', 'plain'])('names a record that the end of a %s file cuts', async (storage) => {
  const body = Array.from({ length: 5000 }, (_, i) => `<p>${(i * 7919) % 10007}`).join('');
  const records = [...someRecords(1), warcRecord({ block: httpResponse({ body }) })];
  const whole = storage === 'gzip' ? gzipEach(records) : Buffer.concat(records);
  const bytes = whole.subarray(0, whole.length - 2000);
  const found = await capturesOf(bytes);
  const second = storage === 'gzip' ? gzipEach([records[0]!]).length : records[0]!.length;
  expect(found.map(({ offset, length }) => [offset, length])).toEqual([
    [0, expect.any(Number)],
    [second, bytes.length - second],
  ]);
});

it('knows the length of a record that is too large to be held', async () => {
  const large = warcRecord({
    url: 'http://example.org/film',
    block: httpResponse({
      headers: ['Content-Type: video/mp4'],
      body: Buffer.alloc(12 << 20, 'x'),
    }),
  });
  const bytes = gzipEach([large, ...someRecords(1)]);
  const found = await capturesOf(bytes);
  expect(found.map(({ offset, length }) => [offset, length])).toEqual([
    [0, gzipEach([large]).length],
    [gzipEach([large]).length, gzipEach(someRecords(1)).length],
  ]);
});

describeWithRealData('captures of archives that pywb indexed', () => {
  it.each(['dupes', 'iana'])('%s: are the lines of pywb', async (name) => {
    const path = (folder: string, file: string) => realDataPath('archives', 'pywb', folder, file);
    const source = openFile(path('warcs', `${name}.warc.gz`));
    const lines: string[] = [];
    for await (const { captures } of extractArchive(source, { withCaptures: true })) {
      for (const capture of captures) {
        lines.push(formatCdxLine({ ...capture, file: `${name}.warc.gz` }, 'cdxj'));
      }
    }
    await source.close();
    const expected = readFileSync(path('cdxj', `${name}.cdxj`), 'utf8')
      .trim()
      .split('\n');
    expect(lines.sort()).toEqual(expected.sort());
  });
});
