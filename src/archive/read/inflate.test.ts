import { brotliCompressSync, deflateRawSync, deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { createRandom } from '../../../test/fuzz/random.ts';
import {
  type Compression,
  createInflater,
  type Inflater,
  isAtEnd,
  salvage,
  wholeInflater,
} from './inflate.ts';

const TEXT = Buffer.from('a web archive holds what the web forgot. '.repeat(3000));
const COMPRESS = { raw: deflateRawSync, zlib: deflateSync, brotli: brotliCompressSync };
const COMPRESSIONS: readonly Compression[] = ['raw', 'zlib', 'brotli'];

describe.each([
  ['driving the engine', createInflater],
  ['by public calls', wholeInflater],
])('inflating %s', (_, create) => {
  it.each(COMPRESSIONS)('gives %s data back and tells where it ended', (compression) => {
    const stream = COMPRESS[compression](TEXT);
    const inflater = create(compression);
    for (let round = 0; round < 2; round++) {
      inflater.reset();
      const { bytes, used } = inflateAll(
        inflater,
        Buffer.concat([stream, Buffer.from('tail')]),
        999,
      );
      expect(bytes.equals(TEXT)).toBe(true);
      expect(used).toBe(stream.length);
    }
  });

  it.each(COMPRESSIONS)('takes %s data in pieces', (compression) => {
    const stream = COMPRESS[compression](TEXT);
    const inflater = create(compression);
    const parts: Buffer[] = [];
    for (let at = 0; at < stream.length; at += 7) {
      parts.push(inflateAll(inflater, stream.subarray(at, at + 7), 4096).bytes);
    }
    expect(Buffer.concat(parts).equals(TEXT)).toBe(true);
    expect(isAtEnd(inflater)).toBe(true);
  });

  it('knows a stream that broke off', () => {
    const stream = deflateRawSync(TEXT);
    const inflater = create('raw');
    inflateAll(inflater, stream.subarray(0, stream.length - 5), 4096);
    expect(isAtEnd(inflater)).toBe(false);
  });

  it.each(COMPRESSIONS)(
    'calls nonsense corrupt and works again after a reset: %s',
    (compression) => {
      const inflater = create(compression);
      const output = Buffer.alloc(64);
      const nonsense = Buffer.alloc(64, 0xff);
      expect(inflater.step(nonsense, 0, nonsense.length, output, 0)).toBe('corrupt');
      inflater.reset();
      expect(
        inflateAll(
          inflater,
          Buffer.concat([COMPRESS[compression](TEXT), Buffer.from('x')]),
          500,
        ).bytes.equals(TEXT),
      ).toBe(true);
    },
  );
});

it('salvages what stands before the damage', () => {
  const noise = createRandom(1)
    .bytes(20_000)
    .map((byte) => byte % 40);
  const stream = deflateRawSync(noise, { level: 1 });
  stream.fill(0xff, stream.length >> 1);
  const inflater = createInflater('raw');
  const part = salvage(inflater, stream, 0, stream.length);
  expect(part.length).toBeGreaterThan(1000);
  expect(part.subarray(0, 1000).equals(Buffer.from(noise).subarray(0, 1000))).toBe(true);
});

function inflateAll(
  inflater: Inflater,
  input: Buffer,
  room: number,
): { bytes: Buffer; used: number } {
  const parts: Buffer[] = [];
  let at = 0;
  for (;;) {
    const output = Buffer.alloc(room);
    const state = inflater.step(input, at, input.length, output, 0);
    at += inflater.consumed;
    parts.push(output.subarray(0, inflater.produced));
    if (state !== 'more') return { bytes: Buffer.concat(parts), used: at };
  }
}
