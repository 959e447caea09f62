// Little-endian numbers and bit fields: the ground that all structures of Zstandard stand on.

/** Bytes together with a view of the same memory, for loads of 32 bits at any address. */
export interface Memory {
  readonly bytes: Uint8Array;
  readonly view: DataView;
}

/** A part of memory that is being read: what lies between `position` and `end` is still to come. */
export interface Cursor {
  readonly memory: Memory;
  position: number;
  readonly end: number;
}

/** Why data is not valid, or `undefined` while all is well. */
export type Fault = string | undefined;

/**
 * Free bytes kept before and after everything that is read as bits, so that a field at the edge can
 * be loaded as a whole word, and one sequence of damaged data (88 bits at most) can run past the
 * beginning before the check that follows it.
 */
export const MARGIN = 16;

/** The widest field that one call of `bitsAt` can read. */
export const MAX_FIELD_BITS = 25;

/** Zeroed memory of a size in bytes. */
export function allocate(size: number): Memory {
  const bytes = new Uint8Array(size);
  return { bytes, view: new DataView(bytes.buffer) };
}

/** Memory of at least a size in bytes: the one given where it is large enough. */
export function atLeast(memory: Memory, size: number): Memory {
  return memory.bytes.length >= size ? memory : allocate(1 << (32 - Math.clz32(size)));
}

/** A cursor over a copy of `source` with margins, in `memory` where that is large enough. */
export function copyWithMargins(source: Uint8Array, memory: Memory): Cursor {
  const target = atLeast(memory, source.length + 2 * MARGIN);
  target.bytes.set(source, MARGIN);
  return { memory: target, position: MARGIN, end: MARGIN + source.length };
}

/** The next byte; the caller has made sure that there is one. */
export function nextByte(cursor: Cursor): number {
  return cursor.memory.view.getUint8(cursor.position++);
}

/** The field of `count` bits (at most `MAX_FIELD_BITS`) whose lowest bit is number `bit` of the view. */
export function bitsAt(view: DataView, bit: number, count: number): number {
  return (view.getInt32(bit >>> 3, true) >>> (bit & 7)) & ((1 << count) - 1);
}

/**
 * Finds where a stream that is read backwards begins: the number of the bit below which it lies, or
 * -1 when the stream lacks its end mark, the highest set bit of the last byte.
 */
export function topOfStream(stream: Cursor): number {
  const { memory, position, end } = stream;
  const last = end > position ? memory.view.getUint8(end - 1) : 0;
  return last === 0 ? -1 : end * 8 - 8 + (31 - Math.clz32(last));
}

/** The unsigned number in `count` bytes (at most 8; exact up to 2^53). */
export function numberAt(bytes: Uint8Array, position: number, count: number): number {
  let value = 0;
  for (let i = count - 1; i >= 0; i--) value = value * 256 + (bytes[position + i] ?? 0);
  return value;
}
