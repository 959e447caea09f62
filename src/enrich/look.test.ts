// The look of a picture: the same for copies, none for what is tiny or flat.
import sharp, { type Sharp } from 'sharp';
import { describe, expect, it } from 'vitest';
import { memberOf } from '../model/document-facts.ts';
import { NEAR_BITS, parseLook, pictureDistance } from '../model/look.ts';
import { makeFacts } from './make-facts.ts';
import { LOOK } from './pixel-producers.ts';

/** A scene of many shades, another one for each seed. */
function drawScene(seed: number, width = 640, height = 480): Promise<Buffer> {
  const pieces = Array.from({ length: 120 }, (_, at) => {
    const value = (at * 7919 + seed * 104_729) % 1000;
    const [x, y] = [(value * 37) % 640, (value * 91 + at * 53) % 480];
    return `<ellipse cx="${x}" cy="${y}" rx="${20 + (value % 90)}" ry="${15 + (at % 60)}" fill="hsl(${value % 360},50%,${10 + (value % 80)}%)"/>`;
  });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="480">${pieces.join('')}</svg>`;
  return sharp(Buffer.from(svg))
    .flatten({ background: '#678' })
    .resize(width, height)
    .png()
    .toBuffer();
}

async function lookOf(bytes: Uint8Array): Promise<Uint8Array | undefined> {
  const fact = (await makeFacts(bytes, [LOOK.name])).facts.get(LOOK.name);
  return fact?.kind === 'json' ? parseLook(memberOf(fact.value, 'hash')) : undefined;
}

async function distance(one: Uint8Array, other: Uint8Array): Promise<number> {
  const [a, b] = [await lookOf(one), await lookOf(other)];
  return a === undefined || b === undefined ? Number.NaN : pictureDistance(a, b);
}

describe('the look of a picture', () => {
  it.each([
    ['half as large', (image: Sharp) => image.resize(320, 240)],
    ['a thumbnail', (image: Sharp) => image.resize(150, 112)],
    ['recompressed', (image: Sharp) => image.jpeg({ quality: 20 })],
    ['grey', (image: Sharp) => image.greyscale()],
    ['mirrored', (image: Sharp) => image.flop()],
  ])('is near that of the same picture %s', async (_, edit) => {
    const whole = await drawScene(1);
    expect(await distance(whole, await edit(sharp(whole)).toBuffer())).toBeLessThanOrEqual(
      NEAR_BITS,
    );
  });

  it('is far from that of another picture', async () => {
    expect(await distance(await drawScene(1), await drawScene(2))).toBeGreaterThan(NEAR_BITS * 2);
  });

  it('is none for what is tiny or flat', async () => {
    const flat = await sharp({
      create: { width: 300, height: 200, channels: 3, background: 'red' },
    })
      .png()
      .toBuffer();
    const disc =
      '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="200"><rect width="300" height="200" fill="#39c"/><circle cx="150" cy="100" r="60" fill="#fc0"/></svg>';
    expect(await lookOf(flat)).toBeUndefined();
    expect(await lookOf(await sharp(Buffer.from(disc)).png().toBuffer())).toBeUndefined();
    expect(await lookOf(await drawScene(1, 60, 60))).toBeUndefined();
  });
});
