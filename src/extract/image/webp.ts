// WebP: lossy, lossless and extended, with the frames of animations.
import { hasText, u16, u24le, u32 } from './bytes.ts';
import type { HeaderReading, MetadataBlocks } from './header.ts';

/** `RIFF`, the length of the rest, `WEBP`. */
const RIFF_HEADER_LENGTH = 12;
const CHUNK_HEADER_LENGTH = 8;
const VP8_START_CODE = '\x9d\x01\x2a';
const VP8L_SIGNATURE = 0x2f;

/** Whether the bytes start as a WebP. */
export function isWebp(bytes: Uint8Array): boolean {
  return hasText(bytes, 0, 'RIFF') && hasText(bytes, 8, 'WEBP');
}

/** Size from the first chunk, which is one of three kinds; frames are the `ANMF` chunks present. */
export function readWebp(bytes: Uint8Array): HeaderReading {
  const size = readSize(bytes);
  if (typeof size === 'string') return size;
  return { width: size.width, height: size.height, ...walkChunks(bytes) };
}

function readSize(bytes: Uint8Array) {
  const data = RIFF_HEADER_LENGTH + CHUNK_HEADER_LENGTH;
  if (hasText(bytes, RIFF_HEADER_LENGTH, 'VP8X')) {
    if (bytes.length < data + 10) return 'truncated-header';
    return { width: u24le(bytes, data + 4) + 1, height: u24le(bytes, data + 7) + 1 };
  }
  if (hasText(bytes, RIFF_HEADER_LENGTH, 'VP8L')) {
    if (bytes.length < data + 5) return 'truncated-header';
    if (bytes[data] !== VP8L_SIGNATURE) return 'bad-header';
    const packed = u32(bytes, data + 1, true);
    return { width: (packed & 0x3fff) + 1, height: ((packed >>> 14) & 0x3fff) + 1 };
  }
  if (hasText(bytes, RIFF_HEADER_LENGTH, 'VP8 ')) {
    if (bytes.length < data + 10) return 'truncated-header';
    if (!hasText(bytes, data + 3, VP8_START_CODE)) return 'bad-header';
    const width = u16(bytes, data + 6, true) & 0x3fff;
    return { width, height: u16(bytes, data + 8, true) & 0x3fff };
  }
  return bytes.length < data ? 'truncated-header' : 'bad-header';
}

function walkChunks(bytes: Uint8Array) {
  const blocks: MetadataBlocks = {};
  let frames = 0;
  let at = RIFF_HEADER_LENGTH;
  while (at + CHUNK_HEADER_LENGTH <= bytes.length) {
    const length = u32(bytes, at + 4, true);
    const data = at + CHUNK_HEADER_LENGTH;
    if (hasText(bytes, at, 'ANMF')) frames++;
    else if (hasText(bytes, at, 'EXIF')) blocks.exif ??= bytes.subarray(data, data + length);
    else if (hasText(bytes, at, 'XMP ')) blocks.xmp ??= bytes.subarray(data, data + length);
    at = data + length + (length % 2);
  }
  const truncated = u32(bytes, 4, true) + 8 > bytes.length;
  return { frames: Math.max(1, frames), truncated, blocks };
}
