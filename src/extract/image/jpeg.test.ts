// Tests of JPEG headers.
import { describe, expect, it } from 'vitest';
import { join } from '../../../test/fixtures/image-bytes.ts';
import { exifSegment, frameHeader, jpeg, segment } from '../../../test/fixtures/images.ts';
import { isJpeg, readJpeg } from './jpeg.ts';

const sizeOf = (bytes: Uint8Array) => {
  const reading = readJpeg(bytes);
  return typeof reading === 'string' ? reading : [reading.width, reading.height];
};

describe('readJpeg', () => {
  it.each([
    ['baseline', 0xc0],
    ['progressive', 0xc2],
    ['lossless', 0xc3],
    ['differential', 0xc7],
    ['arithmetic', 0xc9],
    ['arithmetic progressive', 0xca],
    ['the last process', 0xcf],
  ])('reads the size of a %s frame', (_, code) => {
    expect(sizeOf(jpeg(frameHeader(640, 480, code)))).toEqual([640, 480]);
  });

  it('does not take tables and reserved markers for frames', () => {
    const others = [0xc4, 0xc8, 0xcc].map((code) => frameHeader(1, 1, code));
    expect(sizeOf(jpeg(...others, frameHeader(640, 480)))).toEqual([640, 480]);
  });

  it('takes the first of several frames', () => {
    expect(sizeOf(jpeg(frameHeader(640, 480), frameHeader(64, 48)))).toEqual([640, 480]);
  });

  it('passes over fill bytes, standalone markers and stray bytes between segments', () => {
    const noise = join([0xff, 0xff, 0xff], [0xff, 0x01], [0xff, 0xd0], [0, 1, 2]);
    expect(sizeOf(jpeg(segment(0xe0, 'JFIF\0'), noise, frameHeader(640, 480)))).toEqual([640, 480]);
  });

  it('does not take the thumbnail of an EXIF segment for the image', () => {
    const thumbnail = jpeg(frameHeader(160, 120));
    expect(sizeOf(jpeg(exifSegment(thumbnail), frameHeader(640, 480)))).toEqual([640, 480]);
  });

  it.each([2, 5, 8])('does not take it either when the segment claims %s bytes', (length) => {
    const broken = exifSegment(jpeg(frameHeader(160, 120)));
    broken.writeUInt16BE(length, 2);
    expect(sizeOf(jpeg(broken, frameHeader(640, 480)))).toEqual([640, 480]);
  });

  it('finds the frame after a megabyte of application segments', () => {
    const segments = Array.from({ length: 17 }, () => segment(0xe2, new Uint8Array(65_000)));
    expect(sizeOf(jpeg(...segments, frameHeader(640, 480)))).toEqual([640, 480]);
  });

  it('finds metadata before and after the frame, the first of each kind', () => {
    const bytes = jpeg(exifSegment([1]), frameHeader(9, 9), exifSegment([2]));
    expect(readJpeg(bytes)).toMatchObject({ blocks: { exif: join([1]) } });
  });

  it('calls a file whole when data follows its end marker', () => {
    const bytes = join(jpeg(frameHeader(640, 480)), 'trailer of a phone');
    expect(readJpeg(bytes)).toMatchObject({ truncated: false });
  });

  it('calls a file truncated without an end marker after the scan', () => {
    const thumbnail = exifSegment(jpeg(frameHeader(160, 120)));
    const bytes = jpeg(thumbnail, frameHeader(640, 480)).subarray(0, -1);
    expect(readJpeg(bytes)).toMatchObject({ width: 640, truncated: true });
  });

  it('says why there is no size', () => {
    expect(sizeOf(jpeg())).toBe('bad-header');
    expect(sizeOf(join([0xff, 0xd8, 0xff, 0xe0, 0, 1], frameHeader(1, 1)))).toBe('bad-header');
    expect(sizeOf(jpeg(frameHeader(640, 480)).subarray(0, 8))).toBe('truncated-header');
    expect(sizeOf(new Uint8Array([0xff, 0xd8, 0xff]))).toBe('truncated-header');
  });

  it('does not look for an image behind other bytes', () => {
    expect(isJpeg(join('\n', jpeg(frameHeader(640, 480))))).toBe(false);
  });
});
