import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isInPart, parsePart } from './input-part.ts';

it('puts each input into exactly one part, wherever it lies', () => {
  fc.assert(
    fc.property(fc.webUrl(), fc.integer({ min: 1, max: 40 }), (url, count) => {
      const parts = Array.from({ length: count }, (_, index) => ({ number: index + 1, count }));
      const own = parts.filter((part) => isInPart(`${url}/crawl.warc.gz`, part));
      expect(own).toHaveLength(1);
      expect(parts.filter((part) => isInPart('/mnt/b/crawl.warc.gz?version=2', part))).toEqual(own);
    }),
  );
});

it('shares many inputs fairly', () => {
  const part = { number: 3, count: 10 };
  const names = Array.from({ length: 10_000 }, (_, index) => `crawl-${index}.warc.gz`);
  const share = names.filter((name) => isInPart(name, part)).length;
  expect(share).toBeGreaterThan(900);
  expect(share).toBeLessThan(1100);
});

it('reads K/N and nothing else', () => {
  expect(parsePart('2/10')).toEqual({ number: 2, count: 10 });
  for (const text of ['0/3', '4/3', '1/0', '1', '-1/3', '1/3x', '1/1000000']) {
    expect(parsePart(text)).toBeUndefined();
  }
});
