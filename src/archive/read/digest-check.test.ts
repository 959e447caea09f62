import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { httpResponse, warcRecord } from '../../../test/fixtures/archives.ts';
import { memorySource } from '../source/source.ts';
import { sha1Base32 } from '../write/digest.ts';
import { wrongDigestOf } from './digest-check.ts';
import { ArchiveReader } from './reader.ts';

const BODY = '<p>body</p>';
const PLAIN = httpResponse({ body: BODY });
const CODED = httpResponse({ headers: ['Content-Encoding: gzip'], body: gzipSync(BODY) });
const hex = (algorithm: string, bytes: string | Buffer) =>
  `${algorithm}:${createHash(algorithm).update(bytes).digest('hex')}`;

function check(fields: Record<string, string>, block = PLAIN, type = 'response') {
  const bytes = warcRecord({ type, block, fields });
  const record = new ArchiveReader(memorySource(bytes)).next();
  return record && wrongDigestOf(record);
}

it.each([
  ['none', {}],
  ['base32', { 'WARC-Block-Digest': `sha1:${sha1Base32(PLAIN)}` }],
  ['hexadecimal', { 'WARC-Payload-Digest': hex('sha1', BODY).toUpperCase() }],
  ['SHA-256', { 'WARC-Payload-Digest': hex('sha256', BODY) }],
  ['base64', { 'WARC-Block-Digest': `md5:${createHash('md5').update(PLAIN).digest('base64')}` }],
  ['MD5', { 'WARC-Block-Digest': hex('md5', PLAIN) }],
  ['an unknown algorithm', { 'WARC-Block-Digest': 'tiger:ABC' }],
  ['no algorithm', { 'WARC-Block-Digest': 'ABC' }],
])('finds nothing wrong with %s', (_, fields) => {
  expect(check(fields as Record<string, string>)).toBeUndefined();
});

it('tells which digest is wrong', () => {
  expect(check({ 'WARC-Block-Digest': `sha1:${sha1Base32(Buffer.from('x'))}` })).toBe('block');
  expect(check({ 'WARC-Payload-Digest': hex('md5', 'other') })).toBe('payload');
});

it('takes the payload with and without its codings', () => {
  expect(check({ 'WARC-Payload-Digest': hex('sha1', BODY) }, CODED)).toBeUndefined();
  expect(check({ 'WARC-Payload-Digest': hex('sha1', gzipSync(BODY)) }, CODED)).toBeUndefined();
  expect(check({ 'WARC-Payload-Digest': hex('sha1', 'other') }, CODED)).toBe('payload');
});

it('does not expect a revisit to hold what it stands for', () => {
  expect(
    check({ 'WARC-Payload-Digest': hex('sha1', 'original') }, httpResponse({}), 'revisit'),
  ).toBeUndefined();
});
