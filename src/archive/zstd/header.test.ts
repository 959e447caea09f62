// Tests of frame headers.
import { describe, expect, it } from 'vitest';
import { concat, fixture, frame, skippableFrame } from '../../../test/fixtures/zstd/frames.ts';
import { parseZstdFrameHeader, WARC_DICTIONARY_MAGIC } from './header.ts';

const MAGIC = [0x28, 0xb5, 0x2f, 0xfd];
const parse = (...bytes: number[]) => parseZstdFrameHeader(Uint8Array.of(...MAGIC, ...bytes));

describe('a data frame', () => {
  it('tells its window by exponent and mantissa', () => {
    expect(parse(0, 0)).toMatchObject({
      windowBytes: 1024,
      contentBytes: undefined,
      headerBytes: 6,
    });
    expect(parse(0, (4 << 3) | 3)).toMatchObject({ windowBytes: 16384 * (1 + 3 / 8) });
    expect(parse(0, 0xff)).toMatchObject({ windowBytes: 2 ** 41 + 7 * 2 ** 38 });
  });

  it('tells its content size in one, two, four or eight bytes', () => {
    expect(parse(0x20, 200)).toMatchObject({ contentBytes: 200, windowBytes: 200, headerBytes: 6 });
    expect(parse(0x60, 1, 1)).toMatchObject({ contentBytes: 513, windowBytes: 513 });
    expect(parse(0xa0, 0, 0, 0, 0x80)).toMatchObject({ contentBytes: 2 ** 31 });
    expect(parse(0xc0, 0, 5, 0, 0, 0, 1, 0, 0, 0)).toMatchObject({
      contentBytes: 5 + 2 ** 32,
      windowBytes: 1024,
      headerBytes: 14,
    });
  });

  it('names its dictionary in one, two or four bytes, and whether there is a checksum', () => {
    expect(parse(0x21, 7, 0)).toMatchObject({ dictionaryId: 7, hasChecksum: false });
    expect(parse(0x26, 1, 2, 0)).toMatchObject({ dictionaryId: 0x201, hasChecksum: true });
    expect(parse(0x23, 1, 0, 0, 0x80, 0)).toMatchObject({ dictionaryId: 0x80000001 });
    expect(parse(0x20, 0)).toMatchObject({ dictionaryId: 0 });
  });

  it('asks for more while it is incomplete, and never for less than it has', () => {
    const whole = concat(
      Uint8Array.of(...MAGIC),
      Uint8Array.of(0xc7, 0, 1, 2, 3, 4, 1, 0, 0, 0, 0, 0, 0, 0),
    );
    for (let length = 0; length < whole.length; length++) {
      const header = parseZstdFrameHeader(whole.subarray(0, length));
      expect(header.kind).toBe('need-input');
      if (header.kind === 'need-input') expect(header.needed).toBeGreaterThan(length);
    }
    expect(parseZstdFrameHeader(whole)).toMatchObject({ kind: 'frame', headerBytes: whole.length });
  });

  it('may not set the reserved bit', () => {
    expect(parse(0x08, 0)).toMatchObject({ kind: 'invalid' });
    expect(parse(0x10, 0)).toMatchObject({ kind: 'frame' }); // this one is unused, not reserved
  });
});

describe('other first bytes', () => {
  it('may be a skippable frame of sixteen kinds', () => {
    const content = new Uint8Array(300);
    for (let kind = 0; kind < 16; kind++) {
      expect(parseZstdFrameHeader(skippableFrame(0x184d2a50 + kind, content))).toEqual({
        kind: 'skippable',
        magic: 0x184d2a50 + kind,
        headerBytes: 8,
        contentBytes: 300,
      });
    }
    expect(parseZstdFrameHeader(fixture('warc-plain.zst'))).toMatchObject({
      magic: WARC_DICTIONARY_MAGIC,
    });
    expect(parseZstdFrameHeader(Uint8Array.of(0x5d, 0x2a, 0x4d, 0x18, 9, 0, 0))).toEqual({
      kind: 'need-input',
      needed: 8,
    });
  });

  it('are known to be no frame at once', () => {
    expect(parseZstdFrameHeader(Buffer.from('WA'))).toMatchObject({ kind: 'invalid' });
    expect(parseZstdFrameHeader(Uint8Array.of(0x28, 0xb5, 0x2e))).toMatchObject({
      kind: 'invalid',
    });
    expect(parseZstdFrameHeader(Uint8Array.of(0x60, 0x2a, 0x4d, 0x18))).toMatchObject({
      kind: 'invalid',
    });
    expect(parseZstdFrameHeader(frame(10).subarray(0, 1))).toMatchObject({ kind: 'need-input' });
  });
});
