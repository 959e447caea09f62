// How much room a window has.
import { type Signal, signal } from '@preact/signals';

/** Whether there is room for a column beside the results. */
export const isWide = matching('(min-width: 62rem)');

/** Whether the bar has room for all its links beside the search box, in every language. */
export const hasRoomForLinks = matching('(min-width: 78rem)');

function matching(condition: string): Signal<boolean> {
  const query = globalThis.matchMedia?.(condition);
  const value = signal(query?.matches ?? true);
  query?.addEventListener('change', ({ matches }) => {
    value.value = matches;
  });
  return value;
}
