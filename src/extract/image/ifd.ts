// TIFF directories: the structure behind TIFF files and EXIF blocks.
import { hasText, u16, u32, u64 } from './bytes.ts';

/** A TIFF structure: all offsets count from the start of `bytes`. */
export interface Tiff {
  readonly bytes: Uint8Array;
  readonly little: boolean;
  /** BigTIFF: counts and offsets of 64 bits. */
  readonly big: boolean;
  /** Where the first directory starts. */
  readonly first: number;
}

/** The value of one tag, wholly inside the view. */
export interface TiffValue {
  readonly type: number;
  readonly bytes: Uint8Array;
  readonly little: boolean;
}

/** The wanted tags of a directory; of a tag given twice the first counts. */
export type Directory = ReadonlyMap<number, TiffValue>;

const BYTE = 1;
const ASCII = 2;
const SHORT = 3;
const LONG = 4;
const RATIONAL = 5;
const UNDEFINED = 7;
const SRATIONAL = 10;
const IFD = 13;
const LONG8 = 16;
const IFD8 = 18;
const NO_BYTES = new Uint8Array();
/** Bytes per value of each type, at the index of its number; 0 marks types that do not exist. */
const TYPE_SIZES = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4, 0, 0, 8, 8, 8] as const;
/** Real directories have a few dozen entries; a hostile one may claim 2^64. */
const MAX_ENTRIES = 1000;

/** The layout of a TIFF structure, or undefined when the bytes do not start one. */
export function toTiff(bytes: Uint8Array): Tiff | undefined {
  const little = hasText(bytes, 0, 'II');
  if (!little && !hasText(bytes, 0, 'MM')) return undefined;
  const version = u16(bytes, 2, little);
  if (version === 42) return { bytes, little, big: false, first: u32(bytes, 4, little) };
  if (version === 43) return { bytes, little, big: true, first: u64(bytes, 8, little) };
  return undefined;
}

/** The wanted tags of the directory at `at`. Values that reach outside the view are left out. */
export function readDirectory(tiff: Tiff, at: number, wanted: ReadonlySet<number>): Directory {
  const found = new Map<number, TiffValue>();
  const { start, count, entryLength } = layoutOf(tiff, at);
  for (let index = 0; index < Math.min(count, MAX_ENTRIES); index++) {
    const entry = start + index * entryLength;
    if (entry + entryLength > tiff.bytes.length) break;
    const tag = u16(tiff.bytes, entry, tiff.little);
    if (!wanted.has(tag) || found.has(tag)) continue;
    const value = readValue(tiff, entry);
    if (value !== undefined) found.set(tag, value);
  }
  return found;
}

/** Where the directory after the one at `at` starts, 0 when there is none; undefined when cut off. */
export function nextDirectory(tiff: Tiff, at: number): number | undefined {
  const { start, count, entryLength } = layoutOf(tiff, at);
  const pointer = start + count * entryLength;
  if (pointer + (tiff.big ? 8 : 4) > tiff.bytes.length) return undefined;
  return offsetAt(tiff, pointer);
}

/** One element of a value as an unsigned integer; undefined for other types and outside the value. */
export function toInteger(value: TiffValue | undefined, index = 0): number | undefined {
  if (value === undefined) return undefined;
  const { bytes, little, type } = value;
  const at = index * (TYPE_SIZES[type] ?? 0);
  if (at >= bytes.length) return undefined;
  if (type === BYTE || type === UNDEFINED) return bytes[at];
  if (type === SHORT) return u16(bytes, at, little);
  if (type === LONG || type === IFD) return u32(bytes, at, little);
  if (type === LONG8 || type === IFD8) return u64(bytes, at, little);
  return undefined;
}

/** A value as pairs of numerator and denominator, at most three; empty for other types. */
export function toFractions(value: TiffValue | undefined): readonly (readonly [number, number])[] {
  if (value === undefined || (value.type !== RATIONAL && value.type !== SRATIONAL)) return [];
  const { bytes, little, type } = value;
  const number = (at: number) =>
    type === RATIONAL ? u32(bytes, at, little) : u32(bytes, at, little) | 0;
  const pairs: [number, number][] = [];
  for (let at = 0; at + 8 <= bytes.length && pairs.length < 3; at += 8) {
    pairs.push([number(at), number(at + 4)]);
  }
  return pairs;
}

/** The bytes of a value that is text or of no particular type; empty for numbers. */
export function toBytes(value: TiffValue | undefined): Uint8Array {
  const isBytes = value?.type === BYTE || value?.type === ASCII || value?.type === UNDEFINED;
  return isBytes ? value.bytes : NO_BYTES;
}

/** The bytes of a text up to its first NUL; empty for other types. */
export function toTextBytes(value: TiffValue | undefined): Uint8Array {
  if (value?.type !== ASCII) return NO_BYTES;
  const end = value.bytes.indexOf(0);
  return end === -1 ? value.bytes : value.bytes.subarray(0, end);
}

function layoutOf({ bytes, little, big }: Tiff, at: number) {
  return big
    ? { start: at + 8, count: u64(bytes, at, little), entryLength: 20 }
    : { start: at + 2, count: u16(bytes, at, little), entryLength: 12 };
}

function offsetAt({ bytes, little, big }: Tiff, at: number): number {
  return big ? u64(bytes, at, little) : u32(bytes, at, little);
}

/** Short values sit in the entry itself, others at the offset it holds. */
function readValue(tiff: Tiff, entry: number): TiffValue | undefined {
  const { bytes, little, big } = tiff;
  const type = u16(bytes, entry + 2, little);
  const length = (TYPE_SIZES[type] ?? 0) * offsetAt(tiff, entry + 4);
  const slot = entry + (big ? 12 : 8);
  const start = length <= (big ? 8 : 4) ? slot : offsetAt(tiff, slot);
  if (length === 0 || start + length > bytes.length) return undefined;
  return { type, little, bytes: bytes.subarray(start, start + length) };
}
