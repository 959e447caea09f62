import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { httpResponse } from '../../../test/fixtures/archives.ts';
import { createRandom } from '../../../test/fuzz/random.ts';
import { BodyDecoder, codingsOf } from './body.ts';
import { BodySink } from './body-reading.ts';
import { parseHttpHead } from './http-head.ts';

const PAGE = Buffer.from('<title>Página</title>'.repeat(500));

function chunk(bytes: Buffer, size = 1000, header = (n: number) => n.toString(16)): Buffer {
  const parts: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += size) {
    const part = bytes.subarray(at, at + size);
    parts.push(Buffer.from(`${header(part.length)}\r\n`), part, Buffer.from('\r\n'));
  }
  return Buffer.concat([...parts, Buffer.from('0\r\n\r\n')]);
}

function decode(headers: string[], stored: Buffer, pieceSize = stored.length || 1) {
  const parts: Buffer[] = [];
  const head = parseHttpHead(httpResponse({ headers }));
  const take = (data: Buffer) => parts.push(Buffer.from(data)) > 0;
  const decoder = new BodyDecoder(codingsOf(head), new BodySink(take));
  for (let at = 0; at < stored.length; at += pieceSize) {
    decoder.write(stored.subarray(at, at + pieceSize));
  }
  decoder.end();
  return { bytes: Buffer.concat(parts), isTruncated: decoder.isTruncated };
}

const whole = { bytes: PAGE, isTruncated: false };

describe.each([
  ['at once', Number.POSITIVE_INFINITY],
  ['byte by byte', 1],
  ['in odd pieces', 37],
])('decoding %s', (_, size) => {
  it.each<[string, string[], Buffer]>([
    ['nothing', [], PAGE],
    ['identity', ['Content-Encoding: identity'], PAGE],
    ['chunked', ['Transfer-Encoding: chunked'], chunk(PAGE)],
    ['Chunked', ['Transfer-Encoding: Chunked'], chunk(PAGE)],
    [
      'chunks with extensions',
      ['Transfer-Encoding: chunked'],
      chunk(PAGE, 999, (n) => `${n.toString(16).toUpperCase()};x="y"`),
    ],
    [
      'chunks with padded sizes',
      ['Transfer-Encoding: chunked'],
      chunk(PAGE, 999, (n) => `00${n.toString(16)}  `),
    ],
    [
      'chunks with a trailer',
      ['Transfer-Encoding: chunked'],
      Buffer.concat([chunk(PAGE).subarray(0, -2), Buffer.from('X-Sum: 1\r\n\r\n')]),
    ],
    ['chunked claimed falsely', ['Transfer-Encoding: chunked'], PAGE],
    ['gzip', ['Content-Encoding: gzip'], gzipSync(PAGE)],
    ['x-gzip', ['Content-Encoding: X-GZIP'], gzipSync(PAGE)],
    [
      'gzip in two members',
      ['Content-Encoding: gzip'],
      Buffer.concat([gzipSync(PAGE.subarray(0, 99)), gzipSync(PAGE.subarray(99))]),
    ],
    ['gzip claimed falsely', ['Content-Encoding: gzip'], PAGE],
    ['deflate with zlib header', ['Content-Encoding: deflate'], deflateSync(PAGE)],
    ['deflate raw', ['Content-Encoding: deflate'], deflateRawSync(PAGE)],
    ['brotli', ['Content-Encoding: br'], brotliCompressSync(PAGE)],
    ['stacked codings', ['Content-Encoding: gzip, br'], brotliCompressSync(gzipSync(PAGE))],
    [
      'codings in two headers',
      ['Content-Encoding: gzip', 'Content-Encoding: br'],
      brotliCompressSync(gzipSync(PAGE)),
    ],
    [
      'chunked gzip',
      ['Transfer-Encoding: chunked', 'Content-Encoding: gzip'],
      chunk(gzipSync(PAGE), 10),
    ],
    ['gzip as a transfer coding', ['Transfer-Encoding: gzip, chunked'], chunk(gzipSync(PAGE), 10)],
  ])('undoes %s', (_name, headers, stored) => {
    expect(decode(headers, stored, Math.min(size, stored.length))).toEqual(whole);
  });
});

it('passes bytes on when brotli is claimed falsely', () => {
  expect(decode(['Content-Encoding: br'], Buffer.from('<html>plain</html>')).bytes.toString()).toBe(
    '<html>plain</html>',
  );
});

it.each([
  ['chunked', ['Transfer-Encoding: chunked'], chunk(PAGE)],
  ['gzip', ['Content-Encoding: gzip'], gzipSync(PAGE, { level: 0 })],
  ['deflate', ['Content-Encoding: deflate'], deflateSync(PAGE, { level: 0 })],
])('delivers a truncated %s body as far as it goes and says so', (_, headers, stored) => {
  const { bytes, isTruncated } = decode(headers, stored.subarray(0, stored.length >> 1), 100);
  expect(isTruncated).toBe(true);
  expect(bytes.length).toBeGreaterThan(PAGE.length / 3);
  expect(bytes.equals(PAGE.subarray(0, bytes.length))).toBe(true);
});

it('delivers the good part of a damaged gzip body', () => {
  const page = createRandom(7)
    .bytes(30_000)
    .map((byte) => byte % 40);
  const stored = gzipSync(page);
  stored.fill(0xff, stored.length >> 1);
  const { bytes, isTruncated } = decode(['Content-Encoding: gzip'], stored);
  expect(isTruncated).toBe(true);
  expect(bytes.length).toBeGreaterThan(5000);
  expect(bytes.subarray(0, 5000).equals(Buffer.from(page).subarray(0, 5000))).toBe(true);
});

it('finds nothing wrong with an empty body, whatever is declared', () => {
  const headers = ['Transfer-Encoding: chunked', 'Content-Encoding: gzip'];
  expect(decode(headers, Buffer.alloc(0))).toEqual({ bytes: Buffer.alloc(0), isTruncated: false });
});
