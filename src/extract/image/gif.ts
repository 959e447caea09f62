// GIF: size from the logical screen, frames by walking every block.
import { hasText, u16 } from './bytes.ts';
import type { HeaderReading } from './header.ts';

const HEADER_LENGTH = 13;
const EXTENSION = 0x21;
const IMAGE = 0x2c;
const TRAILER = 0x3b;
/** Separator, position, size and flags of one image. */
const DESCRIPTOR_LENGTH = 10;

/** Whether the bytes start as a GIF. */
export function isGif(bytes: Uint8Array): boolean {
  return hasText(bytes, 0, 'GIF87a') || hasText(bytes, 0, 'GIF89a');
}

/** Linear in the bytes whatever the blocks claim; the walk stops at the first unknown block. */
export function readGif(bytes: Uint8Array): HeaderReading {
  if (bytes.length < HEADER_LENGTH) return 'truncated-header';
  let width = u16(bytes, 6, true);
  let height = u16(bytes, 8, true);
  let frames = 0;
  let at = HEADER_LENGTH + colourTableLength(bytes[10]);
  while (at < bytes.length && bytes[at] !== TRAILER) {
    const kind = bytes[at];
    if (kind === EXTENSION) {
      at = afterSubBlocks(bytes, at + 2);
    } else if (kind === IMAGE && at + DESCRIPTOR_LENGTH <= bytes.length) {
      frames++;
      const frameWidth = u16(bytes, at + 5, true);
      const frameHeight = u16(bytes, at + 7, true);
      // As browsers do: a first frame larger than the screen (often 0 x 0) gives the size.
      if (frames === 1 && (frameWidth > width || frameHeight > height)) {
        width = frameWidth;
        height = frameHeight;
      }
      const table = colourTableLength(bytes[at + 9]);
      at = afterSubBlocks(bytes, at + DESCRIPTOR_LENGTH + table + 1);
    } else if (kind === 0) {
      at++; // Old encoders pad blocks with zeros; every decoder passes over them.
    } else {
      break;
    }
  }
  const truncated = bytes[at] !== TRAILER;
  return { width, height, frames: Math.max(1, frames), truncated, blocks: {} };
}

function colourTableLength(flags = 0): number {
  return flags & 0x80 ? 3 << ((flags & 7) + 1) : 0;
}

/** The position after a chain of sub-blocks, past the end of the view when the chain is cut. */
function afterSubBlocks(bytes: Uint8Array, start: number): number {
  let at = start;
  for (let length = bytes[at]; length; length = bytes[at]) at += length + 1;
  return at + 1;
}
