// What the first bytes of an image tell, for those who decide whether to fetch the rest.
import { sniffImage } from './formats.ts';
import { findGap, isJpeg } from './jpeg.ts';
import { readImageMetadata } from './metadata.ts';

/** What is known of an image from its start. */
export interface ImageProbe {
  readonly mime: string;
  /** Pixels as stored; 0 when the bytes end before they are told. */
  readonly width: number;
  readonly height: number;
  /** Whether coordinates are in it, and whether they cannot be right. */
  readonly hasPlace: boolean;
  readonly hasWrongPlace: boolean;
  /** Where to read on to learn more: bytes from the start of the file; -1 when nothing is missing. */
  readonly missingFrom: number;
}

/**
 * Reads the start of an image; `undefined` when it is none. `more` are bytes that follow from `missingFrom` of an earlier
 * answer on. Never throws.
 */
export function probeImage(bytes: Uint8Array, more?: Uint8Array): ImageProbe | undefined {
  const format = sniffImage(bytes);
  if (format === undefined) return undefined;
  const gap = isJpeg(bytes) ? findGap(bytes) : undefined;
  const joined =
    gap !== undefined && more !== undefined
      ? Buffer.concat([bytes.subarray(0, gap.keep), more])
      : bytes;
  const reading = format.read(joined);
  if (typeof reading === 'string') {
    const from = more === undefined ? (gap?.from ?? -1) : -1;
    return { ...UNKNOWN, mime: format.mime, missingFrom: from };
  }
  const { place, placeRejected } = readImageMetadata(reading.blocks) ?? {};
  return {
    mime: format.mime,
    width: reading.width,
    height: reading.height,
    hasPlace: place !== undefined,
    hasWrongPlace: place === undefined && placeRejected !== undefined,
    missingFrom: -1,
  };
}

const UNKNOWN = { width: 0, height: 0, hasPlace: false, hasWrongPlace: false };
