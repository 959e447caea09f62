// How far two words are apart: changes of letters that a slip of the fingers makes.

/**
 * Number of letters put in, left out, replaced or swapped with their neighbour between two words
 * ("optimal string alignment", the restricted form of Damerau's distance), or `limit + 1` when there
 * are more than `limit`. Only cells within `limit` of the diagonal are computed.
 */
export function editDistance(left: string, right: string, limit: number): number {
  const a = [...left];
  const b = [...right];
  const tooFar = limit + 1;
  if (Math.abs(a.length - b.length) > limit) return tooFar;
  let beforeLast: number[] = [];
  let last = b.map((_, column) => column);
  last.push(b.length);
  for (let row = 1; row <= a.length; row++) {
    const current: number[] = [row]; // cells outside the band stay holes: too far
    let least = row;
    const end = Math.min(b.length, row + limit);
    for (let column = Math.max(1, row - limit); column <= end; column++) {
      const step = a[row - 1] === b[column - 1] ? 0 : 1;
      let cost = (last[column - 1] ?? tooFar) + step;
      cost = Math.min(cost, (last[column] ?? tooFar) + 1, (current[column - 1] ?? tooFar) + 1);
      if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]) {
        cost = Math.min(cost, (beforeLast[column - 2] ?? tooFar) + 1);
      }
      current[column] = cost;
      least = Math.min(least, cost);
    }
    if (least > limit) return tooFar;
    beforeLast = last;
    last = current;
  }
  return Math.min(last[b.length] ?? tooFar, tooFar);
}
