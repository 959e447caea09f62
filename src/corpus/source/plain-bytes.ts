// Whether a block of text has characters that JSON escapes: looked at four bytes at a time.

const LINE_FEED = 0x0a;
const RETURN = 0x0d;
const BLANK = 0x20;
const BACKSLASH = 0x5c;
/** Four blanks, and the highest bit of each byte; as 32-bit integers, which are quicker than other numbers. */
const BLANKS = 0x20202020;
const HIGHEST_BITS = 0x80808080 | 0;

/**
 * Whether an ASCII text holds a backslash, or a control character other than those of line ends. Where it holds none,
 * a string of JSON ends at the next quotation mark.
 */
export function hasEscapesOrControls(bytes: Buffer): boolean {
  return bytes.includes(BACKSLASH) || hasControls(bytes);
}

function hasControls(bytes: Buffer): boolean {
  const { length, byteOffset } = bytes;
  const start = Math.min(length, (4 - (byteOffset & 3)) & 3);
  const count = (length - start) >> 2;
  if (hasControlAt(bytes, 0, start)) return true;
  const words = new Int32Array(bytes.buffer, byteOffset + start, count);
  for (let index = 0; index < count; index++) {
    const word = words[index] as number; // below its length
    // A byte below 0x20 borrows from its highest bit (H. S. Warren, "Hacker's Delight", chapter 6); what is met
    // beside such bytes is told apart one by one.
    if (((word - BLANKS) & ~word & HIGHEST_BITS) === 0) continue;
    const at = start + index * 4;
    if (hasControlAt(bytes, at, at + 4)) return true;
  }
  return hasControlAt(bytes, start + count * 4, length);
}

function hasControlAt(bytes: Buffer, from: number, to: number): boolean {
  for (let at = from; at < to; at++) {
    const byte = bytes[at] as number; // inside, by the caller
    if (byte >= BLANK || byte === LINE_FEED) continue;
    if (byte !== RETURN || bytes[at + 1] !== LINE_FEED) return true;
  }
  return false;
}
