// Whether a small GIF or PNG is of one colour all over: the blank pictures that pages hold in themselves.
import { inflateSync } from 'node:zlib';
import { hasText, u32 } from './bytes.ts';

/** One colour compresses well: 4 million pixels of it take 4 KB as GIF and as PNG. Larger files are not looked into. */
const MAX_BYTES = 16 * 1024;
const MAX_PIXEL_BYTES = 4 * 1024 * 1024;

/** Whether all pixels are the same, as far as that can be told cheaply: not of interlaced PNG, nor of other formats. */
export function isOneColour(bytes: Uint8Array, mime: string): boolean {
  if (bytes.length > MAX_BYTES) return false;
  if (mime === 'image/gif') return isOneColourGif(bytes);
  return mime === 'image/png' && isOneColourPng(bytes);
}

/**
 * Strings of the LZW table are made of the single colours read before, so a picture has one colour if all codes that
 * stand for a single colour are the same. Nothing is drawn for it.
 */
function isOneColourGif(bytes: Uint8Array): boolean {
  const data = gifData(bytes);
  if (data === undefined || data.minBits < 2 || data.minBits > 8) return false;
  const { minBits, codes } = data;
  const clear = 1 << minBits;
  let width = minBits + 1;
  let next = clear + 2;
  let isFirst = true;
  let colour = -1;
  let bits = 0;
  let held = 0;
  for (const byte of codes) {
    held |= byte << bits;
    bits += 8;
    while (bits >= width) {
      const code = held & ((1 << width) - 1);
      held >>>= width;
      bits -= width;
      if (code === clear) {
        width = minBits + 1;
        next = clear + 2;
        isFirst = true;
        continue;
      }
      if (code === clear + 1) return colour >= 0;
      if (code < clear) {
        if (colour >= 0 && code !== colour) return false;
        colour = code;
      }
      // The first code after a clear adds nothing to the table.
      if (!isFirst && next < 4096) next++;
      if (next === 1 << width && width < 12) width++;
      isFirst = false;
    }
  }
  return colour >= 0;
}

/** The LZW data of the only frame of a GIF; `undefined` where there is none or a second one. */
function gifData(bytes: Uint8Array): { minBits: number; codes: number[] } | undefined {
  let found: { minBits: number; codes: number[] } | undefined;
  let at = 13 + colourTable(bytes[10]);
  while (at < bytes.length) {
    const kind = bytes[at];
    if (kind !== 0x21 && kind !== 0x2c) break;
    if (kind === 0x2c && found !== undefined) return undefined;
    const isFrame = kind === 0x2c;
    at += isFrame ? 10 + colourTable(bytes[at + 9]) : 2;
    const minBits = isFrame ? (bytes[at++] ?? 0) : 0;
    const codes: number[] = [];
    for (let length = bytes[at] ?? 0; length > 0; length = bytes[at] ?? 0) {
      if (isFrame) codes.push(...bytes.subarray(at + 1, at + 1 + length));
      at += length + 1;
    }
    at++;
    if (isFrame) found = { minBits, codes };
  }
  return found;
}

function colourTable(flags = 0): number {
  return flags & 0x80 ? 3 << ((flags & 7) + 1) : 0;
}

function isOneColourPng(bytes: Uint8Array): boolean {
  const width = u32(bytes, 16);
  const depth = bytes[24] ?? 0;
  const channels = [1, 0, 3, 1, 2, 0, 4][bytes[25] ?? 1] ?? 0;
  const isInterlaced = bytes[28] !== 0;
  if (!hasText(bytes, 12, 'IHDR') || channels === 0 || isInterlaced) return false;
  const pixelBytes = Math.max(1, (channels * depth) >> 3);
  const rowBytes = Math.ceil((width * channels * depth) / 8);
  const height = u32(bytes, 20);
  if (rowBytes === 0 || (rowBytes + 1) * height > MAX_PIXEL_BYTES) return false;
  const rows = inflateRows(bytes);
  if (rows === undefined || rows.length < (rowBytes + 1) * height) return false;
  return haveOnePixel(rows, { rowBytes, height, pixelBytes, isPacked: channels * depth < 8 });
}

function inflateRows(bytes: Uint8Array): Buffer | undefined {
  const parts: Uint8Array[] = [];
  for (let at = 8; at + 12 <= bytes.length; at += 12 + u32(bytes, at)) {
    if (hasText(bytes, at + 4, 'acTL')) return undefined; // animated
    if (hasText(bytes, at + 4, 'IDAT')) parts.push(bytes.subarray(at + 8, at + 8 + u32(bytes, at)));
  }
  try {
    return inflateSync(Buffer.concat(parts), { maxOutputLength: 2 * MAX_PIXEL_BYTES });
  } catch {
    return undefined; // damaged: then nobody knows its colours
  }
}

interface Rows {
  readonly rowBytes: number;
  readonly height: number;
  readonly pixelBytes: number;
  /** Several pixels share a byte. */
  readonly isPacked: boolean;
}

/** Undoes the filters row by row (PNG specification, section 9) and compares each pixel with the first. */
function haveOnePixel(rows: Buffer, { rowBytes, height, pixelBytes, isPacked }: Rows): boolean {
  let above = new Uint8Array(rowBytes);
  let row = new Uint8Array(rowBytes);
  const first = new Uint8Array(pixelBytes);
  for (let y = 0; y < height; y++) {
    const start = y * (rowBytes + 1);
    const filter = rows[start] ?? 0;
    // The last byte of a packed row may be filled up with anything.
    const compared = isPacked && rowBytes > 1 ? rowBytes - 1 : rowBytes;
    for (let x = 0; x < rowBytes; x++) {
      const left = x < pixelBytes ? 0 : (row[x - pixelBytes] ?? 0);
      const corner = x < pixelBytes ? 0 : (above[x - pixelBytes] ?? 0);
      const guess = predicted(filter, left, above[x] ?? 0, corner);
      const value = ((rows[start + 1 + x] ?? 0) + guess) & 0xff;
      row[x] = value;
      if (y === 0 && x < pixelBytes) first[x] = value;
      else if (x < compared && value !== first[x % pixelBytes]) return false;
    }
    [above, row] = [row, above];
  }
  // Pixels in one byte are the same only if its halves, quarters or bits are.
  return !isPacked || first[0] === 0 || first[0] === 0xff;
}

function predicted(filter: number, left: number, up: number, corner: number): number {
  if (filter === 1) return left;
  if (filter === 2) return up;
  if (filter === 3) return (left + up) >> 1;
  if (filter !== 4) return 0;
  const guess = left + up - corner;
  const toLeft = Math.abs(guess - left);
  const toUp = Math.abs(guess - up);
  const toCorner = Math.abs(guess - corner);
  if (toLeft <= toUp && toLeft <= toCorner) return left;
  return toUp <= toCorner ? up : corner;
}
