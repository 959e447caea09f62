// Windows and OS/2 bitmaps, which sharp does not know: those without compression, as nearly all are.

/** Decoded pixels, rows from the top, 3 bytes each or 4 with opacity. */
export interface Pixels {
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
  readonly channels: 3 | 4;
}

const FILE_HEADER_LENGTH = 14;
const CORE_HEADER_LENGTH = 12;
const INFO_HEADER_LENGTH = 40;
/** From this length on a header has a mask for opacity that is meant. */
const V3_HEADER_LENGTH = 56;
const MASKED = 3;
const MASKED_WITH_OPACITY = 6;

/** Larger pictures are sampled: four times the box of a thumbnail leaves enough to average. */
const MAX_SIDE = 800;

/** Whether the bytes start as a bitmap with a known header. */
export function isBmp(bytes: Uint8Array): boolean {
  return bytes[0] === 0x42 && bytes[1] === 0x4d && HEADER_LENGTHS.has(u32(bytes, 14));
}

const HEADER_LENGTHS = new Set([CORE_HEADER_LENGTH, 16, INFO_HEADER_LENGTH, 52, 56, 64, 108, 124]);

/**
 * Decodes a bitmap; larger ones with every n-th pixel, at most 800 a side. Missing pixels are transparent.
 * `undefined` for compressed ones and for those without any pixel. Work and memory do not depend on
 * the size that is declared.
 */
export function decodeBmp(bytes: Uint8Array): Pixels | undefined {
  const layout = readLayout(bytes, FILE_HEADER_LENGTH);
  return layout && decodeRows(bytes, { ...layout, pixels: u32(bytes, 10) });
}

/** Decodes a bitmap inside an icon: no file header, and a mask of transparent pixels after the picture. */
export function decodeIconBitmap(bytes: Uint8Array): Pixels | undefined {
  const layout = readLayout(bytes, 0);
  if (layout === undefined) return undefined;
  const height = Math.floor(layout.height / 2);
  const rows = rowLength(layout.width, layout.bits) * height;
  return decodeRows(bytes, { ...layout, height, mask: layout.pixels + rows });
}

/** How pixels are stored. */
interface Layout {
  readonly width: number;
  readonly height: number;
  readonly isTopDown: boolean;
  readonly bits: number;
  readonly palette: number;
  readonly paletteStep: number;
  /** Bits of red, green, blue and opacity in pixels of 16 and 32 bits; 0 for none. */
  readonly masks: readonly [number, number, number, number];
  /** Where pixels start. */
  readonly pixels: number;
  /** Where the mask of an icon starts. */
  readonly mask?: number;
}

function readLayout(bytes: Uint8Array, at: number): Layout | undefined {
  const length = u32(bytes, at);
  const isCore = length === CORE_HEADER_LENGTH;
  const width = isCore ? u16(bytes, at + 4) : u32(bytes, at + 4) | 0;
  const signedHeight = isCore ? u16(bytes, at + 6) : u32(bytes, at + 8) | 0;
  const bits = u16(bytes, at + (isCore ? 10 : 14));
  const method = isCore || length === 16 ? 0 : u32(bytes, at + 16);
  const isMasked = method === MASKED || method === MASKED_WITH_OPACITY;
  if ((method !== 0 && !isMasked) || ![1, 4, 8, 16, 24, 32].includes(bits)) return undefined;
  if (width <= 0 || signedHeight === 0) return undefined;
  const hasLooseMasks = isMasked && length === INFO_HEADER_LENGTH;
  const palette = at + length + (hasLooseMasks ? (method === MASKED ? 12 : 16) : 0);
  const paletteStep = isCore ? 3 : 4;
  const colours = bits > 8 ? 0 : (length >= INFO_HEADER_LENGTH && u32(bytes, at + 32)) || 1 << bits;
  const hasOpacityMask = length >= V3_HEADER_LENGTH || method === MASKED_WITH_OPACITY;
  const mask = (index: number) => u32(bytes, at + INFO_HEADER_LENGTH + 4 * index);
  return {
    width,
    height: Math.abs(signedHeight),
    isTopDown: signedHeight < 0,
    bits,
    palette,
    paletteStep,
    masks: isMasked
      ? [mask(0), mask(1), mask(2), hasOpacityMask ? mask(3) : 0]
      : bits === 16
        ? [0x7c00, 0x3e0, 0x1f, 0]
        : [0xff0000, 0xff00, 0xff, 0],
    pixels: palette + Math.min(colours, 256) * paletteStep,
  };
}

function decodeRows(bytes: Uint8Array, layout: Layout): Pixels | undefined {
  const step = Math.ceil(Math.max(layout.width, layout.height) / MAX_SIDE);
  const width = Math.ceil(layout.width / step);
  const height = Math.ceil(layout.height / step);
  const data = new Uint8Array(width * height * 4);
  const opacities = toOpacities(bytes, layout);
  let present = 0;
  for (let y = 0; y < height; y++) {
    const sourceY = y * step;
    const row = layout.isTopDown ? sourceY : layout.height - 1 - sourceY;
    const start = layout.pixels + row * rowLength(layout.width, layout.bits);
    for (let x = 0; x < width; x++) {
      const column = x * step;
      const end = start + Math.ceil(((column + 1) * layout.bits) / 8);
      if (end > bytes.length) break;
      const to = (y * width + x) * 4;
      writeColour(bytes, layout, { start, column }, data, to);
      data[to + 3] = opacities(start, row, column);
      present++;
    }
  }
  return present === 0 ? undefined : { data, width, height, channels: 4 };
}

/** Colour of the pixel in a column of the row that starts at a place. */
function writeColour(
  bytes: Uint8Array,
  { bits, palette, paletteStep, masks }: Layout,
  { start, column }: { readonly start: number; readonly column: number },
  data: Uint8Array,
  to: number,
): void {
  if (bits === 16 || bits === 32) {
    const value = bits === 16 ? u16(bytes, start + column * 2) : u32(bytes, start + column * 4);
    for (let index = 0; index < 3; index++) data[to + index] = masked(value, masks[index] ?? 0);
    return;
  }
  const at =
    bits === 24 ? start + column * 3 : palette + indexAt(bytes, start, column, bits) * paletteStep;
  data[to] = bytes[at + 2] ?? 0;
  data[to + 1] = bytes[at + 1] ?? 0;
  data[to + 2] = bytes[at] ?? 0;
}

/** How opaque a pixel is: by its own bits, by the mask of an icon, or wholly. */
function toOpacities(
  bytes: Uint8Array,
  { width, bits, masks, mask }: Layout,
): (start: number, row: number, column: number) => number {
  if (bits === 32 && (masks[3] !== 0 || mask !== undefined)) {
    const opacity = masks[3] || 0xff000000;
    return (start, _row, column) => masked(u32(bytes, start + column * 4), opacity);
  }
  if (mask === undefined) return () => 255;
  const length = rowLength(width, 1);
  return (_start, row, column) => (indexAt(bytes, mask + row * length, column, 1) === 1 ? 0 : 255);
}

/** The number of `bits` bits in a column of a row. */
function indexAt(bytes: Uint8Array, start: number, column: number, bits: number): number {
  const byte = bytes[start + Math.floor((column * bits) / 8)] ?? 0;
  return (byte >> (8 - bits - ((column * bits) % 8))) & ((1 << bits) - 1);
}

/** The bits of a mask as a number up to 255. */
function masked(value: number, mask: number): number {
  if (mask === 0) return 0;
  const shift = 31 - Math.clz32(mask & -mask);
  return Math.round((((value & mask) >>> shift) * 255) / (mask >>> shift));
}

/** Rows fill whole words of 32 bits. */
function rowLength(width: number, bits: number): number {
  return Math.ceil((width * bits) / 32) * 4;
}

function u16(bytes: Uint8Array, at: number): number {
  return (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8);
}

function u32(bytes: Uint8Array, at: number): number {
  return (u16(bytes, at) | (u16(bytes, at + 2) << 16)) >>> 0;
}
