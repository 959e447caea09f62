// Tests of digests against published vectors.
import { describe, expect, it } from 'vitest';
import { bareDigest, createSha1, sha1Base32, uuidFromName } from './digest.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

describe('sha1Base32', () => {
  it('gives the digest every CDX file has for an empty body', () => {
    expect(sha1Base32()).toBe('3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ');
  });

  it('joins its pieces', () => {
    expect(sha1Base32(bytes('ab'), bytes('c'))).toBe('VGMT4NSHA2AWVOR6EVYXQUGCNSONBWE5');
    expect(sha1Base32(bytes('ab'), bytes('c'))).toBe(sha1Base32(bytes('abc')));
  });

  it('can be fed step by step', () => {
    const sha1 = createSha1();
    sha1.update(bytes('a'));
    sha1.update(bytes('bc'));
    expect(sha1.toBase32()).toBe(sha1Base32(bytes('abc')));
  });
});

describe('bareDigest', () => {
  it.each([
    ['sha1:ABC', 'ABC'],
    ['SHA-1:ABC', 'ABC'],
    [' sha-256:0af3 ', 'sha256:0af3'],
    ['sha256:0af3', 'sha256:0af3'],
    ['md5:0af3', 'md5:0af3'],
    ['ABC', 'ABC'],
    ['', ''],
  ])('brings %j into one form', (value, digest) => {
    expect(bareDigest(value)).toBe(digest);
  });
});

describe('uuidFromName', () => {
  it('is a version 5 UUID that depends on the name alone', () => {
    const uuid = uuidFromName('http://example.com/');
    expect(uuid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(uuidFromName('http://example.com/')).toBe(uuid);
    expect(uuidFromName('http://example.com/a')).not.toBe(uuid);
  });
});
