// Tests of GIF headers and frame counts.
import { describe, expect, it } from 'vitest';
import { join } from '../../../test/fixtures/image-bytes.ts';
import { gif, gifFrame } from '../../../test/fixtures/images.ts';
import { readGif } from './gif.ts';

const comment = join([0x21, 0xfe], [3], 'abc', [0]);

describe('readGif', () => {
  it('counts frames between extensions', () => {
    const bytes = gif(640, 480, comment, gifFrame(640, 480), comment, gifFrame(10, 10));
    const whole = { width: 640, height: 480, frames: 2, truncated: false };
    expect(readGif(bytes)).toMatchObject(whole);
  });

  it('does not take image data for blocks', () => {
    const descriptor = join([0x2c], new Uint8Array(9), [2]);
    const data = join([4, 0x2c, 0x2c, 0x3b, 0x21], [0]);
    expect(readGif(gif(64, 64, descriptor, data, gifFrame(1, 1)))).toMatchObject({ frames: 2 });
  });

  it('takes the size of a first frame that is larger than the screen', () => {
    expect(readGif(gif(0, 0, gifFrame(640, 480)))).toMatchObject({ width: 640, height: 480 });
    expect(readGif(gif(8, 8, gifFrame(4, 4), gifFrame(99, 99)))).toMatchObject({ width: 8 });
  });

  it('passes over zeros between blocks', () => {
    expect(readGif(gif(64, 64, [0, 0], gifFrame(64, 64)))).toMatchObject({ frames: 1 });
  });

  it('is truncated without a trailer or with a block that is none', () => {
    const whole = gif(64, 64, gifFrame(64, 64));
    expect(readGif(whole.subarray(0, -1))).toMatchObject({ frames: 1, truncated: true });
    expect(readGif(gif(64, 64, [0x77]))).toMatchObject({ frames: 1, truncated: true });
    expect(readGif(whole.subarray(0, 12))).toBe('truncated-header');
  });
});
