// The known word that was probably meant.

/**
 * The candidate that differs least from a word: by at most one letter in three, inserted, left out or replaced.
 * `undefined` when none is near.
 */
export function nearestWord(word: string, candidates: readonly string[]): string | undefined {
  if (word.length > 64) return undefined; // the distance is quadratic in the length
  const lower = word.toLowerCase();
  let best: string | undefined;
  let bestDistance = Math.max(1, Math.floor(word.length / 3)) + 1;
  for (const candidate of candidates) {
    const found = distance(lower, candidate);
    if (found >= bestDistance) continue;
    best = candidate;
    bestDistance = found;
  }
  return best;
}

/** Levenshtein's distance, row by row. */
function distance(a: string, b: string): number {
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const replaced = (last[column - 1] ?? 0) + (a[row - 1] === b[column - 1] ? 0 : 1);
      const shorter = Math.min(last[column] ?? 0, current[column - 1] ?? 0) + 1;
      current.push(Math.min(replaced, shorter));
    }
    last = current;
  }
  return last[b.length] ?? 0;
}
