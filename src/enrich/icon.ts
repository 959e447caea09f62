// Windows icons and cursors: the largest picture in them, a PNG or a bitmap.
import { decodeIconBitmap, type Pixels } from './bitmap.ts';

const HEADER_LENGTH = 6;
const ENTRY_LENGTH = 16;
const PNG_SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
/** Nobody draws more: a longer directory is cut. */
const MAX_ENTRIES = 64;

/** Whether the bytes start as an icon or cursor whose first entry points behind the directory. */
export function isIco(bytes: Uint8Array): boolean {
  const view = viewOf(bytes);
  if (bytes.length < HEADER_LENGTH + ENTRY_LENGTH || view.getUint16(0, true) !== 0) return false;
  const kind = view.getUint16(2, true);
  const count = view.getUint16(4, true);
  const first = view.getUint32(HEADER_LENGTH + 12, true);
  return (kind === 1 || kind === 2) && count > 0 && first >= HEADER_LENGTH + ENTRY_LENGTH * count;
}

/**
 * The largest picture of an icon that can be decoded: a PNG as it is, a bitmap as pixels. `undefined` when
 * there is none.
 */
export function pickIcon(bytes: Uint8Array): { readonly data: Uint8Array } | Pixels | undefined {
  const entries = readEntries(bytes).sort((a, b) => b.area - a.area || b.bits - a.bits);
  for (const { data } of entries) {
    if (PNG_SIGNATURE.equals(data.subarray(0, PNG_SIGNATURE.length))) return { data };
    const pixels = decodeIconBitmap(data);
    if (pixels !== undefined) return pixels;
  }
  return undefined;
}

function readEntries(
  bytes: Uint8Array,
): { readonly area: number; readonly bits: number; readonly data: Uint8Array }[] {
  const view = viewOf(bytes);
  const present = Math.floor((bytes.length - HEADER_LENGTH) / ENTRY_LENGTH);
  const count = Math.min(view.getUint16(4, true), present, MAX_ENTRIES);
  return Array.from({ length: count }, (_, index) => {
    const at = HEADER_LENGTH + ENTRY_LENGTH * index;
    const offset = view.getUint32(at + 12, true);
    return {
      // One byte a side: 256 is written as 0.
      area: (view.getUint8(at) || 256) * (view.getUint8(at + 1) || 256),
      bits: view.getUint16(at + 6, true),
      data: bytes.subarray(offset, offset + view.getUint32(at + 8, true)),
    };
  });
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
