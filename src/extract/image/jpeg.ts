// JPEG: walks the marker segments up to the first scan.
import { asBuffer, hasText, u16 } from './bytes.ts';
import type { HeaderReading, MetadataBlocks } from './header.ts';

const TEM = 0x01;
const DHT = 0xc4;
const JPG = 0xc8;
const DAC = 0xcc;
const RST0 = 0xd0;
const SOI = 0xd8;
const EOI = 0xd9;
const SOS = 0xda;
const APP1 = 0xe1;
const APP13 = 0xed;

const EXIF_ID = 'Exif\0';
const EXIF_ID_LENGTH = 6;
const XMP_ID = 'http://ns.adobe.com/xap/1.0/\0';
const PHOTOSHOP_ID = 'Photoshop 3.0\0';
const END_OF_IMAGE = Buffer.from([0xff, EOI]);

/** Whether the bytes start as a JPEG. Bytes before the first marker are not forgiven: no decoder does. */
export function isJpeg(bytes: Uint8Array): boolean {
  return bytes[0] === 0xff && bytes[1] === SOI && bytes[2] === 0xff;
}

/** Size from the first frame header of any process; metadata from all segments before the first scan. */
export function readJpeg(bytes: Uint8Array): HeaderReading {
  const blocks: MetadataBlocks = {};
  let size: { width: number; height: number } | undefined;
  let scan = -1;
  let isOver = false;
  let at = 2;
  while (at < bytes.length) {
    // Decoders skip stray bytes between segments, so a lost length need not lose the image.
    const mark = bytes[at] === 0xff ? at : bytes.indexOf(0xff, at);
    const code = mark === -1 ? undefined : bytes[mark + 1];
    if (code === undefined) break;
    at = code === 0xff ? mark + 1 : mark + 2;
    if (isStandalone(code)) continue;
    if (code === SOI) {
      // A second image inside the header is a thumbnail of a damaged EXIF segment: not our size.
      at = afterEndOfImage(bytes, at);
      continue;
    }
    if (at + 2 > bytes.length) break;
    const length = u16(bytes, at);
    if (code === SOS) scan = at;
    isOver = code === SOS || code === EOI || length < 2;
    if (isOver) break;
    if (isFrameHeader(code) && size === undefined && at + 7 <= bytes.length) {
      size = { height: u16(bytes, at + 3), width: u16(bytes, at + 5) };
    }
    if (code === APP1 || code === APP13) {
      noteMetadata(blocks, code, bytes.subarray(at + 2, at + length));
    }
    at += length;
  }
  if (size === undefined) return isOver ? 'bad-header' : 'truncated-header';
  const { width, height } = size;
  const truncated = scan === -1 || !endsAfter(bytes, scan);
  return { width, height, frames: 1, truncated, blocks };
}

/** What is missing in the header of a JPEG that was cut. */
export interface JpegGap {
  /** Bytes at its start that are whole segments. */
  readonly keep: number;
  /** Where to read on, in bytes from the start of the file; what comes from there belongs behind the kept ones. */
  readonly from: number;
}

/**
 * What is missing in a JPEG that was cut before its size, or before its EXIF block ends; `undefined` when nothing is.
 * Segments tell their lengths, so that the next one is found without what lies between.
 */
export function findGap(bytes: Uint8Array): JpegGap | undefined {
  let at = 2;
  while (at + 4 <= bytes.length) {
    const code = bytes[at + 1] ?? 0;
    if (bytes[at] !== 0xff || code === SOS || code === EOI) return undefined;
    if (isFrameHeader(code) && at + 9 <= bytes.length) return undefined;
    const next = code === 0xff ? at + 1 : at + 2 + u16(bytes, at + 2);
    if (next > bytes.length) {
      const isExif = code === APP1 && hasText(bytes, at + 4, EXIF_ID);
      return isExif ? { keep: bytes.length, from: bytes.length } : { keep: at, from: next };
    }
    at = next;
  }
  return { keep: at, from: at };
}

/** Markers without a segment; 0x00 and 0xff after 0xff are a stuffed and a fill byte. */
function isStandalone(code: number): boolean {
  return code === 0x00 || code === 0xff || code === TEM || (code >= RST0 && code < SOI);
}

/** SOF0 to SOF15: every coding process keeps the size in the same place. */
function isFrameHeader(code: number): boolean {
  return code >= 0xc0 && code <= 0xcf && code !== DHT && code !== JPG && code !== DAC;
}

function noteMetadata(blocks: MetadataBlocks, code: number, payload: Uint8Array): void {
  if (code === APP1 && hasText(payload, 0, EXIF_ID)) {
    blocks.exif ??= payload.subarray(EXIF_ID_LENGTH);
  } else if (code === APP1 && hasText(payload, 0, XMP_ID)) {
    blocks.xmp ??= payload.subarray(XMP_ID.length);
  } else if (code === APP13 && hasText(payload, 0, PHOTOSHOP_ID)) {
    blocks.photoshop ??= payload.subarray(PHOTOSHOP_ID.length);
  }
}

function afterEndOfImage(bytes: Uint8Array, at: number): number {
  const end = asBuffer(bytes).indexOf(END_OF_IMAGE, at);
  return end === -1 ? bytes.length : end + 2;
}

/** Inside a scan 0xff 0xd9 can only be the end marker; cameras may append data after it. */
function endsAfter(bytes: Uint8Array, scan: number): boolean {
  const last = bytes.length - 2;
  if (bytes[last] === 0xff && bytes[last + 1] === EOI && last > scan) return true;
  return asBuffer(bytes).lastIndexOf(END_OF_IMAGE) > scan;
}
