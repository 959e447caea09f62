// Numbers and tags out of a byte view, never reading outside it.

/** Unsigned 16-bit number, big-endian unless `little`. Bytes past the end of the view count as zero. */
export function u16(bytes: Uint8Array, at: number, little = false): number {
  const first = bytes[at] ?? 0;
  const second = bytes[at + 1] ?? 0;
  return little ? (second << 8) | first : (first << 8) | second;
}

/** Unsigned 24-bit little-endian number. Bytes past the end of the view count as zero. */
export function u24le(bytes: Uint8Array, at: number): number {
  return u16(bytes, at, true) | ((bytes[at + 2] ?? 0) << 16);
}

/** Unsigned 32-bit number, big-endian unless `little`. Bytes past the end of the view count as zero. */
export function u32(bytes: Uint8Array, at: number, little = false): number {
  const first = u16(bytes, at, little);
  const second = u16(bytes, at + 2, little);
  return little ? second * 0x10000 + first : first * 0x10000 + second;
}

/** Unsigned 64-bit number as a double: exact below 2^53, which no file length exceeds. */
export function u64(bytes: Uint8Array, at: number, little = false): number {
  const first = u32(bytes, at, little);
  const second = u32(bytes, at + 4, little);
  return little ? second * 0x100000000 + first : first * 0x100000000 + second;
}

/** Whether the view holds these Latin-1 characters at `at`. */
export function hasText(bytes: Uint8Array, at: number, text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    if (bytes[at + i] !== text.charCodeAt(i)) return false;
  }
  return true;
}

/** The view as a Latin-1 string: one character per byte, so offsets agree. */
export function latin1(bytes: Uint8Array): string {
  return asBuffer(bytes).toString('latin1');
}

/** The same bytes as a Buffer, without a copy. */
export function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
