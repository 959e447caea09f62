// Numbers and places of the capture index as bytes that sort as the numbers and places do.

/** Where a capture stands among those of its SURT. */
export interface Place {
  /** A 14-digit time as a number. */
  readonly time: number;
  /** Number of the archive file in the index. */
  readonly file: number;
  readonly offset: number;
}

/** Most bytes that a number or a place takes. */
export const MAX_NUMBER_BYTES = 8;
export const MAX_PLACE_BYTES = 32;

const FIRST_YEAR = 1990;
/** Behind four bytes of a time that say only which usual time comes before it. No number begins so. */
const UNUSUAL = 0xff;
const NUMBER_LIMITS = [2 ** 7, 2 ** 14, 2 ** 21, 2 ** 28, 2 ** 35, 2 ** 42, 2 ** 49, 2 ** 56];

/**
 * Writes a whole number from 0 to 2^53 - 1 and gives where it ends: as many bits at its beginning are set as bytes
 * follow the first one.
 */
export function writeNumber(bytes: Buffer, at: number, value: number): number {
  if (value === (value & 0x7f)) {
    bytes[at] = value;
    return at + 1;
  }
  if (!Number.isSafeInteger(value) || value < 0) {
    throw new Error(`pinakes: a capture has a number that cannot be stored: ${value}`);
  }
  let more = 1;
  while (value >= (NUMBER_LIMITS[more] ?? Number.POSITIVE_INFINITY)) more++;
  let rest = value;
  for (let i = more; i > 0; i--) {
    bytes[at + i] = rest & 0xff;
    rest = Math.floor(rest / 0x100);
  }
  bytes[at] = ((0xff00 >> more) & 0xff) | rest;
  return at + more + 1;
}

/** Number of bytes of the number that begins with this byte. */
export function numberLength(first: number): number {
  return first < 0x80 ? 1 : Math.clz32(~(first << 24)) + 1;
}

/** Reads what `writeNumber` wrote; it ends `numberLength` bytes further. */
export function readNumber(bytes: Buffer, at: number): number {
  const first = bytes[at] ?? 0;
  if (first < 0x80) return first;
  const length = numberLength(first);
  let value = first & (0xff >> length);
  for (let i = 1; i < length; i++) value = value * 0x100 + (bytes[at + i] ?? 0);
  return value;
}

/** Writes a place and gives where it ends: 9 bytes for most. A file below 0 stands before all others and ends it. */
export function writePlace(bytes: Buffer, at: number, { time, file, offset }: Place): number {
  let end = writeTime(bytes, at, time);
  if (file < 0) return end;
  end = writeNumber(bytes, end, file);
  return offset < 0 ? end : writeOffset(bytes, end, offset);
}

/** The bytes of a place. Anything before the first time is nothing at all. */
export function toPlaceBytes(place: Place): Buffer {
  if (place.time < 0) return Buffer.alloc(0);
  const bytes = Buffer.allocUnsafe(MAX_PLACE_BYTES);
  return bytes.subarray(0, writePlace(bytes, 0, place));
}

/**
 * Writes a time: four bytes for those from 1990 to 2053. Others, and those that no clock shows, have
 * the usual time before them, a mark that follows every number, and all their digits.
 */
function writeTime(bytes: Buffer, at: number, time: number): number {
  const date = Math.floor(time / 1e6);
  const clock = time - date * 1e6;
  const year = Math.floor(date / 1e4);
  const month = Math.floor(date / 100) % 100;
  const day = date % 100;
  const hour = Math.floor(clock / 1e4);
  const minute = Math.floor(clock / 100) % 100;
  const second = clock % 100;
  const isUsual = month < 16 && day < 32 && hour < 32 && minute < 64 && second < 64;
  if (isUsual && year >= FIRST_YEAR && year < FIRST_YEAR + 64 && date !== FIRST_YEAR * 1e4) {
    const top = ((year - FIRST_YEAR) << 10) | (month << 6) | (day << 1) | (hour >> 4);
    const low = ((hour & 15) << 12) | (minute << 6) | second;
    bytes[at] = top >> 8;
    bytes[at + 1] = top;
    bytes[at + 2] = low >> 8;
    bytes[at + 3] = low;
    return at + 4;
  }
  bytes.writeUInt32BE(usualBefore([year - FIRST_YEAR, month, day, hour, minute, second]), at);
  bytes[at + 4] = UNUSUAL;
  bytes.writeUIntBE(time, at + 5, 6);
  return at + 11;
}

/** The last usual time that is not later, as four bytes hold it; 0 where there is none. */
function usualBefore(parts: readonly number[]): number {
  const limits = [64, 16, 32, 32, 64, 64];
  let isOver = false;
  let value = 0;
  for (const [i, part] of parts.entries()) {
    const limit = limits[i] ?? 1;
    if (part < 0) return 0;
    isOver ||= part >= limit;
    value = value * limit + (isOver ? limit - 1 : part);
  }
  return value;
}

/** Where the time at this place ends. */
export function timeEnd(bytes: Buffer, at: number): number {
  return bytes[at + 4] === UNUSUAL ? at + 11 : at + 4;
}

/** Reads a time as its 14-digit number. */
export function readTime(bytes: Buffer, at: number): number {
  if (bytes[at + 4] === UNUSUAL) return bytes.readUIntBE(at + 5, 6);
  const top = ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);
  const low = ((bytes[at + 2] ?? 0) << 8) | (bytes[at + 3] ?? 0);
  const date = ((top >> 10) + FIRST_YEAR) * 10_000 + ((top >> 6) & 15) * 100 + ((top >> 1) & 31);
  const hour = ((top & 1) << 4) | (low >> 12);
  return date * 1e6 + hour * 10_000 + ((low >> 6) & 63) * 100 + (low & 63);
}

/** Writes an offset: four bytes up to one gigabyte, five up to 256 of them, else eight. */
function writeOffset(bytes: Buffer, at: number, offset: number): number {
  if (offset < 2 ** 30) return bytes.writeUInt32BE(offset, at);
  if (offset < 2 ** 38) {
    bytes[at] = 0x40 | Math.floor(offset / 2 ** 32);
    return bytes.writeUInt32BE(offset % 2 ** 32, at + 1);
  }
  bytes[at] = 0x80;
  const high = bytes.writeUIntBE(Math.floor(offset / 2 ** 32), at + 1, 3);
  return bytes.writeUInt32BE(offset % 2 ** 32, high);
}

/** Where the offset at this place ends. */
export function offsetEnd(bytes: Buffer, at: number): number {
  const kind = (bytes[at] ?? 0) >> 6;
  return at + (kind === 0 ? 4 : kind === 1 ? 5 : 8);
}

/** Reads an offset. */
export function readOffset(bytes: Buffer, at: number): number {
  const first = bytes[at] ?? 0;
  if (first < 0x40) return bytes.readUInt32BE(at);
  if (first < 0x80) return (first & 0x3f) * 2 ** 32 + bytes.readUInt32BE(at + 1);
  return bytes.readUIntBE(at + 1, 3) * 2 ** 32 + bytes.readUInt32BE(at + 4);
}
