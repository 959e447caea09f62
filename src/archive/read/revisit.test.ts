import { expect, it } from 'vitest';
import { httpResponse, warcRecord } from '../../../test/fixtures/archives.ts';
import type { Timestamp } from '../../model/capture.ts';
import { memorySource } from '../source/source.ts';
import { ArchiveReader } from './reader.ts';
import { type Original, RevisitIndex, revisitTargetOf } from './revisit.ts';

const capture = (surt: string, time: string, digest: string): Original => ({
  surt,
  time: time as Timestamp,
  digest,
  file: `${surt}${time}.warc`,
  offset: 0,
  length: 10,
});

function targetOf(fields: Record<string, string>) {
  const bytes = warcRecord({
    type: 'revisit',
    url: 'http://example.org/a',
    date: '2012-01-01T00:00:00Z',
    block: httpResponse({}),
    fields: { 'WARC-Payload-Digest': 'sha1:AAAA', ...fields },
  });
  const record = new ArchiveReader(memorySource(bytes)).next();
  const target = record && revisitTargetOf(record);
  if (target === undefined) throw new Error('no revisit');
  return target;
}

function find(captures: Original[], fields: Record<string, string> = {}) {
  const index = new RevisitIndex();
  for (const original of captures) index.add(original);
  return index.find(targetOf(fields))?.file;
}

const A = 'org,example)/a';
const B = 'org,example)/b';

it('finds the record that a revisit names', () => {
  const named = {
    'WARC-Refers-To-Target-URI': 'http://www.example.org/B',
    'WARC-Refers-To-Date': '2010-01-01T00:00:00Z',
  };
  const captures = [capture(A, '20110101000000', 'AAAA'), capture(B, '20100101000000', 'AAAA')];
  expect(find(captures, named)).toBe(`${B}20100101000000.warc`);
});

it('does not trust a name that the digest speaks against', () => {
  const named = { 'WARC-Refers-To-Date': '2010-01-01T00:00:00Z' };
  const captures = [capture(A, '20100101000000', 'OTHER'), capture(B, '20110101000000', 'AAAA')];
  expect(find(captures, named)).toBe(`${B}20110101000000.warc`);
});

it('prefers the same URL, then the latest that is not later', () => {
  const captures = [
    capture(B, '20111231000000', 'AAAA'),
    capture(A, '20090101000000', 'AAAA'),
    capture(A, '20110101000000', 'AAAA'),
    capture(A, '20130101000000', 'AAAA'),
  ];
  expect(find(captures)).toBe(`${A}20110101000000.warc`);
  expect(find(captures.slice(0, 1))).toBe(`${B}20111231000000.warc`);
});

it('finds nothing where nothing fits', () => {
  expect(find([capture(A, '20110101000000', 'BBBB')])).toBeUndefined();
});

it('is silent about records that are no revisits', () => {
  const record = new ArchiveReader(memorySource(warcRecord())).next();
  expect(record && revisitTargetOf(record)).toBeUndefined();
});
