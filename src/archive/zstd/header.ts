// Frame headers (RFC 8878 sections 3.1.1.1 and 3.1.2).
import { numberAt } from './bits.ts';

/** What the first bytes of a frame say. Sizes are in bytes. */
export type ZstdFrameHeader =
  | ZstdDataFrameHeader
  | {
      readonly kind: 'skippable';
      /** 0x184D2A50 to 0x184D2A5F; `.warc.zst` files keep their dictionary under 0x184D2A5D. */
      readonly magic: number;
      readonly headerBytes: number;
      readonly contentBytes: number;
    }
  /** The header goes on behind the input; `needed` bytes are enough for the next answer. */
  | { readonly kind: 'need-input'; readonly needed: number }
  | { readonly kind: 'invalid'; readonly reason: string };

/** The header of a frame that holds compressed data. */
export interface ZstdDataFrameHeader {
  readonly kind: 'frame';
  readonly headerBytes: number;
  /** How far back the frame's matches reach. */
  readonly windowBytes: number;
  /** Size of the decoded content, where the frame tells it. */
  readonly contentBytes: number | undefined;
  /** 0 when the frame names no dictionary. */
  readonly dictionaryId: number;
  readonly hasChecksum: boolean;
}

/** The magic number of the skippable frame in which `.warc.zst` files keep their dictionary. */
export const WARC_DICTIONARY_MAGIC = 0x184d2a5d;

/** The reason given for bytes that are no frame of any kind. */
export const NOT_A_FRAME = 'not a Zstandard frame';

const FRAME_MAGIC = 0xfd2fb528;
const SKIPPABLE_MAGIC = 0x184d2a50;
const MAGIC_BYTES = 4;
const SKIPPABLE_HEADER_BYTES = 8;
const SINGLE_SEGMENT_BIT = 0x20;
const RESERVED_BIT = 0x08;
const CHECKSUM_BIT = 0x04;
const ID_BYTES = [0, 1, 2, 4];

/** Reads the header of the frame that `bytes` begin with. */
export function parseZstdFrameHeader(bytes: Uint8Array): ZstdFrameHeader {
  const known = Math.min(bytes.length, MAGIC_BYTES);
  const magic = numberAt(bytes, 0, known);
  // As much of a magic number as is there must fit, so that what is no frame is known at once.
  const wrap = 256 ** known;
  const isFrame = magic === FRAME_MAGIC % wrap;
  const isSkippable = magic - (magic % 16) === SKIPPABLE_MAGIC % wrap;
  if (!isFrame && !isSkippable) return { kind: 'invalid', reason: NOT_A_FRAME };
  if (bytes.length <= MAGIC_BYTES) return { kind: 'need-input', needed: MAGIC_BYTES + 1 };
  return isFrame ? parseDataFrame(bytes) : parseSkippable(bytes, magic);
}

function parseSkippable(bytes: Uint8Array, magic: number): ZstdFrameHeader {
  const headerBytes = SKIPPABLE_HEADER_BYTES;
  if (bytes.length < headerBytes) return { kind: 'need-input', needed: headerBytes };
  return { kind: 'skippable', magic, headerBytes, contentBytes: numberAt(bytes, 4, 4) };
}

function parseDataFrame(bytes: Uint8Array): ZstdFrameHeader {
  const descriptor = bytes[MAGIC_BYTES] ?? 0;
  if (descriptor & RESERVED_BIT) return { kind: 'invalid', reason: 'a reserved bit is set' };
  const isSingleSegment = (descriptor & SINGLE_SEGMENT_BIT) !== 0;
  const sizeFlag = descriptor >>> 6;
  const idBytes = ID_BYTES[descriptor & 3] ?? 0;
  const sizeBytes = sizeFlag === 0 ? Number(isSingleSegment) : 1 << sizeFlag;
  const idPosition = MAGIC_BYTES + 1 + Number(!isSingleSegment);
  const sizePosition = idPosition + idBytes;
  const headerBytes = sizePosition + sizeBytes;
  if (bytes.length < headerBytes) return { kind: 'need-input', needed: headerBytes };
  const size = numberAt(bytes, sizePosition, sizeBytes) + (sizeBytes === 2 ? 256 : 0);
  return {
    kind: 'frame',
    headerBytes,
    windowBytes: isSingleSegment ? size : windowSize(bytes[MAGIC_BYTES + 1] ?? 0),
    contentBytes: sizeBytes > 0 ? size : undefined,
    dictionaryId: numberAt(bytes, idPosition, idBytes),
    hasChecksum: (descriptor & CHECKSUM_BIT) !== 0,
  };
}

/** A power of two and eighths of it; up to 3.75 TB, hence no shifts. */
function windowSize(descriptor: number): number {
  return 2 ** (10 + (descriptor >>> 3)) * (1 + (descriptor & 7) / 8);
}
