// Counting distinct texts: exact while few, by good hashes when many, the same in any order.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DistinctCounter } from './distinct-counter.ts';
import { HashSet, hashText } from './hash-set.ts';

const counterOf = (texts: Iterable<string>) => {
  const counter = new DistinctCounter();
  for (const text of texts) counter.add(text);
  return counter;
};
const keys = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => `com,example)/page?id=${from + index}`);

describe('DistinctCounter', () => {
  it.each([0, 1, 2, 4096, 4097, 20_000])('counts %j texts, each added twice', (count) => {
    const texts = keys(0, count);
    expect(counterOf([...texts, ...texts]).size).toBe(count);
  });

  it('counts the empty text as a text', () => {
    expect(counterOf(['']).size).toBe(1);
    expect(counterOf(['', 'a', '']).size).toBe(2);
  });

  it('keeps texts while they are few, and hashes when they are many or long', () => {
    expect(counterOf(keys(0, 4096)).toData()).toHaveLength(4096);
    expect(counterOf(keys(0, 4097)).toData()).toBeTypeOf('string');
    const long = ['a', 'b', 'c'].map((letter) => letter.repeat(100_000));
    expect(counterOf(long.slice(0, 2)).toData()).toHaveLength(2);
    expect(counterOf(long).toData()).toBeTypeOf('string');
    expect(counterOf(long).size).toBe(3);
    expect(counterOf(['x'.repeat(1_000_000)]).size).toBe(1);
  });

  it('is the same for the same texts in any order, batches and tree of merges', () => {
    const range = fc
      .tuple(fc.nat(9000), fc.nat(5000))
      .map(([from, size]) => keys(from, from + size));
    fc.assert(
      fc.property(fc.array(range, { maxLength: 4 }), fc.boolean(), (batches, isStored) => {
        const whole = counterOf(batches.flat());
        const merged = new DistinctCounter();
        for (const batch of batches.reverse()) {
          const part = counterOf(batch.reverse());
          merged.merge(isStored ? DistinctCounter.fromData(part.toData()) : part);
          merged.merge(part);
        }
        expect(merged.size).toBe(new Set(batches.flat()).size);
        expect(merged.toData()).toEqual(whole.toData());
      }),
      { numRuns: 25 },
    );
  });
});

describe('HashSet', () => {
  it('counts 300,000 texts exactly', () => {
    const set = new HashSet();
    for (let index = 0; index < 300_000; index++) set.addText(`com,example)/${index}.html`);
    expect(set.size).toBe(300_000);
    const again = new HashSet();
    again.addText('another');
    again.merge(set);
    again.merge(set);
    expect(again.size).toBe(300_001);
  });
});

describe('hashes that share a lane', () => {
  it('are told apart, in storage and in merges', () => {
    const stored = Buffer.from(new Uint32Array([0, 5, 0, 6, 7, 0, 7, 5]).buffer).toString('base64');
    const set = HashSet.fromBase64(stored);
    expect(set.size).toBe(4);
    const merged = new HashSet();
    merged.merge(set);
    expect(merged.size).toBe(4);
    expect(merged.toBase64()).toBe(set.toBase64());
  });
});

describe('hashText', () => {
  const count = 100_000;

  it.each([
    ['numbered URLs', (index: number) => `com,example)/page?id=${index}`],
    ['numbers first', (index: number) => `${index}.example)/`],
    ['single changed letters', (index: number) => flip('a'.repeat(40), index)],
  ])('has two lanes as even as chance for %s', (_, toText) => {
    const lanes = new Uint32Array(2);
    const low = new Set<number>();
    const high = new Set<number>();
    const buckets = new Uint32Array(256);
    for (let index = 0; index < count; index++) {
      hashText(toText(index), lanes);
      low.add(lanes[0]!);
      high.add(lanes[1]!);
      buckets[lanes[0]! & 255]!++;
    }
    // Chance alone makes 1.2 pairs of equal lanes among 100,000; 15 of them less than once in a billion.
    expect(count - low.size).toBeLessThan(15);
    expect(count - high.size).toBeLessThan(15);
    // 391 in each bucket with a deviation of 20.
    expect(Math.min(...buckets)).toBeGreaterThan(391 - 120);
    expect(Math.max(...buckets)).toBeLessThan(391 + 120);
  });

  it('changes about half of the bits when one bit of the text changes', () => {
    const lanes = new Uint32Array(2);
    const changed = new Uint32Array(64);
    const rounds = 4000;
    for (let round = 0; round < rounds; round++) {
      const text = `http://example.com/${round}/picture.jpg`;
      const place = round % text.length;
      hashText(text, lanes);
      const [low, high] = [lanes[0]!, lanes[1]!];
      const other = String.fromCharCode(text.charCodeAt(place) ^ (1 << (round % 7)));
      hashText(text.slice(0, place) + other + text.slice(place + 1), lanes);
      for (let bit = 0; bit < 64; bit++) {
        const difference = bit < 32 ? lanes[0]! ^ low : lanes[1]! ^ high;
        changed[bit]! += (difference >>> (bit & 31)) & 1;
      }
    }
    // A deviation is 32 of 4000.
    expect(Math.min(...changed)).toBeGreaterThan(rounds / 2 - 200);
    expect(Math.max(...changed)).toBeLessThan(rounds / 2 + 200);
  });

  /** A text with one letter replaced, as the number says. */
  function flip(text: string, index: number): string {
    const units = [...text];
    units[index % 40] = String.fromCharCode(98 + (Math.floor(index / 40) % 5000));
    return units.join('');
  }
});
