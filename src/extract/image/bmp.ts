// Windows and OS/2 bitmaps.
import { hasText, u16, u32 } from './bytes.ts';
import type { HeaderReading } from './header.ts';

const FILE_HEADER_LENGTH = 14;
const OS2_CORE_LENGTH = 12;
/** Lengths of the headers that exist; `BM` alone would take plain text for an image. */
const HEADER_LENGTHS = new Set([OS2_CORE_LENGTH, 16, 40, 52, 56, 64, 108, 124]);
/** Compression methods that store rows as they are: none, and none with colour masks. */
const PLAIN_METHODS = new Set([0, 3, 6]);

/** Whether the bytes start as a bitmap with a known header. */
export function isBmp(bytes: Uint8Array): boolean {
  return hasText(bytes, 0, 'BM') && HEADER_LENGTHS.has(u32(bytes, FILE_HEADER_LENGTH, true));
}

/** A negative height only says that rows are stored from the top. */
export function readBmp(bytes: Uint8Array): HeaderReading {
  if (bytes.length < 26) return 'truncated-header';
  const isCore = u32(bytes, FILE_HEADER_LENGTH, true) === OS2_CORE_LENGTH;
  const width = isCore ? u16(bytes, 18, true) : u32(bytes, 18, true) | 0;
  const height = isCore ? u16(bytes, 20, true) : Math.abs(u32(bytes, 22, true) | 0);
  if (width < 0) return 'bad-header';
  const bitsPerPixel = u16(bytes, isCore ? 24 : 28, true);
  const isPlain = isCore || PLAIN_METHODS.has(u32(bytes, 30, true));
  const rowLength = Math.ceil((width * bitsPerPixel) / 32) * 4;
  const end = isPlain ? u32(bytes, 10, true) + rowLength * height : u32(bytes, 10, true);
  return { width, height, frames: 1, truncated: end > bytes.length, blocks: {} };
}
