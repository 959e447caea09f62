// Files that repeat what makes a reader look ahead, look back or try again: time stays linear in size.
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { ArchiveReader } from '../../src/archive/read/reader.ts';
import { memorySource } from '../../src/archive/source/source.ts';
import { warcRecord } from '../fixtures/archives.ts';
import { startCpuTime } from '../fixtures/cpu-time.ts';

const FILE_BYTES = 256 * 1024;

/** Each takes 0.01 to 0.5 s. What grows with the square of the size takes longer than this. */
const MAX_MS = 3000;

const gzipMagic = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]);
const gzipWithName = Buffer.from([0x1f, 0x8b, 8, 8, 0, 0, 0, 0, 0, 3]);
const gzipWithExtra = Buffer.from([0x1f, 0x8b, 8, 4, 0, 0, 0, 0, 0, 3, 0xff, 0xff]);
const zstdMagic = Buffer.from([0x28, 0xb5, 0x2f, 0xfd]);
const emptySkippable = Buffer.from([0x50, 0x2a, 0x4d, 0x18, 0, 0, 0, 0]);
const withLength = (length: string) => warcRecord({ fields: { 'Content-Length': length } });
const arcLine = (length: number) =>
  `http://a.example/ 10.0.0.1 20080430204825 text/html ${length}\n`;

it.each([
  ['version lines', 'WARC/1.0\r\n'],
  ['version lines without ends', 'WARC/1.0 '],
  ['headers that never end', 'WARC/1.0\r\nWARC-Type: response\r\n'],
  ['empty headers', 'WARC/1.0\r\n\r\n'],
  ['lengths that are missing', withLength('')],
  ['lengths beyond the next records', withLength('100000')],
  ['lengths beyond the end', withLength('99999999')],
  ['ARC lines', arcLine(0)],
  ['ARC lengths beyond the next records', arcLine(50_000)],
  ['ARC lines without ends', arcLine(0).trimEnd()],
  ['schemes', 'http:'],
  ['line ends', '\r\n'],
  ['zeros', '\0'],
  ['gzip headers', gzipMagic],
  ['gzip headers with a name', gzipWithName],
  ['gzip headers with an extra field', gzipWithExtra],
  ['zstd magics', zstdMagic],
  ['empty skippable frames', emptySkippable],
])('reads a file of nothing but %s in time, compressed or not', (_name, part) => {
  const plain = Buffer.alloc(FILE_BYTES, Buffer.from(part as Buffer));
  for (const bytes of [plain, gzipSync(plain), Buffer.concat([gzipSync(warcRecord()), plain])]) {
    const cpuTime = startCpuTime();
    for (const record of new ArchiveReader(memorySource(bytes))) record.readBody({ maxBytes: 100 });
    expect(cpuTime()).toBeLessThan(MAX_MS);
  }
});
