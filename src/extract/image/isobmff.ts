// AVIF and HEIC: still images and image sequences in boxes.
import { type Box, boxesIn, boxOf, childrenOf, typeAt } from './boxes.ts';
import { hasText, u16, u32 } from './bytes.ts';
import type { HeaderReading, ImageMime } from './header.ts';
import { readItems } from './isobmff-items.ts';

/** Brands (ISO/IEC 23008-12, AV1-ISOBMFF) by the type they stand for, the most telling first. */
const BRANDS: readonly (readonly [ImageMime, ReadonlySet<string>])[] = [
  ['image/avif', new Set(['avif', 'avis'])],
  ['image/heic', new Set(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx'])],
  ['image/heif', new Set(['mif1', 'msf1'])],
];
const MAX_BRANDS = 32;

/** The image type that the file type box declares, or undefined. */
export function isobmffMime(bytes: Uint8Array): ImageMime | undefined {
  if (!hasText(bytes, 4, 'ftyp')) return undefined;
  const end = Math.min(u32(bytes, 0), bytes.length, 8 + 4 * MAX_BRANDS);
  const brands: string[] = [];
  // The second word is a version number, which no brand resembles.
  for (let at = 8; at + 4 <= end; at += 4) brands.push(typeAt(bytes, at));
  return BRANDS.find(([, known]) => brands.some((brand) => known.has(brand)))?.[0];
}

/** Size and orientation of the primary item, else of the picture track; frames from that track. */
export function readIsobmff(bytes: Uint8Array): HeaderReading {
  const boxes = boxesIn(bytes, 0, bytes.length);
  const meta = boxOf(boxes, 'meta');
  const movie = boxOf(boxes, 'moov');
  const items = meta && readItems(bytes, meta);
  const track = movie && readPictureTrack(bytes, movie);
  const truncated = boxes.at(-1)?.isCut ?? true;
  const size = items?.size ?? track;
  if (size === undefined) {
    return truncated || (meta ?? movie) === undefined ? 'truncated-header' : 'bad-header';
  }
  return {
    width: size.width,
    height: size.height,
    frames: Math.max(1, track?.samples ?? 1),
    truncated,
    ...(items && { orientation: items.orientation }),
    blocks: items?.blocks ?? {},
  };
}

function readPictureTrack(bytes: Uint8Array, movie: Box) {
  for (const track of childrenOf(bytes, movie)) {
    const parts = track.type === 'trak' ? childrenOf(bytes, track) : [];
    const header = boxOf(parts, 'tkhd');
    const media = childrenOf(bytes, boxOf(parts, 'mdia'));
    const handler = boxOf(media, 'hdlr');
    if (!header || !handler || !hasText(bytes, handler.start + 8, 'pict')) continue;
    const table = boxOf(childrenOf(bytes, boxOf(media, 'minf')), 'stbl');
    const sizes = boxOf(childrenOf(bytes, table), 'stsz');
    // The header ends with width and height as 16.16 fixed-point numbers.
    const width = u16(bytes, header.end - 8);
    return { width, height: u16(bytes, header.end - 4), samples: countSamples(bytes, sizes) };
  }
  return undefined;
}

/** The declared number of samples, but no more than the file has room for. */
function countSamples(bytes: Uint8Array, sizes: Box | undefined): number {
  if (sizes === undefined) return 1;
  const sampleSize = u32(bytes, sizes.start + 4);
  const room = sampleSize ? bytes.length / sampleSize : (sizes.end - sizes.start - 12) / 4;
  return Math.min(u32(bytes, sizes.start + 8), Math.floor(room));
}
