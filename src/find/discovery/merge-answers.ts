// One list of pages from the answers of several providers.
import type { FoundPage } from './provider.ts';

/** Ranks count less the further down they are; 60 is what the literature settled on. */
const DAMPING = 60;

/**
 * Merges answers by rank: each list gives `1 / (60 + rank)` to its pages, and the sums decide (reciprocal rank fusion). So
 * what several name comes first, and neither has to tell how sure it is. Equal ones stay in the order of the lists.
 */
export function mergeAnswers(lists: readonly (readonly FoundPage[])[]): FoundPage[] {
  const merged = new Map<string, { readonly page: FoundPage; score: number }>();
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  for (let rank = 0; rank < longest; rank += 1) {
    for (const list of lists) {
      const page = list[rank];
      if (page === undefined) continue;
      const known = merged.get(page.url);
      if (known === undefined) merged.set(page.url, { page, score: 1 / (DAMPING + rank) });
      else known.score += 1 / (DAMPING + rank);
    }
  }
  return [...merged.values()].sort((a, b) => b.score - a.score).map(({ page }) => page);
}
