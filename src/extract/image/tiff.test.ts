// Tests of TIFF directories and pages.
import { describe, expect, it } from 'vitest';
import { join } from '../../../test/fixtures/image-bytes.ts';
import { bigTiff, long, raw, short, type Tag, tiff } from '../../../test/fixtures/image-exif.ts';
import { readTiff } from './tiff.ts';

const page = (width: number, height: number, ...more: Tag[]) => [
  short(256, width),
  long(257, height),
  ...more,
];

describe('readTiff', () => {
  it.each([true, false])('reads size and pages (little-endian: %s)', (little) => {
    const bytes = tiff([page(640, 480), page(10, 10), page(20, 20)], { little });
    const whole = { width: 640, height: 480, frames: 3, truncated: false };
    expect(readTiff(bytes)).toMatchObject(whole);
  });

  it('reads BigTIFF', () => {
    expect(readTiff(bigTiff(640, 480))).toMatchObject({ width: 640, height: 480, frames: 1 });
  });

  it('does not count thumbnails as pages', () => {
    const thumbnail = [long(254, 1), ...page(10, 10)];
    expect(readTiff(tiff([page(640, 480), thumbnail]))).toMatchObject({ frames: 1 });
  });

  it('ends when directories lead back to each other', () => {
    const bytes = tiff([page(640, 480), page(10, 10)], { loop: true });
    expect(readTiff(bytes)).toMatchObject({ frames: 2, truncated: false });
  });

  it('is truncated when pixels or the next page lie behind the end', () => {
    const strips = (...ends: number[]) => tiff([page(64, 64, long(273, 8, 8), long(279, ...ends))]);
    expect(readTiff(strips(1, 2))).toMatchObject({ truncated: false });
    expect(readTiff(strips(1, 9000))).toMatchObject({ truncated: true });
    const twoPages = tiff([page(64, 64), page(64, 64)]);
    expect(readTiff(twoPages.subarray(0, 39))).toMatchObject({ truncated: true });
  });

  it('finds XMP and IPTC', () => {
    const bytes = tiff([page(64, 64, raw(700, 1, join('<x/>.')), raw(33723, 7, join('iptc.')))]);
    expect(readTiff(bytes)).toMatchObject({ blocks: { xmp: join('<x/>.'), iptc: join('iptc.') } });
  });

  it('says why there is no size', () => {
    expect(readTiff(tiff([page(64, 64)]).subarray(0, 8))).toBe('truncated-header');
    expect(readTiff(tiff([[short(256, 64)]]))).toBe('bad-header');
  });
});
