// PNG and APNG: hops from chunk to chunk.
import { hasText, u32 } from './bytes.ts';
import type { HeaderReading, MetadataBlocks } from './header.ts';

const SIGNATURE = '\x89PNG\r\n\x1a\n';
/** Length, type and checksum around the data of a chunk. */
const CHUNK_OVERHEAD = 12;
const XMP_KEYWORD = 'XML:com.adobe.xmp\0';
/** The format's own limit; larger values are negative numbers to many decoders. */
const MAX_SIDE = 0x7fffffff;

/** Whether the bytes start as a PNG. */
export function isPng(bytes: Uint8Array): boolean {
  return hasText(bytes, 0, SIGNATURE);
}

/** Size from IHDR; frames are the frame chunks really present, not the number the file claims. */
export function readPng(bytes: Uint8Array): HeaderReading {
  // Apple's build tools put a chunk of their own first.
  const first = hasText(bytes, 12, 'CgBI') ? 8 + CHUNK_OVERHEAD + u32(bytes, 8) : 8;
  if (first + 16 > bytes.length) return 'truncated-header';
  const width = u32(bytes, first + 8);
  const height = u32(bytes, first + 12);
  if (!hasText(bytes, first + 4, 'IHDR') || width > MAX_SIDE || height > MAX_SIDE) {
    return 'bad-header';
  }
  return { width, height, ...walkChunks(bytes, first) };
}

function walkChunks(bytes: Uint8Array, first: number) {
  const blocks: MetadataBlocks = {};
  let animationFrames = 0;
  let isComplete = false;
  let at = first;
  while (at + CHUNK_OVERHEAD <= bytes.length && !isComplete) {
    const end = at + CHUNK_OVERHEAD + u32(bytes, at);
    if (end > bytes.length) break;
    if (hasText(bytes, at + 4, 'fcTL')) animationFrames++;
    else if (hasText(bytes, at + 4, 'IEND')) isComplete = true;
    else if (hasText(bytes, at + 4, 'eXIf')) blocks.exif ??= bytes.subarray(at + 8, end - 4);
    else if (hasText(bytes, at + 4, 'iTXt')) noteXmp(blocks, bytes.subarray(at + 8, end - 4));
    at = end;
  }
  return { frames: Math.max(1, animationFrames), truncated: !isComplete, blocks };
}

/** Keyword, two compression bytes, language and translated keyword, then the packet. */
function noteXmp(blocks: MetadataBlocks, chunk: Uint8Array): void {
  const isCompressed = chunk[XMP_KEYWORD.length] !== 0;
  if (!hasText(chunk, 0, XMP_KEYWORD) || isCompressed) return;
  const language = chunk.indexOf(0, XMP_KEYWORD.length + 2);
  const translated = language === -1 ? -1 : chunk.indexOf(0, language + 1);
  if (translated !== -1) blocks.xmp ??= chunk.subarray(translated + 1);
}
