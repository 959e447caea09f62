// What a character means for splitting text into words.

/** Ends a word: spaces, punctuation, symbols, emoji, control characters, broken surrogates. */
export const SEPARATOR = 1;
/** Ends a word, but `'s` after it may be an English possessive. */
export const APOSTROPHE = 2;
/** A letter or digit of a script that puts spaces between words. */
export const WORD = 3;
/** A letter or digit of a script that does not. */
export const UNSPACED = 4;
/** Invisible inside words: soft hyphens, joiners, marks of direction, the stretched line of Arabic. */
export const IGNORED = 5;
/** An accent or vowel sign that belongs to the letter before it. */
export const MARK = 6;
/** Changed by NFKC, alone or with its neighbours; in text in that form, only the letters of Hangul. */
export const UNSTABLE = 7;
/** Half of a character beyond U+FFFF. */
export const SURROGATE = 8;

const APOSTROPHES = "'`´‘’‛ʻʼ";
const SURROGATES = /\p{Surrogate}/u;
const FORMAT = /[\p{Format}\u0640]/u;
const ZERO_WIDTH_SPACE = 0x200b;
/** Stress and tone signs of phonetic script, which Unicode counts among the letters. */
const PHONETIC = /[\u02b9-\u02ff]/u;
/** Letters of Hangul that NFKC joins to syllables; its two fillers are blank and no letters for us. */
const HANGUL_LETTERS = /(?=\p{L})[\u1100-\u115e\u1161-\u11ff\ua960-\ua97f\ud7b0-\ud7ff]/u;
const HANGUL_FILLERS = /[\u115f\u1160]/u;
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;
// Script_Extensions, not Script: the long-vowel sign of kana belongs to two scripts. Thai, Lao,
// Khmer and Burmese are here because they too are written without spaces between words; finding
// the words would need dictionaries, pairs of characters need none.
const UNSPACED_SCRIPTS =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Bopomofo}\p{scx=Hangul}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]/u;

/** Classes of the characters up to U+FFFF met so far; 0 where not asked yet. */
const classes = new Uint8Array(0x10000);

/** The class of a code unit. */
export function classOf(codeUnit: number): number {
  return classes[codeUnit] || learn(codeUnit);
}

/** The class of any code point. Slow beyond U+FFFF, where few texts go. */
export function classify(codePoint: number): number {
  const character = String.fromCodePoint(codePoint);
  if (SURROGATES.test(character)) return SURROGATE;
  if (APOSTROPHES.includes(character)) return APOSTROPHE;
  // Symbols first: NFKC spells some of them out, and `Windows™` is not the word `windowstm`.
  if (/\p{S}/u.test(character) || codePoint === ZERO_WIDTH_SPACE) return SEPARATOR;
  if (FORMAT.test(character)) return IGNORED;
  if (/\p{M}/u.test(character)) return MARK;
  if (HANGUL_FILLERS.test(character)) return SEPARATOR;
  if (HANGUL_LETTERS.test(character)) return UNSTABLE;
  const normalised = character.normalize('NFKC');
  if (normalised !== character) return /[\p{L}\p{N}']/u.test(normalised) ? UNSTABLE : SEPARATOR;
  if (!LETTER_OR_DIGIT.test(character)) return SEPARATOR;
  if (PHONETIC.test(character)) return IGNORED;
  return UNSPACED_SCRIPTS.test(character) ? UNSPACED : WORD;
}

function learn(codeUnit: number): number {
  const found = classify(codeUnit);
  classes[codeUnit] = found;
  return found;
}

/** NFKC of a text, in which what `classify` calls separators and apostrophes stays so. */
export function normaliseText(text: string): string {
  return limitMarks(text)
    .replace(/\p{S}/gu, (symbol) => (APOSTROPHES.includes(symbol) ? "'" : ' '))
    .normalize('NFKC');
}

/**
 * Cuts runs of marks to 30, as the stream-safe form of Unicode does (UAX 15): engines sort the marks
 * of a letter, in time that grows with the square of their number.
 */
export function limitMarks(text: string): string {
  // Two half-width signs of kana are letters until NFKC makes marks of them.
  return text.replace(/([\p{M}\uff9e\uff9f]{30})[\p{M}\uff9e\uff9f]+/gu, '$1');
}
