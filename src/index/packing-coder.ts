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
 * Where each hash of four bytes was last seen, and which four they were, since most that share a hash differ: in the samples, and in
 * the text (places of earlier texts are smaller than `base`). Both stand side by side, as they are asked for together.
 */
const sampleSlots = new Int32Array(2 << SLOT_BITS).fill(-1);
const textSlots = new Int32Array(2 << SLOT_BITS).fill(-1);
/** Samples, then the text at hand. */
const bytes = new Uint8Array(HISTORY.length + MAX_CODED_BYTES);
const FIRST = HISTORY.length;
bytes.set(HISTORY);
for (let at = 0; at + 4 <= FIRST; at++) {
  const four = fourAt(at);
  sampleSlots[slotOf(four)] = at;
  sampleSlots[slotOf(four) + 1] = four;
}

/** Codes of the text at hand, `value * 16 + bits` each. */
const codes = new Uint32Array(2 * MAX_CODED_BYTES);

/** What is added to places in `textSlots`; grows with each text. */
let base = 0;

/** Codes a text of at most `MAX_CODED_BYTES` into `room`, which has `CODED_ROOM`; gives the bytes used. */
export function encodeText(text: Uint8Array, room: Uint8Array): number {
  const end = FIRST + text.length;
  bytes.set(text, FIRST);
  forgetText();
  const added = base;
  let count = 0;
  let kind = START_KIND;
  let at = FIRST;
  while (at < end) {
    const ofKind = kind * SYMBOLS;
    const found = at + LEAST_REPETITION <= end ? findRepetition(at, end, added) : 0;
    if (found === 0) {
      const byte = bytes[at++] ?? 0;
      const code = CODES[ofKind + byte] ?? 0;
      codes[count++] = code === 0 ? (CODES[ofKind + OTHER_BYTE] ?? 0) : code;
      if (code === 0) codes[count++] = byte * 16 + 8;
      kind = KIND_OF[byte] ?? 0;
    } else {
      const length = found & LENGTH_PART;
      const back = at - (found >>> LENGTH_PART_BITS);
      codes[count++] = CODES[ofKind + REPETITION] ?? 0;
      codes[count++] = toLengthCode(length);
      codes[count++] =
        back <= NEAR ? (NEAR + back - 1) * 16 + NEAR_BITS + 1 : back * 16 + FAR_BITS + 1;
      for (let passed = at + 1; passed < at + length && passed + 4 <= end; passed++) {
        const four = fourAt(passed);
        textSlots[slotOf(four)] = added + passed;
        textSlots[slotOf(four) + 1] = four;
      }
      at += length;
      kind = KIND_OF[bytes[at - 1] ?? 0] ?? 0;
    }
  }
  return putCodes(count, room);
}

/** Decodes into `text`, which has the size that was coded. Throws a `RangeError` for what `encodeText` cannot have made. */
export function decodeText(coded: Uint8Array, from: number, text: Uint8Array): void {
  // All state is local and nothing is called: that is several times faster.
  let next = from;
  let hold = 0;
  let held = 0;
  let kind = START_KIND;
  let at = 0;
  while (at < text.length) {
    while (held < CODE_BITS) {
      hold = ((hold << 8) | (coded[next++] ?? 0)) & 0xffffff;
      held += 8;
    }
    const found = LOOKUP[(kind << CODE_BITS) + ((hold >>> (held - CODE_BITS)) & CODE_MASK)] ?? 0;
    held -= found & 15;
    const symbol = found >>> 4;
    if (symbol < OTHER_BYTE) text[at++] = symbol;
    else {
      while (held < MOST_LENGTH_BITS) {
        hold = ((hold << 8) | (coded[next++] ?? 0)) & 0xffffff;
        held += 8;
      }
      if (symbol === OTHER_BYTE) {
        held -= 8;
        text[at++] = hold >>> held;
      } else {
        const coming = (hold >>> (held - MOST_LENGTH_BITS)) & LENGTH_MASK;
        const kindOfLength = coming < 1024 ? 0 : coming < 1536 ? 1 : coming < 1792 ? 2 : 3;
        held -= LENGTH_BITS[kindOfLength] ?? 0;
        const rest = (hold >>> held) & (LENGTH_MASKS[kindOfLength] ?? 0);
        const end = at + (SHORTEST[kindOfLength] ?? 0) + rest;
        while (held < FAR_BITS + 1) {
          hold = ((hold << 8) | (coded[next++] ?? 0)) & 0xffffff;
          held += 8;
        }
        const isNear = ((hold >>> (held - 1)) & 1) === 1;
        held -= isNear ? NEAR_BITS + 1 : FAR_BITS + 1;
        const back = isNear ? ((hold >>> held) & (NEAR - 1)) + 1 : (hold >>> held) & FAR_MASK;
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
  textSlots.fill(-1);
}

/** `findRepetition` gives a place and a length in one number. */
const LENGTH_PART_BITS = 10;
const LENGTH_PART = (1 << LENGTH_PART_BITS) - 1;

/** The repetition that starts here: where it was before and its length; 0 when there is none that is worth it. */
function findRepetition(at: number, end: number, added: number): number {
  const four = fourAt(at);
  const slot = slotOf(four);
  const own = (textSlots[slot] ?? -1) - added;
  const isOwn = own >= 0 && textSlots[slot + 1] === four;
  textSlots[slot] = added + at;
  textSlots[slot + 1] = four;
  if (isOwn) {
    const length = lengthOf(own, at, end);
    if (length >= LEAST_REPETITION) return (own << LENGTH_PART_BITS) | length;
  }
  if (sampleSlots[slot + 1] !== four) return 0;
  const sample = sampleSlots[slot] ?? -1;
  const length = sample < 0 ? 0 : lengthOf(sample, at, end);
  return length < LEAST_FAR_REPETITION ? 0 : (sample << LENGTH_PART_BITS) | length;
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
  return (Math.imul(four, 0x9e3779b1) >>> (32 - SLOT_BITS)) << 1;
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
    hold = ((hold & 0xff) << bits) | (code >>> 4);
    held += bits;
    while (held >= 8) {
      held -= 8;
      room[used++] = hold >>> held;
    }
  }
  if (held > 0) room[used++] = hold << (8 - held);
  return used;
}
