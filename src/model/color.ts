// Colours by name: the families that pictures are found by, and which of them a colour belongs to.

/** Families of colours, in the order of their bits in the packed column; new ones come behind. `bw`: a black-and-white photograph. */
export const COLOR_FAMILIES = [
  'black',
  'white',
  'grey',
  'red',
  'orange',
  'yellow',
  'green',
  'teal',
  'blue',
  'purple',
  'pink',
  'brown',
  'bw',
] as const;

/** Name of a family of colours. */
export type ColorFamily = (typeof COLOR_FAMILIES)[number];

/** A colour of sRGB, 0 to 255 each. */
export interface Rgb {
  readonly red: number;
  readonly green: number;
  readonly blue: number;
}

/** A colour as people see it (OKLab, bottosson.github.io/posts/oklab): lightness from 0 to 1, green to red, blue to yellow. */
export interface Lab {
  readonly lightness: number;
  readonly a: number;
  readonly b: number;
}

/** A colour in OKLab. */
export function toLab({ red, green, blue }: Rgb): Lab {
  const [r, g, b] = [toLinear(red), toLinear(green), toLinear(blue)];
  const long = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const middle = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const short = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return {
    lightness: 0.2104542553 * long + 0.793617785 * middle - 0.0040720468 * short,
    a: 1.9779984951 * long - 2.428592205 * middle + 0.4505937099 * short,
    b: 0.0259040371 * long + 0.7827717662 * middle - 0.808675766 * short,
  };
}

/** How strong a colour is: 0 for greys, about 0.3 for the strongest of a screen. */
export function chromaOf({ a, b }: Lab): number {
  return Math.hypot(a, b);
}

/** The family of a colour; never `bw`, which is one of whole pictures. */
export function familyOf(color: Rgb): ColorFamily {
  const lab = toLab(color);
  const { lightness } = lab;
  if (lightness < BLACK_LIGHTNESS) return 'black';
  // Strong colours of little light, and tints of much, are seen as grey and white.
  const needed = lightness > PALE_LIGHTNESS ? PALE_CHROMA : GREY_CHROMA;
  if (chromaOf(lab) < needed) {
    if (lightness < DARK_LIGHTNESS) return 'black';
    return lightness > WHITE_LIGHTNESS ? 'white' : 'grey';
  }
  return familyOfHue(lab);
}

/** The colour that `#rrggbb` means; `undefined` for other texts. */
export function readHex(text: string): Rgb | undefined {
  const found = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(text);
  if (found === null) return undefined;
  const [red = 0, green = 0, blue = 0] = found
    .slice(1)
    .map((digits) => Number.parseInt(digits, 16));
  return { red, green, blue };
}

/** A colour as `#rrggbb`. */
export function toHex({ red, green, blue }: Rgb): string {
  return `#${((1 << 24) | (red << 16) | (green << 8) | blue).toString(16).slice(1)}`;
}

// Set by hand on the named colours of CSS (color.test.ts); the borders between names are a matter of taste.
const BLACK_LIGHTNESS = 0.2;
const DARK_LIGHTNESS = 0.27;
const WHITE_LIGHTNESS = 0.92;
const GREY_CHROMA = 0.035;
const PALE_LIGHTNESS = 0.94;
const PALE_CHROMA = 0.045;

function familyOfHue(lab: Lab): ColorFamily {
  const { lightness } = lab;
  const chroma = chromaOf(lab);
  const hue = (Math.atan2(lab.b, lab.a) * 180) / Math.PI;
  const degrees = hue < 0 ? hue + 360 : hue;
  if (degrees < 15 || degrees >= 345) return lightness > 0.62 ? 'pink' : 'red';
  if (degrees < 38) {
    if (lightness > 0.72) return 'pink';
    return chroma < 0.1 && lightness < 0.62 ? 'brown' : 'red';
  }
  if (degrees < 78) {
    if (lightness < 0.6 || (lightness < 0.72 && chroma < 0.11)) return 'brown';
    return chroma < 0.06 ? 'brown' : 'orange';
  }
  if (degrees < 115) {
    if (lightness < 0.55) return degrees < 95 ? 'brown' : 'green';
    return lightness < 0.76 && degrees < 92 ? 'brown' : 'yellow';
  }
  if (degrees < 168) return 'green';
  if (degrees < 215) return 'teal';
  if (degrees < 282) return 'blue';
  if (degrees < 322) return 'purple';
  return lightness > 0.66 ? 'pink' : 'purple';
}

const LINEAR = Float64Array.from({ length: 256 }, (_, value) => {
  const share = value / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
});

function toLinear(value: number): number {
  return LINEAR[Math.max(0, Math.min(255, Math.round(value)))] ?? 0;
}
