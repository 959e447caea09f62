// Tests of the face: sizes, reasons and agreement with a real decoder.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { bmp, frameHeader, gif, gifFrame, jpeg, png } from '../../../test/fixtures/images.ts';
import { DATA_URI_REJECTIONS } from './data-uri.ts';
import { IMAGE_REJECTIONS, inspectImage, NOT_IMAGE_REASONS } from './image.ts';
import { PLACE_REJECTIONS } from './place.ts';

const canvas = (width: number, height: number, background = '#08f') =>
  sharp({ create: { width, height, channels: 3, background } });
const animation = () =>
  Promise.all(
    ['#f00', '#0f0', '#00f'].map((colour) => canvas(70, 60, colour).png().toBuffer()),
  ).then((frames) => sharp(frames, { join: { animated: true } }));

describe('inspectImage', () => {
  it('gives everything there is to know of an image that is kept', async () => {
    const bytes = await canvas(640, 480).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    expect(inspectImage(bytes)).toEqual({
      kind: 'image',
      mime: 'image/jpeg',
      width: 640,
      height: 480,
      frames: 1,
      orientation: 6,
      digest: createHash('sha256').update(bytes).digest('hex'),
      bytes: bytes.length,
      truncated: false,
    });
  });

  it.each([
    ['image/jpeg', () => canvas(64, 51).jpeg({ progressive: true })],
    ['image/png', () => canvas(64, 51).png()],
    ['image/gif', () => canvas(64, 51).gif()],
    ['image/webp', () => canvas(64, 51).webp()],
    ['image/webp', () => canvas(64, 51).webp({ lossless: true })],
    ['image/avif', () => canvas(64, 51).avif()],
    ['image/tiff', () => canvas(64, 51).tiff()],
    ['image/tiff', () => canvas(64, 51).tiff({ tile: true, bigtiff: true })],
    ['image/gif', async () => (await animation()).gif()],
    ['image/webp', async () => (await animation()).webp()],
    ['image/tiff', async () => (await animation()).tiff()],
  ])('agrees with the decoder on a real %s', async (mime, make) => {
    const bytes = await (await make()).toBuffer();
    const { width, height, pages = 1, pageHeight = height } = await sharp(bytes).metadata();
    expect(inspectImage(bytes)).toMatchObject({
      mime,
      width,
      height: pageHeight,
      frames: pages,
      truncated: false,
    });
  });

  it.each([
    ['kept', undefined, 51, 51],
    ['too narrow', 'too-small', 50, 5000],
    ['too low', 'too-small', 5000, 50],
    ['kept', undefined, 15_000, 15_000],
    ['too large', 'too-large', 15_000, 15_001],
    ['too large for 32 bits', 'too-large', 65_536, 65_536],
    ['as large as a header can say', 'too-large', 2 ** 31 - 1, 2 ** 31 - 1],
    ['without width', 'zero-size', 0, 100],
    ['without height', 'zero-size', 100, 0],
    ['beyond what the format allows', 'bad-header', 2 ** 31, 100],
  ])('judges sizes: %s', (_, rejected, width, height) => {
    const image = inspectImage(png(width, height));
    expect(image.kind === 'image' && image.rejected).toBe(rejected);
  });

  it('takes other limits', () => {
    expect(inspectImage(png(10, 10), { minSide: 10 })).not.toHaveProperty('rejected');
    const small = { minSide: 1, maxArea: 99 };
    expect(inspectImage(png(10, 10), small)).toMatchObject({ rejected: 'too-large' });
  });

  it('names an image by its bytes even when its header is broken', () => {
    expect(inspectImage(jpeg())).toMatchObject({
      kind: 'image',
      mime: 'image/jpeg',
      width: 0,
      height: 0,
      frames: 0,
      truncated: false,
      rejected: 'bad-header',
      digest: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
  });

  it('says why bytes are no image', () => {
    const empty = { kind: 'not-image', reason: 'empty' };
    const unknown = { kind: 'not-image', reason: 'unknown-format' };
    expect(inspectImage(new Uint8Array())).toEqual(empty);
    for (const text of ['<html><img src="a.png">', 'GIF', 'BM', '%PDF-1.4', '\0\0\0\0', '\xff']) {
      expect(inspectImage(Buffer.from(text, 'latin1')), text).toEqual(unknown);
    }
  });

  it('documents every reason', () => {
    const page = readFileSync(new URL('../../../docs/images.md', import.meta.url), 'utf8');
    const tables = [IMAGE_REJECTIONS, NOT_IMAGE_REASONS, PLACE_REJECTIONS, DATA_URI_REJECTIONS];
    for (const [reason, explanation] of tables.flatMap((table) => Object.entries(table))) {
      expect(page).toContain(`| \`${reason}\` | ${explanation} |`);
    }
  });

  it('never looks at the bytes beside its view', () => {
    const images = [
      jpeg(frameHeader(640, 480)),
      png(640, 480),
      gif(640, 480, gifFrame(640, 480)),
      bmp(640, 480),
    ];
    for (const image of images) {
      for (let length = 1; length <= image.length; length++) {
        const part = image.subarray(0, length);
        const own = inspectImage(new Uint8Array(part));
        // The rest of the same image is the neighbour that would mislead the most.
        expect(inspectImage(part), `${length} of ${image.length} bytes`).toEqual(own);
      }
    }
  });
});
