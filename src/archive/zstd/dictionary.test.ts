// Tests of dictionaries.
import { describe, expect, it } from 'vitest';
import { fixture } from '../../../test/fixtures/zstd/frames.ts';
import { parseZstdDictionary } from './dictionary.ts';

const trained = fixture('trained.dict');

function reasonFor(bytes: Uint8Array): string | undefined {
  const result = parseZstdDictionary(bytes);
  return result.kind === 'invalid' ? result.reason : undefined;
}

/** Where the three offsets stand: 12 bytes before the content. */
function offsetsPlace(): number {
  const result = parseZstdDictionary(trained);
  if (result.kind === 'invalid') throw new Error(result.reason);
  return trained.length - result.dictionary.content.length - 12;
}

describe('a trained dictionary', () => {
  it('has a number, tables and content', () => {
    const result = parseZstdDictionary(trained);
    expect(result).toMatchObject({ kind: 'dictionary', dictionary: { id: 4711 } });
    if (result.kind === 'invalid') return;
    const { content, entropy } = result.dictionary;
    expect(content).toEqual(trained.slice(-content.length));
    expect(entropy?.tables.literals.maxBits).toBeGreaterThan(0);
    expect([...(entropy?.recentOffsets ?? [])]).toEqual([1, 4, 8]);
  });

  it('is refused wherever its tables are cut', () => {
    for (let length = 8; length <= offsetsPlace() + 12; length++) {
      expect(reasonFor(trained.subarray(0, length))).toMatch(/^damaged dictionary/);
    }
  });

  it('is refused when an offset is zero or larger than the content', () => {
    const place = offsetsPlace();
    for (const offset of [0, trained.length, 0x80000001]) {
      const changed = trained.slice();
      new DataView(changed.buffer).setUint32(place + 4, offset, true);
      expect(reasonFor(changed)).toMatch(/offset/);
    }
  });
});

it('takes other bytes as raw content, and keeps its own copy', () => {
  const bytes = new Uint8Array(Buffer.from('any text at all'));
  const result = parseZstdDictionary(bytes);
  bytes.fill(0);
  expect(result).toMatchObject({ dictionary: { id: 0, entropy: undefined } });
  if (result.kind === 'dictionary') {
    expect(Buffer.from(result.dictionary.content).toString()).toBe('any text at all');
  }
});
