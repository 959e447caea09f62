import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Capture, Timestamp } from '../model/capture.ts';
import { fromCaptureLines, toCaptureLines } from './capture-lines.ts';

it('reads back any entries that it wrote', () => {
  // Half a surrogate pair cannot be written in UTF-8; URLs of archives are decoded bytes and hold none.
  const text = fc.string({ unit: 'binary' });
  const entry: fc.Arbitrary<Capture> = fc.record({
    surt: text,
    time: fc.constant('20080430204825' as Timestamp),
    url: text,
    mime: text,
    status: fc.nat(999),
    digest: text,
    file: fc.constant('a.warc.gz'),
    offset: fc.maxSafeNat(),
    length: fc.maxSafeNat(),
  });
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 5 }), (captures) => {
      expect(fromCaptureLines(toCaptureLines(captures), 'a.warc.gz')).toEqual(captures);
    }),
  );
});
