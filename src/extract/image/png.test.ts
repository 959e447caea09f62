// Tests of PNG headers and chunks.
import { describe, expect, it } from 'vitest';
import { join } from '../../../test/fixtures/image-bytes.ts';
import { chunk, png, pngFrame } from '../../../test/fixtures/images.ts';
import { readPng } from './png.ts';

describe('readPng', () => {
  it('reads size and completeness', () => {
    const whole = { width: 640, height: 480, frames: 1, truncated: false };
    expect(readPng(png(640, 480))).toMatchObject(whole);
    expect(readPng(png(640, 480).subarray(0, -1))).toMatchObject({ ...whole, truncated: true });
  });

  it('counts the frames that are there, not those the file claims', () => {
    const claim = chunk('acTL', new Uint8Array(8).fill(0xff));
    const bytes = png(640, 480, claim, pngFrame(), pngFrame(), pngFrame());
    expect(readPng(bytes)).toMatchObject({ frames: 3 });
  });

  it('reads the variant of Apple that starts with a chunk of its own', () => {
    const plain = png(640, 480);
    const bytes = join(plain.subarray(0, 8), chunk('CgBI', [0, 0, 0, 2]), plain.subarray(8));
    expect(readPng(bytes)).toMatchObject({ width: 640, height: 480, truncated: false });
  });

  it('finds EXIF and XMP', () => {
    const xmp = chunk('iTXt', 'XML:com.adobe.xmp\0', [0, 0], 'en\0', '\0', '<x/>');
    const bytes = png(640, 480, chunk('eXIf', 'II*'), xmp);
    expect(readPng(bytes)).toMatchObject({
      blocks: { exif: join('II*'), xmp: join('<x/>') },
    });
  });

  it('leaves compressed and cut XMP alone', () => {
    const compressed = chunk('iTXt', 'XML:com.adobe.xmp\0', [1, 0], '\0', '\0', 'x');
    const cut = chunk('iTXt', 'XML:com.adobe.xmp\0', [0, 0], 'en');
    expect(readPng(png(640, 480, compressed, cut))).toMatchObject({ blocks: {} });
  });

  it('says why there is no size', () => {
    expect(readPng(png(640, 480).subarray(0, 23))).toBe('truncated-header');
    expect(readPng(png(2 ** 31, 480))).toBe('bad-header');
    expect(readPng(join('\x89PNG\r\n\x1a\n', chunk('IDAT', new Uint8Array(40))))).toBe(
      'bad-header',
    );
  });
});
