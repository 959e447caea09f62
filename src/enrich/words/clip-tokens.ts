// Splits words into the tokens of CLIP: bytes are joined pair by pair, in the order of a list of merges.

/** Makes numbers of words. */
export interface Tokenizer {
  /** Exactly `length` numbers: start, the tokens that fit, end, and again the end until it is full. */
  encode(text: string, length: number): { readonly numbers: number[]; readonly used: number };
}

const START = '<|startoftext|>';
const END = '<|endoftext|>';
/** Marks the end of a word. */
const WORD_END = '</w>';
/** Nobody types more; joining takes time that grows with the square of a word. */
const MAX_TEXT = 1000;
const MAX_WORD = 60;
const MAX_MERGES = 1_000_000;
const PIECES = /'s|'t|'re|'ve|'m|'ll|'d|\p{L}+|\p{N}|[^\s\p{L}\p{N}]+/giu;

/** A tokenizer of a vocabulary and its merges. Throws where these are not what CLIP has. */
export function createTokenizer(vocabulary: unknown, merges: string): Tokenizer {
  const numbers = readVocabulary(vocabulary);
  const ranks = new Map(
    merges
      .split(/\r?\n/)
      .filter((line) => /^\S+ \S+$/.test(line))
      .slice(0, MAX_MERGES)
      .map((line, rank) => [line, rank] as const),
  );
  const [start, end] = [numbers.get(START), numbers.get(END)];
  if (start === undefined || end === undefined) {
    throw new Error(`the vocabulary lacks ${START} or ${END}`);
  }
  return {
    encode(text, length) {
      const pieces = text.normalize('NFC').toLowerCase().slice(0, MAX_TEXT).match(PIECES) ?? [];
      const tokens = pieces
        .flatMap((piece) => joinPairs(toSymbols(piece.slice(0, MAX_WORD)), ranks))
        .flatMap((token) => numbers.get(token) ?? []);
      const used = [start, ...tokens.slice(0, length - 2), end];
      const rest = new Array<number>(length - used.length).fill(end);
      return { numbers: [...used, ...rest], used: used.length };
    },
  };
}

function readVocabulary(vocabulary: unknown): Map<string, number> {
  if (typeof vocabulary !== 'object' || vocabulary === null) {
    throw new Error('the vocabulary is no table of numbers by token');
  }
  return new Map(
    Object.entries(vocabulary).filter((entry): entry is [string, number] => {
      return Number.isSafeInteger(entry[1]);
    }),
  );
}

/** A letter for each byte of a word; the last one carries the mark. */
function toSymbols(word: string): string[] {
  const letters = Array.from(Buffer.from(word), (byte) => BYTE_LETTERS[byte] ?? '');
  const last = letters.pop() ?? '';
  return [...letters, `${last}${WORD_END}`];
}

/** Joins the pair that comes first in the list, until no pair is on it. */
function joinPairs(symbols: string[], ranks: ReadonlyMap<string, number>): string[] {
  let joined = symbols;
  for (;;) {
    let best = Number.POSITIVE_INFINITY;
    let at = -1;
    for (let next = 0; next + 1 < joined.length; next++) {
      const rank = ranks.get(`${joined[next]} ${joined[next + 1]}`);
      if (rank === undefined || rank >= best) continue;
      best = rank;
      at = next;
    }
    if (at < 0) return joined;
    joined = [...joined.slice(0, at), `${joined[at]}${joined[at + 1]}`, ...joined.slice(at + 2)];
  }
}

/** Bytes as letters that can be seen: printable ones stand for themselves, others for letters from U+0100 on. */
const BYTE_LETTERS: readonly string[] = (() => {
  const isPlain = (byte: number) =>
    (byte >= 0x21 && byte <= 0x7e) ||
    (byte >= 0xa1 && byte <= 0xac) ||
    (byte >= 0xae && byte <= 0xff);
  let next = 0x100;
  return Array.from({ length: 256 }, (_, byte) =>
    String.fromCharCode(isPlain(byte) ? byte : next++),
  );
})();
