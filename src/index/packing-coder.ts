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
/** Samples and text together are shorter than this. */
const FAR_BITS = 14;

/** Where each hash of four bytes was last seen: in the samples, and in the text (those of earlier texts are smaller than `base`). */
const sampleSlots = new Int32Array(1 << SLOT_BITS).fill(-1);
const textSlots = new Int32Array(1 << SLOT_BITS).fill(-1);
/** Samples, then the text at hand. */
const bytes = Buffer.alloc(HISTORY.length + MAX_CODED_BYTES);
const FIRST = HISTORY.length;
HISTORY.copy(bytes);
for (let at = 0; at + 4 <= FIRST; at++) sampleSlots[slotAt(at)] = at;

let base = 0;
let output: Uint8Array = bytes;
let used = 0;
let hold = 0;
let held = 0;

/** Codes a text of at most `MAX_CODED_BYTES` into `room`, which has `CODED_ROOM`; gives the bytes used. */
export function encodeText(text: Uint8Array, room: Uint8Array): number {
  const end = FIRST + text.length;
  bytes.set(text, FIRST);
  output = room;
  used = hold = held = 0;
  base += bytes.length;
  if (base > 2 ** 30) {
    base = bytes.length;
    textSlots.fill(-1);
  }
  let kind = START_KIND;
  let at = FIRST;
  while (at < end) {
    const length = at + LEAST_REPETITION <= end ? findRepetition(at, end, kind) : 0;
    if (length === 0) {
      putByte(bytes[at] ?? 0, kind);
      at++;
    } else {
      for (let passed = at + 1; passed < at + length && passed + 4 <= end; passed++) {
        textSlots[slotAt(passed)] = base + passed;
      }
      at += length;
    }
    kind = KIND_OF[bytes[at - 1] ?? 0] ?? 0;
  }
  if (held > 0) output[used++] = hold << (8 - held);
  return used;
}

/** Decodes into `text`, which has the size that was coded. Throws a `RangeError` for what `encodeText` cannot have made. */
export function decodeText(coded: Uint8Array, from: number, text: Uint8Array): void {
  let next = from;
  let hold = 0;
  let held = 0;
  let kind = START_KIND;
  let at = 0;
  const take = (bits: number): number => {
    while (held < bits) {
      hold = ((hold << 8) | (coded[next++] ?? 0)) & 0xffffff;
      held += 8;
    }
    held -= bits;
    return (hold >>> held) & ((1 << bits) - 1);
  };
  while (at < text.length) {
    while (held < CODE_BITS) {
      hold = ((hold << 8) | (coded[next++] ?? 0)) & 0xffffff;
      held += 8;
    }
    const bits = (hold >>> (held - CODE_BITS)) & ((1 << CODE_BITS) - 1);
    const found = LOOKUP[(kind << CODE_BITS) + bits] ?? 0;
    held -= found & 15;
    const symbol = found >>> 4;
    if (symbol < OTHER_BYTE) text[at++] = symbol;
    else if (symbol === OTHER_BYTE) text[at++] = take(8);
    else {
      const length = takeLength(take);
      const back = take(1) === 1 ? take(NEAR_BITS) + 1 : take(FAR_BITS);
      const end = at + length;
      let source = at - back;
      if (back === 0 || end > text.length || source < -FIRST) throw damaged();
      while (at < end) {
        text[at++] = (source < 0 ? HISTORY[source + FIRST] : text[source]) ?? 0;
        source++;
      }
    }
    kind = KIND_OF[text[at - 1] ?? 0] ?? 0;
  }
  // A whole byte that was not needed is still to be read, or bytes beyond the end were.
  if (next - (held >> 3) !== coded.length) throw damaged();
}

function damaged(): RangeError {
  return new RangeError('the text of the row is damaged');
}

/** Writes the repetition that starts here, if there is one that is worth it, and gives its length. */
function findRepetition(at: number, end: number, kind: number): number {
  const slot = slotAt(at);
  const own = (textSlots[slot] ?? -1) - base;
  const sample = sampleSlots[slot] ?? -1;
  textSlots[slot] = base + at;
  let source = own;
  let length = own >= 0 ? lengthOf(own, at, end) : 0;
  if (length < LEAST_REPETITION) {
    source = sample;
    length = sample >= 0 ? lengthOf(sample, at, end) : 0;
    if (length < LEAST_FAR_REPETITION) return 0;
  }
  putCode(CODES[kind * SYMBOLS + REPETITION] ?? 0);
  putLength(length);
  const back = at - source;
  if (back <= NEAR) put(NEAR + back - 1, NEAR_BITS + 1);
  else put(back, FAR_BITS + 1);
  return length;
}

function lengthOf(source: number, at: number, end: number): number {
  const most = Math.min(MOST_REPEATED, end - at);
  let length = 0;
  while (length < most && bytes[source + length] === bytes[at + length]) length++;
  return length;
}

function slotAt(at: number): number {
  const four =
    (bytes[at] ?? 0) |
    ((bytes[at + 1] ?? 0) << 8) |
    ((bytes[at + 2] ?? 0) << 16) |
    ((bytes[at + 3] ?? 0) << 24);
  return Math.imul(four, 0x9e3779b1) >>> (32 - SLOT_BITS);
}

function putByte(byte: number, kind: number): void {
  const code = CODES[kind * SYMBOLS + byte] ?? 0;
  if (code !== 0) {
    putCode(code);
    return;
  }
  putCode(CODES[kind * SYMBOLS + OTHER_BYTE] ?? 0);
  put(byte, 8);
}

/** An entry of `CODES`. */
function putCode(code: number): void {
  put(code >>> 4, code & 15);
}

/** Lengths from 5: two bits after 0, three after 10, five after 110, eight after 111. */
function putLength(length: number): void {
  if (length < 9) put(length - 5, 3);
  else if (length < 17) put(0b10_000 + length - 9, 5);
  else if (length < 49) put(0b110_00000 + length - 17, 8);
  else put(0b111_00000000 + length - 49, 11);
}

function takeLength(take: (bits: number) => number): number {
  if (take(1) === 0) return 5 + take(2);
  if (take(1) === 0) return 9 + take(3);
  return take(1) === 0 ? 17 + take(5) : 49 + take(8);
}

/** At most 15 bits at once. */
function put(value: number, bits: number): void {
  hold = (hold << bits) | value;
  held += bits;
  while (held >= 8) {
    held -= 8;
    output[used++] = hold >>> held;
  }
  hold &= 0xff;
}
