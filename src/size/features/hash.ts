// Small hashes of texts, the same on every machine: a model's weights are found by them.

const START = 0x811c9dc5;
const PRIME = 0x01000193;

/** A 32-bit hash (FNV-1a, mixed) of a text in a name space. */
export function hashText(text: string, space: number): number {
  return hashPart(text, 0, text.length, space);
}

/** The hash of the part of a text from `start` to `end`, without making it. */
export function hashPart(text: string, start: number, end: number, space: number): number {
  let hash = startOf(space);
  for (let at = start; at < end; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), PRIME);
  return mix(hash);
}

/** The same with `0` for each digit. */
export function hashWithoutDigits(text: string, start: number, end: number, space: number): number {
  let hash = startOf(space);
  for (let at = start; at < end; at += 1) {
    const code = text.charCodeAt(at);
    hash = Math.imul(hash ^ (code >= 48 && code <= 57 ? 48 : code), PRIME);
  }
  return mix(hash);
}

function startOf(space: number): number {
  return (START ^ Math.imul(space, 0x9e3779b1)) | 0;
}

/** Spreads the bits of a number. */
export function mix(value: number): number {
  let mixed = Math.imul(value ^ (value >>> 15), 0x2c1b3c6d);
  mixed = Math.imul(mixed ^ (mixed >>> 12), 0x297a2d39);
  return (mixed ^ (mixed >>> 15)) >>> 0;
}

/** Hands the hashes of all pieces of 3 to 5 characters of a text to `add`. */
export function hashNgrams(text: string, add: (hash: number) => void): void {
  const { length } = text;
  for (let start = 0; start < length - 2; start += 1) {
    let hash = START | 0;
    const end = Math.min(start + 5, length);
    for (let at = start; at < end; at += 1) {
      hash = Math.imul(hash ^ text.charCodeAt(at), PRIME);
      if (at >= start + 2) add(mix(hash ^ ((at - start) << 20)));
    }
  }
}
