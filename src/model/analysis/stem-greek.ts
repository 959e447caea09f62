// Greek: cases and numbers to one stem, on folded text, in which the final sigma is like any other.
import { createStemmer, pairs, type SuffixRule } from './suffix-rules.ts';

const ENDINGS =
  'ματων ματοσ ματα μα εων εωσ εισ ησ η ιων ιουσ ιου ιεσ ια ιοσ ιοι ιο ουσ ου οι οσ ον ων ο αδεσ εσ ασ α ι ε υσ';

/** Reduces a folded Greek word to its stem. */
export const stemGreek = createStemmer({
  irregular: new Map(pairs('ναοσ>ναο ναοι>ναο ναου>ναο ναων>ναο ναοι>ναο')),
  steps: [
    ENDINGS.split(' ')
      .sort((a, b) => b.length - a.length)
      .map((ending): SuffixRule => [ending, ending.startsWith('μα') ? 'μ' : '']),
  ],
});
