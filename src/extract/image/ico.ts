// Windows icons and cursors: the largest picture counts.
import { u16, u32 } from './bytes.ts';
import type { HeaderReading } from './header.ts';
import { isPng, readPng } from './png.ts';

const HEADER_LENGTH = 6;
const ENTRY_LENGTH = 16;
/** Signature and header chunk of a PNG: enough for its size, so a directory costs linear time. */
const IHDR_END = 33;

/** Whether the bytes start as an icon or cursor whose first entry points behind the directory. */
export function isIco(bytes: Uint8Array): boolean {
  const kind = u16(bytes, 2, true);
  const count = u16(bytes, 4, true);
  if (u16(bytes, 0) !== 0 || (kind !== 1 && kind !== 2) || count === 0) return false;
  return u32(bytes, HEADER_LENGTH + 12, true) >= HEADER_LENGTH + ENTRY_LENGTH * count;
}

/** One pass over the directory; an embedded PNG has its own size, nothing else is followed. */
export function readIco(bytes: Uint8Array): HeaderReading {
  const count = u16(bytes, 4, true);
  const present = Math.min(count, Math.floor((bytes.length - HEADER_LENGTH) / ENTRY_LENGTH));
  if (present === 0) return 'truncated-header';
  let largest = { width: 0, height: 0 };
  let truncated = present < count;
  for (let index = 0; index < present; index++) {
    const entry = HEADER_LENGTH + ENTRY_LENGTH * index;
    const size = readEntry(bytes, entry);
    if (size.width * size.height > largest.width * largest.height) largest = size;
    truncated ||= u32(bytes, entry + 12, true) + u32(bytes, entry + 8, true) > bytes.length;
  }
  return { width: largest.width, height: largest.height, frames: 1, truncated, blocks: {} };
}

function readEntry(bytes: Uint8Array, entry: number): { width: number; height: number } {
  const data = u32(bytes, entry + 12, true);
  const picture = bytes.subarray(data, data + IHDR_END);
  const png = isPng(picture) ? readPng(picture) : undefined;
  if (typeof png === 'object') return png;
  // One byte a side: 256 is written as 0.
  return { width: bytes[entry] || 256, height: bytes[entry + 1] || 256 };
}
