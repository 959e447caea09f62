// Tells the format of an archive by its first bytes, never by its name.
import type { ByteSource } from './source.ts';

/** A format an input can have. */
export type Format = 'gzip' | 'zstd' | 'zip' | 'warc' | 'arc' | 'unknown';

/** The format of a file that starts with `bytes`; a few hundred bytes are enough. */
export function sniffFormat(bytes: Uint8Array): Format {
  const [a, b, c, d] = bytes;
  if (a === 0x1f && b === 0x8b) return 'gzip';
  if (a === 0x28 && b === 0xb5 && c === 0x2f && d === 0xfd) return 'zstd';
  // A skippable frame: .warc.zst files start with one that holds the dictionary.
  if (a !== undefined && a >> 4 === 5 && b === 0x2a && c === 0x4d && d === 0x18) return 'zstd';
  // PK: a first file, or the end record of an empty zip.
  if (a === 0x50 && b === 0x4b && ((c === 3 && d === 4) || (c === 5 && d === 6))) return 'zip';
  return sniffText(bytes);
}

/** Reads the first bytes of a source and tells its format. */
export async function sniffSource(source: ByteSource): Promise<Format> {
  const start = new Uint8Array(SNIFF_BYTES);
  return sniffFormat(start.subarray(0, await source.read(start, 0)));
}

/** Enough for the zeros and blank lines some tools put first, and an ARC line with a long URL. */
const SNIFF_BYTES = 8192;
const BOM = [0xef, 0xbb, 0xbf];
/** NUL, tab, line feed, carriage return, space. */
const BLANKS = new Set([0, 9, 10, 13, 32]);

function sniffText(bytes: Uint8Array): Format {
  let start = BOM.every((byte, index) => bytes[index] === byte) ? BOM.length : 0;
  while (start < bytes.length && BLANKS.has(bytes[start] ?? -1)) start += 1;
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1', start);
  if (text.startsWith('WARC/')) return 'warc';
  if (text.startsWith('filedesc:')) return 'arc';
  // An ARC whose file header was cut off starts with a record: URL, IP address, date, type, length.
  return /^[a-z][a-z0-9+.-]{0,15}:\S+ \S+ \d{12,14} \S+ \d+\r?\n/i.test(text) ? 'arc' : 'unknown';
}
