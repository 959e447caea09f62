// The known word that was probably meant.
import { editDistance } from './edit-distance.ts';

/** Nothing we know is near a longer word. */
const MAX_LENGTH = 64;

/**
 * The candidate nearest to a word, whatever the case, or `undefined` when none is near: at most one slip (see
 * `editDistance`) for three letters, and at least one.
 */
export function nearestWord(word: string, candidates: Iterable<string>): string | undefined {
  if (word.length > MAX_LENGTH) return undefined;
  const lower = word.toLowerCase();
  let best: string | undefined;
  let limit = Math.max(1, Math.floor(word.length / 3));
  for (const candidate of candidates) {
    const distance = editDistance(lower, candidate.toLowerCase(), limit);
    if (distance > limit) continue;
    best = candidate;
    limit = distance - 1;
    if (limit < 0) break;
  }
  return best;
}
