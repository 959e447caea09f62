// The items of an AVIF or HEIC file: properties of the primary one, and where metadata items lie.
import { type Box, boxesIn, boxOf, childrenOf } from './boxes.ts';
import { hasText, latin1, u16, u32, u64 } from './bytes.ts';
import type { MetadataBlocks } from './header.ts';

/** What the `meta` box says of the primary item. */
export interface ItemsReading {
  readonly size: { readonly width: number; readonly height: number } | undefined;
  /** Rotation and mirroring of the container as an EXIF orientation; 1 when there is none. */
  readonly orientation: number;
  readonly blocks: MetadataBlocks;
}

/** EXIF orientation by quarter turns anticlockwise: plain, top and bottom swapped, sides swapped. */
const ORIENTATIONS = [
  [1, 4, 2],
  [8, 5, 7],
  [3, 2, 4],
  [6, 7, 5],
] as const;

/** Item name and content type are short in every real file. */
const MAX_INFO_LENGTH = 256;

/** Reads the `meta` box; all that is missing or broken is left out. */
export function readItems(bytes: Uint8Array, meta: Box): ItemsReading {
  const boxes = boxesIn(bytes, meta.start + 4, meta.end);
  const primary = boxOf(boxes, 'pitm');
  const properties = primary ? propertiesOf(bytes, boxes, idAt(bytes, primary)) : [];
  const turn = boxOf(properties, 'irot');
  const mirror = boxOf(properties, 'imir');
  const turns = turn ? (bytes[turn.start] ?? 0) & 3 : 0;
  const flip = mirror ? 1 + ((bytes[mirror.start] ?? 0) & 1) : 0;
  const orientation = ORIENTATIONS[turns]?.[flip] ?? 1;
  return { size: sizeOf(bytes, properties), orientation, blocks: locateMetadata(bytes, boxes) };
}

/** The coded size less the margin (`clap`) that encoders add to reach whole blocks. */
function sizeOf(bytes: Uint8Array, properties: readonly Box[]) {
  const coded = boxOf(properties, 'ispe');
  if (coded === undefined) return undefined;
  const crop = boxOf(properties, 'clap');
  const cropped = (side: number, at: number) => {
    const clean = crop
      ? Math.round(u32(bytes, crop.start + at) / u32(bytes, crop.start + at + 4))
      : 0;
    return clean > 0 && clean < side ? clean : side;
  };
  return {
    width: cropped(u32(bytes, coded.start + 4), 0),
    height: cropped(u32(bytes, coded.start + 8), 8),
  };
}

/** `pitm` holds an item number of 16 bits, or 32 from version 1 on. */
function idAt(bytes: Uint8Array, box: Box): number {
  return bytes[box.start] === 0 ? u16(bytes, box.start + 4) : u32(bytes, box.start + 4);
}

/** The properties that `ipma` ties to an item, as boxes out of `ipco`. */
function propertiesOf(bytes: Uint8Array, meta: readonly Box[], item: number): readonly Box[] {
  const parts = childrenOf(bytes, boxOf(meta, 'iprp'));
  const all = childrenOf(bytes, boxOf(parts, 'ipco'));
  const ties = boxOf(parts, 'ipma');
  return ties ? tiedIndexes(bytes, ties, item).flatMap((index) => all[index - 1] ?? []) : [];
}

function tiedIndexes(bytes: Uint8Array, ties: Box, item: number): readonly number[] {
  const idLength = bytes[ties.start] === 0 ? 2 : 4;
  const isWide = ((bytes[ties.start + 3] ?? 0) & 1) === 1;
  const tieLength = isWide ? 2 : 1;
  let at = ties.start + 8;
  while (at + idLength < ties.end) {
    const id = idLength === 2 ? u16(bytes, at) : u32(bytes, at);
    const count = bytes[at + idLength] ?? 0;
    at += idLength + 1;
    if (id === item) {
      // The top bit of a tie says "essential".
      return Array.from({ length: count }, (_, index) =>
        isWide ? u16(bytes, at + 2 * index) & 0x7fff : (bytes[at + index] ?? 0) & 0x7f,
      );
    }
    at += count * tieLength;
  }
  return [];
}

function locateMetadata(bytes: Uint8Array, meta: readonly Box[]): MetadataBlocks {
  const blocks: MetadataBlocks = {};
  const infos = boxOf(meta, 'iinf');
  const locations = boxOf(meta, 'iloc');
  if (infos === undefined || locations === undefined) return blocks;
  const first = infos.start + (bytes[infos.start] === 0 ? 6 : 8);
  const entries = boxesIn(bytes, first, infos.end);
  const exifInfo = entries.find((info) => hasText(bytes, itemTypeAt(bytes, info), 'Exif'));
  const exif = exifInfo && locateItem(bytes, locations, itemId(bytes, exifInfo));
  // The item starts with the distance from there to the TIFF structure.
  if (exif) blocks.exif = exif.subarray(4 + u32(exif, 0));
  const xmpInfo = entries.find((info) => isRdf(bytes, info));
  const xmp = xmpInfo && locateItem(bytes, locations, itemId(bytes, xmpInfo));
  if (xmp) blocks.xmp = xmp;
  return blocks;
}

/** Item numbers in `infe` have 32 bits from version 3 on; older versions than 2 name no types. */
function itemId(bytes: Uint8Array, info: Box): number {
  return isWideInfo(bytes, info) ? u32(bytes, info.start + 4) : u16(bytes, info.start + 4);
}

function itemTypeAt(bytes: Uint8Array, info: Box): number {
  return info.start + (isWideInfo(bytes, info) ? 10 : 8);
}

function isWideInfo(bytes: Uint8Array, info: Box): boolean {
  return (bytes[info.start] ?? 0) >= 3;
}

function isRdf(bytes: Uint8Array, info: Box): boolean {
  const type = itemTypeAt(bytes, info);
  if (!hasText(bytes, type, 'mime')) return false;
  const names = latin1(bytes.subarray(type, Math.min(info.end, type + MAX_INFO_LENGTH)));
  return names.includes('application/rdf+xml');
}

/** The first extent of an item that lies in the file itself (`iloc`, construction method 0). */
function locateItem(bytes: Uint8Array, box: Box, item: number): Uint8Array | undefined {
  const version = bytes[box.start] ?? 0;
  const sizes = u16(bytes, box.start + 4);
  const [offsetSize, lengthSize, baseSize] = [sizes >> 12, (sizes >> 8) & 15, (sizes >> 4) & 15];
  const indexSize = version === 0 ? 0 : sizes & 15;
  const idSize = version < 2 ? 2 : 4;
  let at = box.start + (version < 2 ? 8 : 10);
  while (at + idSize < box.end) {
    const id = numberAt(bytes, at, idSize);
    const method = version === 0 ? 0 : u16(bytes, at + idSize) & 15;
    at += idSize + (version === 0 ? 2 : 4);
    const base = numberAt(bytes, at, baseSize);
    const extents = u16(bytes, at + baseSize);
    at += baseSize + 2;
    if (id === item && extents > 0) {
      const start = base + numberAt(bytes, at + indexSize, offsetSize);
      const length = numberAt(bytes, at + indexSize + offsetSize, lengthSize);
      return method === 0 ? bytes.subarray(start, start + length) : undefined;
    }
    at += extents * (indexSize + offsetSize + lengthSize);
  }
  return undefined;
}

/** Fields of `iloc` are 0, 2, 4 or 8 bytes long. */
function numberAt(bytes: Uint8Array, at: number, size: number): number {
  if (size === 2) return u16(bytes, at);
  if (size === 4) return u32(bytes, at);
  return size === 8 ? u64(bytes, at) : 0;
}
