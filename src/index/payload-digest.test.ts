// Digests of any form come in; equal ones, and only those, are stored equal.
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sha1Base32 } from '../archive/write/digest.ts';
import { toStoredDigest } from './payload-digest.ts';

it('stores base32 of SHA-1 as its 20 bytes', () => {
  fc.assert(
    fc.property(fc.uint8Array(), (bytes) => {
      const sum = createHash('sha1').update(bytes).digest();
      expect(toStoredDigest(sha1Base32(Buffer.from(bytes)))).toEqual(sum);
    }),
  );
});

it.each(['', 'd41d8cd98f00b204e9800998ecf8427e', 'A'.repeat(31), 'A'.repeat(33), '1'.repeat(32)])(
  'leaves others as they are: %j',
  (digest) => {
    expect(toStoredDigest(digest)).toBe(digest);
  },
);
