// Tests of AVIF and HEIC boxes.
import { describe, expect, it } from 'vitest';
import { join, u32 } from '../../../test/fixtures/image-bytes.ts';
import { avifSequence, box, fullBox, heic } from '../../../test/fixtures/images.ts';
import { isobmffMime, readIsobmff } from './isobmff.ts';

describe('readIsobmff', () => {
  it('reads the primary item, not the thumbnail before it', () => {
    const whole = { width: 640, height: 480, frames: 1, orientation: 1, truncated: false };
    expect(readIsobmff(heic(640, 480))).toMatchObject(whole);
  });

  it.each([
    [1, undefined, 8],
    [2, undefined, 3],
    [3, undefined, 6],
    [0, 0, 4],
    [0, 1, 2],
    [1, 0, 5],
    [1, 1, 7],
    [2, 1, 4],
    [3, 1, 5],
  ])('gives %s quarter turns and mirror %s as orientation %s', (turns, mirror, orientation) => {
    const bytes = heic(640, 480, { turns, ...(mirror === undefined ? {} : { mirror }) });
    expect(readIsobmff(bytes)).toMatchObject({ width: 640, height: 480, orientation });
  });

  it('takes off the margin of the encoder when it makes sense', () => {
    const crop = (width: number, height: number) => {
      const bytes = heic(642, 484, { crop: join(u32(width), u32(2), u32(height), u32(1)) });
      return readIsobmff(bytes);
    };
    expect(crop(1281, 483)).toMatchObject({ width: 641, height: 483 });
    expect(crop(0, 9999)).toMatchObject({ width: 642, height: 484 });
  });

  it('finds the EXIF item', () => {
    const bytes = heic(640, 480, { exif: join('II*\0') });
    expect(readIsobmff(bytes)).toMatchObject({ blocks: { exif: join('II*\0') } });
  });

  it('reads sequences without a still image', () => {
    const bytes = avifSequence(640, 480, 12);
    expect(readIsobmff(bytes)).toMatchObject({ width: 640, height: 480, frames: 12 });
  });

  it('does not believe a number of samples that the file has no room for', () => {
    const bytes = avifSequence(640, 480, 12);
    const count = bytes.indexOf('stsz') + 12;
    bytes.writeUInt32BE(0xffffffff, count);
    expect(readIsobmff(bytes)).toMatchObject({ frames: 12 });
    bytes.writeUInt32BE(100, count - 4);
    expect(readIsobmff(bytes)).toMatchObject({ frames: Math.floor(bytes.length / 100) });
  });

  it('tells the type by the brands', () => {
    const mime = (...brands: string[]) => isobmffMime(box('ftyp', ...brands));
    expect(mime('avif', '\0\0\0\0', 'mif1')).toBe('image/avif');
    expect(mime('mif1', '\0\0\0\0', 'mif1', 'avif')).toBe('image/avif');
    expect(mime('mif1', '\0\0\0\0', 'heic')).toBe('image/heic');
    expect(mime('msf1', '\0\0\0\0')).toBe('image/heif');
    expect(mime('isom', '\0\0\0\0', 'mp42')).toBeUndefined();
  });

  it('says why there is no size', () => {
    const type = box('ftyp', 'avif', u32(0));
    expect(readIsobmff(type)).toBe('truncated-header');
    expect(readIsobmff(heic(640, 480).subarray(0, 60))).toBe('truncated-header');
    expect(readIsobmff(join(type, fullBox('meta', 0)))).toBe('bad-header');
    expect(readIsobmff(join(type, box('moov', box('trak'))))).toBe('bad-header');
  });
});
