// The short way for nearly all texts: split, folded and stemmed in one go, without a copy of each word.
import { APOSTROPHE, classOf, SEPARATOR, WORD } from './character-classes.ts';
import { MAX_TOKENS } from './limits.ts';
import { isPossessive } from './split.ts';
import { HASH_START, NO_NUMBER, nextHash, toForm, type Vocabulary } from './vocabulary.ts';

/** The words of a text in two forms; those of one position are one word. */
export interface AnalysedText {
  /** Lower case without accents, stemmed. */
  readonly stems: readonly string[];
  /** Lower case without accents, as numbers of the vocabulary. */
  readonly numbers: readonly number[];
}

/**
 * The words of a text, the same as `splitText` and `stemOf` give; `undefined` for texts with other characters than
 * letters and digits of scripts with spaces, and separators, and for very long ones. Languages by number.
 */
export function analysePlain(
  text: string,
  language: number,
  words: Vocabulary,
): AnalysedText | undefined {
  if (text.length > MAX_TOKENS) return undefined; // may have more words than are read
  const stems: string[] = [];
  const numbers: number[] = [];
  let start = -1; // of the word that is open
  let hash = HASH_START;
  for (let index = 0; index <= text.length; index++) {
    const code = text.charCodeAt(index);
    const kind = index < text.length ? classOf(code) : SEPARATOR;
    if (kind === WORD) {
      if (start < 0) start = index;
      hash = nextHash(hash, code);
      continue;
    }
    if (kind > APOSTROPHE) return undefined;
    if (start < 0) continue;
    const number = words.numberAt(text, start, index, hash);
    numbers.push(number);
    stems.push(
      number === NO_NUMBER
        ? toForm(text.slice(start, index), language)
        : words.stemAt(number, language),
    );
    if (kind === APOSTROPHE && isPossessive(text, index)) index++;
    start = -1;
    hash = HASH_START;
  }
  return { stems, numbers };
}
