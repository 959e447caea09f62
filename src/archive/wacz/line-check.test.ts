import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { warcRecord } from '../../../test/fixtures/archives.ts';
import { indexedArchive } from '../../../test/fixtures/wacz-builder.ts';
import type { Timestamp } from '../../model/capture.ts';
import type { CdxEntry } from '../cdx/cdx-entry.ts';
import { memorySource } from '../source/source.ts';
import { checkStoredLines } from './line-check.ts';

const { bytes, entries } = indexedArchive(5);
const check = (lines: readonly CdxEntry[], archive: Buffer = bytes) =>
  checkStoredLines(memorySource(archive, 'a.warc.gz'), lines);

/** The lines with the third one changed. */
function changed(change: Partial<CdxEntry>): CdxEntry[] {
  return entries.map((entry, at) => (at === 2 ? { ...entry, ...change } : entry));
}

const third = entries[2] as CdxEntry;
const fourth = entries[3] as CdxEntry;

it('finds nothing wrong with right lines', async () => {
  expect(await check(entries)).toBeUndefined();
});

it('takes a plain archive, with or without the line ends in its lengths', async () => {
  const plain = indexedArchive(3, 'plain');
  expect(await check(plain.entries, plain.bytes)).toBeUndefined();
  const longer = plain.entries.map((entry) => ({ ...entry, length: entry.length + 4 }));
  expect(await check(longer, plain.bytes)).toBeUndefined();
  const wrong = plain.entries.map((entry) => ({ ...entry, length: entry.length + 1 }));
  expect(await check(wrong, plain.bytes)).toContain('is not about the record');
});

it('reads a record whole where its length alone does not tell', async () => {
  const short = gzipSync(warcRecord().subarray(0, -4)); // without the line ends behind it
  const entry = { ...third, url: 'http://example.org/', offset: 0, length: short.length };
  expect(await check([entry], short)).toBeUndefined();
  expect(await check([{ ...entry, length: short.length - 1 }], short)).toBeDefined();
});

describe('finds out about', () => {
  it.each<[string, readonly CdxEntry[], string]>([
    ['a capture without a line', entries.filter((entry) => entry !== third), 'has no line'],
    ['a last capture without a line', entries.slice(0, -1), 'has no line'],
    ['no lines at all', [], 'has no line'],
    ['another URL', changed({ url: 'http://example.org/x' }), 'is not about'],
    ['another time', changed({ time: '20110506070809' as Timestamp }), 'is not about'],
    ['another status', changed({ status: 404 }), 'is not about'],
    ['another offset', changed({ offset: third.offset + 1, length: third.length - 1 }), ''],
    ['a length that is too short', changed({ length: third.length - 9 }), ''],
    [
      'a length over two records',
      changed({ length: fourth.offset - third.offset }),
      'is not about',
    ],
    ['an overlap', changed({ length: third.length * 3 }), ''],
    ['no length', changed({ length: 0 }), 'has no length'],
    ['a place behind the end', changed({ offset: bytes.length, length: 10 }), ''],
    [
      'a line for a request',
      [...entries, { ...fourth, offset: fourth.offset + fourth.length, length: 9 }],
      '',
    ],
  ])('%s', async (_, lines, expected) => {
    const sorted = lines.toSorted((a, b) => a.offset - b.offset);
    const problem = await check(sorted);
    expect(problem).toBeDefined();
    expect(problem).toContain(expected);
  });

  it('another digest', async () => {
    const record = gzipSync(warcRecord({ fields: { 'WARC-Payload-Digest': 'sha1:AAAA' } }));
    const entry = { ...third, url: 'http://example.org/', offset: 0, length: record.length };
    expect(await check([{ ...entry, digest: 'AAAA' }], record)).toBeUndefined();
    expect(await check([{ ...entry, digest: 'BBBB' }], record)).toBeDefined();
  });

  it('garbage between records', async () => {
    const garbled = Buffer.concat([bytes, Buffer.from('garbage')]);
    expect(await check(entries, garbled)).toContain('cannot be read');
  });
});
