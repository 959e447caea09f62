import { expect, it } from 'vitest';
import { KnownUrls, keyOf } from './known-urls.ts';

it('knows each of many URLs once, in at most 24 bytes each', () => {
  const known = new KnownUrls();
  const url = (n: number) => `https://www.host${n % 97}.example.org/gallery/item-${n}.html`;
  for (let n = 0; n < 50_000; n += 1) expect(known.add(keyOf(url(n)))).toBe(true);
  for (let n = 0; n < 50_000; n += 7) {
    expect(known.add(keyOf(url(n)))).toBe(false);
    expect(known.has(keyOf(url(n)))).toBe(true);
  }
  expect(known.has(keyOf(url(50_001)))).toBe(false);
  expect(known.size).toBe(50_000);
  expect(known.bytes / known.size).toBeLessThan(24.1);
});

it('reads a key from the middle of a buffer', () => {
  const known = new KnownUrls();
  known.reserve(10_000);
  const two = Buffer.from(keyOf('a') + keyOf('b'), 'latin1');
  expect(known.addAt(two, 12)).toBe(true);
  expect(known.has(keyOf('b'))).toBe(true);
  expect(known.has(keyOf('a'))).toBe(false);
});
