// Boxes of the ISO base media format (ISO/IEC 14496-12), the container of AVIF and HEIC.
import { u16, u32, u64 } from './bytes.ts';

/** One box: its four-character type and where its contents lie. */
export interface Box {
  readonly type: string;
  readonly start: number;
  /** Never beyond the end of the parent. */
  readonly end: number;
  /** The box claims more bytes than its parent has. */
  readonly isCut: boolean;
}

/** Real files have a few dozen boxes a level; a hostile one may have millions. */
const MAX_BOXES = 10_000;

/** The boxes between two positions, in order. */
export function boxesIn(bytes: Uint8Array, from: number, to: number): readonly Box[] {
  const boxes: Box[] = [];
  let at = from;
  while (at + 8 <= to && boxes.length < MAX_BOXES) {
    const short = u32(bytes, at);
    const headerLength = short === 1 ? 16 : 8;
    // A length of 0 means: up to the end.
    const length = short === 1 ? u64(bytes, at + 8) : short || to - at;
    if (length < headerLength) break;
    const end = at + length;
    boxes.push({
      type: typeAt(bytes, at + 4),
      start: at + headerLength,
      end: Math.min(end, to),
      isCut: end > to,
    });
    at = end;
  }
  return boxes;
}

/** The boxes inside a box. */
export function childrenOf(bytes: Uint8Array, parent: Box | undefined): readonly Box[] {
  return parent ? boxesIn(bytes, parent.start, parent.end) : [];
}

/** The first box of a type. */
export function boxOf(boxes: readonly Box[], type: string): Box | undefined {
  return boxes.find((box) => box.type === type);
}

/** The four characters at `at`, which name a box or a brand. */
export function typeAt(bytes: Uint8Array, at: number): string {
  const [first, second] = [u16(bytes, at), u16(bytes, at + 2)];
  return String.fromCharCode(first >> 8, first & 0xff, second >> 8, second & 0xff);
}
