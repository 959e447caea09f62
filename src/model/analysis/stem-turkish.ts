// Turkish: plurals, the commonest cases and possessives to one stem, on folded text (`ı` is `i`, `ş` is `s`).
import { createStemmer, type SuffixRule } from './suffix-rules.ts';

/** Endings with the least length of the words they are taken from; the longest first. */
function endings(text: string, leastLength: number): SuffixRule[] {
  return text
    .split(' ')
    .sort((a, b) => b.length - a.length)
    .map((ending): SuffixRule => [ending, '', Math.max(leastLength, ending.length + 3)]);
}

const PLURALS =
  'lar ler lari leri larin lerin larini lerini larina lerine larinda lerinde larindan lerinden larda lerde lardan lerden lara lere';
const CASES = 'sinda sinde sunda sunde nda nde dan den tan ten da de ta te nin nun si su';

const stem = createStemmer({
  irregular: new Map(),
  steps: [endings(PLURALS, 6), endings(CASES, 6), [...'iu'].map((end): SuffixRule => [end, '', 5])],
});

/** Letters that a vowel behind them makes soft. */
const HARD: Readonly<Record<string, string>> = { b: 'p', d: 't', g: 'k' };

/** Reduces a folded Turkish word to its stem. */
export function stemTurkish(word: string): string {
  return stem(word).replace(/[bdg]$/, (letter) => HARD[letter] ?? letter);
}
