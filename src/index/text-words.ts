// Which words people are shown: for suggestions and for correcting what was typed.

const ONLY_LETTERS = /^\p{L}{3,30}$/u;

/** Whether a folded word may be suggested: letters only, 3 to 30 of them. */
export function isSurfaceWord(word: string): boolean {
  return ONLY_LETTERS.test(word);
}
