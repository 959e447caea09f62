import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { inspectImage } from './image.ts';
import { isOneColour } from './one-colour.ts';

type Format = 'png' | 'gif';

/** A picture of one colour, with or without a dot of another in its last corner. */
async function picture(format: Format, hasDot: boolean, options: object = {}): Promise<Buffer> {
  const width = 201;
  const height = 130;
  const pixels = Buffer.alloc(width * height * 4, Buffer.from([200, 210, 220, 255]));
  if (hasDot) pixels.fill(0, pixels.length - 4, pixels.length - 1);
  return sharp(pixels, { raw: { width, height, channels: 4 } })
    .toFormat(format, options)
    .toBuffer();
}

const WAYS: readonly (readonly [Format, object])[] = [
  ['gif', {}],
  ['png', {}],
  ['png', { palette: true }],
  ['png', { adaptiveFiltering: true, compressionLevel: 9 }],
];

describe('one colour', () => {
  it.each(WAYS)('is seen in %s with %o', async (format, options) => {
    const blank = await picture(format, false, options);
    const dotted = await picture(format, true, options);
    expect([isOneColour(blank, `image/${format}`), isOneColour(dotted, `image/${format}`)]).toEqual(
      [true, false],
    );
  });

  it('makes a picture blank only inside a page', async () => {
    const blank = await picture('gif', false);
    expect(inspectImage(blank, { isInline: true })).toMatchObject({ rejected: 'blank' });
    expect(inspectImage(blank)).not.toHaveProperty('rejected');
  });

  it('is not claimed of damaged, cut or animated pictures', async () => {
    const blank = await picture('png', false);
    for (let length = 1; length < blank.length - 16; length += 7) {
      expect(isOneColour(blank.subarray(0, length), 'image/png')).toBe(false);
    }
    const two = Buffer.from(await picture('gif', false));
    const frame = two.indexOf(0x2c, 13 + (3 << ((two[10]! & 7) + 1)));
    const animated = Buffer.concat([two.subarray(0, -1), two.subarray(frame)]);
    expect(isOneColour(animated, 'image/gif')).toBe(false);
  });
});
