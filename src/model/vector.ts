// What a network makes of a picture, as a list of numbers: how such vectors are stored, compared and brought down to 256 bits.

/** A vector as it is compared. */
export interface Vector {
  /** Tells models apart: only vectors of one model can be compared. */
  readonly model: number;
  /** Whole numbers from -127 to 127: the direction counts, not the length. */
  readonly values: Int8Array;
}

/** Numbers in a vector. */
const MIN_LENGTH = 16;
const MAX_LENGTH = 2048;
/** The number of the model stands before them. */
const MODEL_BYTES = 2;
const LARGEST = 127;

/** Words of 32 bits in a sketch. */
export const SKETCH_WORDS = 8;
const SKETCH_BITS = SKETCH_WORDS * 32;

/**
 * Numbers of a network as they are stored: a byte each. `model` names whatever made them. `undefined` where they have no direction, or are too
 * many or too few.
 */
export function packVector(numbers: ArrayLike<number>, model: string): Uint8Array | undefined {
  const { length } = numbers;
  if (length < MIN_LENGTH || length > MAX_LENGTH) return undefined;
  let largest = 0;
  for (let at = 0; at < length; at++) {
    const size = Math.abs(numbers[at] ?? 0);
    if (!Number.isFinite(size)) return undefined;
    largest = Math.max(largest, size);
  }
  if (largest === 0) return undefined;
  const number = toModelNumber(model);
  const bytes = Uint8Array.of(number & 255, number >>> 8, ...new Uint8Array(length));
  for (let at = 0; at < length; at++) {
    bytes[MODEL_BYTES + at] = Math.round(((numbers[at] ?? 0) / largest) * LARGEST) & 255;
  }
  return bytes;
}

/** Stored bytes as documents have them: in hexadecimal. */
export function printVector(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Takes apart what `printVector` gave; `undefined` when the text is something else. */
export function parseVector(text: unknown): Vector | undefined {
  if (typeof text !== 'string' || !isVectorText(text)) return undefined;
  const values = new Int8Array(text.length / 2 - MODEL_BYTES);
  for (let at = 0; at < values.length; at++) values[at] = byteAt(text, MODEL_BYTES + at);
  return { model: byteAt(text, 0) | (byteAt(text, 1) << 8), values };
}

function isVectorText(text: string): boolean {
  const length = text.length / 2 - MODEL_BYTES;
  return length >= MIN_LENGTH && length <= MAX_LENGTH && /^(?:[0-9a-f]{2})+$/.test(text);
}

function byteAt(text: string, at: number): number {
  return (digitAt(text, 2 * at) << 4) | digitAt(text, 2 * at + 1);
}

function digitAt(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code < 58 ? code - 48 : code - 87;
}

/** How far two vectors point apart: 0 for the same direction, 1 for unrelated ones, 2 at most; infinite for vectors of two models. */
export function vectorDistance(a: Vector, b: Vector): number {
  const { length } = a.values;
  if (a.model !== b.model || length !== b.values.length) return Number.POSITIVE_INFINITY;
  let [product, ofA, ofB] = [0, 0, 0];
  for (let at = 0; at < length; at++) {
    const [one, other] = [a.values[at] ?? 0, b.values[at] ?? 0];
    product += one * other;
    ofA += one * one;
    ofB += other * other;
  }
  return ofA === 0 || ofB === 0 ? 1 : 1 - product / Math.sqrt(ofA * ofB);
}

/**
 * A vector in 256 bits: on which side of 256 planes it lies, each through the origin and chosen by a fixed rule. The more bits two
 * sketches share, the nearer are the directions of their vectors.
 */
export function toSketch({ values }: Vector): Uint32Array {
  const turned = turn(values);
  const step = turned.length / SKETCH_BITS;
  const sketch = new Uint32Array(SKETCH_WORDS);
  for (let bit = 0; bit < SKETCH_BITS; bit++) {
    if ((turned[bit * step] ?? 0) > 0) {
      sketch[bit >>> 5] = (sketch[bit >>> 5] ?? 0) | (1 << (bit & 31));
    }
  }
  return sketch;
}

/**
 * The numbers turned so that each depends on all: signs chosen by chance, then a Hadamard transform, which takes as many sums as
 * there are numbers times the logarithm of that.
 */
function turn(values: Int8Array): Int32Array {
  let length = SKETCH_BITS;
  while (length < values.length) length *= 2;
  const turned = new Int32Array(length);
  for (const [at, value] of values.entries()) turned[at] = SIGNS[at] === 1 ? value : -value;
  for (let half = 1; half < length; half *= 2) {
    for (let start = 0; start < length; start += 2 * half) {
      for (let at = start; at < start + half; at++) {
        const [one, other] = [turned[at] ?? 0, turned[at + half] ?? 0];
        turned[at] = one + other;
        turned[at + half] = one - other;
      }
    }
  }
  return turned;
}

let lastText = '';
let lastSketch: Uint32Array = new Uint32Array(SKETCH_WORDS);

/** A word of the sketch of a stored vector. All words of one vector are asked for in turn. */
export function sketchWord(text: string, word: number): number {
  if (text !== lastText) {
    const vector = parseVector(text);
    lastSketch = vector === undefined ? new Uint32Array(SKETCH_WORDS) : toSketch(vector);
    lastText = text;
  }
  return lastSketch[word] ?? 0;
}

/** 0 or 1 by chance (mulberry32), for ever the same. */
const SIGNS = Uint8Array.from({ length: MAX_LENGTH }, (_, at) => {
  const state = Math.imul(at + 1, 0x6d2b79f5);
  let mixed = Math.imul(state ^ (state >>> 15), state | 1);
  mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
  return (mixed ^ (mixed >>> 14)) & 1;
});

/** 16 bits of a hash (FNV-1a) of a name. */
function toModelNumber(name: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < name.length; at++) hash = Math.imul(hash ^ name.charCodeAt(at), 0x01000193);
  return (hash ^ (hash >>> 16)) & 0xffff;
}
