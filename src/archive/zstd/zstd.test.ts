// Tests of whole bodies and of the dictionaries of `.warc.zst` files.
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  concat,
  contentOf,
  fixture,
  fixtureDictionary,
  skippableFrame,
} from '../../../test/fixtures/zstd/frames.ts';
import {
  decompressZstd,
  parseZstdFrameHeader,
  readWarcZstDictionary,
  WARC_DICTIONARY_MAGIC,
} from './zstd.ts';

const MB = 1 << 20;
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const unpack = (bytes: Uint8Array, maxOutput = 10 * MB) => decompressZstd(bytes, { maxOutput });

describe('a whole body', () => {
  const text = fixture('text.zst');
  const raw = fixture('raw.zst');
  const whole = unpack(text).bytes;

  it('may be several frames, with skippable ones between them', () => {
    const body = concat(text, skippableFrame(0x184d2a53, new Uint8Array(9)), raw);
    const result = unpack(body);
    expect(result).toMatchObject({ consumed: body.length, truncated: false });
    expect(result.error).toBeUndefined();
    expect(result.bytes).toEqual(concat(whole, unpack(raw).bytes));
  });

  it('may be empty, or followed by something else', () => {
    expect(unpack(new Uint8Array(0))).toMatchObject({ consumed: 0, truncated: false });
    const result = unpack(concat(text, Buffer.from('\r\n')));
    expect(result).toMatchObject({ consumed: text.length, truncated: false });
    expect(result.bytes).toEqual(whole);
  });

  it('stops at the limit, which may be just its size', () => {
    expect(unpack(text, 100)).toMatchObject({ bytes: whole.slice(0, 100), truncated: true });
    expect(unpack(text, 100).error).toBeUndefined();
    expect(unpack(text, whole.length)).toMatchObject({ bytes: whole, truncated: false });
    const small = unpack(fixture('small-window.zst'), 20_000);
    expect(small).toMatchObject({ truncated: true });
    expect(small.bytes).toHaveLength(20_000);
  });

  it('gives what came before a cut or damaged place', () => {
    const body = concat(text, raw);
    expect(unpack(body.subarray(0, body.length - 1))).toMatchObject({
      bytes: concat(whole, unpack(raw).bytes),
      truncated: true,
      error: 'the input ends inside a frame',
    });
    const cut = unpack(body.subarray(0, text.length + 100));
    expect(cut).toMatchObject({ bytes: whole, truncated: true });
    const damaged = body.slice();
    damaged[text.length + 4] = 0x08; // a reserved bit
    expect(unpack(damaged)).toMatchObject({ bytes: whole, truncated: true, error: /reserved/ });
    damaged[text.length + 4] = body[text.length + 4]!;
    damaged[body.length - 1]! ^= 1;
    expect(unpack(damaged)).toMatchObject({ truncated: true, error: /checksum/ });
    expect(unpack(skippableFrame(0x184d2a53, whole).subarray(0, 50)).error).toMatch(/ends inside/);
  });

  it('is told apart from what is no Zstandard', () => {
    expect(unpack(Buffer.from('<html>'))).toMatchObject({
      consumed: 0,
      truncated: true,
      error: /not a/,
    });
  });
});

describe('a .warc.zst file', () => {
  const dictionaryOf = (file: Uint8Array) => {
    const header = parseZstdFrameHeader(file);
    if (header.kind !== 'skippable') throw new Error('the file has no dictionary');
    expect(header.magic).toBe(WARC_DICTIONARY_MAGIC);
    return file.subarray(header.headerBytes, header.headerBytes + header.contentBytes);
  };

  it.each(['warc-plain', 'warc-packed'])('is read with its own dictionary: %s', (name) => {
    const file = fixture(`${name}.zst`);
    const result = readWarcZstDictionary(dictionaryOf(file), MB);
    if (result.kind === 'invalid') throw new Error(result.reason);
    expect(result.dictionary.id).toBe(4711);
    const { bytes, consumed } = decompressZstd(file, { ...result, maxOutput: MB });
    expect(sha256(bytes)).toBe(contentOf(name).sha256);
    expect(consumed).toBe(file.length);
  });

  it.each(['warc-plain', 'warc-packed'])(
    'may not bring a dictionary over the limit: %s',
    (name) => {
      const content = dictionaryOf(fixture(`${name}.zst`));
      const { length } = fixture('trained.dict');
      expect(readWarcZstDictionary(content, length)).toMatchObject({ kind: 'dictionary' });
      expect(readWarcZstDictionary(content, length - 1)).toEqual({
        kind: 'invalid',
        reason: `the dictionary cannot be read: larger than ${length - 1} bytes`,
      });
    },
  );

  it('may bring a dictionary of raw content, or a damaged one', () => {
    const { content } = fixtureDictionary('plain');
    expect(readWarcZstDictionary(content, MB)).toMatchObject({ dictionary: { id: 0, content } });
    const packed = dictionaryOf(fixture('warc-packed.zst'));
    expect(readWarcZstDictionary(packed.subarray(0, -5), MB)).toMatchObject({
      kind: 'invalid',
      reason: /ends inside a frame/,
    });
  });
});
