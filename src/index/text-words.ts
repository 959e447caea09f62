// Which words people are shown: for suggestions and for correcting what was typed.

const ONLY_LETTERS = /^\p{L}{3,30}$/u;

/** Longer ones are never suggested, in UTF-16 units: a letter has at most two. */
export const MAX_SURFACE_LENGTH = 60;

/** Whether a folded word may be suggested: letters only, 3 to 30 of them. */
export function isSurfaceWord(word: string): boolean {
  return ONLY_LETTERS.test(word);
}
