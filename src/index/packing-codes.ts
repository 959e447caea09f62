// Codes for the letters of texts: short for those that are likely after the letter before (Huffman, 1952).
import { SAMPLES } from './packing-samples.ts';

/** What every packed text may refer back to. */
export const HISTORY = Buffer.from(SAMPLES);

/** Symbols beyond the bytes: a byte without a code of its own follows; a repetition follows. */
export const OTHER_BYTE = 256;
export const REPETITION = 257;
/** Symbols in all. */
export const SYMBOLS = 258;

/** Longest code in bits. */
export const CODE_BITS = 11;

/** Codes are chosen by what kind of byte came before: each small letter is a kind of its own. */
const SPACE = 27;
const DIGIT = 28;
const CAPITAL = 32;
const FIRST_OF_TWO = 33;
const HIGH = 34;
const OTHER = 35;
const KINDS = 36;

/** The kind of each byte. */
export const KIND_OF = Uint8Array.from({ length: 256 }, (_, byte) => toKind(byte));

/** The kind that texts start with. */
export const START_KIND = OTHER;

/** `code * 16 + its bits` by kind and symbol: entry `kind * SYMBOLS + symbol`; 0 where there is none. */
export const CODES = new Uint16Array(KINDS * SYMBOLS);

/** `symbol * 16 + bits` by kind and the next `CODE_BITS` bits: entry `kind * 2 ** CODE_BITS + bits`. */
export const LOOKUP = new Uint16Array(KINDS << CODE_BITS);

/** How much the frequencies over all kinds count beside those after one kind: as so many letters. */
const PRIOR = 80;
/** Bytes that are rarer have no code of their own. */
const LEAST_SHARE = 1 / 1500;
const OTHER_SHARE = 1 / 150;
/** Repetitions mostly start at the start of a word. */
const REPETITION_SHARE = 0.15;
const REPETITION_SHARE_IN_WORD = 0.04;

for (const [kind, symbols] of learn().entries()) assignCodes(kind, symbols);

interface Weighted {
  readonly symbol: number;
  readonly weight: number;
}

/** Symbols of each kind with their weights. */
function learn(): Weighted[][] {
  const all = new Float64Array(256);
  const byKind = Array.from({ length: KINDS }, () => new Float64Array(256));
  let kind = START_KIND;
  for (const byte of HISTORY) {
    all[byte] = (all[byte] ?? 0) + 1;
    const counts = byKind[kind];
    if (counts !== undefined) counts[byte] = (counts[byte] ?? 0) + 1;
    kind = toKind(byte);
  }
  return byKind.map((counts, of) => {
    const total = PRIOR + counts.reduce((sum, count) => sum + count, 0);
    const symbols: Weighted[] = [];
    for (let symbol = 0; symbol < 256; symbol++) {
      const expected = (PRIOR * (all[symbol] ?? 0)) / HISTORY.length;
      const weight = ((counts[symbol] ?? 0) + expected) / total;
      if (weight > LEAST_SHARE) symbols.push({ symbol, weight });
    }
    symbols.push({ symbol: OTHER_BYTE, weight: OTHER_SHARE });
    const isInWord = of < SPACE || of === DIGIT || of === FIRST_OF_TWO || of === HIGH;
    const weight = isInWord ? REPETITION_SHARE_IN_WORD : REPETITION_SHARE;
    symbols.push({ symbol: REPETITION, weight });
    return symbols;
  });
}

function toKind(byte: number): number {
  if (byte >= 0x61 && byte <= 0x7a) return byte - 0x60;
  if (byte === 0x20) return SPACE;
  if (byte >= 0x30 && byte <= 0x39) return DIGIT;
  if (byte === 0x2f) return 29; // a slash
  if (byte === 0x2d || byte === 0x5f) return 30; // a dash or underscore
  if (byte === 0x2e) return 31; // a dot
  if (byte >= 0x41 && byte <= 0x5a) return CAPITAL;
  if (byte === 0xc3) return FIRST_OF_TWO; // the accented letters of western Europe
  return byte >= 0x80 ? HIGH : OTHER;
}

/** Fills the tables for one kind with canonical codes: by length, then by symbol. */
function assignCodes(kind: number, symbols: readonly Weighted[]): void {
  const lengths = limitedLengths(symbols);
  const order = symbols
    .map(({ symbol }, at) => ({ symbol, bits: lengths[at] ?? 0 }))
    .sort((a, b) => a.bits - b.bits || a.symbol - b.symbol);
  let code = 0;
  let before = 0;
  for (const { symbol, bits } of order) {
    code <<= bits - before;
    before = bits;
    CODES[kind * SYMBOLS + symbol] = code * 16 + bits;
    const first = (kind << CODE_BITS) + (code << (CODE_BITS - bits));
    LOOKUP.fill(symbol * 16 + bits, first, first + (1 << (CODE_BITS - bits)));
    code++;
  }
}

/** Lengths of the codes, none above `CODE_BITS`: rare symbols are taken for more frequent until all fit. */
function limitedLengths(symbols: readonly Weighted[]): number[] {
  for (let extra = 0; ; extra += 0.0005) {
    const lengths = codeLengths(symbols.map(({ weight }) => weight + extra));
    if (Math.max(...lengths) <= CODE_BITS) return lengths;
  }
}

interface Tree {
  readonly weight: number;
  readonly leaves: readonly number[];
}

/** The two lightest trees become one until one is left; each time their leaves come one level deeper. */
function codeLengths(weights: readonly number[]): number[] {
  const lengths = weights.map(() => 0);
  const single = weights
    .map((weight, leaf): Tree => ({ weight, leaves: [leaf] }))
    .sort((a, b) => a.weight - b.weight);
  const joined: Tree[] = [];
  const takeLightest = (): Tree => {
    const [one, other] = [single[0], joined[0]];
    const isSingle = other === undefined || (one !== undefined && one.weight <= other.weight);
    const lightest = isSingle ? single.shift() : joined.shift();
    if (lightest === undefined) throw new Error('pinakes: no tree is left');
    return lightest;
  };
  while (single.length + joined.length > 1) {
    const [a, b] = [takeLightest(), takeLightest()];
    const leaves = [...a.leaves, ...b.leaves];
    for (const leaf of leaves) lengths[leaf] = (lengths[leaf] ?? 0) + 1;
    joined.push({ weight: a.weight + b.weight, leaves });
  }
  return lengths;
}
