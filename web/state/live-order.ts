// The order in which finds are shown: better ones move up, but nothing moves under the eyes or hands of who looks at it.

/**
 * The order to show. While it is held, what is shown stays where it is, even what is no longer among the best: a tile
 * that went away would move all behind it. What is new comes at the end, best first.
 *
 * @example orderToShow([1, 2], [3, 2], true) // [1, 2, 3]
 */
export function orderToShow(
  shown: readonly number[],
  best: readonly number[],
  isHeld: boolean,
): readonly number[] {
  if (!isHeld) return best;
  return [...new Set([...shown, ...best])];
}
