// Codes short texts: letters by fixed codes, and repetitions of what came before (LZ77: Ziv and Lempel, 1977).
import {
  CODE_BITS,
  CODES,
  HISTORY,
  KIND_OF,
  LOOKUP,
  OTHER_BYTE,
  REPETITION,
  START_KIND,
  SYMBOLS,
} from './packing-codes.ts';

/** Longer texts are packed by others: they repeat themselves more than they repeat the samples. */
export const MAX_CODED_BYTES = 8192;

/** A coded text has at most so many bytes: each byte may need `CODE_BITS` and 8 bits. */
export const CODED_ROOM = Math.ceil((MAX_CODED_BYTES * (CODE_BITS + 8)) / 8) + 8;

const SLOT_BITS = 12;
const LEAST_REPETITION = 5;
const LEAST_FAR_REPETITION = 6;
const MOST_REPEATED = 304;
const NEAR_BITS = 9;
const NEAR = 1 << NEAR_BITS;
/** Samples and text together are shorter than what so many bits can tell. */
const FAR_BITS = 14;
const FAR_MASK = (1 << FAR_BITS) - 1;
const CODE_MASK = (1 << CODE_BITS) - 1;

/** Codes of lengths, by kind: bits in all, a mask for those after the prefix, and what 0 stands for. */
const LENGTH_BITS = [3, 5, 8, 11];
const LENGTH_MASKS = [0b11, 0b111, 0b11111, 0b11111111];
const SHORTEST = [5, 9, 17, 49];
const MOST_LENGTH_BITS = 11;
const LENGTH_MASK = (1 << MOST_LENGTH_BITS) - 1;

/**
 * Where each hash of four bytes was last seen, and which four they were, since most that share a hash differ: in the text, and in
 * the samples. Places of earlier texts are smaller than `base`. All stand side by side, as they are asked for together.
 */
const SLOT_WIDTH = 4;
const PLACE = 0;
const FOUR = 1;
const SAMPLE_PLACE = 2;
const SAMPLE_FOUR = 3;
const slots = new Int32Array(SLOT_WIDTH << SLOT_BITS).fill(-1);
/** Samples, then the text at hand. */
const bytes = new Uint8Array(HISTORY.length + MAX_CODED_BYTES + 4);
const FIRST = HISTORY.length;
bytes.set(HISTORY);
for (let at = 0; at + 4 <= FIRST; at++) {
  const four = fourAt(at);
  slots[slotOf(four) + SAMPLE_PLACE] = at;
  slots[slotOf(four) + SAMPLE_FOUR] = four;
}

/** Codes of the text at hand, `value * 16 + bits` each. */
const codes = new Int32Array(2 * MAX_CODED_BYTES);

/** What is added to places in `slots`; grows with each text. */
let base = 0;

/** Codes a text of at most `MAX_CODED_BYTES` into `room`, which has `CODED_ROOM`; gives the bytes used. */
export function encodeText(text: Uint8Array, room: Uint8Array): number {
  bytes.set(text, FIRST);
  forgetText();
  return putCodes(toCodes(FIRST + text.length, base), room);
}

/** Makes the codes of the text that ends here; gives their number. */
function toCodes(end: number, added: number): number {
  // Nothing here is done rarely: V8 compiles a loop without what it has not seen, and may not compile it anew when that comes.
  const last = end - LEAST_REPETITION; // where a repetition may start
  let count = 0;
  let kind = START_KIND;
  let at = FIRST;
  let four = fourAt(at);
  while (at < end) {
    let length = 0;
    let source = 0;
    if (at <= last) {
      const slot = slotOf(four);
      source = (slots[slot + PLACE] ?? -1) - added;
      if (source >= 0 && slots[slot + FOUR] === four) length = lengthOf(source, at, end);
      slots[slot + PLACE] = added + at;
      slots[slot + FOUR] = four;
      if (length < LEAST_REPETITION) {
        length = 0;
        if (slots[slot + SAMPLE_FOUR] === four) {
          source = slots[slot + SAMPLE_PLACE] ?? -1;
          length = source < 0 ? 0 : lengthOf(source, at, end);
          if (length < LEAST_FAR_REPETITION) length = 0;
        }
      }
    }
    if (length === 0) {
      const byte = four & 0xff;
      const code = CODES[kind * SYMBOLS + byte] ?? 0;
      if (code === 0) {
        codes[count++] = CODES[kind * SYMBOLS + OTHER_BYTE] ?? 0;
        codes[count++] = byte * 16 + 8;
      } else codes[count++] = code;
      kind = KIND_OF[byte] ?? 0;
      at++;
      four = (four >>> 8) | ((bytes[at + 3] ?? 0) << 24);
      continue;
    }
    const back = at - source;
    codes[count++] = CODES[kind * SYMBOLS + REPETITION] ?? 0;
    codes[count++] = toLengthCode(length);
    codes[count++] =
      back <= NEAR ? (NEAR + back - 1) * 16 + NEAR_BITS + 1 : back * 16 + FAR_BITS + 1;
    const next = at + length;
    for (at++; at < next; at++) {
      four = (four >>> 8) | ((bytes[at + 3] ?? 0) << 24);
      if (at + 4 > end) continue;
      const slot = slotOf(four);
      slots[slot + PLACE] = added + at;
      slots[slot + FOUR] = four;
    }
    four = (four >>> 8) | ((bytes[at + 3] ?? 0) << 24);
    kind = KIND_OF[bytes[at - 1] ?? 0] ?? 0;
  }
  return count;
}

/** Decodes into `text`, which has the size that was coded. Throws a `RangeError` for what `encodeText` cannot have made. */
export function decodeText(coded: Uint8Array, from: number, text: Uint8Array): void {
  // All state is local and nothing is called: that is several times faster. No code has more than 16 bits.
  let next = from;
  let hold = 0;
  let held = 0;
  let kind = START_KIND;
  let at = 0;
  while (at < text.length) {
    if (held < 16) {
      hold = (hold << 16) | ((coded[next] ?? 0) << 8) | (coded[next + 1] ?? 0);
      next += 2;
      held += 16;
    }
    const found = LOOKUP[(kind << CODE_BITS) + ((hold >> (held - CODE_BITS)) & CODE_MASK)] ?? 0;
    held -= found & 15;
    const symbol = found >> 4;
    if (symbol < OTHER_BYTE) text[at++] = symbol;
    else {
      if (held < 16) {
        hold = (hold << 16) | ((coded[next] ?? 0) << 8) | (coded[next + 1] ?? 0);
        next += 2;
        held += 16;
      }
      if (symbol === OTHER_BYTE) {
        held -= 8;
        text[at++] = hold >> held;
      } else {
        const coming = (hold >> (held - MOST_LENGTH_BITS)) & LENGTH_MASK;
        const kindOfLength = coming < 1024 ? 0 : coming < 1536 ? 1 : coming < 1792 ? 2 : 3;
        held -= LENGTH_BITS[kindOfLength] ?? 0;
        const rest = (hold >> held) & (LENGTH_MASKS[kindOfLength] ?? 0);
        const end = at + (SHORTEST[kindOfLength] ?? 0) + rest;
        if (held < 16) {
          hold = (hold << 16) | ((coded[next] ?? 0) << 8) | (coded[next + 1] ?? 0);
          next += 2;
          held += 16;
        }
        const isNear = ((hold >> (held - 1)) & 1) === 1;
        held -= isNear ? NEAR_BITS + 1 : FAR_BITS + 1;
        const back = isNear ? ((hold >> held) & (NEAR - 1)) + 1 : (hold >> held) & FAR_MASK;
        let source = at - back;
        if (back === 0 || end > text.length || source < -FIRST) throw damaged();
        for (; at < end; source++) {
          text[at++] = (source < 0 ? HISTORY[source + FIRST] : text[source]) ?? 0;
        }
      }
    }
    kind = KIND_OF[text[at - 1] ?? 0] ?? 0;
  }
  // Whole bytes that were not needed are still to be read, or bytes beyond the end were.
  if (next - (held >> 3) !== coded.length) throw damaged();
}

function damaged(): RangeError {
  return new RangeError('the text of the row is damaged');
}

/** Places in earlier texts become smaller than all in the next one. */
function forgetText(): void {
  base += bytes.length;
  if (base < 2 ** 30) return;
  base = bytes.length;
  for (let at = 0; at < slots.length; at += SLOT_WIDTH) slots[at + PLACE] = -1;
}

/** How long both are the same; the first four bytes are known to be. */
function lengthOf(source: number, at: number, end: number): number {
  const most = Math.min(MOST_REPEATED, end - at);
  let length = 4;
  while (length < most && bytes[source + length] === bytes[at + length]) length++;
  return length;
}

/** The four bytes from a place on. */
function fourAt(at: number): number {
  return (
    (bytes[at] ?? 0) |
    ((bytes[at + 1] ?? 0) << 8) |
    ((bytes[at + 2] ?? 0) << 16) |
    ((bytes[at + 3] ?? 0) << 24)
  );
}

/** Where the slot of these four bytes starts. */
function slotOf(four: number): number {
  return (Math.imul(four, 0x9e3779b1) >>> (32 - SLOT_BITS)) * SLOT_WIDTH;
}

/** Lengths from 5: two bits after 0, three after 10, five after 110, eight after 111. */
function toLengthCode(length: number): number {
  if (length < 9) return (length - 5) * 16 + 3;
  if (length < 17) return (0b10_000 + length - 9) * 16 + 5;
  if (length < 49) return (0b110_00000 + length - 17) * 16 + 8;
  return (0b111_00000000 + length - 49) * 16 + 11;
}

/** Writes the first of `codes` one after another; gives the bytes used. */
function putCodes(count: number, room: Uint8Array): number {
  let used = 0;
  let hold = 0;
  let held = 0;
  for (let at = 0; at < count; at++) {
    const code = codes[at] ?? 0;
    const bits = code & 15;
    hold = (hold << bits) | (code >> 4);
    held += bits;
    if (held < 16) continue;
    held -= 16;
    room[used++] = hold >> (held + 8);
    room[used++] = hold >> held;
  }
  if (held >= 8) {
    held -= 8;
    room[used++] = hold >> held;
  }
  if (held > 0) room[used++] = hold << (8 - held);
  return used;
}
