// Media types as bytes of a row: one for those we know.
import type { ByteReader, ByteWriter } from './bytes.ts';

/** By number; part of the format. */
const MIMES = [
  '',
  'image/jpeg',
  'image/png',
  'image/gif',
  'image/webp',
  'image/avif',
  'image/bmp',
  'image/x-icon',
  'image/svg+xml',
  'image/tiff',
  'image/heic',
];
const OTHER_MIME = 255;

/** Writes a media type. */
export function writeMime(writer: ByteWriter, mime: string): void {
  const code = MIMES.indexOf(mime);
  writer.byte(code < 0 ? OTHER_MIME : code);
  if (code < 0) writer.text(mime);
}

/** Reads what `writeMime` wrote. */
export function readMime(reader: ByteReader): string {
  const code = reader.byte();
  return code === OTHER_MIME ? reader.text() : (MIMES[code] ?? '');
}
