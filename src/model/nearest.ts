// Which of several moments is nearest to another one.

/**
 * Index of the value nearest to `wanted` in a list sorted in ascending order; of two at the same
 * distance the earlier one. -1 for an empty list.
 */
export function nearestIndex(sorted: readonly number[], wanted: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] ?? 0) < wanted) low = middle + 1;
    else high = middle;
  }
  const after = sorted[low];
  const before = sorted[low - 1];
  if (after === undefined) return firstEqual(sorted, low - 1);
  if (before === undefined || after - wanted < wanted - before) return low;
  return firstEqual(sorted, low - 1);
}

/** Of equal values the first one counts, so that the answer does not depend on how many there are. */
function firstEqual(sorted: readonly number[], at: number): number {
  let index = at;
  while (index > 0 && sorted[index - 1] === sorted[index]) index--;
  return index;
}
