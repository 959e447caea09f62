// TIFF and BigTIFF files: size of the first page, number of pages.
import type { HeaderReading, MetadataBlocks } from './header.ts';
import {
  type Directory,
  nextDirectory,
  readDirectory,
  type Tiff,
  toInteger,
  toTiff,
} from './ifd.ts';

const SUBFILE_TYPE = 254;
const WIDTH = 256;
const HEIGHT = 257;
const STRIP_OFFSETS = 273;
const STRIP_LENGTHS = 279;
const TILE_OFFSETS = 324;
const TILE_LENGTHS = 325;
const XMP = 700;
const IPTC = 33723;
const PHOTOSHOP = 34377;
const FIRST_PAGE_TAGS = new Set([
  ...[WIDTH, HEIGHT, STRIP_OFFSETS, STRIP_LENGTHS, TILE_OFFSETS, TILE_LENGTHS],
  ...[XMP, IPTC, PHOTOSHOP],
]);
const PAGE_TAGS = new Set([SUBFILE_TYPE]);
/** Pages beyond this are not counted, which bounds the walk through chained directories. */
const MAX_PAGES = 1000;

/** Whether the bytes start as a TIFF file of either byte order. */
export function isTiff(bytes: Uint8Array): boolean {
  return toTiff(bytes) !== undefined;
}

/** Size from the first directory; the whole file serves as the EXIF block. */
export function readTiff(bytes: Uint8Array): HeaderReading {
  const tiff = toTiff(bytes);
  if (tiff === undefined) return 'bad-header';
  const page = readDirectory(tiff, tiff.first, FIRST_PAGE_TAGS);
  const width = toInteger(page.get(WIDTH));
  const height = toInteger(page.get(HEIGHT));
  if (width === undefined || height === undefined) {
    return tiff.first + 2 > bytes.length ? 'truncated-header' : 'bad-header';
  }
  const blocks: MetadataBlocks = { exif: bytes };
  const [xmp, iptc, photoshop] = [page.get(XMP), page.get(IPTC), page.get(PHOTOSHOP)];
  if (xmp) blocks.xmp = xmp.bytes;
  if (iptc) blocks.iptc = iptc.bytes;
  if (photoshop) blocks.photoshop = photoshop.bytes;
  const { frames, isChainCut } = countPages(tiff);
  const truncated = isChainCut || endOfPixels(page) > bytes.length;
  return { width, height, frames, truncated, blocks };
}

/** Follows the chain of directories; one that leads back or outside ends it. */
function countPages(tiff: Tiff): { frames: number; isChainCut: boolean } {
  const seen = new Set<number>();
  let frames = 0;
  let at: number | undefined = tiff.first;
  while (at && at < tiff.bytes.length && !seen.has(at) && seen.size < MAX_PAGES) {
    seen.add(at);
    // The lowest bit marks a thumbnail of another page.
    const subfile = toInteger(readDirectory(tiff, at, PAGE_TAGS).get(SUBFILE_TYPE)) ?? 0;
    if (subfile % 2 === 0) frames++;
    at = nextDirectory(tiff, at);
  }
  const isChainCut = at === undefined || at >= tiff.bytes.length;
  return { frames: Math.max(1, frames), isChainCut };
}

function endOfPixels(page: Directory): number {
  const offsets = page.get(STRIP_OFFSETS) ?? page.get(TILE_OFFSETS);
  const lengths = page.get(STRIP_LENGTHS) ?? page.get(TILE_LENGTHS);
  let end = 0;
  for (let index = 0; ; index++) {
    const offset = toInteger(offsets, index);
    const length = toInteger(lengths, index);
    if (offset === undefined || length === undefined) return end;
    end = Math.max(end, offset + length);
  }
}
