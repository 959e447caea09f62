// Tests of bitmaps and icons.
import { describe, expect, it } from 'vitest';
import { join, le16, le32 } from '../../../test/fixtures/image-bytes.ts';
import { bmp, ico, os2Bmp, png } from '../../../test/fixtures/images.ts';
import { isBmp, readBmp } from './bmp.ts';
import { isIco, readIco } from './ico.ts';

describe('readBmp', () => {
  it('reads Windows and OS/2 bitmaps', () => {
    expect(readBmp(bmp(640, 480))).toMatchObject({ width: 640, height: 480, frames: 1 });
    expect(readBmp(os2Bmp(640, 480))).toMatchObject({ width: 640, height: 480 });
  });

  it('takes a negative height for rows from the top', () => {
    expect(readBmp(bmp(640, -480))).toMatchObject({ width: 640, height: 480 });
    expect(readBmp(bmp(-640, 480))).toBe('bad-header');
  });

  it('knows whether all rows are there', () => {
    // Three bytes a pixel, rows filled up to four bytes: 3 x 2 pixels take 24 bytes.
    expect(readBmp(bmp(3, 2, new Uint8Array(24)))).toMatchObject({ truncated: false });
    expect(readBmp(bmp(3, 2, new Uint8Array(23)))).toMatchObject({ truncated: true });
  });

  it('does not take text that starts with BM for an image', () => {
    expect(isBmp(join('BMW builds cars and motorcycles.'))).toBe(false);
    expect(isBmp(bmp(1, 1))).toBe(true);
    expect(readBmp(bmp(640, 480).subarray(0, 25))).toBe('truncated-header');
  });
});

describe('readIco', () => {
  const picture = (side: number) => ({ side, data: new Uint8Array(40) });

  it('takes the largest picture', () => {
    const bytes = ico(picture(16), picture(64), picture(32));
    expect(readIco(bytes)).toMatchObject({ width: 64, height: 64, frames: 1, truncated: false });
  });

  it('reads 0 as 256, and the size of an embedded PNG from the PNG', () => {
    expect(readIco(ico(picture(256)))).toMatchObject({ width: 256, height: 256 });
    const large = { side: 256, data: png(512, 500) };
    expect(readIco(ico(picture(16), large))).toMatchObject({ width: 512, height: 500 });
  });

  it('does not follow an icon inside an icon', () => {
    const nested = ico({ side: 32, data: ico({ side: 128, data: png(4000, 4000) }) });
    expect(readIco(nested)).toMatchObject({ width: 32, height: 32 });
  });

  it('reads what is left of a cut directory', () => {
    const bytes = ico(picture(16), picture(64), picture(32)).subarray(0, 6 + 32);
    expect(readIco(bytes)).toMatchObject({ width: 64, truncated: true });
    expect(readIco(bytes.subarray(0, 21))).toBe('truncated-header');
  });

  it('knows icons and cursors from other files that start with zeros', () => {
    const cursor = ico(picture(32));
    cursor.writeUInt16LE(2, 2);
    expect(isIco(cursor)).toBe(true);
    expect(isIco(join(le16(0), le16(2), new Uint8Array(60)))).toBe(false);
    expect(isIco(join(le16(0), le16(1), le16(1), new Uint8Array(12), le32(3)))).toBe(false);
  });
});
