// Text analysis: from text to the words of the index, the same when indexing and when asking.
import type { WordForms } from '../index-query.ts';
import { cutToken, toReadable } from './fold.ts';
import { languageNumber, STEMMED_LANGUAGES } from './languages.ts';
import { type AnalysedText, analysePlain } from './plain-text.ts';
import { isLoneCharacter, isUnspaced, splitText } from './split.ts';
import { NO_NUMBER, stemOf, Vocabulary } from './vocabulary.ts';

export { withoutParticle } from './korean.ts';
export { languageNumber, STEMMED_LANGUAGES } from './languages.ts';
export { MAX_TOKEN_LENGTH, MAX_TOKENS } from './limits.ts';
export type { AnalysedText } from './plain-text.ts';
export { NO_NUMBER, Vocabulary } from './vocabulary.ts';

/** Raised with each change of the words or stems of any text: indexes hold them, and are rebuilt then. */
export const ANALYSIS_VERSION = 1;

/** Longest word `foldWord` reads, in UTF-16 units; marks may make a word longer than its letters. */
const MAX_WORD_LENGTH = 1_000;

/** Most words that `common` remembers. */
const MAX_COMMON = 1 << 15;

const commonWords = new Vocabulary();

/** The vocabulary of all who bring none. */
function common(): Vocabulary {
  if (commonWords.size > MAX_COMMON) commonWords.forget();
  return commonWords;
}

/** A query text in some languages. */
export interface QueryAnalysis {
  /** One per position: the word unstemmed and its stem in each language, each form once. */
  readonly words: readonly WordForms[];
}

/**
 * Words of a text as the index holds them, in order, one per position: lower case, no accents,
 * stemmed by `language` (`pt`, `pt-BR`, `por`; others are not stemmed). The number of words does
 * not depend on the language. At most `MAX_TOKENS` words of `MAX_TOKEN_LENGTH` code points. Never throws.
 *
 * @example analyse("L'eau des Élections", 'fr') // ['l', 'eau', 'des', 'election']
 */
export function analyse(text: string, language: string): string[] {
  return [...analyseText(text, language).stems];
}

/** The same words, and their numbers in a vocabulary, unstemmed, at the cost of one. */
export function analyseText(
  text: string,
  language: string,
  words: Vocabulary = common(),
): AnalysedText {
  const number = languageNumber(language);
  const plain = analysePlain(text, number, words);
  if (plain !== undefined) return plain;
  const pieces = splitText(text);
  const folded = pieces.map((piece) => (isUnspaced(piece) ? piece : stemOf(piece, 0, words)));
  const numbers = folded.map((word) => (isUnspaced(word) ? NO_NUMBER : words.numberOf(word)));
  if (number === 0) return { stems: folded, numbers };
  // Folding is what takes time; what is folded stays as it is when it is stemmed.
  const stems = folded.map((word) => (isUnspaced(word) ? word : stemOf(word, number, words)));
  return { stems, numbers };
}

/** Words as people read them, split like `analyse`: lower case, accents kept, not stemmed. */
export function toWords(text: string): string[] {
  return splitText(text).map((piece) => (isUnspaced(piece) ? piece : cutToken(toReadable(piece))));
}

/**
 * A word in lower case without accents, not stemmed. `foldWord(toWords(text)[i])` is
 * `analyse(text, '')[i]`, but for words so long that they are cut.
 */
export function foldWord(word: string): string {
  return stemOf(word.slice(0, MAX_WORD_LENGTH).normalize('NFKC'), 0, common());
}

/** The stem of a folded word in a language of `STEMMED_LANGUAGES`. */
export function stemFolded(word: string, language: string): string {
  return stemOf(word, languageNumber(language), common());
}

/** The language whose stemmer a code asks for (`pt-BR`: `pt`); `''` where there is none. */
export function stemmedLanguage(code: string): string {
  return STEMMED_LANGUAGES[languageNumber(code) - 1] ?? '';
}

/** A query text analysed in some languages; of none its words are as the index holds them. Never throws. */
export function analyseQuery(text: string, languages: readonly string[]): QueryAnalysis {
  const numbers = new Set([0, ...languages.map(languageNumber)]);
  const pieces = splitText(text);
  const known = common();
  const analyses = Array.from(numbers, (number) =>
    pieces.map((piece) => (isUnspaced(piece) ? piece : stemOf(piece, number, known))),
  );
  const words = pieces.map((piece, position): WordForms => {
    const forms = [...new Set(analyses.map((analysis) => analysis[position] ?? piece))];
    // Pairs hide single characters: what starts with the character is the nearest to holding it.
    return isLoneCharacter(piece) ? { forms, text: piece, isPrefix: true } : { forms, text: piece };
  });
  return { words };
}
