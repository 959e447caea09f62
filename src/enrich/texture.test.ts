// Sorts of pictures, on pictures that are drawn here.
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { drawWaves, SIDE } from '../../test/fixtures/nsfw-pictures.ts';
import { createRandom } from '../support/random.ts';
import { makeFacts } from './make-facts.ts';
import { TEXTURE } from './pixel-producers.ts';

async function textureOf(bytes: Uint8Array): Promise<unknown> {
  const { facts } = await makeFacts(bytes, [TEXTURE.name]);
  const fact = facts.get(TEXTURE.name);
  return fact?.kind === 'json' ? fact.value : fact;
}

const svg = (shapes: string, background = 'white') =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="300"><rect width="400" height="300" fill="${background}"/>${shapes}</svg>`,
  );

/** Waves with grain, as JPEG, in the size of a photograph on the web. */
function grainy(seed: number): Promise<Buffer> {
  const random = createRandom(seed);
  const data = drawWaves(seed).map((value) =>
    Math.max(0, Math.min(255, value + random() * 24 - 12)),
  );
  return sharp(data, { raw: { width: SIDE, height: SIDE, channels: 3 } })
    .jpeg()
    .toBuffer();
}

it('knows photographs by their grain', async () => {
  for (const seed of [1, 2, 170, 197])
    expect(await textureOf(await grainy(seed))).toEqual({ texture: 'photo' });
});

it('knows drawings by their flat colours', async () => {
  const shapes =
    '<circle cx="120" cy="130" r="90" fill="#c33"/><path d="M0 250L200 90L400 250V300H0Z" fill="#393"/><circle cx="330" cy="60" r="40" fill="#fc0"/>';
  expect(await textureOf(svg(shapes, '#8cf'))).toEqual({ texture: 'drawing' });
});

it('knows diagrams by lines on white', async () => {
  const boxes = [20, 150, 280].map(
    (x) =>
      `<rect x="${x}" y="120" width="90" height="60" fill="none" stroke="#000" stroke-width="2"/><path d="M${x + 90} 150h40" stroke="#06c" stroke-width="2"/>`,
  );
  expect(await textureOf(svg(boxes.join('')))).toEqual({ texture: 'diagram' });
});

it('knows pages of text by rows of strokes', async () => {
  const random = createRandom(7);
  let strokes = '';
  for (let y = 20; y < 285; y += 9) {
    for (let x = 20; x < 380; x += 3 + Math.floor(random() * 3)) {
      strokes += `M${x} ${y}v${3 + Math.floor(random() * 3)}`;
    }
  }
  const page = svg(`<path d="${strokes}" stroke="#000" stroke-width="1.3"/>`);
  expect(await textureOf(await sharp(page).jpeg().toBuffer())).toEqual({ texture: 'text' });
});
