// Colours of pictures that are made for it: areas of known size and colour, tones, tints and transparency.
import { expect, it } from 'vitest';
import type { ImageColors } from '../model/field-types.ts';
import type { Pixels } from './bitmap.ts';
import { makeColors } from './colors.ts';

type Color = readonly [red: number, green: number, blue: number, alpha?: number];

const WHITE: Color = [255, 255, 255];
const BLUE: Color = [30, 90, 220];
const RED: Color = [200, 20, 20];
const CLEAR: Color = [255, 0, 0, 0];

/** A picture of 100 by 10 pixels, painted column by column. */
function paint(colorAt: (x: number, y: number) => Color): Pixels {
  const [width, height] = [100, 10];
  const data = new Uint8Array(width * height * 4);
  for (let at = 0; at < width * height; at++) {
    const [red, green, blue, alpha = 255] = colorAt(at % width, Math.floor(at / width));
    data.set([red, green, blue, alpha], at * 4);
  }
  return { data, width, height, channels: 4 };
}

function colorsOf(pixels: Pixels): ImageColors {
  const { value } = makeColors({ small: pixels });
  if (value.kind !== 'json') throw new Error(JSON.stringify(value));
  return value.value as ImageColors;
}

it('tells the colours with their shares, the largest first', () => {
  const { palette, families } = colorsOf(paint((x) => (x < 60 ? WHITE : x < 85 ? BLUE : RED)));
  expect(palette).toEqual([
    { color: '#ffffff', share: 0.6 },
    { color: '#1e5adc', share: 0.25 },
    { color: '#c81414', share: 0.15 },
  ]);
  expect(families).toEqual(['white', 'blue', 'red']);
});

it('puts colours together that look the same', () => {
  const { palette } = colorsOf(paint((x, y) => [30 + (x % 12), 90 + (y % 8), 220 - (x % 9)]));
  expect(palette).toHaveLength(1);
  expect(palette[0]?.share).toBe(1);
});

it('names no family of which there is little, but always one', () => {
  expect(colorsOf(paint((x) => (x < 5 ? RED : WHITE))).families).toEqual(['white']);
  // Ten families of a tenth each: none prevails, and the largest stands for all.
  const mixed = paint((x) => {
    const hues: Color[] = [WHITE, RED, BLUE, [0, 0, 0], [0, 128, 0], [255, 220, 0], [128, 0, 128]];
    return hues[x % 10] ?? [128, 128, 128];
  });
  expect(colorsOf(mixed).families).toEqual(['grey']);
});

it('tells photographs in black and white from drawings and from colour', () => {
  const grey = (level: number): Color => [level, level, level];
  const tones = (x: number, y: number) => 20 + x * 2 + y * 2;
  expect(colorsOf(paint((x, y) => grey(tones(x, y)))).families).toEqual(['bw']);
  // JPEG leaves a slight tint in greys.
  expect(
    colorsOf(paint((x, y) => [tones(x, y) + 4, tones(x, y), tones(x, y) - 3])).families,
  ).toEqual(['bw']);
  expect(colorsOf(paint((x) => grey(x % 20 === 0 ? 0 : 255))).families).toEqual(['white']);
  const touched = paint((x, y) => (x === 0 ? RED : grey(tones(x, y))));
  expect(colorsOf(touched).families).not.toContain('bw');
});

it('does not count what is transparent', () => {
  expect(colorsOf(paint((x) => (x < 90 ? CLEAR : BLUE))).palette).toEqual([
    { color: '#1e5adc', share: 1 },
  ]);
  expect(colorsOf(paint(() => CLEAR))).toEqual({ palette: [], families: [] });
});
