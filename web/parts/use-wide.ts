// Whether there is room for a column beside the results.
import { signal } from '@preact/signals';

const query = globalThis.matchMedia?.('(min-width: 62rem)');

/** Whether the window is wide. */
export const isWide = signal(query?.matches ?? true);

query?.addEventListener('change', ({ matches }) => {
  isWide.value = matches;
});
