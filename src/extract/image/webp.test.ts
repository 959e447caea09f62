// Tests of WebP headers and chunks.
import { describe, expect, it } from 'vitest';
import { join, le16, le32 } from '../../../test/fixtures/image-bytes.ts';
import { riff, webp, webpExtended } from '../../../test/fixtures/images.ts';
import { readWebp } from './webp.ts';

const lossy = riff('VP8 ', [0, 0, 0, 0x9d, 0x01, 0x2a], le16(640 | 0x4000), le16(480));
const lossless = riff('VP8L', [0x2f], le32((640 - 1) | ((480 - 1) << 14)));

describe('readWebp', () => {
  it.each([
    ['lossy', lossy],
    ['lossless', lossless],
    ['extended', webpExtended(640, 480)],
  ])('reads the size of a %s image', (_, first) => {
    const whole = { width: 640, height: 480, frames: 1, truncated: false };
    expect(readWebp(webp(first))).toMatchObject(whole);
  });

  it('reads the largest sizes the format has', () => {
    const bytes = webp(webpExtended(2 ** 24, 2 ** 24));
    expect(readWebp(bytes)).toMatchObject({ width: 2 ** 24, height: 2 ** 24 });
  });

  it('counts frames and finds metadata behind chunks of odd length', () => {
    const frame = riff('ANMF', new Uint8Array(17));
    const blocks = [riff('EXIF', 'Exif\0\0II*'), riff('XMP ', '<x/>')];
    expect(readWebp(webp(webpExtended(64, 64), frame, frame, ...blocks))).toMatchObject({
      frames: 2,
      blocks: { exif: join('Exif\0\0II*'), xmp: join('<x/>') },
    });
  });

  it('says why there is no size', () => {
    expect(readWebp(webp(lossy).subarray(0, 29))).toBe('truncated-header');
    expect(readWebp(webp(lossless).subarray(0, 24))).toBe('truncated-header');
    expect(readWebp(webp(riff('VP8 ', new Uint8Array(10))))).toBe('bad-header');
    expect(readWebp(webp(riff('VP8L', new Uint8Array(10))))).toBe('bad-header');
    expect(readWebp(webp(riff('ALPH', new Uint8Array(10))))).toBe('bad-header');
  });

  it('is truncated when the container claims more bytes', () => {
    expect(readWebp(webp(lossy, riff('XMP ', 'abcd')).subarray(0, -2))).toMatchObject({
      truncated: true,
    });
  });
});
