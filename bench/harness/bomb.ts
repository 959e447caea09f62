// Hostile archives: a small file, one record, a body of zeros that no memory should be asked to hold.
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';

/** Whether it is the record that inflates, or its body through the content coding. */
export type BombKind = 'record' | 'coding';

/** Writes an archive of one response with a body of `bodyBytes` zeros. */
export async function writeBomb(file: string, kind: BombKind, bodyBytes: number): Promise<void> {
  if (kind === 'record') return writeResponse(file, '', zeros(bodyBytes), bodyBytes);
  const coded = await buffer(Readable.from(zeros(bodyBytes)).pipe(createFastGzip()));
  return writeResponse(file, 'Content-Encoding: gzip\r\n', [coded], coded.length);
}

const PIECE = Buffer.alloc(1 << 20);

function* zeros(count: number): Generator<Buffer> {
  for (let left = count; left > 0; left -= PIECE.length) yield PIECE.subarray(0, left);
}

function createFastGzip() {
  return createGzip({ level: 1 });
}

async function writeResponse(
  file: string,
  codingField: string,
  body: Iterable<Buffer>,
  bodyBytes: number,
): Promise<void> {
  const head = `HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n${codingField}\r\n`;
  const header = [
    'WARC/1.1',
    'WARC-Type: response',
    'WARC-Record-ID: <urn:uuid:00000000-0000-4000-8000-000000000000>',
    'WARC-Target-URI: https://example.com/bomb',
    'WARC-Date: 2020-01-01T00:00:00Z',
    'Content-Type: application/http; msgtype=response',
    `Content-Length: ${head.length + bodyBytes}`,
    '\r\n',
  ].join('\r\n');
  const record = function* () {
    yield Buffer.from(header + head);
    yield* body;
    yield Buffer.from('\r\n\r\n');
  };
  await pipeline(Readable.from(record()), createFastGzip(), createWriteStream(file));
}
