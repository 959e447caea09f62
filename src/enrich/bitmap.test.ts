// Bitmaps of all depths, byte by byte, and icons that hold them.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { join as bytes, le16, le32 } from '../../test/fixtures/image-bytes.ts';
import { bmp, ico, os2Bmp } from '../../test/fixtures/images.ts';
import { decodeBmp, isBmp, type Pixels } from './bitmap.ts';
import { isIco, pickIcon } from './icon.ts';

/** As bitmaps store colours: blue, green, red. */
const R = [0, 0, 255] as const;
const B = [255, 0, 0] as const;

/** One letter for each pixel, one text for each row. */
function show(pixels: Pixels | undefined): string[] | undefined {
  if (pixels === undefined) return undefined;
  const { data, width, height } = pixels;
  const letter = (at: number) => {
    const [red, green, blue, opacity] = data.subarray(at, at + 4);
    if (opacity === 0) return '.';
    if (green !== 0 || opacity !== 255) return '?';
    return red === 255 && blue === 0 ? 'R' : red === 0 && blue === 255 ? 'B' : '?';
  };
  return Array.from({ length: height }, (_, y) =>
    Array.from({ length: width }, (_, x) => letter((y * width + x) * 4)).join(''),
  );
}

const file = (info: Buffer, ...rows: (readonly number[])[]) =>
  bytes('BM', le32(0), le32(0), le32(14 + info.length), info, ...rows);
const header = (bits: number, method = 0, length = 40) =>
  bytes(le32(length), le32(2), le32(2), le16(1), le16(bits), le32(method), new Uint8Array(20));

describe('a bitmap', () => {
  it('of 24 bits is stored from the bottom or from the top', () => {
    const rows = bytes([...R, ...R, 0, 0], [...B, ...R, 0, 0]);
    const upwards = bmp(2, 2, rows);
    expect(isBmp(upwards)).toBe(true);
    expect(show(decodeBmp(upwards))).toEqual(['BR', 'RR']);
    const downwards = bmp(2, 2, rows);
    downwards.writeInt32LE(-2, 22);
    expect(show(decodeBmp(downwards))).toEqual(['RR', 'BR']);
  });

  it.each([
    [1, [0b01000000, 0, 0, 0]],
    [4, [0x01, 0, 0, 0]],
    [8, [0, 1, 0, 0]],
  ])('of %i bits has a palette', (bits, row) => {
    const palette = bytes([...R, 0], [...B, 0]);
    expect(show(decodeBmp(file(bytes(header(bits), palette), row, row)))).toEqual(['RB', 'RB']);
  });

  it('of OS/2 has colours of three bytes', () => {
    const info = bytes(le32(12), le16(2), le16(2), le16(1), le16(1), R, B);
    const row = [0b01000000, 0, 0, 0];
    expect(show(decodeBmp(file(info, row, row)))).toEqual(['RB', 'RB']);
  });

  it('of 16 bits has five for each colour, or masks', () => {
    const plain = [...le16(0x7c00), ...le16(0x001f)];
    expect(show(decodeBmp(file(header(16), plain, plain)))).toEqual(['RB', 'RB']);
    const masks = bytes(le32(0xf800), le32(0x07e0), le32(0x001f));
    const masked = [...le16(0xf800), ...le16(0x001f)];
    const info = bytes(header(16, 3), masks);
    expect(show(decodeBmp(file(info, masked, masked)))).toEqual(['RB', 'RB']);
  });

  it('of 32 bits is opaque unless its header has a mask for opacity', () => {
    const row = [...R, 0, ...B, 255];
    expect(show(decodeBmp(file(header(32), row, row)))).toEqual(['RB', 'RB']);
    const masks = bytes(le32(0xff0000), le32(0xff00), le32(0xff), le32(0xff000000));
    const info = bytes(header(32, 3, 108), masks, new Uint8Array(108 - 56));
    expect(show(decodeBmp(file(info, row, row)))).toEqual(['.B', '.B']);
  });

  it('that breaks off has transparent pixels', () => {
    expect(show(decodeBmp(bmp(2, 2, bytes([...R, ...B, 0, 0], R))))).toEqual(['R.', 'RB']);
  });

  it('that is large is sampled', () => {
    const row = bytes(...Array.from({ length: 1000 }, () => R));
    const pixels = decodeBmp(bmp(1000, 600, bytes(...Array.from({ length: 600 }, () => row))));
    expect([pixels?.width, pixels?.height]).toEqual([500, 300]);
    expect(new Set(show(pixels)?.join(''))).toEqual(new Set(['R']));
  });

  it('that is compressed, or holds nothing, is not decoded', () => {
    expect(decodeBmp(file(header(8, 1), [2, 0, 0, 1]))).toBeUndefined();
    expect(decodeBmp(bmp(46_000, 46_000))).toBeUndefined();
    expect(decodeBmp(os2Bmp(60_000, 60_000))).toBeUndefined();
  });

  it('of any numbers whatever takes little time and memory', () => {
    const number = fc.oneof(fc.constantFrom(0, 1, 4, 8, 24, 32, 40, 0x7fffffff), fc.nat());
    fc.assert(
      fc.property(fc.array(number, { minLength: 14, maxLength: 20 }), (numbers) => {
        const info = bytes(le32(40), ...numbers.map((value) => le32(value)));
        const pixels = decodeBmp(file(info));
        expect((pixels?.data.length ?? 0) <= 800 * 800 * 4).toBe(true);
      }),
    );
  });
});

describe('an icon', () => {
  const bitmap = (bits: number, ...rest: (readonly number[])[]) =>
    bytes(le32(40), le32(2), le32(4), le16(1), le16(bits), new Uint8Array(24), ...rest);
  const rows = [
    [...R, ...B, 0, 0],
    [...R, ...R, 0, 0],
  ];

  it('holds a bitmap and a mask of what is transparent', () => {
    const icon = ico({ side: 2, data: bitmap(24, ...rows, [0b01000000, 0, 0, 0], [0, 0, 0, 0]) });
    expect(isIco(icon)).toBe(true);
    const picked = pickIcon(icon);
    expect(picked && 'width' in picked && show(picked)).toEqual(['RR', 'R.']);
  });

  it('holds a bitmap with its own opacity', () => {
    const row = [...R, 255, ...B, 0];
    const picked = pickIcon(ico({ side: 2, data: bitmap(32, row, row) }));
    expect(picked && 'width' in picked && show(picked)).toEqual(['R.', 'R.']);
  });

  it('gives the largest picture that can be decoded', () => {
    const picture = Buffer.from('\x89PNG\r\n\x1a\n...', 'latin1');
    const large = { side: 256, data: Buffer.from('nothing that is known') };
    const icon = ico({ side: 2, data: bitmap(24, ...rows) }, { side: 64, data: picture }, large);
    expect(pickIcon(icon)).toEqual({ data: picture });
    expect(pickIcon(ico(large))).toBeUndefined();
  });

  it('of any bytes whatever is looked at safely', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 100 }), (rest) => {
        const icon = bytes([0, 0, 1, 0, 2, 0], rest);
        if (isIco(icon)) pickIcon(icon);
      }),
    );
  });
});
