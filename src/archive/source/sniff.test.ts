// Formats by their first bytes.
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { buildZip } from '../../../test/fixtures/zip-builder.ts';
import { sniffFormat, sniffSource } from './sniff.ts';
import { memorySource } from './source.ts';

describe('sniffFormat', () => {
  it('knows compressed files and zips', () => {
    expect(sniffFormat(gzipSync('x'))).toBe('gzip');
    expect(sniffFormat(Uint8Array.of(0x28, 0xb5, 0x2f, 0xfd, 0))).toBe('zstd');
    expect(sniffFormat(Uint8Array.of(0x5d, 0x2a, 0x4d, 0x18, 9))).toBe('zstd');
    expect(sniffFormat(buildZip([{ name: 'a', content: 'b' }]))).toBe('zip');
    expect(sniffFormat(buildZip([]))).toBe('zip');
  });

  it('knows plain archives behind marks, blank lines and zeros', () => {
    for (const lead of ['', '\ufeff', '\r\n\r\n', '\0\0\0\0', '\ufeff \n']) {
      expect(sniffFormat(Buffer.from(`${lead}WARC/1.1\r\n`))).toBe('warc');
      expect(sniffFormat(Buffer.from(`${lead}filedesc://a.arc 0.0.0.0 1997`))).toBe('arc');
    }
    const record = 'http://example.org/ 10.0.0.1 19961105000000 text/html 12\nHTTP/1.0 200';
    expect(sniffFormat(Buffer.from(record))).toBe('arc');
  });

  it('does not guess', () => {
    const others = ['', '\0', 'P', 'PK', '<html>', 'warc', 'http://example.org/', '\x1f'];
    for (const other of others) expect(sniffFormat(Buffer.from(other))).toBe('unknown');
  });

  it('reads a part of a larger buffer as that part', () => {
    expect(sniffFormat(Buffer.from('xxWARC/1.0').subarray(2))).toBe('warc');
  });
});

describe('sniffSource', () => {
  it('reads the start of a source', async () => {
    expect(await sniffSource(memorySource(Buffer.from('WARC/0.17\r\n')))).toBe('warc');
    expect(await sniffSource(memorySource(new Uint8Array(0)))).toBe('unknown');
  });
});
