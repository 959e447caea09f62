// Folding: one form for a word however its accents and ligatures are written.
import { limitMarks } from './character-classes.ts';
import { MAX_TOKEN_LENGTH } from './limits.ts';

/** Letters that mean the same as others but that Unicode does not take apart. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ŧ: 't',
  ı: 'i',
};
const LETTER = /[ßæœøłđðþħŧı]/g;

// Accents of letters and the pointing of Hebrew and Arabic vanish. Marks of other scripts stay:
// in Hindi or Thai they are the vowels, and without them different words become one.
const ACCENT =
  /(?=\p{M})[\p{sc=Inherited}\p{sc=Common}\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{sc=Hebrew}\p{sc=Arabic}\p{sc=Syriac}]/gu;
const VOICED_MARKS = /[\u3099\u309a]/g;
const INVISIBLE = /[\p{Format}\u0640\u02b9-\u02ff]/gu;
const ASCII = /^[\0-\x7f]*$/;

/** Lower case, invisible characters gone, accents kept. */
export function toReadable(text: string): string {
  const lower = text.toLowerCase();
  return ASCII.test(lower) ? lower : limitMarks(lower.replace(INVISIBLE, '')).normalize('NFC');
}

/** Lower case without accents, for text in NFKC. Folding twice changes nothing more. */
export function fold(text: string): string {
  const readable = toReadable(text);
  if (ASCII.test(readable)) return readable;
  // The voiced marks of kana are no accents: `が` is another letter than `か`. NFC joins them
  // again, and those that have nothing to join go.
  const bare = readable
    .normalize('NFD')
    .replace(ACCENT, (mark) => (mark === '\u3099' || mark === '\u309a' ? mark : ''));
  return toPlainLetters(bare).replaceAll('ς', 'σ').normalize('NFC').replace(VOICED_MARKS, '');
}

/** Ligatures and letters with strokes as the plain letters they stand for, in lower case text: `æ` is `ae`, `ł` is `l`. */
export function toPlainLetters(text: string): string {
  return text.replace(LETTER, (letter) => LETTERS[letter] ?? letter);
}

/** The first `MAX_TOKEN_LENGTH` code points of a word. */
export function cutToken(word: string): string {
  if (word.length <= MAX_TOKEN_LENGTH) return word;
  let end = 0;
  for (let count = 0; count < MAX_TOKEN_LENGTH && end < word.length; count++) {
    end += (word.codePointAt(end) ?? 0) > 0xffff ? 2 : 1;
  }
  return word.slice(0, end);
}
