// The pictures before and after one in the results, also across the border of what is loaded.
import type { Item } from '../api/types.ts';
import { loadMore, type Results, results } from '../state/results.ts';

/** A picture among the results. */
export interface Neighbours {
  /** The picture, if it is among those loaded. */
  readonly item?: Item;
  /** Its place from 1; 0 when it is not among them. */
  readonly position: number;
  readonly total: number;
  readonly hasBefore: boolean;
  readonly hasAfter: boolean;
}

/** Where a picture stands. */
export function neighbours(
  { items, total, next }: Pick<Results, 'items' | 'next' | 'total'>,
  id: string | undefined,
): Neighbours {
  const at = items.findIndex((item) => item.id === id);
  const item = items[at];
  return {
    ...(item !== undefined && { item }),
    position: at + 1,
    total: total?.value ?? 0,
    hasBefore: at > 0,
    hasAfter: at >= 0 && (at + 1 < items.length || next !== null),
  };
}

/** Shows the picture before or after another one, loading more results where needed. */
export async function turnPage(
  id: string | undefined,
  step: 1 | -1,
  show: (id: string) => void,
): Promise<void> {
  const at = results.peek().items.findIndex((item) => item.id === id);
  if (at === -1) return;
  if (at + step >= results.peek().items.length) await loadMore();
  const item = results.peek().items[at + step];
  if (item !== undefined) show(item.id);
}
