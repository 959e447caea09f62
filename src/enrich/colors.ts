// The colours of a picture: a palette with shares, the families that prevail, and whether it is a black-and-white photograph.
import {
  COLOR_FAMILIES,
  type ColorFamily,
  chromaOf,
  familyOf,
  type Lab,
  type Rgb,
  toHex,
  toLab,
} from '../model/color.ts';
import type { FactValue } from '../model/fact.ts';
import type { ImageColors, PaletteColor } from '../model/field-types.ts';
import type { Pixels } from './bitmap.ts';

/** Most colours of a palette. */
const MAX_PALETTE = 6;
/** Colours of less are not worth a place in a palette. */
const MIN_PALETTE_SHARE = 0.02;
/** Colours nearer than this (OKLab) count as one in a palette. */
const SAME_COLOR = 0.09;
/** Share from which on black, white, grey and brown, which most pictures have some of, prevail. */
const PREVAILING_MUTED = 0.25;
/** Share from which on a bright colour does. */
const PREVAILING = 0.12;
const MUTED: ReadonlySet<ColorFamily> = new Set(['black', 'white', 'grey', 'brown']);
/** Pixels less opaque than this show what is behind them. */
const MIN_ALPHA = 128;

/** What the colours of a picture are; one that is transparent throughout has none. */
export function makeColors({ small }: { readonly small: Pixels }): { readonly value: FactValue } {
  const counted = countColors(small);
  const value: ImageColors = {
    palette: toPalette(counted),
    families: isBlackAndWhite(counted) ? ['bw'] : toFamilies(counted),
  };
  return { value: { kind: 'json', value } };
}

/** Colours of 4 bits a channel: how many pixels have them, and the sums of their channels. */
interface CountedColors {
  readonly total: number;
  readonly counts: Uint32Array;
  readonly sums: Float64Array;
  /** Pixels by family. */
  readonly families: Uint32Array;
  /** Greys by lightness, in 32 steps. */
  readonly greys: Uint32Array;
  /** Pixels with any colour that is seen. */
  readonly colored: number;
}

function countColors({ data, channels }: Pixels): CountedColors {
  const counts = new Uint32Array(4096);
  const sums = new Float64Array(4096 * 3);
  const families = new Uint32Array(COLOR_FAMILIES.length);
  const greys = new Uint32Array(32);
  const known = familyTable();
  let total = 0;
  let colored = 0;
  for (let at = 0; at + channels <= data.length; at += channels) {
    if (channels === 4 && (data[at + 3] ?? 0) < MIN_ALPHA) continue;
    const red = data[at] ?? 0;
    const green = data[at + 1] ?? 0;
    const blue = data[at + 2] ?? 0;
    const cell = ((red >> 4) << 8) | ((green >> 4) << 4) | (blue >> 4);
    counts[cell] = (counts[cell] ?? 0) + 1;
    sums[cell * 3] = (sums[cell * 3] ?? 0) + red;
    sums[cell * 3 + 1] = (sums[cell * 3 + 1] ?? 0) + green;
    sums[cell * 3 + 2] = (sums[cell * 3 + 2] ?? 0) + blue;
    const family = known[((red >> 3) << 10) | ((green >> 3) << 5) | (blue >> 3)] ?? 0;
    families[family] = (families[family] ?? 0) + 1;
    greys[green >> 3] = (greys[green >> 3] ?? 0) + 1;
    if (Math.max(red, green, blue) - Math.min(red, green, blue) > MAX_GREY_SPREAD) colored++;
    total++;
  }
  return { total, counts, sums, families, greys, colored };
}

/** Channels of a grey differ by no more: JPEG at low quality tints greys so far. */
const MAX_GREY_SPREAD = 14;
/** Most pixels of a black-and-white photograph that may have a tint. */
const MAX_COLORED = 0.005;
/** Tones that a photograph has at least, of 32; drawings in black and white have a few. */
const MIN_TONES = 14;
const MIN_TONE_SHARE = 0.004;

/** A photograph without colours: many greys, and none of them most of the picture. */
function isBlackAndWhite({ total, colored, greys }: CountedColors): boolean {
  if (colored > total * MAX_COLORED) return false;
  const tones = greys.filter((count) => count > total * MIN_TONE_SHARE).length;
  const most = greys.reduce((largest, count) => Math.max(largest, count), 0);
  return tones >= MIN_TONES && most < total / 2;
}

/** Families that prevail, the largest first; where none does, the largest of all. */
function toFamilies({ total, families }: CountedColors): ColorFamily[] {
  if (total === 0) return [];
  const sorted = COLOR_FAMILIES.map((name, at) => ({
    name,
    share: (families[at] ?? 0) / total,
  })).sort((a, b) => b.share - a.share);
  const prevailing = sorted.filter(
    ({ name, share }) => share >= (MUTED.has(name) ? PREVAILING_MUTED : PREVAILING),
  );
  return (prevailing.length > 0 ? prevailing : sorted.slice(0, 1)).map(({ name }) => name);
}

interface Cluster {
  readonly lab: Lab;
  pixels: number;
  red: number;
  green: number;
  blue: number;
}

/** The most frequent colours; those that look the same are put together. */
function toPalette({ total, counts, sums }: CountedColors): PaletteColor[] {
  const cells = [...counts.keys()].filter((cell) => (counts[cell] ?? 0) > 0);
  cells.sort((a, b) => (counts[b] ?? 0) - (counts[a] ?? 0));
  const clusters: Cluster[] = [];
  for (const cell of cells) {
    const pixels = counts[cell] ?? 0;
    const [red = 0, green = 0, blue = 0] = sums.subarray(cell * 3, cell * 3 + 3);
    const lab = toLab({ red: red / pixels, green: green / pixels, blue: blue / pixels });
    const near = clusters.find((cluster) => distance(cluster.lab, lab) < SAME_COLOR);
    if (near !== undefined) {
      near.pixels += pixels;
      near.red += red;
      near.green += green;
      near.blue += blue;
    } else clusters.push({ lab, pixels, red, green, blue });
  }
  return clusters
    .sort((a, b) => b.pixels - a.pixels)
    .slice(0, MAX_PALETTE)
    .filter(({ pixels }, at) => at === 0 || pixels >= total * MIN_PALETTE_SHARE)
    .map((cluster) => ({
      color: toHex(meanOf(cluster)),
      share: Math.max(1, Math.round((cluster.pixels / total) * 100)) / 100,
    }));
}

function meanOf({ pixels, red, green, blue }: Cluster): Rgb {
  const mean = (sum: number) => Math.round(sum / pixels);
  return { red: mean(red), green: mean(green), blue: mean(blue) };
}

function distance(a: Lab, b: Lab): number {
  return (
    chromaOf({ lightness: 0, a: a.a - b.a, b: a.b - b.b }) + Math.abs(a.lightness - b.lightness)
  );
}

let table: Uint8Array | undefined;

/** The family of every colour of 5 bits a channel, worked out once. */
function familyTable(): Uint8Array {
  table ??= Uint8Array.from({ length: 32_768 }, (_, cell) => {
    const level = (bits: number) => ((bits & 31) << 3) | 4;
    const color = { red: level(cell >> 10), green: level(cell >> 5), blue: level(cell) };
    return COLOR_FAMILIES.indexOf(familyOf(color));
  });
  return table;
}
