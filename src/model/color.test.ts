import { expect, it } from 'vitest';
import { COLOR_FAMILIES, familyOf, readHex, toHex, toLab } from './color.ts';

/** Named colours of CSS as people call them; those that are a matter of taste are left out. */
const NAMED: Readonly<Record<string, readonly string[]>> = {
  black: ['#000000', '#0a0a0a', '#101418'],
  white: ['#ffffff', '#f5f5f5', '#fffafa', '#f8f8ff'],
  grey: ['#808080', '#a9a9a9', '#696969', '#c0c0c0', '#708090', '#555555'],
  red: ['#ff0000', '#8b0000', '#b22222', '#dc143c', '#cc3300', '#a52020'],
  orange: ['#ffa500', '#ff8c00', '#ff7f00', '#f4a460'],
  yellow: ['#ffff00', '#ffd700', '#f0e68c', '#fafad2'],
  green: ['#008000', '#00ff00', '#228b22', '#556b2f', '#90ee90', '#006400', '#6b8e23'],
  teal: ['#008080', '#20b2aa', '#00ced1', '#40e0d0', '#00ffff'],
  blue: ['#0000ff', '#000080', '#4169e1', '#87ceeb', '#1e90ff', '#4682b4', '#6495ed'],
  purple: ['#800080', '#9400d3', '#8a2be2', '#4b0082', '#9370db', '#663399'],
  pink: ['#ffc0cb', '#ff69b4', '#ffb6c1', '#ff1493', '#fa8072'],
  brown: ['#8b4513', '#a0522d', '#654321', '#5c4033', '#7b3f00'],
};

it.each(Object.entries(NAMED))('calls colours as people do: %s', (family, colors) => {
  const called = colors.map((color) => `${color} ${familyOf(readHex(color) as never)}`);
  expect(called).toEqual(colors.map((color) => `${color} ${family}`));
});

it('has a family for every colour', () => {
  for (let value = 0; value < 4096; value++) {
    const color = {
      red: (value >> 8) * 17,
      green: ((value >> 4) & 15) * 17,
      blue: (value & 15) * 17,
    };
    if (!COLOR_FAMILIES.includes(familyOf(color))) expect(familyOf(color)).toBe('a family');
  }
});

it('reads and prints hexadecimal colours', () => {
  expect(readHex('#0aFf10')).toEqual({ red: 10, green: 255, blue: 16 });
  expect(toHex({ red: 10, green: 255, blue: 16 })).toBe('#0aff10');
  for (const text of ['0aff10', '#0aff1', '#0aff100', '#gggggg', ''])
    expect(readHex(text)).toBeUndefined();
});

it('knows the OKLab values of the primaries (as published)', () => {
  const { lightness, a, b } = toLab({ red: 255, green: 0, blue: 0 });
  expect([lightness, a, b].map((value) => value.toFixed(3))).toEqual(['0.628', '0.225', '0.126']);
});
